"""The parts of a report: a plot, its description, and its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Figure", "percent", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One part of the report."""

    title: str
    words: str
    svg: str
    headings: tuple[str, ...]
    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        title = escape(self.title)
        return (
            f'<figure class="card"><figcaption><h2>{title}</h2><p>{escape(self.words)}</p></figcaption>{self.svg}'
            f'<details><summary>The numbers<span class="unseen"> of: {title}</span></summary>'
            f"{table(self.headings, self.rows, self.title)}</details></figure>"
        )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """A table whose first column names the rows."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(c)}</td>" for c in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="' + escape(caption) + '"><table>'
        f"<caption class='unseen'>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def percent(share: float) -> str:
    """
    >>> percent(0.2514)
    '25.1 %'
    """
    return f"{share * 100:.1f} %"
