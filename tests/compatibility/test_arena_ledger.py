"""Results of a tournament that version 0.11.0 wrote are read, continued and reproduced; older ones are refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tsuro.arena import ArenaError, Interim, Result, Tournament, entrants_of, run_tournament, summary

HERE = Path(__file__).parent
LEDGER = HERE / "arena-0.11.0.jsonl"  # tsuro arena BOTS --players 3 --games 15 --seed 7 --all-games --results …
SUMMARY = json.loads((HERE / "arena-0.11.0.json").read_text(encoding="utf-8"))  # what --json printed
BOTS = ["wanderer", "apprentice", "guardian", "dragon:100", "monte-carlo:10"]


def tournament(games: int = 15) -> Tournament:
    entrants = entrants_of(BOTS, seconds_per_move=60)
    return Tournament(entrants=entrants, players=3, games=games, seed=7, all_games=True)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return Path(shutil.copy(LEDGER, tmp_path))


def test_a_finished_tournament_is_read(ledger: Path) -> None:
    kept: list[int] = []
    result = run_tournament(tournament(), processes=0, results=ledger, tell=lambda now: kept.append(now.kept))
    assert kept == [15]
    assert summary(result) == SUMMARY
    assert ledger.read_bytes() == LEDGER.read_bytes()


def test_a_tournament_goes_on(ledger: Path) -> None:
    told: list[Interim] = []
    result = run_tournament(tournament(18), processes=0, results=ledger, tell=told.append)
    assert (told[-1].kept, len(result.games)) == (15, 18)
    assert ledger.read_bytes().startswith(LEDGER.read_bytes())


def test_results_of_bots_that_chose_otherwise_are_refused(tmp_path: Path) -> None:
    older = Path(shutil.copy(HERE / "arena-0.4.0.jsonl", tmp_path))
    with pytest.raises(ArenaError, match="another tournament"):
        run_tournament(tournament(18), processes=0, results=older)
    assert older.read_bytes() == (HERE / "arena-0.4.0.jsonl").read_bytes()


def test_the_bots_still_make_the_same_choices() -> None:
    """Were it not so, `PLAY_SAME_SINCE` would have to say which version changed them."""
    result: Result = run_tournament(tournament(), processes=0)
    assert summary(result) == SUMMARY
