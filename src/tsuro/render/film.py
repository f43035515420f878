"""A whole game, or one moment of it, as a file to share: GIF, WebP or PNG, with names and result on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from PIL.Image import Image

from tsuro.game.board import Seat
from tsuro.game.errors import TsuroError
from tsuro.game.outcome import Outcome, outcome
from tsuro.game.state import Setup
from tsuro.game.turn import start
from tsuro.game.view import view
from tsuro.record.model import Record
from tsuro.record.replay import replay
from tsuro.render import pieces
from tsuro.render.encoding import Frame, gif, palette_of, webp
from tsuro.render.layout import Layout
from tsuro.render.pixels import Canvas
from tsuro.render.poster import PLAIN, Caption, Look, Poster
from tsuro.render.raster import to_image
from tsuro.render.stage import VANISHES, Stage
from tsuro.render.svg import draw
from tsuro.render.theme import material_of
from tsuro.render.timeline import HOLD, Timeline
from tsuro.render.words import describe_outcome

__all__ = ["FILMS", "FilmKind", "blank", "film", "snapshot"]

FilmKind: TypeAlias = Literal["gif", "webp"]
FILMS: tuple[FilmKind, ...] = get_args(FilmKind)

STEP = 0.08  # seconds between two frames while a marker walks
MOST_STEPS = 360  # of a game: in a longer one, markers take longer steps
SHORTEST = 0.03  # seconds: a frame that is shown for less is left out


def snapshot(
    record: Record,
    at: int,
    *,
    look: Look = PLAIN,
    title: str | None = None,
    seat: Seat | None = None,
) -> bytes:
    """A PNG of the position after that many actions; 0 is the deal. What anyone at the table may see is on it.

    With a `seat`, that player's tiles are below the board. The `title` stands above the names; without one, it
    says in English how the game ended, or how far it is.
    """
    moments = list(replay(record))
    if not 0 <= at < len(moments):
        raise TsuroError(f"there is no action {at}: the record has {len(moments) - 1}")
    state = moments[at].state
    seen = view(state, seat)
    layout = Layout(coordinates=look.coordinates, hand=len(seen.hand) if seat is not None else 0)
    poster = Poster(look, state.setup.players, layout.height / layout.width - 1)
    image = poster.blank()
    end = outcome(state)
    if title is None:
        title = describe_outcome(end, record.names) if end else f"Tsuro, move {at} of {len(moments) - 1}"
    board = draw(seen, theme=look.theme, coordinates=look.coordinates, hand=seat is not None)
    image.paste(to_image(board.svg, poster.side), poster.place)
    out = frozenset(seat for seats in state.out for seat in seats)
    caption = Caption(setup=state.setup, names=record.names, title=title, out=out, outcome=end)
    poster.write(image, caption)
    return _png(image)


def blank(*, look: Look = PLAIN) -> bytes:
    """A PNG of the empty board, for a game that has not begun."""
    poster, setup = Poster(look, 0), Setup()
    image = poster.blank()
    empty, _ = start(setup, lambda pile: pile[0])
    image.paste(to_image(draw(view(empty, None), theme=look.theme, hand=False).svg, poster.side), poster.place)
    poster.write(image, Caption(setup=setup, names=(), title="Tsuro"))
    return _png(image)


def _png(image: Image) -> bytes:
    written = BytesIO()
    image.save(written, "png")
    return written.getvalue()


def film(
    record: Record,
    kind: FilmKind = "gif",
    *,
    look: Look = PLAIN,
    title: str | None = None,
    tiles_per_second: float = 3.0,
    on_progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> bytes:
    """The whole game as a looping animation: markers walk, and at the end it rests on the result.

    `on_progress` hears how many of how many frames are drawn. The `title` is that of the end; without one, it says
    in English who has won.
    """
    if kind not in FILMS:
        raise TsuroError(f"an animation cannot be {kind!r}: choose from {', '.join(FILMS)}")
    if not tiles_per_second > 0:
        raise TsuroError(f"markers cannot walk {tiles_per_second} tiles a second: choose more than 0")
    stage = Stage(record, material=material_of(look.theme), tiles_per_second=tiles_per_second)
    poster = Poster(look, record.setup.players)
    end = outcome(stage.state)
    ending = title or (describe_outcome(end, record.names) if end else "Tsuro")
    shown = _Film(stage, poster, record, ending, end, tuple(_frame_times(stage.times)))
    frames = _counted(shown.frames(), len(shown.times), on_progress)
    return webp(frames, shown.durations) if kind == "webp" else gif(frames, shown.durations, shown.palette())


def _counted(frames: Iterator[Frame], count: int, on_progress: Callable[[int, int], None]) -> Iterator[Frame]:
    on_progress(0, count)
    for number, frame in enumerate(frames, 1):
        on_progress(number, count)
        yield frame


@dataclass(frozen=True, slots=True)
class _Film:
    stage: Stage
    poster: Poster
    record: Record
    ending: str  # the title at the end
    outcome: Outcome | None
    times: Sequence[float]  # of the frames

    @property
    def durations(self) -> list[int]:
        """How long each frame is shown, in milliseconds; hundredths of a second are all that a GIF knows."""
        marks = [round(time * 100) * 10 for time in (*self.times, self.times[-1] + HOLD)]
        return [later - earlier for earlier, later in pairwise(marks)]

    def frames(self) -> Iterator[Frame]:
        """One image again and again, and which parts of it have changed since the last time."""
        image, poster = self.poster.blank(), self.poster
        faces = (tile for tile in self.stage.state.board if tile is not None)
        canvas = Canvas(
            image,
            place=poster.place,
            side=poster.side,
            theme=poster.theme,
            definitions=pieces.definitions(faces, material_of(poster.theme)),
        )
        written = None
        for time in self.times:
            changed = canvas.show(list(self.stage.at(time)))
            caption = self._caption(time)
            if caption != written:
                poster.write(image, caption)
                changed = [*changed, poster.caption]
            if written is None:
                changed = [(0, 0, *poster.size)]
            written = caption
            yield Frame(image, changed)

    def palette(self) -> Image:
        """For all frames, from the last one, which has everything on it."""
        last = replace(self, times=self.times[-1:])
        return palette_of(next(last.frames()).image, self.poster.colours)

    def _caption(self, time: float) -> Caption:
        rests = time >= self.stage.times.now
        return Caption(
            setup=self.record.setup,
            names=self.record.names,
            title=self.ending if rests else "Tsuro",
            out=self.stage.out_at(time),
            outcome=self.outcome if rests else None,
        )


def _frame_times(times: Timeline) -> Iterator[float]:
    """When something looks different: at every event, and step by step while markers walk."""
    legs = {(leg.begins, leg.ends) for legs in times.legs.values() for leg in legs}
    walking = sum(ends - begins for begins, ends in legs)
    step = max(STEP, walking / MOST_STEPS)
    marks = {*times.placed.values(), *times.tiles.values(), *(out + VANISHES for out in times.out.values())}
    for begins, ends in legs:
        steps = max(1, round((ends - begins) / step))
        marks.update(begins + (ends - begins) * i / steps for i in range(1, steps + 1))
    shown = 0.0
    yield shown
    for mark in sorted(mark for mark in marks if mark < times.now - SHORTEST):
        if mark - shown >= SHORTEST:
            shown = mark
            yield shown
    yield times.now
