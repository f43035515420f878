"""Pictures as PNG."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from tsuro import Match, TsuroError
from tsuro.render import Picture, draw
from tsuro.render.palettes import LIGHT

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _picture(theme: str = "light") -> Picture:
    match = Match(players=2, seed=1)
    for _ in range(3):
        match.submit(match.active, match.legal_actions[0])
    return draw(match.view(None), theme=theme, coordinates=True)


def _size(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _corner(png: bytes) -> bytes:
    """The colour of the top left pixel."""
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    return zlib.decompress(data)[1:4]


def test_a_png_is_as_wide_as_asked_for() -> None:
    png = _picture().png(width=300)
    assert png.startswith(SIGNATURE)
    assert _size(png) == (300, 300)
    assert _size(_picture().png()) == (1200, 1200)


def test_a_png_has_the_theme_s_colours_and_auto_is_light() -> None:
    light, dark, auto = (_picture(theme).png(width=60) for theme in ("light", "dark", "auto"))
    assert _corner(light) == bytes.fromhex(LIGHT.ground.removeprefix("#"))
    assert _corner(dark) == bytes.fromhex("14110f")
    assert _corner(auto) == _corner(light)


def test_a_png_can_be_saved(tmp_path: Path) -> None:
    _picture().save(tmp_path / "board.PNG")
    assert (tmp_path / "board.PNG").read_bytes().startswith(SIGNATURE)


@pytest.mark.parametrize("width", [0, -1, 100_000])
def test_a_picture_has_a_width_that_makes_sense(width: int) -> None:
    with pytest.raises(TsuroError, match=f"cannot be {width} pixels wide: ask for 1 to 8192"):
        _picture().png(width=width)
