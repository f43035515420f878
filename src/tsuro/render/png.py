"""Pictures as PNG."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["to_png"]


def to_png(svg: str, width: int) -> bytes:
    """The SVG, drawn this many pixels wide."""
    if width < 1:
        raise TsuroError(f"a picture cannot be {width} pixels wide: ask for at least 1")
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415 -- an extra, needed only for PNG
    except ImportError:
        raise TsuroError("drawing PNG pictures needs an extra: pip install 'tsuro[png]'") from None
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
