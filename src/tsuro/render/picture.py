"""A picture, ready to be shown or saved."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from os import PathLike
from pathlib import Path

from tsuro.game.errors import TsuroError
from tsuro.render.markup import PREFIX, tag, text_tag
from tsuro.render.raster import to_png
from tsuro.render.theme import style_sheet

__all__ = ["Picture", "compose"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG; notebooks show it as it is."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg) // 1024} KB of SVG>"

    def png(self, width: int = 1200) -> bytes:
        """The picture as PNG, `width` pixels wide; of an animation, its end."""
        return to_png(self.svg, width)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a ``.svg`` or ``.png`` file; raises `TsuroError` for any other name."""
        path = Path(path)
        match path.suffix.lower():
            case ".svg":
                path.write_text(self.svg, encoding="utf-8", newline="\n")
            case ".png":
                path.write_bytes(self.png())
            case _:
                raise TsuroError(f"{path.name!r} should end in .svg or .png, to say what to save")


def compose(
    body: str,
    *,
    size: tuple[float, float],
    theme: str,
    title: str,
    description: str,
    style: str = "",
) -> Picture:
    """The whole picture, its ids and classes named after its contents.

    Two pictures can therefore be in one page without affecting each other.
    """
    content = "".join(
        (
            text_tag("title", title, id=f"{PREFIX}-title"),
            text_tag("desc", description, id=f"{PREFIX}-desc"),
            tag("style", style_sheet(theme, PREFIX) + style),
            body,
        )
    )
    svg = tag(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {size[0]:g} {size[1]:g}",
        width=size[0],
        height=size[1],
        style="max-width:100%;height:auto",
        fill="none",
        role="img",
        aria_labelledby=f"{PREFIX}-title",
        aria_describedby=f"{PREFIX}-desc",
    )
    name = "t" + sha256(svg.encode()).hexdigest()[:8]
    return Picture(svg.replace(PREFIX, name) + "\n")
