"""SVG as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from tsuro.game.errors import TsuroError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["WIDEST", "check_width", "to_image", "to_png"]

WIDEST = 8192  # pixels: beyond it, a slip of the keyboard would take all memory


def check_width(width: int) -> None:
    """Raise `TsuroError` for a width that no picture can have."""
    if not 1 <= width <= WIDEST:
        raise TsuroError(f"a picture cannot be {width} pixels wide: ask for 1 to {WIDEST}")


def to_png(svg: str, width: int, *, fonts: bool = False) -> bytes:
    """The SVG, drawn this many pixels wide. Only words need the system's `fonts`."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 -- a game without pictures does not wait for it

    check_width(width)
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=not fonts))


def to_image(svg: str, width: int, *, fonts: bool = False) -> Image:
    """The same as an image to draw on."""
    from PIL import Image  # noqa: PLC0415 -- as above

    return Image.open(BytesIO(to_png(svg, width, fonts=fonts))).convert("RGBA")
