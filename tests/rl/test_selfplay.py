"""Data sets of self-play: what is in them, how they are made, and that they can be relied on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tsuro import CLASSIC, Edition
from tsuro.cli import main
from tsuro.game.edition import MODERN
from tsuro.game.errors import TsuroError
from tsuro.notation import read_position
from tsuro.rl import dataset, selfplay
from tsuro.rl.dataset import SCHEMA, Decision, Decisions, load, parts, scan
from tsuro.rl.selfplay import SelfPlay, play_game, run_selfplay

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "selfplay.md"
PLAN = SelfPlay(bot="dragon:20", games=6, players=(2, 3, 5), edition=CLASSIC, seed=3, explore=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of six games in three parts, played in this process."""
    made = tmp_path_factory.mktemp("made") / "data"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay, "GAMES_IN_A_PART", 2)
        run_selfplay(PLAN, made, processes=0)
    return made


@pytest.fixture(scope="module")
def decisions(folder: Path) -> Decisions:
    return load(folder)


def test_every_game_is_there_with_its_end(decisions: Decisions) -> None:
    assert sorted(set(decisions.games.tolist())) == list(range(6))
    for game in range(6):
        of_it = decisions.games == game
        by_seat = dict(zip(decisions.seats[of_it].tolist(), decisions.results[of_it].tolist(), strict=True))
        assert sum(by_seat.values()) == pytest.approx(1.0)
        assert set(decisions.ranks[of_it].tolist()) >= {1}


def test_what_was_done_was_legal_and_what_was_thought_adds_up(decisions: Decisions) -> None:
    rows = np.arange(len(decisions))
    assert decisions.masks[rows, decisions.actions].all()
    thought = ~np.isnan(decisions.visits).any(axis=1)
    assert 0.5 < thought.mean() < 1.0
    assert decisions.visits[thought].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    legal_shares = decisions.shares[thought][decisions.masks[thought]]
    assert ((legal_shares >= 0) & (legal_shares <= 1)).all()
    assert np.isnan(decisions.shares[~decisions.masks]).all()


def test_positions_are_what_the_seat_saw(decisions: Decisions) -> None:
    for position, seat in zip(decisions.positions, decisions.seats, strict=True):
        state = read_position(position, check=False)
        assert state.active == seat
        hidden = [hand for other, hand in enumerate(state.hands) if other != seat and other in state.in_play]
        assert not any(tile for hand in hidden for tile in hand)


def test_exchanges_are_decided_step_by_step() -> None:
    plan = SelfPlay(bot="wanderer", games=30, players=(4,), edition=CLASSIC, seed=1)
    phases = [d.phase for number in range(plan.games) for d in play_game(plan, number)]
    assert {"place_marker", "play_tile", "give_tile", "take_tile"} == set(phases)


def test_a_part_depends_on_nothing_but_the_seed_and_its_number(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "GAMES_IN_A_PART", 2)
    again = tmp_path / "again"
    told: list[int] = []
    run_selfplay(PLAN, again, processes=2, tell=told.append)
    assert told == [0, 2, 4, 6]
    assert _contents(again) == _contents(folder)
    (again / "part-000001.parquet").write_bytes(b"a power failure")
    run_selfplay(PLAN, again, processes=0, tell=told.append)
    assert told[4:] == [4, 6]
    assert _contents(again) == _contents(folder)


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_data_set_can_grow(tmp_path: Path) -> None:
    few, more = (SelfPlay(bot="wanderer", games=games, seed=2) for games in (3, 5))
    run_selfplay(few, tmp_path, processes=0)
    run_selfplay(more, tmp_path, processes=0)
    assert set(load(tmp_path).games.tolist()) == set(range(5))


def test_portions_are_the_whole(folder: Path, decisions: Decisions) -> None:
    portions = list(scan(folder, rows=50))
    assert all(len(portion) <= 50 for portion in portions)
    assert np.concatenate([p.actions for p in portions]).tolist() == decisions.actions.tolist()
    assert np.array_equal(np.concatenate([p.observations for p in portions]), decisions.observations)


def test_exploring_draws_first_placements_by_visits() -> None:
    plain = SelfPlay(bot="dragon:30", games=8, seed=5)
    curious = SelfPlay(bot="dragon:30", games=8, seed=5, explore=4)

    def best(decision: Decision) -> bool:
        assert decision.visits is not None
        return decision.visits[decision.legal.index(decision.action)] == max(decision.visits)

    def rate(plan: SelfPlay) -> float:
        rows = [d for number in range(plan.games) for d in play_game(plan, number) if d.visits]
        return sum(map(best, rows)) / len(rows)

    assert rate(plain) == 1.0
    assert rate(curious) < 1.0


def test_another_data_set_is_not_mixed_in(folder: Path) -> None:
    with pytest.raises(TsuroError, match="its seed is 3, not 4; name another folder"):
        run_selfplay(
            SelfPlay(bot=PLAN.bot, games=6, players=PLAN.players, edition=CLASSIC, seed=4, explore=1), folder
        )


@pytest.mark.parametrize(
    ("wrong", "edition"),
    [({"games": 0}, MODERN), ({"bot": "dargon"}, MODERN), ({"players": (9,)}, MODERN)],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, object], edition: Edition) -> None:
    with pytest.raises(TsuroError):
        SelfPlay(**{"bot": "wanderer", "games": 1, "edition": edition, **wrong})  # type: ignore[arg-type]  # -- wrong on purpose


def test_an_empty_folder_is_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(TsuroError, match="there is no data set"):
        load(tmp_path)


def test_the_command_makes_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "set"
    words = ["selfplay", "apprentice", "--games", "2", "--players", "2,4", "--processes", "1", "--out", str(out)]
    assert main(words) == 0
    assert capsys.readouterr().out == f"2 games in {out}\n"
    assert list(parts(out)) == [0]
    assert json.loads((out / "dataset.json").read_text(encoding="utf-8"))["bot"] == "apprentice"
    assert dataset.load(out).players.max() == 4


def test_the_program_of_the_page_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = PAGE.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(folder.parent)
    exec(compile(program, str(PAGE), "exec"), {})  # noqa: S102 -- our own page
    assert "decisions of 6 games" in capsys.readouterr().out


def test_the_page_explains_every_column() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in SCHEMA.names if f"| `{name}` |" not in page] == []
