"""Frames as one file: GIF and WebP. What has not changed from one frame to the next is not written again."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageColor

from tsuro.render.colours import Colours, mixed
from tsuro.render.pixels import Pixels
from tsuro.render.poster import OUT

__all__ = ["Frame", "gif", "palette_of", "webp"]

HEADER = 13 + 3 * 256  # bytes of a GIF before its first frame: what it is, its size, and all colours
LOOP = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # shows the frames over and over, for ever
PLACE = 8 + 1  # bytes of a frame before its place: how long it is shown, and a comma
CLEAR = 255  # the colour of a GIF that lets the last frame through
NOWHERE = (0, 255, 0)  # how it would look: like nothing on a board, so that nothing is taken for it
WEBP = {
    "quality": 80,
    "method": 2,
    "kmin": 0,
    "kmax": 0,
}  # frames are never shown but in their order: no key frames


class Frame(NamedTuple):
    """The image as it is now, and where it has changed since the last frame. The image is always the same one."""

    image: Image.Image
    changed: Sequence[Pixels]


def gif(frames: Iterator[Frame], durations: Sequence[int], palette: Image.Image) -> bytes:
    """The frames, each shown for that many milliseconds, over and over.

    Pillow's own way to save many frames keeps all of them in memory and compares them pixel by pixel; where they
    differ is known here, so each is saved as a file of its own as soon as it is drawn, and these are joined.
    """
    written = BytesIO()
    for number, (frame, duration) in enumerate(zip(frames, durations, strict=True)):
        place, part = _part(frame, palette)
        file = _file_of(part, duration)
        if number == 0:
            written.write(file[:HEADER])
            written.write(LOOP)
        written.write(_moved(file[HEADER:-1], place))
    written.write(b";")
    return written.getvalue()


def _file_of(part: Image.Image, duration: int) -> bytes:
    """A GIF of one frame: a header of always the same length, the frame, and a semicolon."""
    file = BytesIO()
    part.save(
        file,
        "gif",
        duration=duration,
        disposal=1,
        transparency=CLEAR,
        optimize=False,  # it would leave out colours that other frames need
        interlace=False,
    )
    return file.getvalue()


def _moved(frame: bytes, place: tuple[int, int]) -> bytes:
    """The same frame of a GIF at another place of the picture."""
    moved = bytearray(frame)
    struct.pack_into("<2H", moved, PLACE, *place)
    return bytes(moved)


def _part(frame: Frame, palette: Image.Image) -> tuple[tuple[int, int], Image.Image]:
    """The smallest rectangle with all changes, clear between them, and where it lies."""
    boxes = frame.changed or [(0, 0, 1, 1)]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = min(lefts), min(tops)
    part = Image.new("P", (max(rights) - left, max(bottoms) - top), CLEAR)
    part.putpalette(palette.getpalette() or [])
    for box in boxes:
        drawn = frame.image.crop(box).quantize(palette=palette, dither=Image.Dither.NONE)
        part.paste(drawn, (box[0] - left, box[1] - top))
    return (left, top), part


def palette_of(image: Image.Image, colours: Colours) -> Image.Image:
    """Colours for every frame, gathered from one with everything on it.

    Those of players and words are there as they are: a marker is small, and would get a colour from around it.
    """
    exact = [colours.ground, colours.ink, colours.newest, colours.marker_edge]
    for marker, player in colours.players.items():
        exact += (player, colours.faded(marker), mixed(player, OUT, colours.ground))
    values = [value for colour in exact for value in ImageColor.getrgb(colour)]
    found = image.quantize(CLEAR - len(exact), method=Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((values + found + values[:3] * CLEAR)[: 3 * CLEAR] + list(NOWHERE))
    return palette


def webp(frames: Iterator[Frame], durations: Sequence[int]) -> bytes:
    """The same as WebP, in all colours."""
    written = BytesIO()
    _Reel(frames, len(durations)).save(written, "webp", save_all=True, duration=list(durations), loop=0, **WEBP)
    return written.getvalue()


class _Reel(Image.Image):
    """Frames as Pillow reads them from a file: one after the other, drawn when it comes to them."""

    def __init__(self, frames: Iterator[Frame], count: int) -> None:
        super().__init__()
        self._frames, self.n_frames, self._at = frames, count, -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame > self._at:
            self._at = frame
            image = next(self._frames).image
            self.im, self._mode, self._size = image.im, image.mode, image.size

    def tell(self) -> int:
        return self._at
