"""Pictures and animations to share: their frames, their words, and that nothing hidden is on them."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageColor

from tsuro import Match, Record, TsuroError
from tsuro.game.outcome import outcome
from tsuro.render import lettering as words
from tsuro.render.appearance import APPEARANCES
from tsuro.render.film import FILMS, FilmKind, film, snapshot
from tsuro.render.layout import Layout
from tsuro.render.lettering import lettering
from tsuro.render.palettes import PALETTES
from tsuro.render.poster import SHAPES, Caption, Look, Poster, Shape
from tsuro.render.sizes import TILE
from tsuro.render.theme import colours_of
from tsuro.render.timeline import HOLD, timeline
from tsuro.render.trail import trails

pytestmark = pytest.mark.slow

SMALL = Look(width=200)


def game(players: int = 3, seed: int = 1, names: tuple[str, ...] = ("Ana", "Rui", "Léa")) -> Record:
    match, random = Match(players=players, seed=seed), Random(seed)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    return replace(match.record(), names=names)


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def frame(data: bytes, number: int) -> Image.Image:
    image = opened(data)
    image.seek(number if number >= 0 else _count(image) + number)
    return image.convert("RGB")


def _count(image: Image.Image) -> int:
    return int(getattr(image, "n_frames", 1))


def _alike(one: Image.Image, other: Image.Image, *, within: int) -> bool:
    """Whether hardly any pixel differs by more than that: lines may be a hair apart."""
    counts = ImageChops.difference(one, other).convert("L").histogram()
    return sum(counts[within:]) < 0.01 * one.width * one.height


def _pixel(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """The colour at a place of the board, in the unit of pictures."""
    scale, origin = image.width / Layout().width, Layout().origin
    red, green, blue = image.getpixel((round((x + origin) * scale), round((y + origin) * scale)))  # type: ignore[misc]  # -- an RGB picture has three values
    return red, green, blue


def _close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 26


@pytest.fixture(scope="module")
def record() -> Record:
    return game()


@pytest.fixture(scope="module", params=FILMS)
def animation(request: pytest.FixtureRequest, record: Record) -> bytes:
    return film(record, request.param, look=Look(width=400))


def test_an_animation_loops_for_ever_and_rests_at_its_end(animation: bytes, record: Record) -> None:
    image = opened(animation)
    times, _ = timeline(record, tiles_per_second=3)
    assert image.size == (400, 400 + round(92 * 400 / 720))
    assert image.info["loop"] == 0
    assert _count(image) > 2 * len(record.entries)
    shown = []
    for number in range(_count(image)):
        image.seek(number)
        image.load()
        shown.append(image.info["duration"])
    assert shown[-1] == HOLD * 1000
    assert sum(shown) == pytest.approx(times.duration * 1000, abs=20)
    assert min(shown) >= 30


def test_an_animation_ends_as_the_game_did_and_begins_with_an_empty_board(
    animation: bytes, record: Record
) -> None:
    last, first, colours = frame(animation, -1), frame(animation, 0), colours_of("light")
    still = opened(snapshot(record, len(record.entries), look=Look(width=400))).convert("RGB")
    assert _alike(last, still, within=48)
    board = ImageColor.getrgb(colours.board)
    assert all(_close(_pixel(first, x, TILE / 2), board) for x in (20, 200, 400, 520))
    assert ImageChops.difference(first, last).getbbox() is not None


def test_markers_walk_and_leave_their_colour_behind(animation: bytes, record: Record) -> None:
    times, state = timeline(record, tiles_per_second=3)
    trail = next(trail for trail in trails(state) if state.markers[trail.seat] is not None and trail.curves)
    colour = ImageColor.getrgb(APPEARANCES[state.setup.markers[trail.seat]].colour)
    begins = trail.stub or trail.start
    assert _close(_pixel(frame(animation, -1), begins.x, begins.y), colour)
    assert not _close(_pixel(frame(animation, 0), begins.x, begins.y), colour)
    steps = sum(len(legs) for legs in times.legs.values())
    assert _count(opened(animation)) > steps + len(times.tiles)  # several for each walk


def test_what_is_drawn_part_by_part_is_what_would_be_drawn_at_once(record: Record) -> None:
    whole = film(record, "webp", look=Look(width=400, theme="dark"))
    half = record.up_to(len(record.entries) // 2)
    assert _alike(
        frame(film(half, "webp", look=Look(width=400, theme="dark")), -1).crop((0, 0, 400, 400)),
        opened(snapshot(half, len(half.entries), look=Look(width=400, theme="dark")))
        .convert("RGB")
        .crop((0, 0, 400, 400)),
        within=90,  # the square to play on is lit only on a still picture
    )
    assert len(whole) > len(film(half, "webp", look=Look(width=400, theme="dark")))


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("kind", FILMS)
def test_every_theme_has_its_colours(kind: FilmKind, theme: str, record: Record) -> None:
    data = film(record.up_to(4), kind, look=Look(width=200, theme=theme))
    ground = ImageColor.getrgb(colours_of(theme).ground)
    assert all(_close(frame(data, number).getpixel((1, 1)), ground) for number in (0, -1))  # type: ignore[arg-type]  # -- an RGB picture has three values


@pytest.mark.parametrize(
    ("shape", "size"), [("tall", (720, 720 + 92)), ("square", (720, 720)), ("wide", (720, 378))]
)
def test_a_picture_has_the_shape_that_was_asked_for(shape: Shape, size: tuple[int, int], record: Record) -> None:
    image = opened(snapshot(record, 5, look=Look(shape=shape)))
    assert image.size == size


def test_names_and_result_are_on_it(record: Record) -> None:
    """Other names, another place or another title change the words, and nothing else."""
    end = len(record.entries)
    plain = opened(snapshot(record, end)).convert("RGB")
    for other in (
        snapshot(replace(record, names=("Ana", "Rui", "Zoë")), end),
        snapshot(record, end, title="Somebody has won"),
    ):
        changed = ImageChops.difference(plain, opened(other).convert("RGB")).getbbox()
        assert changed is not None
        assert changed[1] >= 720
    caption = Caption(
        setup=record.setup, names=record.names, title="", outcome=outcome(timeline(record, tiles_per_second=3)[1])
    )
    assert min(caption.rank(seat) or 0 for seat in range(3)) == 1


def test_the_result_is_told_only_at_the_end(animation: bytes) -> None:
    count, words_at = _count(opened(animation)), (0, 400, 400, 400 + 20)
    titles = [frame(animation, number).crop(words_at) for number in (0, count // 2, count - 2, count - 1)]
    assert _alike(titles[0], titles[1], within=40)
    assert _alike(titles[0], titles[2], within=40)
    assert not _alike(titles[0], titles[3], within=40)


def test_ranks_count_everybody_who_came_before() -> None:
    record = game(8, seed=3, names=tuple("ABCDEFGH"))
    end = outcome(timeline(record, tiles_per_second=3)[1])
    assert end is not None
    caption = Caption(setup=record.setup, names=record.names, title="", outcome=end)
    for before, after in pairwise(end.ranking):
        assert (caption.rank(after[0]) or 0) == (caption.rank(before[0]) or 0) + len(before)
    assert replace(caption, outcome=None).rank(0) is None


@pytest.mark.parametrize(
    "name", ["漢字", "עברית", "नमस्ते", "😀🎉", "Ж" * 40, "<&\"'>", "\u200d", "W" * 60, "W" * 4000, "a\u0301"]
)
def test_names_in_any_script_are_written_or_at_least_do_no_harm(name: str, record: Record) -> None:
    for shape in SHAPES:
        data = snapshot(replace(record, names=(name, "Rui", "Léa")), 3, look=Look(width=300, shape=shape))
        assert opened(data).width == 300


def test_a_long_name_is_cut_and_stays_in_its_place() -> None:
    short = lettering("Ana", height=30, colour="#000000", width=200)
    long = lettering("Ana of the very long and winding path", height=30, colour="#000000", width=200)
    assert short.width < 100
    assert long.width <= 200
    assert long.height == short.height == 30


def test_without_any_font_plain_letters_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "FAMILIES", ("No Such Font",))
    words._line.cache_clear()
    plain = lettering("Lea", height=30, colour="#000000", width=200)
    assert plain.getbbox() is not None
    assert list(lettering("Léa", height=30, colour="#000000", width=200).tobytes()) == list(plain.tobytes())
    assert lettering("漢", height=30, colour="#000000", width=200).getbbox() is not None
    words._line.cache_clear()


@pytest.mark.parametrize("kind", FILMS)
def test_progress_is_told_frame_by_frame(kind: FilmKind, record: Record) -> None:
    told: list[tuple[int, int]] = []
    data = film(record.up_to(6), kind, look=SMALL, on_progress=lambda done, of: told.append((done, of)))
    of = _count(opened(data))
    assert told == [(done, of) for done in range(of + 1)]


@settings(max_examples=6)
@given(record=st.from_type(Record), kind=st.sampled_from(FILMS), shape=st.sampled_from(SHAPES))
def test_every_record_gives_an_animation(record: Record, kind: FilmKind, shape: Shape) -> None:
    look = Look(width=160, shape=shape)
    data = film(record, kind, look=look, tiles_per_second=40)
    assert opened(data).size == Poster(look, record.setup.players).size
    frame(data, -1)


@settings(max_examples=6)
@given(record=st.from_type(Record))
def test_hidden_tiles_change_no_pixel(record: Record) -> None:
    """What a watcher may know gives the same picture, byte for byte, as the whole truth."""
    at, seen = len(record.entries), record.seen_by(None)
    assert snapshot(seen, at, look=SMALL) == snapshot(record, at, look=SMALL)


def test_hidden_tiles_change_no_frame(record: Record) -> None:
    short, look = record.up_to(9), Look(width=120)
    assert film(short.seen_by(None), look=look) == film(short, look=look)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            lambda record: film(record, cast("FilmKind", "mp4")),
            "an animation cannot be 'mp4': choose from gif, webp",
        ),
        (lambda record: film(record, tiles_per_second=0), "markers cannot walk 0 tiles a second"),
        (lambda record: snapshot(record, 999), "there is no action 999"),
        (lambda record: Look(width=50), "at least 120 pixels: 50 are too few"),
        (lambda record: Look(width=10**6), "cannot be 1000000 pixels wide"),
        (lambda record: Look(theme="pink"), "there is no theme 'pink'"),
        (
            lambda record: Look(shape=cast("Shape", "round")),
            "there is no shape 'round': choose from tall, square, wide",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(wrong: object, said: str, record: Record) -> None:
    assert callable(wrong)
    with pytest.raises(TsuroError, match=re.escape(said)):
        wrong(record)
