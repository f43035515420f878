"""Drawing plots as SVG. Colours and fonts are classes of the page's style sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape, quoteattr

__all__ = ["WIDTH", "Scale", "Tick", "circle", "line", "picture", "rect", "tag", "text", "ticks"]

WIDTH = 400  # of every plot, in its own units: narrow enough to be read on a phone

Tick = tuple[float, str]  # where, and its label


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; `css` names classes, and `_` is written `-`.

    >>> tag("path", d="M0 0H9", stroke_width=2.0)
    '<path d="M0 0H9" stroke-width="2"/>'
    """
    written = "".join(f" {_named(key)}={quoteattr(_number(value))}" for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _named(key: str) -> str:
    return "class" if key == "css" else key.replace("_", "-")


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, css=css)


def rect(x: float, y: float, width: float, height: float, css: str, title: str = "") -> str:
    return tag("rect", _title(title), x=x, y=y, width=width, height=height, rx=2, css=css)


def circle(x: float, y: float, radius: float, css: str, title: str = "", opacity: float = 1.0) -> str:
    return tag("circle", _title(title), cx=x, cy=y, r=radius, css=css, fill_opacity=opacity)


def text(x: float, y: float, words: str, css: str = "", anchor: str = "start") -> str:
    return tag("text", escape(words), x=x, y=y, css=css, text_anchor=anchor)


def _title(words: str) -> str:
    return tag("title", escape(words)) if words else ""


def picture(name: str, title: str, description: str, height: float, parts: Iterable[str]) -> str:
    """A whole plot; title and description are for screen readers."""
    spoken = tag("title", escape(title), id=f"{name}-title") + tag("desc", escape(description), id=f"{name}-desc")
    return tag(
        "svg",
        spoken + "".join(parts),
        viewBox=f"0 0 {WIDTH} {_number(height)}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Maps values to coordinates."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        low, high = self.low, self.high
        if self.logarithmic:
            value, low, high = log10(value), log10(low), log10(high)
        part = (value - low) / (high - low) if high > low else 0.5
        return self.start + part * (self.end - self.start)


def ticks(high: float, *, most: int = 6) -> list[Tick]:
    """Round numbers from 0 to at least `high`.

    >>> [words for _, words in ticks(0.43)]
    ['0', '0.1', '0.2', '0.3', '0.4', '0.5']
    """
    high = max(high, 1e-3)
    power = 10.0 ** floor(log10(high / most))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if high / step <= most)
    return [(number * step, f"{number * step:.6g}") for number in range(ceil(high / step - 1e-9) + 1)]
