"""The page about the bots is written from games that were played, and from nothing else."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from scripts import solo, strength_page
from scripts.ablation import (
    OPEN_HANDS,
    VARIANTS,
    core_with,
    last_of_all,
    make_contestant,
    play_open_block,
    weigh_alike,
)
from scripts.measurements import MEASUREMENTS, SECTIONS, THOUGHTS, Measurement, result_so_far
from scripts.pace import Pace, measure, read
from scripts.strength import main, play
from scripts.strength_page import HOW, Line, write_page
from scripts.strength_plot import Dot, draw_curve

from tsuro import Match
from tsuro.bots import BOTS, Wanderer
from tsuro.bots.imagination import Imagination, Tree
from tsuro.executor import Here
from tsuro.fast.kernel import playout
from tsuro.fast.loader import best_core
from tsuro.game.actions import Action
from tsuro.game.edition import CLASSIC
from tsuro.game.view import View
from tsuro.player import Player

pytestmark = pytest.mark.slow

LADDER = MEASUREMENTS[0]


def _find(section: str, bot: str) -> Measurement:
    return next(found for found in MEASUREMENTS if (found.section, found.bot) == (section, bot))


def _play(measurement: Measurement, folder: Path) -> None:
    play(measurement, folder, quick=True, executor=Here())


def _page(folder: Path) -> str:
    assert write_page(folder, folder, quick=True) == []
    return (folder / "bots.md").read_text(encoding="utf-8")


def test_every_bot_and_every_section_is_on_the_page(tmp_path: Path) -> None:
    page = _page(tmp_path)
    assert set(HOW) == set(BOTS)
    for name, bot in BOTS.items():
        assert f"| `{name}` | {bot.style} |" in page
    assert {measurement.section for measurement in MEASUREMENTS} == set(SECTIONS) - {"chances", "solo"}
    for variant in VARIANTS.values():
        assert variant.change in page
    assert "$" not in page


def test_what_was_not_measured_is_not_told(tmp_path: Path) -> None:
    assert "0 games" in _page(tmp_path)
    assert "| `apprentice` | `wanderer` | – | – | – | 0.75 | – |" in _page(tmp_path)


def test_the_numbers_are_those_of_the_ledger(tmp_path: Path) -> None:
    _play(LADDER, tmp_path)
    games = [json.loads(line) for line in LADDER.ledger(tmp_path).read_text("utf-8").splitlines()[1:]]
    score = sum(game["shares"][game["seats"].index("apprentice")] for game in games) / len(games)
    assert f"| `apprentice` | `wanderer` | 4 | **{score:.3f}** | 0.000 – 1.000 | 0.75 |" in _page(tmp_path)


def test_an_interrupted_measurement_goes_on(tmp_path: Path) -> None:
    _play(LADDER, tmp_path)
    whole = LADDER.ledger(tmp_path).read_bytes()
    LADDER.ledger(tmp_path).write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    half = result_so_far(LADDER, tmp_path, quick=True)
    assert half is not None
    assert len(half.games) == 2
    _play(LADDER, tmp_path)
    result = result_so_far(LADDER, tmp_path, quick=True)
    assert result is not None
    assert len(result.games) == 4


def test_a_cluster_that_is_not_there_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--cluster", "127.0.0.1:9"]) == 1
    assert capsys.readouterr().err.startswith("there is no cluster at '127.0.0.1:9': ")


def test_a_forfeit_is_told_instead_of_a_strength(tmp_path: Path) -> None:
    _play(LADDER, tmp_path)
    ledger = LADDER.ledger(tmp_path)
    lines = ledger.read_text("utf-8").splitlines()
    lines[1] = lines[1].replace('"forfeits":[]', '"forfeits":[{"seat":0,"action":3,"reason":"fell asleep"}]')
    ledger.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (sentence,) = write_page(tmp_path, tmp_path, quick=True)
    assert "fell asleep" in sentence
    assert not (tmp_path / "bots.md").exists()


def test_a_bar_is_reached_or_not(tmp_path: Path) -> None:
    _play(LADDER, tmp_path)
    line = Line(of=LADDER, result=result_so_far(LADDER, tmp_path, quick=True))
    assert line.standing is not None
    assert line.standing.ci95[0] < line.standing.score
    assert line.reaches(line.standing.ci95[0]) == "surely"
    assert line.reaches(line.standing.score) == "yes"
    assert line.reaches(line.standing.score + 0.01) == "no"


def test_what_is_not_measured_reaches_no_bar() -> None:
    assert Line(of=_find("curve", "dragon:100"), result=None).reaches(0.5) == "–"


def test_the_times_are_told_with_their_limits(tmp_path: Path) -> None:
    for thoughts in THOUGHTS:
        paces = [{"bot": bot, "players": 2, "seconds": [0.05, 0.15], "playouts": 20_000} for bot in thoughts.bots]
        thoughts.path(tmp_path, quick=True).write_text(json.dumps(paces), encoding="utf-8")
    page = _page(tmp_path)
    assert "| `guardian` | interpreted | 2 | 100.0 ms | 150.0 ms | 100 ms | not in 1 |" in page
    assert "| `dragon` | compiled | 2 | 100.0 ms | 150.0 ms | 2,000 ms | yes |" in page
    assert "10,000 with 2 players" in page


def test_times_are_those_of_choices(tmp_path: Path) -> None:
    pace = measure("apprentice", 2, 1)
    assert 5 < len(pace.seconds) < 36
    assert 0 < pace.mean <= pace.worst
    assert read(tmp_path / "nowhere") == []
    assert measure("dragon:3", 2, 1).playouts % 3 == 0


def test_the_curve_is_drawn(tmp_path: Path) -> None:
    dots = [Dot(playouts=10**n, score=0.9 - n / 10, ci95=(0.5, 0.95)) for n in (2, 3, 4)]
    drawn = draw_curve(dots)
    assert len(list(ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}circle"))) == 3  # noqa: S314 -- our own
    assert "prefers-color-scheme:dark" in drawn
    _page(tmp_path)
    ET.parse(tmp_path / "pictures" / "strength.svg")  # noqa: S314 -- our own


def test_solo_games_are_told_with_what_was_reached(tmp_path: Path) -> None:
    solo.write(tmp_path / "solo-quick.json", 2)
    one = next(each for each in solo.read(tmp_path / "solo-quick.json") if each.markers == 4)
    assert (one.bot, len(one.tiles), len(one.left)) == ("wanderer", 2, 2)
    assert all(4 < tiles <= 35 for tiles in one.tiles)
    assert f"| 4 | `wanderer` | 2 | {sum(one.tiles) / 2:.2f} ± " in _page(tmp_path)
    assert solo.read(tmp_path / "nowhere") == []


def test_each_measurement_has_a_ledger_of_its_own(tmp_path: Path) -> None:
    assert len({measurement.ledger(tmp_path) for measurement in MEASUREMENTS}) == len(MEASUREMENTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_variant_plays_by_the_rules(name: str) -> None:
    match = Match(players=3, seed=5, edition=CLASSIC)
    players = [make_contestant(name, Random(1)), Wanderer(Random(2)), Wanderer(Random(3))]
    while not match.is_over:
        match.submit(match.active, players[match.active].choose(match.view(match.active)))


def test_a_function_that_is_not_there_cannot_be_replaced() -> None:
    with pytest.raises(LookupError, match="no such_thing"):
        core_with(weigh_alike, "such_thing")


@pytest.mark.parametrize(
    ("instead", "of"), [(weigh_alike, "weigh"), (last_of_all, "parent_of"), (playout, "greedy_playout")]
)
def test_another_function_makes_another_search(instead: Callable[..., object], of: str) -> None:
    match = Match(players=2, seed=5)
    for mark in (0, 7):
        match.submit(match.active, match.legal_actions[mark])
    seeds = []
    for core in (best_core(wait=True), core_with(instead, of)):
        imagination = Imagination(match.view(match.active), core, Random(1))
        Tree(imagination, 300).grow(300, 0.5)
        seeds.append(imagination.seed)
    assert seeds[0] != seeds[1]


def test_only_who_is_to_see_all_hands_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, list[View]] = {"dragon": [], OPEN_HANDS: []}

    def watching(name: str, random: Random) -> Player:
        return _Watching(Wanderer(random).choose, seen[name])

    monkeypatch.setattr("scripts.measurements.make_contestant", watching)
    tournament = _find("ablation", OPEN_HANDS).tournament(quick=True)
    games = play_open_block(tournament, next(tournament.blocks))
    assert [sum(game.shares) for game in games] == [1, 1]
    assert all(0 in view.position.hands[1 - (view.seat or 0)] for view in seen["dragon"][1:])
    assert not any(0 in hand for view in seen[OPEN_HANDS] for hand in view.position.hands)


class _Watching:
    """Remembers what it was shown."""

    def __init__(self, choose: Callable[[View], Action], seen: list[View]) -> None:
        self._choose, self._seen = choose, seen

    def choose(self, view: View) -> Action:
        self._seen.append(view)
        return self._choose(view)


def test_the_pace_of_nobody_is_not_told() -> None:
    assert strength_page._playouts_reached([Pace("guardian", 2)]) == ""
