"""Results are kept, and a tournament goes on from them; the same seed gives the same result."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from tests.arena import contestants
from tests.arena.tournaments import APPRENTICE, WANDERER, held, tournament

from tsuro.arena import ArenaError, Entrant, Interim, run_tournament, summary

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("settings", [{"players": 3, "games": 30}, {"games": 100, "all_games": False}], ids=str)
def test_the_number_of_processes_changes_nothing(tmp_path: Path, settings: dict[str, object]) -> None:
    small = tournament(APPRENTICE, WANDERER, **settings)
    paths = [tmp_path / str(number) for number in range(3)]
    here, one, two = (run_tournament(small, processes=n, results=path) for n, path in enumerate(paths))
    assert here == one == two
    assert len({path.read_bytes() for path in paths}) == 1
    assert summary(here) == summary(one) == summary(two)
    assert (here.stop is not None) == ("all_games" in settings)


def test_another_seed_gives_another_result() -> None:
    assert held(seed=1).games != held(seed=2).games
    assert held(seed=1).games == held(seed=1).games


def test_a_finished_tournament_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.jsonl"
    first = run_tournament(tournament(), processes=0, results=path)
    kept = path.read_bytes()
    monkeypatch.setattr("tsuro.arena.job.play_block", lambda *_: pytest.fail("played again"))
    told: list[int] = []
    again = run_tournament(tournament(), processes=0, results=path, tell=lambda interim: told.append(interim.kept))
    assert again == first
    assert "–" not in {standing.ms_per_move for standing in first.standings}
    assert {standing.ms_per_move for standing in again.standings} == {"–"}  # no times are kept
    assert told == [12]
    assert path.read_bytes() == kept


def test_a_tournament_goes_on_wherever_its_file_was_torn(tmp_path: Path) -> None:
    path, small = tmp_path / "results.jsonl", tournament(players=3, games=9)
    expected = run_tournament(small, processes=0, results=path).games
    whole = path.read_bytes()
    for length in [*range(0, len(whole), 97), len(whole) - 1]:
        path.write_bytes(whole[:length])
        assert run_tournament(small, processes=0, results=path).games == expected
        assert path.read_bytes() == whole
    path.write_bytes(whole[:-300] + b"\0" * 40 + b"\n")
    assert run_tournament(small, processes=0, results=path).games == expected


def test_more_games_may_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run_tournament(tournament(games=8), processes=0, results=path)
    told: list[int] = []

    def tell(interim: Interim) -> None:
        told.append(interim.games)

    longer = run_tournament(tournament(games=12), processes=0, results=path, tell=tell)
    assert longer.games == held(games=12).games
    assert told == [8, 10, 12]
    assert len(run_tournament(tournament(games=4), processes=0, results=path).games) == 4


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seed": 8}, "its seed is 7, not 8"),
        ({"players": 3}, "its players is 2, not 3"),
        ({"lone": True}, "its lone is False, not True"),
        ({"seconds_per_move": 1.0}, "its seconds per move is 60.0, not 1.0"),
    ],
)
def test_results_of_another_tournament_are_refused(
    tmp_path: Path, settings: dict[str, object], sentence: str
) -> None:
    path = tmp_path / "results.jsonl"
    run_tournament(tournament(games=2), processes=0, results=path)
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=sentence):
        run_tournament(tournament(games=2, **settings), processes=0, results=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello", b"hello\n", b"[1]\n", b"{}\n", b'{"a": 1}\n{"b": 2}\n', b"\0\0\n"])
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(ArenaError, match="this is not a file of arena results"):
        run_tournament(tournament(), processes=0, results=path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "change",
    [
        {"deal": None},
        {"seats": ["nobody", "wanderer"]},
        {"seats": ["wanderer"]},
        {"ranking": []},
        {"ranking": [[0], [0]]},
        {"marks": ["c3n1", "a1w1"]},
        {"marks": ["here", "there"]},
        {"forfeits": [{"seat": 5, "action": 1, "reason": "x"}]},
        {"forfeits": [3]},
        {"turn": 1},
        {"tiles": float("inf")},
    ],
    ids=str,
)
def test_a_line_that_is_no_game_is_named(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "results.jsonl"
    run_tournament(tournament(games=4), processes=0, results=path)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **change})
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(ArenaError, match=r"line 2 is not a game|the lines up to 3"):
        run_tournament(tournament(games=4), processes=0, results=path)


def test_a_full_disk_is_a_sentence_and_keeps_finished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, writes = tmp_path / "results.jsonl", []
    write = os.write

    def filling(file: int, data: bytes) -> int:
        writes.append(len(data))
        if len(writes) == 4:
            return write(file, bytes(data[:20]))
        if len(writes) > 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    monkeypatch.setattr(os, "write", filling)
    with pytest.raises(ArenaError, match="No space left on device; the games written before are kept"):
        run_tournament(tournament(), processes=0, results=path)
    monkeypatch.undo()
    assert len(path.read_bytes().splitlines()) == 5  # what is played, and two blocks
    assert run_tournament(tournament(), processes=0, results=path).games == held().games


def test_a_full_device_and_a_missing_directory_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="No space left on device"):
        run_tournament(tournament(), processes=0, results=Path("/dev/full"))
    with pytest.raises(ArenaError, match="No such file or directory"):
        run_tournament(tournament(), processes=0, results=tmp_path / "missing" / "results.jsonl")
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="File exists"):
        run_tournament(tournament(), processes=0, records=tmp_path / "file")


def test_a_record_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "game-000003.tsuro").mkdir()
    results = tmp_path / "results.jsonl"
    with pytest.raises(ArenaError, match=r"game-000003.tsuro: Is a directory; the games finished before are kept"):
        run_tournament(tournament(), processes=0, records=tmp_path, results=results)
    assert len(results.read_bytes().splitlines()) == 3


def test_games_that_do_not_count_leave_no_record(tmp_path: Path) -> None:
    stopping = tournament(APPRENTICE, WANDERER, games=1000, all_games=False)
    result = run_tournament(stopping, processes=2, records=tmp_path)
    assert result.stop is not None
    assert len(list(tmp_path.iterdir())) == len(result.games)


def test_names_and_forfeits_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    odd = Entrant(name='Łódź \udc80 "x"', make=contestants.Babbling)
    first = run_tournament(tournament(odd, WANDERER, games=4), processes=0, results=path)
    assert first.forfeits
    assert run_tournament(tournament(odd, WANDERER, games=4), processes=0, results=path) == first


def test_a_negative_number_of_processes_is_refused() -> None:
    with pytest.raises(ArenaError, match="there cannot be -1 processes"):
        run_tournament(tournament(), processes=-1)
