"""Players that fail, stall or cheat lose their game, and the others play on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.arena import contestants
from tests.arena.tournaments import APPRENTICE, WANDERER, held, tournament

from tsuro import Player, read_text, verify
from tsuro.arena import ArenaError, Entrant, Result, entrants_of, run_tournament, summary
from tsuro.arena.job import BlockTask, Pace, PlayBlocks, PlayedTask, tasks_of
from tsuro.bots import Wanderer
from tsuro.executor.pool import Pool

pytestmark = pytest.mark.slow

REASONS = {
    contestants.Failing: "ZeroDivisionError: a mistake in two lines",
    contestants.Leaving: "SystemExit: 3",
    contestants.Stalling: "took longer than 2 seconds",
    contestants.Cheating: "tried 'mark a4s1': That is not a start mark: there are two on every outer side of the "
    "board. (S4)",
    contestants.Babbling: "answered with a str instead of an action",
    contestants.Nonsense: "answered with an impossible action: [1] is not a start mark: "
    "it must be the number of a point",
    contestants.Unborn: "OSError: no network",
}


def lost_everything(result: Result, name: str, reason: str) -> None:
    """Every game was forfeited for that reason, and won by others."""
    standing = next(standing for standing in result.standings if standing.name == name)
    assert standing.score == 0
    assert standing.forfeits == standing.seats == len(result.games)
    assert {forfeit.reason for _, forfeit in result.forfeits} == {reason}
    for game, forfeit in result.forfeits:
        assert result.name_at(game, forfeit.seat) == name
        assert game.ranking[-1] == (forfeit.seat,)
        assert sum(game.shares) == pytest.approx(1)
        assert game.shares[forfeit.seat] == 0


@pytest.mark.parametrize("kind", REASONS, ids=lambda kind: kind.__name__)
def test_a_player_that_fails_stalls_or_cheats_forfeits(
    kind: type[Player], capfd: pytest.CaptureFixture[str]
) -> None:
    bad = Entrant(name="bad", make=kind)
    seconds = 2 if kind is contestants.Stalling else 60  # enough for the others, on a busy machine
    result = held(bad, WANDERER, APPRENTICE, players=3, games=3, seconds_per_move=seconds)
    lost_everything(result, "bad", REASONS[kind])


def test_when_everybody_forfeits_nobody_wins() -> None:
    bad, worse = (Entrant(name=name, make=contestants.Babbling) for name in ("bad", "worse"))
    result = held(bad, worse, games=2)
    assert [standing.score for standing in result.standings] == [0, 0]
    assert [game.ranking for game in result.games] == [((0, 1),), ((0, 1),)]


def test_the_record_of_a_forfeited_game_is_good_and_tells_the_reason(tmp_path: Path) -> None:
    bad = Entrant(name="bad # one", make=contestants.Failing)
    run_tournament(tournament(bad, WANDERER, games=2), processes=0, records=tmp_path / "new" / "records")
    files = sorted((tmp_path / "new" / "records").iterdir())
    assert [file.name for file in files] == ["game-000001.tsuro", "game-000002.tsuro"]
    for file in files:
        record = read_text(file.read_text(encoding="utf-8"))
        verify(record)
        assert "bad one" in record.names
        assert record.comments[0].endswith(": ZeroDivisionError: a mistake in two lines")


def test_a_player_that_crashes_its_process_forfeits_and_the_tournament_goes_on() -> None:
    bad = Entrant(name="bad", make=contestants.Crashing)
    result = run_tournament(tournament(bad, WANDERER, games=2), processes=1)
    lost_everything(result, "bad", "its process died with code 7")


def test_what_a_player_prints_does_not_get_into_our_output(capfd: pytest.CaptureFixture[str]) -> None:
    run_tournament(tournament(Entrant(name="bad", make=contestants.Babbling), WANDERER, games=2), processes=1)
    shown = capfd.readouterr()
    assert (shown.out, "let me think" in shown.err) == ("", True)


def test_a_process_that_dies_by_accident_blames_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TSURO_TEST_ACCIDENT", str(tmp_path / "happened"))
    unlucky = Entrant(name="unlucky", make=contestants.CrashingOnce)
    result = run_tournament(tournament(unlucky, WANDERER, games=2), processes=1)
    assert (tmp_path / "happened").exists()
    assert result.forfeits == ()


def test_a_player_that_nothing_can_interrupt_is_ended_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.executor.pool.GRACE", 0.1)
    monkeypatch.setattr("tsuro.executor.pool.LOOK", 0.05)
    bad = Entrant(name="deaf", make=contestants.Deaf)
    result = run_tournament(tournament(bad, WANDERER, games=2, seconds_per_move=2), processes=1)
    lost_everything(result, "deaf", "took longer than 2 seconds")


@pytest.mark.usefixtures("compiled")
def test_every_process_has_the_compiled_core_before_its_first_game() -> None:
    thinker = Entrant(name="thinker", make=contestants.Compiled, searches=True)
    assert run_tournament(tournament(thinker, WANDERER, games=4), processes=2).forfeits == ()
    careless = Entrant(name="careless", make=contestants.Compiled)
    assert run_tournament(tournament(careless, WANDERER, games=2), processes=1).forfeits


def test_an_entrant_that_cannot_be_sent_to_a_process_is_a_sentence() -> None:
    def local(random: Random) -> Player:
        return Wanderer(random)

    small = tournament(Entrant(name="local", make=local), WANDERER)
    with pytest.raises(ArenaError, match="cannot be sent to another process"):
        run_tournament(small, processes=1)
    assert len(run_tournament(small, processes=0).games) == 12


def test_a_program_plays_and_a_broken_one_forfeits(engine: str, broken_engine: str) -> None:
    entrants = entrants_of([f"cmd:{engine}", f"cmd:{broken_engine}", "wanderer"], seconds_per_move=120)
    result = run_tournament(tournament(*entrants, players=3, games=3), processes=0)
    assert {result.name_at(game, forfeit.seat) for game, forfeit in result.forfeits} == {f"cmd:{broken_engine}"}
    assert len(result.forfeits) == 3
    assert "ended with exit code 5" in result.forfeits[0][1].reason
    assert summary(result)["bots"][f"cmd:{engine}"]["forfeits"] == 0


def test_a_crew_leaves_no_process_behind() -> None:
    slow = Entrant(name="slow", make=contestants.Slow)
    small = tournament(slow, WANDERER, games=20)
    pool = Pool(PlayBlocks(small), 1)
    with pool:
        finished = pool.answers(tasks_of(small.blocks, Pace(small)))
        assert [len(games) for games in next(finished).blocks] == [2]
        process = pool._running[0].process._process
        assert process.is_alive()
    with pytest.raises(ValueError, match="closed"):
        process.is_alive()


def test_quick_blocks_are_played_in_tasks_of_a_moment_but_never_of_much_of_the_tournament() -> None:
    large = tournament(games=10_000)  # 5,000 deals
    pace, blocks = Pace(large), large.blocks
    tasks = tasks_of(blocks, pace)
    sizes = []
    for seconds in (0.1, 0.1, 10.0, 0.0, 0.0):
        task = next(tasks)
        sizes.append(len(task.blocks))
        pace.see(PlayedTask(blocks=[[] for _ in task.blocks], seconds=seconds * len(task.blocks)))
    assert sizes == [1, 10, 10, 1, 50]
    assert next(blocks).number == sum(sizes)


def test_a_player_that_crashes_in_a_task_of_several_blocks_forfeits_only_its_own_games() -> None:
    bad = Entrant(name="bad", make=contestants.Crashing)
    small = tournament(bad, WANDERER, games=4)
    task = BlockTask(blocks=tuple(small.blocks))
    with Pool(PlayBlocks(small), 1) as pool:
        [played] = pool.answers([task])
    assert [[game.block for game, _ in games] for games in played.blocks] == [[0, 0], [1, 1]]
    forfeits = [game.forfeits for games in played.blocks for game, _ in games]
    assert [[f.reason for f in found] for found in forfeits] == [["its process died with code 7"]] * 4


def test_a_player_has_chance_of_its_own_in_every_game() -> None:
    seen: list[float] = []

    def make(random: Random) -> Player:
        seen.append(Random.random(random))
        return Wanderer(random)

    held(Entrant(name="dreamer", make=make), WANDERER, games=20)
    assert len(set(seen)) == 20
