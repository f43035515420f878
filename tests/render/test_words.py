"""A game in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tsuro import CLASSIC, Match, Outcome, read_edition, read_text, replay
from tsuro.game import events
from tsuro.game.paths import Walk
from tsuro.game.view import Preview, view
from tsuro.notation import read_oriented_tile, read_point
from tsuro.render.words import describe, describe_outcome, describe_preview, describe_scores, tell, tell_all

NAMES = ("Ana", "Rui", "Léa")
WORKED_EXAMPLE = Path(__file__).parents[1] / "playthroughs" / "worked-example.tsuro"
OUTCOME = Outcome(winners=(1,), ranking=((1,), (0, 2)))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (events.MarkerPlaced(0, read_point("c6n1")), "Ana starts at c6, top left."),
        (events.TilePlaced(1, 30, read_oriented_tile("17e")), "Rui plays tile 17 turned right on a1."),
        (events.MarkerWalked(Walk(0, (16, 20), read_point("c5n2"))), "Ana goes to c5 from its top right."),
        (events.MarkerWalked(Walk(0, (16, 17), None)), ""),
        (events.Eliminated(0, None, forced=False), "Ana is out at the edge."),
        (events.Eliminated(0, None, forced=True), "Ana is out at the edge, having no other move."),
        (events.Eliminated(0, 2, forced=False), "Ana and Léa meet: both are out."),
        (events.Eliminated(2, 0, forced=False), ""),
        (events.ExchangeOffered(0, (0, 0)), "Ana may exchange tiles with the 2 tiles of the eliminated."),
        (events.TilesExchanged(0, (0,), (0,)), "Ana exchanges 1 tile."),
        (events.TilesExchanged(0, (), ()), "Ana declines."),
        (events.DragonPassed(0, None), "The Dragon tile of Ana is set aside."),
        (events.DragonPassed(0, 1), "The Dragon tile goes from Ana to Rui."),
        (events.PileShuffled(2), "2 tiles of the eliminated are shuffled into the pile."),
        (events.PilePassed(2), "The pile goes to Léa."),
        (events.DragonTaken(1), "Rui finds no tile and takes the Dragon tile."),
        (events.DragonReturned(1), "Rui gives the Dragon tile back and draws first."),
        (events.HandEmpty(1), "Rui has no tile and passes."),
        (events.GameOver(OUTCOME), "Rui wins."),
        (events.TileDrawn(1, 17), "Rui draws tile 17."),
        (events.TileDrawn(1, 0), "Rui draws a tile."),
        (events.TileDrawn(None, 17), "Tile 17 is turned up."),
        (events.TilesDealt(1, (17, 1, 2)), ""),
        (events.TurnPassed(1), ""),
    ],
)
def test_every_event_is_told_in_a_sentence_or_goes_without_saying(event: events.Event, told: str) -> None:
    assert tell(event, NAMES) == told


def test_what_goes_without_saying_is_left_out() -> None:
    assert tell_all([events.TurnPassed(1), events.HandEmpty(0)], NAMES) == ("Ana has no tile and passes.",)


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (OUTCOME, "Rui wins."),
        (Outcome(winners=(0, 2), ranking=((0, 2), (1,))), "Ana and Léa share the win."),
        (Outcome(winners=(0, 1, 2), ranking=((0, 1, 2),)), "Ana, Rui and Léa share the win."),
        (
            Outcome(winners=(0,), ranking=((0,), (1, 2)), scores=(9, 4, 4)),
            "Ana wins. Scores: Ana 9, Rui 4, Léa 4.",
        ),
        (
            Outcome(winners=(0, 1), ranking=((0,), (1,)), solo=(1, 35)),
            "35 tiles placed, 1 marker left: all done!",
        ),
        (
            Outcome(winners=(), ranking=((0, 1, 2),), solo=(0, 31)),
            "31 tiles placed, no markers left: so close.",
        ),
    ],
)
def test_the_outcome_is_told(outcome: Outcome, told: str) -> None:
    assert describe_outcome(outcome, NAMES) == told


def test_a_preview_says_what_would_happen_to_everyone() -> None:
    tile = read_oriented_tile("17e")
    safe = Preview(tile, (Walk(0, (16, 20), read_point("c5n2")), Walk(1, (17, 18), None)))
    meeting = Preview(tile, (Walk(0, (16, 17), None, 1), Walk(1, (17, 16), None, 0)))
    assert describe_preview(safe, NAMES, 0) == "You go to c5 from its top right; Rui goes to the edge and is out."
    assert describe_preview(meeting, NAMES, 0) == "You and Rui meet, and both are out."
    assert describe_preview(meeting, NAMES, 2) == "Ana and Rui meet, and both are out."


def test_a_forbidden_placement_says_why() -> None:
    match = Match(players=2, seed=6)
    match.submit(0, match.legal_actions[4])
    match.submit(1, match.legal_actions[18])
    forbidden = [preview for preview in match.view(0).previews if preview.refusal]
    assert forbidden
    assert describe_preview(forbidden[0], NAMES, 0).endswith(
        "Not allowed: This takes you to the edge, and you have a move that does not."
    )


def test_the_whole_view_is_described() -> None:
    record = read_text(WORKED_EXAMPLE.read_text(encoding="utf-8"))
    setup = replace(record.setup, edition=read_edition("modern+pass-the-pile"))
    moments = list(replay(replace(record.up_to(9), setup=setup)))
    described = describe(view(moments[-1].state, 0), NAMES)
    assert described.startswith("Ana is to play a tile.\n20 tiles in the draw pile. The pile is before Ana.")
    assert "Player 1, Ana, circle: facing b3 from its bottom left, holds 3 tiles." in described
    assert "b1: tile 5 turned left. Paths: " in described
    assert " (Ana), " in described
    assert "Closed, out of reach for everyone: a1." in described
    *_, own = described.split("\n")
    assert own.startswith("Your hand: tile 27, top left to right lower, ")
    assert "; tile 18, " in own


def test_an_open_hand_is_described_for_everyone() -> None:
    open_tiles = Match(edition=read_edition("modern+open-tiles"), players=3, seed=1)
    assert "The open hand: tile " in describe(open_tiles.view(None), NAMES)
    assert "Your hand" not in describe(Match(players=3, seed=1).view(None), NAMES)


def test_every_moment_of_many_games_can_be_described() -> None:
    random, described = Random(4), ""
    for seed in range(12):
        match = Match(edition=CLASSIC, players=3, seed=seed)
        while not match.is_over:
            described += describe(match.view(match.active), NAMES)
            match.submit(match.active, random.choice(match.legal_actions))
        described += describe(match.view(None), NAMES)
    for word in ("Dragon tile", "Closed", "out after", "The eliminated players' tiles: tile", "not yet", "wins."):
        assert word in described


def test_the_same_view_gives_the_same_words_whatever_is_hidden() -> None:
    state = Match(players=3, seed=1).state
    others = replace(state, hands=(state.hands[0], state.hands[2], state.hands[1]))
    assert describe(view(state, 0), NAMES) == describe(view(others, 0), NAMES)


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        ("modern+longest-path", r"Tiles walked over so far: Ana \d+, Rui \d+, Léa \d+\."),
        ("modern+most-crossings", r"Crossings so far: Ana \d+, Rui \d+, Léa \d+\."),
        ("modern+solo", r"3 of 35 tiles are placed, [0-3] of 3 markers left\."),
        ("modern", ""),
    ],
)
def test_scores_are_told_while_the_game_goes_on(edition: str, told: str) -> None:
    match = Match(players=3, edition=read_edition(edition), seed=4)
    while match.state.tiles_placed < 3:
        match.submit(match.active, match.legal_actions[len(match.legal_actions) // 2])
    scored = describe_scores(match.state, NAMES)
    assert re.fullmatch(told, scored)
    assert scored in describe(match.view(None), NAMES)
