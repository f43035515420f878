"""The board drawn in text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from tsuro import Match, View, read_text, replay
from tsuro.game.view import view
from tsuro.render.text import draw_hand, draw_text

WORKED_EXAMPLE = Path(__file__).parents[1] / "playthroughs" / "worked-example.tsuro"
MOMENTS = list(replay(read_text(WORKED_EXAMPLE.read_text(encoding="utf-8"))))


def shown(actions: int, seat: int | None = None) -> View:
    """The worked example after this many actions."""
    return view(MOMENTS[actions].state, seat)


def test_the_drawing_has_coordinates_and_fits_a_terminal() -> None:
    lines = draw_text(shown(0), colours=False).split("\n")
    assert len(lines) == 26
    assert max(len(line) for line in lines) <= 50
    assert lines[0].split() == lines[-1].split() == list("abcdef")
    assert [line[0] for line in lines if not line.startswith(" ") and line] == list("654321")


def test_open_squares_are_named_and_closed_ones_crossed_out() -> None:
    assert "××" not in draw_text(shown(6), colours=False)
    drawn = draw_text(shown(9), colours=False)
    assert drawn.count("××") == 1
    assert "d4" in drawn


def test_markers_show_their_number_and_the_faced_square_is_pointed_out() -> None:
    drawn = draw_text(shown(9), colours=False)
    assert "[b3]" in drawn
    assert all(number in drawn for number in "123")


def test_colours_are_used_only_when_asked_for() -> None:
    seen = shown(9, 0)
    assert "\x1b[" not in draw_text(seen, colours=False) + draw_hand(seen.hand, colours=False)
    assert "\x1b[38;5;214" in draw_text(seen)
    assert "\x1b[" in draw_hand(seen.hand)


def test_a_preview_is_drawn_as_if_the_tile_were_placed() -> None:
    seen = shown(9, 0)
    drawn = [draw_text(seen, colours=False, preview=preview) for preview in seen.previews]
    assert len(set(drawn)) == len(drawn)
    assert draw_text(seen, colours=False) not in drawn


def test_a_hand_is_drawn_with_its_numbers_and_hidden_tiles_as_question_marks() -> None:
    assert draw_hand((27, 0, 5), colours=False).split("\n")[-1].split() == ["27", "?", "5"]


def test_the_same_view_gives_the_same_drawing_whatever_is_hidden() -> None:
    state = MOMENTS[9].state
    others = replace(state, hands=(state.hands[0], state.hands[2], state.hands[1]))
    assert draw_text(view(state, 0)) == draw_text(view(others, 0))


def test_every_moment_of_a_game_can_be_drawn() -> None:
    match, random = Match(players=8, seed=2), Random(2)
    while not match.is_over:
        assert draw_text(match.view(match.active)).count("\n") == 25
        match.submit(match.active, random.choice(match.legal_actions))
