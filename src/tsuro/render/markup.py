"""Writing SVG: elements, attributes, and the data of paths."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from tsuro.render.geometry import Curve, Spot, number

__all__ = ["PREFIX", "line", "tag", "text_tag", "trace"]

PREFIX = "\ue000"
"""A placeholder prefix for every id and class, until the picture's contents are known: its name is their hash."""


def tag(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """An element. `stroke_width` is written stroke-width, `css` names classes, None is left out.

    >>> tag("path", d="M0 0H9", stroke_width=2, opacity=None)
    '<path d="M0 0H9" stroke-width="2"/>'
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _attribute(key: str, value: str | float) -> str:
    text = value if isinstance(value, str) else number(value)
    if key == "css":
        return f" class={quoteattr(_classes(text))}"
    return f" {key.replace('_', '-')}={quoteattr(text)}"


def _classes(css: str) -> str:
    # Each class carries the picture's name: a rule for ".picture .gold" would not reach into a <use>.
    return " ".join(f"{PREFIX}-{name}" for name in css.split())


def text_tag(name: str, text: str, **attributes: str) -> str:
    """An element that holds text."""
    return tag(name, escape(text), **attributes)


def trace(curves: Iterable[Curve], *, stub: Spot | None = None) -> str:
    """The data of a path along curves, each beginning where the last one ends; a stub leads to the first."""
    data, at = "", None
    for curve in curves:
        if curve.start != at:
            data += ("M" if stub is None else f"M{_pair(stub)}L") + _pair(curve.start)
            stub = None
        data += "C" + " ".join(_pair(spot) for spot in (curve.near, curve.far, curve.end))
        at = curve.end
    return data


def line(start: Spot, end: Spot) -> str:
    """The data of a straight line."""
    return f"M{_pair(start)}L{_pair(end)}"


def _pair(spot: Spot) -> str:
    return f"{number(spot.x)} {number(spot.y)}"
