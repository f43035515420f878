"""A picture to share: the board, and beside or below it who plays and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from PIL import Image

from tsuro.game.board import Seat
from tsuro.game.errors import TsuroError
from tsuro.game.outcome import Outcome
from tsuro.game.state import Setup
from tsuro.render.appearance import APPEARANCES
from tsuro.render.colours import Colours
from tsuro.render.glyphs import write
from tsuro.render.lettering import lettering
from tsuro.render.markup import PREFIX, tag
from tsuro.render.pieces import player_class
from tsuro.render.pixels import Pixels
from tsuro.render.raster import check_width, to_image
from tsuro.render.theme import colours_of, style_sheet

__all__ = ["OUT", "PLAIN", "SHAPES", "Caption", "Look", "Poster", "Shape"]

Shape: TypeAlias = Literal["tall", "square", "wide"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
"""`tall` has the names below the board, `square` is for social media, and `wide` for the preview of a link."""

NARROWEST = 120  # pixels: below it, no name can be read
_WIDE = 630 / 1200  # the form of pictures that messengers show with a link
OUT = 0.45  # how strong the name and the marker of a player who is out are


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What is written on a picture."""

    setup: Setup
    names: tuple[str, ...]
    title: str
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None  # once the game is over

    def rank(self, seat: Seat) -> int | None:
        """The player's place at the end; 1 for the winner."""
        if self.outcome is None or self.outcome.solo is not None:
            return None
        before = 0
        for seats in self.outcome.ranking:
            if seat in seats:
                return before + 1
            before += len(seats)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a picture should look: its colours, how many pixels wide it is, and its shape."""

    theme: str = "light"
    width: int = 720
    shape: Shape = "tall"
    coordinates: bool = False  # only of a still one

    def __post_init__(self) -> None:
        check_width(self.width)
        if self.width < NARROWEST:
            raise TsuroError(f"a picture with names needs at least {NARROWEST} pixels: {self.width} are too few")
        if self.shape not in SHAPES:
            raise TsuroError(f"there is no shape {self.shape!r}: choose from {', '.join(SHAPES)}")
        colours_of(self.theme)


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Poster:
    """Where the parts of a picture lie, in pixels."""

    look: Look
    players: int
    hand: float = 0.0  # the room for a hand below the board, as a part of the board's height

    @property
    def width(self) -> int:
        return self.look.width

    @property
    def shape(self) -> Shape:
        return self.look.shape

    @property
    def theme(self) -> str:
        return self.look.theme

    @property
    def colours(self) -> Colours:
        return colours_of(self.theme)

    @property
    def size(self) -> tuple[int, int]:
        match self.shape:
            case "tall":
                return self.width, self.height + self._below
            case "square":
                return self.width, self.width
            case "wide":
                return self.width, round(self.width * _WIDE)

    @property
    def side(self) -> int:
        """Of the board."""
        match self.shape:
            case "tall":
                return self.width
            case "square":
                return round((self.width - self._below) / (1 + self.hand))
            case "wide":
                return round(self.size[1] / (1 + self.hand))

    @property
    def height(self) -> int:
        """Of the board, with the hand below it."""
        return round(self.side * (1 + self.hand))

    @property
    def place(self) -> tuple[int, int]:
        """Where the board begins."""
        return ((self.width - self.side) // 2 if self.shape == "square" else 0), 0

    @property
    def caption(self) -> Pixels:
        """Where words are."""
        width, height = self.size
        return (self.side, 0, width, height) if self.shape == "wide" else (0, self.height, width, height)

    @property
    def _rows(self) -> int:
        return max(1, -(-self.players // 4))

    @property
    def _below(self) -> int:
        return self._scaled(56 + 36 * self._rows)

    def _scaled(self, length: float) -> int:
        """That many pixels of a picture 720 pixels wide."""
        return round(length * self.width / 720)

    def blank(self) -> Image.Image:
        """The picture with nothing on it."""
        return Image.new("RGB", self.size, self.colours.ground)

    def write(self, image: Image.Image, caption: Caption) -> None:
        """Put the words on the picture, in the place of those there before."""
        image.paste(self.colours.ground, self.caption)
        (self._beside if self.shape == "wide" else self._beneath)(image, caption)

    def _beneath(self, image: Image.Image, caption: Caption) -> None:
        top, pad = self.height, self._scaled(14)
        wide = self.width - 2 * pad
        title = lettering(caption.title, height=self._scaled(32), colour=self.colours.ink, width=wide, bold=True)
        image.paste(title, (pad, top), title)
        columns = -(-self.players // self._rows)
        for seat in range(self.players):
            row, column = divmod(seat, columns)
            place = pad + column * wide // columns, top + self._scaled(42 + 36 * row)
            self._player(image, caption, seat, (*place, wide // columns - pad // 2, self._scaled(30)))

    def _beside(self, image: Image.Image, caption: Caption) -> None:
        pad, height = self._scaled(10), self._scaled(30)
        left, wide = self.side + pad, self.width - self.side - 3 * pad
        name = lettering("Tsuro", height=self._scaled(22), colour=self.colours.quiet, width=wide)
        title = lettering(caption.title, height=self._scaled(34), colour=self.colours.ink, width=wide, bold=True)
        image.paste(name, (left, self._scaled(16)), name)
        image.paste(title, (left, self._scaled(40)), title)
        for seat in range(self.players):
            top = self._scaled(92 + 35 * seat)
            self._player(image, caption, seat, (left, top, wide, height))

    def _player(self, image: Image.Image, caption: Caption, seat: Seat, at: Pixels) -> None:
        """A player's marker, place and name, in a box given by left, top, width and height."""
        left, top, width, height = at
        strength = OUT if seat in caption.out and caption.outcome is None else 1.0
        marker = _faded(self._marker(caption.setup, seat, height), strength)
        image.paste(marker, (left, top), marker)
        rank, won = caption.rank(seat), caption.outcome is not None and seat in caption.outcome.winners
        text = caption.names[seat] if rank is None else f"{rank}. {caption.names[seat]}"
        gap = height + self._scaled(6)
        words = _faded(
            lettering(text, height=height, colour=self.colours.ink, width=width - gap, bold=won), strength
        )
        image.paste(words, (left + gap, top), words)

    def _marker(self, setup: Setup, seat: Seat, side: int) -> Image.Image:
        look = APPEARANCES[setup.markers[seat]]
        shape = tag("path", css=f"marker-shape {player_class(setup, seat)}", d=look.outline)
        number = write(str(seat + 1), 0, look.numeral, size=11.5, css="marker-number")
        svg = tag(
            "svg",
            tag("style", style_sheet(self.theme, PREFIX)) + shape + number,
            xmlns="http://www.w3.org/2000/svg",
            viewBox="-19 -19 38 38",
            fill="none",
        )
        return to_image(svg.replace(PREFIX, "t"), side)


def _faded(image: Image.Image, strength: float) -> Image.Image:
    if strength == 1:
        return image
    faded = image.copy()
    faded.putalpha(image.getchannel("A").point(lambda value: round(value * strength)))
    return faded
