"""Pictures of positions: what is in them, what is not, and that they are well made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tsuro
from tsuro import MARKERS, Match, Phase, Preview, State, TsuroError, View, closed_squares
from tsuro.game.events import Eliminated
from tsuro.game.view import view as view_of
from tsuro.render import Picture, draw
from tsuro.render.appearance import APPEARANCES
from tsuro.render.geometry import outward
from tsuro.render.sizes import STUB
from tsuro.render.theme import THEMES

SVG = "{http://www.w3.org/2000/svg}"


def play(players: int = 4, *, seed: int = 1, tiles: int = 99) -> Match:
    match, random = Match(players=players, seed=seed), Random(seed)
    while not match.is_over and match.state.tiles_placed < tiles:
        match.submit(match.active, random.choice(match.legal_actions))
    return match


def _games(players: int) -> Iterator[Match]:
    return (play(players, seed=seed) for seed in range(500))


def _tree(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.svg)  # noqa: S314 -- our own


def _with(tree: ET.Element, attribute: str) -> dict[str, ET.Element]:
    """The elements that have the attribute, by its value."""
    return {element.attrib[attribute]: element for element in tree.iter() if attribute in element.attrib}


@given(match=st.from_type(Match), seat=st.integers(0, 7), theme=st.sampled_from(THEMES))
def test_every_view_gives_a_well_formed_picture(match: Match, seat: int, theme: str) -> None:
    watched = None if seat >= match.setup.players else seat
    tree = _tree(draw(match.view(watched), theme=theme, coordinates=bool(seat % 2)))
    assert tree.tag == f"{SVG}svg"
    assert set(_with(tree, "data-marker")) == {str(seat + 1) for seat in match.state.in_play}


@given(match=st.from_type(Match))
def test_everyone_s_path_and_marker_is_there(match: Match) -> None:
    state = match.state
    tree = _tree(draw(match.view(None)))
    walked = {str(seat + 1) for seat, tiles in enumerate(state.walked) if tiles}
    out = {str(seat + 1) for group in state.out for seat in group}
    assert set(_with(tree, "data-path")) == walked
    assert {seat for seats in _with(tree, "data-out") for seat in seats.split()} == out
    for seat, path in _with(tree, "data-path").items():
        marker = state.setup.markers[int(seat) - 1]
        look = APPEARANCES[marker]
        ways = [way for way in path.iter(f"{SVG}path") if "-colour" in way.attrib["class"]]
        assert all(way.attrib["class"].endswith("-out") == (seat in out) for way in ways)
        assert f"-is-{marker}" in path.attrib["class"]
        assert {way.get("stroke-dasharray") for way in ways} == {" ".join(f"{d:g}" for d in look.dashes) or None}
        assert path.get("class", "").endswith(f"-out-{marker}") == (seat in out)


def test_each_marker_is_drawn_in_its_shape_whoever_chose_it() -> None:
    chosen = tuple(reversed(MARKERS))
    match = Match(players=8, seed=3, markers=chosen)
    for _ in range(8):
        match.submit(match.active, match.legal_actions[5])
    markers = _with(_tree(draw(match.view(None))), "data-marker")
    for seat, marker in enumerate(chosen):
        shape = markers[str(seat + 1)].find(f"{SVG}path")
        assert shape is not None
        assert shape.get("d") == APPEARANCES[marker].outline


def test_every_placed_tile_is_drawn_with_four_paths() -> None:
    match = play(8, seed=2)
    squares = _with(_tree(draw(match.view(None))), "data-square")
    placed = {tsuro.square_name(square) for square, tile in enumerate(match.state.board) if tile}
    assert set(squares) == placed
    assert all(len(list(tile)) == 5 for tile in squares.values())  # its plate and its paths


def test_the_same_view_gives_the_same_bytes() -> None:
    assert draw(play(5, seed=4).view(2)).svg == draw(play(5, seed=4).view(2)).svg


def _with_other_hidden_tiles(state: State) -> State:
    """The state with all tiles that the first player may not see dealt again."""
    hidden = [tile for hand in state.hands[1:] for tile in hand] + list(state.pile)
    Random(5).shuffle(hidden)
    hands = [state.hands[0]]
    for hand in state.hands[1:]:
        hands.append(tuple(hidden[: len(hand)]))
        del hidden[: len(hand)]
    return replace(state, hands=tuple(hands), pile=tuple(sorted(hidden)))


@pytest.mark.parametrize("seat", [0, None])
def test_nobody_can_tell_hidden_tiles_apart(seat: int | None) -> None:
    state = play(4, seed=6, tiles=5).state
    other = _with_other_hidden_tiles(state)
    assert other != state
    assert draw(view_of(other, seat)).svg == draw(view_of(state, seat)).svg


def test_players_see_their_own_hand_and_a_watcher_none() -> None:
    match = play(3, seed=1, tiles=4)
    assert len(_with(_tree(draw(match.view(1))), "data-hand")) == len(match.view(1).hand) == 3
    assert not _with(_tree(draw(match.view(1), hand=False)), "data-hand")
    assert not _with(_tree(draw(match.view(None))), "data-hand")


def test_a_tile_face_down_is_drawn_from_behind() -> None:
    view = play(3, seed=1, tiles=4).view(1)
    hidden = View(seat=1, position=view.position.seen_by(None), previews=())
    hand = _with(_tree(draw(hidden)), "data-hand")
    used = [[part.attrib["href"].rpartition("-")[2] for part in tile] for tile in hand.values()]
    assert used == [["plate", "back"]] * 3


def _rectangles(tree: ET.Element, kind: str) -> list[ET.Element]:
    return [
        element
        for element in tree.iter(f"{SVG}rect")
        if element.get("class", "").endswith(kind) or (element.get("fill") or "").endswith(f"-{kind})")
    ]


def test_the_faced_square_is_lit_and_the_newest_tile_outlined() -> None:
    match = play(2, seed=1, tiles=3)
    tree = _tree(draw(match.view(None)))
    marker, last = match.state.markers[match.active], match.state.last
    assert marker is not None
    assert last is not None
    (lit,), (newest,) = _rectangles(tree, "lit"), _rectangles(tree, "newest")
    row, column = divmod(marker >> 3, 6)
    assert (lit.get("x"), lit.get("y")) == (str(column * 90 + 2), str(row * 90 + 2))
    row, column = divmod(last, 6)
    assert (newest.get("x"), newest.get("y")) == (str(column * 90 + 2), str(row * 90 + 2))


def test_closed_squares_are_hatched() -> None:
    state = next(m.state for m in _games(3) if closed_squares(m.state))
    tree = _tree(draw(view_of(state, None)))
    assert len(_rectangles(tree, "hatch")) == len(closed_squares(state)) > 0


def test_start_marks_are_drawn_and_paths_begin_on_them() -> None:
    match = play(4, seed=1, tiles=1)
    tree = _tree(draw(match.view(None)))
    marks = next(element for element in tree.iter() if element.get("class", "").endswith("-start-marks"))
    assert marks.attrib["d"].count("M") == 48
    begun = _with(tree, "data-start")
    assert set(begun) == {"1", "2", "3", "4"}
    for seat, mark in enumerate(match.state.starts):
        assert mark is not None
        cap = begun[str(seat + 1)].find(f"{SVG}circle")
        assert cap is not None
        assert (float(cap.attrib["cx"]), float(cap.attrib["cy"])) == outward(mark, STUB)


def test_coordinates_are_drawn_on_demand() -> None:
    view = play(2, seed=1, tiles=1).view(None)
    plain, labelled = draw(view).svg, draw(view, coordinates=True).svg
    label = re.compile(r'class="\w+-label')
    assert not label.search(plain)
    assert len(label.findall(labelled)) == 12


def test_two_that_met_end_in_one_cross_in_the_middle() -> None:
    match = next(m for m in _games(8) if any(_met(m)))
    crosses = _with(_tree(draw(match.view(None))), "data-out")
    pairs = [seats.split() for seats in crosses if " " in seats]
    assert {frozenset(int(seat) - 1 for seat in pair) for pair in pairs} >= set(_met(match))
    both = next(crosses[" ".join(pair)] for pair in pairs)
    assert len({stroke.attrib["class"] for stroke in both if "cross-arm" in stroke.attrib["class"]}) == 2


def _met(match: Match) -> Iterator[frozenset[int]]:
    for event in match.events(None):
        if isinstance(event, Eliminated) and event.met is not None:
            yield frozenset((event.seat, event.met))


def _views() -> Iterator[View]:
    for seed in range(200):
        match = play(3, seed=seed, tiles=9)
        if match.state.phase is Phase.PLAY_TILE:
            yield match.view(match.active)


def _preview(*, forbidden: bool, eliminates: bool) -> tuple[View, Preview]:
    return next(
        (view, preview)
        for view in _views()
        for preview in view.previews
        if (preview.refusal is not None) is forbidden and bool(preview.eliminated) is eliminates
    )


def test_a_preview_shows_a_ghost_and_a_ring_where_the_marker_would_stop() -> None:
    view, preview = _preview(forbidden=False, eliminates=False)
    before, after = (_tree(draw(view, preview=shown, hand=False)) for shown in (None, preview))
    walking = {str(walk.seat + 1) for walk in preview.walks}
    assert set(_with(after, "data-walk")) == set(_with(after, "data-ring")) == walking
    assert not _with(before, "data-walk")
    assert not _rectangles(after, "ban")


def test_a_forbidden_preview_is_hatched_and_ends_in_a_cross() -> None:
    view, preview = _preview(forbidden=True, eliminates=True)
    tree = _tree(draw(view, preview=preview))
    assert len(_rectangles(tree, "ban")) == 1
    assert str(preview.eliminated[0] + 1) in {s for seats in _with(tree, "data-out") for s in seats.split()}
    assert "Forbidden: tile" in (tree.findtext(f"{SVG}desc") or "")


def test_a_picture_is_told_in_words_for_those_who_cannot_see_it() -> None:
    tree = _tree(draw(play(2, seed=1, tiles=1).view(None)))
    assert tree.get("role") == "img"
    assert tree.findtext(f"{SVG}title") == "Tsuro, 2 players, 1 tile placed"
    described = tree.findtext(f"{SVG}desc") or ""
    assert re.fullmatch(
        r"Player 1 \(circle\) stands at \w{4}\. Player 2 \(square\) stands at \w{4}, on turn\.", described
    )


def test_before_the_markers_are_placed_there_is_a_picture_too() -> None:
    tree = _tree(draw(Match(players=2, seed=1).view(0)))
    assert (tree.findtext(f"{SVG}desc") or "").startswith("Player 1 (circle) has not chosen a start mark.")
    assert not _with(tree, "data-marker")


def _names(picture: Picture) -> set[str]:
    tree = _tree(picture)
    ids = [element.attrib["id"] for element in tree.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    classes = {name for element in tree.iter() for name in element.get("class", "").split()}
    return set(ids) | classes


def test_two_pictures_in_one_page_share_no_names() -> None:
    one, other = play(4, seed=1, tiles=6).view(None), play(4, seed=1, tiles=7).view(None)
    assert not _names(draw(one)) & _names(draw(other))
    assert not _names(draw(one)) & _names(draw(one, theme="dark"))


def test_every_reference_is_to_the_picture_itself() -> None:
    picture = draw(play(8, seed=3).view(1), coordinates=True)
    tree = _tree(picture)
    ids = set(_with(tree, "id"))
    uses = {element.attrib["href"].removeprefix("#") for element in tree.iter(f"{SVG}use")}
    assert uses | set(re.findall(r"url\(#([^)]*)\)", picture.svg)) <= ids
    assert not re.search(r"<script|<image|<text|@import|@font-face|\son\w+=|\ue000", picture.svg)
    assert re.findall(r"https?://[^\"]*", picture.svg) == ["http://www.w3.org/2000/svg"]


def test_a_full_board_is_a_small_file() -> None:
    longest = max(_games(8), key=lambda match: match.state.tiles_placed)
    assert longest.state.tiles_placed >= 25
    assert len(draw(longest.view(0), theme="auto", coordinates=True).svg) < 60_000


def test_a_notebook_and_a_file_get_the_same_svg(tmp_path: Path) -> None:
    picture = draw(play(2, seed=1).view(None))
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == picture.svg == picture._repr_svg_()
    assert repr(picture).startswith("<Picture, ")


def test_other_kinds_of_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TsuroError, match=r"'board\.gif' should end in \.svg or \.png"):
        draw(play(2, seed=1).view(None)).save(tmp_path / "board.gif")
    assert not list(tmp_path.iterdir())
