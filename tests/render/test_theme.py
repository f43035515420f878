"""Everything that must be told apart stands out: 3:1 for graphics, 4.5:1 for text (WCAG 2)."""

from __future__ import annotations

import pytest

from tsuro import MARKERS, TsuroError
from tsuro.render.appearance import APPEARANCES
from tsuro.render.colours import Colours
from tsuro.render.materials import MATERIALS
from tsuro.render.palettes import PALETTES
from tsuro.render.theme import THEMES, colours_of, material_of, style_sheet

EVERY = pytest.mark.parametrize("colours", PALETTES.values(), ids=PALETTES)


def _channels(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def _luminance(channels: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(part * c for part, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def contrast(one: str, other: str) -> float:
    return _contrast(_channels(one), _channels(other))


def test_contrast_is_measured_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@EVERY
def test_graphics_stand_out(colours: Colours) -> None:
    for drawn, stands_on in (
        (colours.path, colours.tile),
        (colours.path, colours.casing),
        (colours.mark, colours.board),
        (colours.frame, colours.board),
        (colours.frame, colours.lit),
        (colours.newest, colours.tile),
        (colours.newest, colours.tile_deep),
        (colours.newest, colours.marker_edge),
        (colours.bad, colours.raised),
        (colours.tile_rim, colours.board),
    ):
        assert contrast(drawn, stands_on) >= 3, (drawn, stands_on)


@EVERY
def test_coordinates_can_be_read(colours: Colours) -> None:
    assert contrast(colours.quiet, colours.ground) >= 4.5


@EVERY
@pytest.mark.parametrize("marker", MARKERS)
def test_every_player_stands_out(colours: Colours, marker: str) -> None:
    colour = colours.players[marker]
    assert contrast(colour, colours.marker_edge) >= 4.5  # the number on the marker, and the path on its bed
    assert contrast(colour, colours.tile) >= 3
    assert contrast(colour, colours.casing) >= 3
    # A marker on an open square shows by its colour or by its dark outline.
    assert max(contrast(colour, colours.board), contrast(colours.marker_edge, colours.board)) >= 3


@EVERY
@pytest.mark.parametrize("marker", MARKERS)
def test_an_eliminated_player_s_path_can_still_be_seen(colours: Colours, marker: str) -> None:
    assert contrast(colours.faded(marker), colours.marker_edge) >= 3


@EVERY
def test_the_words_of_the_page_can_be_read(colours: Colours) -> None:
    for behind in (colours.ground, colours.surface, colours.raised):
        for words in (colours.ink, colours.quiet, colours.accent, colours.good, colours.bad):
            assert contrast(words, behind) >= 4.5, (words, behind)
    assert contrast(colours.accent_ink, colours.accent) >= 4.5
    assert contrast(colours.ink, colours.accent_soft) >= 4.5
    assert contrast(colours.found_ink, colours.found) >= 4.5
    assert contrast(colours.newest, colours.tile) >= 4.5  # how many tiles somebody holds


@EVERY
def test_on_every_board_players_differ_in_colour(colours: Colours) -> None:
    assert list(colours.players) == list(MARKERS)
    assert len(set(colours.players.values())) == len(MARKERS)


def test_players_differ_in_colour_shape_and_dashes() -> None:
    looks = [APPEARANCES[marker] for marker in MARKERS]
    assert len({look.colour for look in looks}) == len(MARKERS)
    assert len({look.outline for look in looks}) == len(MARKERS)
    assert len({look.dashes for look in looks}) == len(MARKERS)


@pytest.mark.parametrize(
    ("marker", "corners"),
    [
        ("square", 4),
        ("triangle", 3),
        ("diamond", 4),
        ("pentagon", 5),
        ("star", 10),
        ("hexagon", 6),
        ("octagon", 8),
    ],
)
def test_a_marker_has_the_shape_it_is_named_after(marker: str, corners: int) -> None:
    outline = APPEARANCES[marker].outline
    assert sum(outline.count(step) for step in "MLHV") == corners
    assert outline.endswith("Z")


@pytest.mark.parametrize("board", ["", "washi-", "garden-"])
def test_auto_is_light_until_dark_is_asked_for(board: str) -> None:
    light, dark = style_sheet(f"{board}light", "p"), style_sheet(f"{board}dark", "p")
    auto, _, when_dark = style_sheet(f"{board}auto", "p").partition("@media (prefers-color-scheme:dark){")
    assert auto == light
    assert dark.endswith(when_dark.removesuffix("}"))
    assert PALETTES[f"{board}dark"].ground in when_dark


def test_boards_differ_in_more_than_their_colours() -> None:
    """In frame, tile, path and start marks, each board is drawn in its own way."""
    for part in ("rings", "plate", "strands", "start_mark"):
        assert len({getattr(material, part) for material in MATERIALS.values()}) == len(MATERIALS), part


@pytest.mark.parametrize("theme", THEMES)
def test_every_layer_of_a_board_has_a_class_or_a_paint_that_there_is(theme: str) -> None:
    material, sheet = material_of(theme), style_sheet(theme, "p")
    for piece in material.pieces:
        assert piece.css is None or f".p-{piece.css}{{" in sheet
        assert piece.paint is None or piece.paint in {*material.gradients, *material.textures}
        assert piece.css or piece.paint


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(TsuroError, match="'sepia': choose from light, dark, contrast, washi-light"):
        colours_of("sepia")
