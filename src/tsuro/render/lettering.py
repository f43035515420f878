"""Words in pixels: people's names may be in any script.

The system's fonts write them. A machine without any, as a small server may be, has the one that comes with Pillow:
it knows plain Latin letters only, so accents are left out there, and other scripts become question marks.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont

from tsuro.render.markup import tag, text_tag
from tsuro.render.raster import to_image

__all__ = ["lettering"]

FAMILIES = (
    "Noto Sans", "Segoe UI", "Helvetica Neue", "Helvetica", "Roboto", "Ubuntu", "Cantarell", "DejaVu Sans",
    "Liberation Sans", "Arial", "Verdana",
)  # fmt: skip
"""Any of these is on nearly every system. What the first one there lacks comes from the others of the system."""

_WIDEST = 1.6  # times its height: more than any sign takes
_NARROWEST = 0.1  # times its height: less than any letter takes, made smaller
_SHORTEST = 0.72  # of its size: a longer text is cut instead
_BASELINE = 0.78  # of the height of a line
_MORE = "…"


def lettering(text: str, *, height: int, colour: str, width: int, bold: bool = False) -> Image.Image:
    """The text in one line of that height, no wider than `width`: written smaller if need be, or cut."""
    most = 1 + int(width / (height * _NARROWEST))
    if len(text) > most:  # a picture of all of it might be too large to draw
        text = text[:most] + _MORE
    drawn = _line(text, height, colour, bold=bold)
    while drawn.width * _SHORTEST > width and len(text) > 1:
        keep = max(1, min(len(text) - 1, int(len(text) * width / (drawn.width * _SHORTEST))))
        text = text[:keep].rstrip(_MORE).rstrip()
        drawn = _line(text + _MORE, height, colour, bold=bold)
    return drawn if drawn.width <= width else _squeezed(drawn, width)


def _squeezed(drawn: Image.Image, width: int) -> Image.Image:
    """The line made smaller, on the same baseline."""
    scale = max(width, 1) / drawn.width
    small = drawn.resize((max(width, 1), max(1, round(drawn.height * scale))), Image.Resampling.LANCZOS)
    line = Image.new("RGBA", (small.width, drawn.height))
    line.paste(small, (0, round(drawn.height * _BASELINE * (1 - scale))))
    return line


@lru_cache(maxsize=256)
def _line(text: str, height: int, colour: str, *, bold: bool) -> Image.Image:
    drawn = _by_system(text, height, colour, bold=bold)
    box = drawn.getbbox()
    if box is None:
        drawn = _by_pillow(text, height, colour)
        box = drawn.getbbox() or (0, 0, 1, height)
    return drawn.crop((box[0], 0, box[2], height))


def _by_system(text: str, height: int, colour: str, *, bold: bool) -> Image.Image:
    """Nothing, where none of the families is there."""
    width = round(len(text) * height * _WIDEST) + height
    written = text_tag(
        "text",
        text,
        x=f"{height // 2}",
        y=f"{height * _BASELINE:g}",
        fill=colour,
        font_size=f"{height * 0.78:g}",
        font_weight="bold" if bold else "normal",
        font_family=", ".join(f"'{family}'" for family in FAMILIES),
    )
    svg = tag("svg", written, xmlns="http://www.w3.org/2000/svg", width=f"{width}", height=f"{height}")
    return to_image(svg, width, fonts=True)


def _by_pillow(text: str, height: int, colour: str) -> Image.Image:
    bare = "".join(sign for sign in normalize("NFKD", text) if category(sign) != "Mn")
    plain = "".join(sign if sign.isascii() or sign == _MORE else "?" for sign in bare)
    image = Image.new("RGBA", (round(len(plain) * height * _WIDEST) + height, height))
    font = ImageFont.load_default(height * 0.78)
    ImageDraw.Draw(image).text((0, height * _BASELINE), plain, fill=colour, font=font, anchor="ls")
    return image
