"""What a page shows, read from the page itself: no server is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["Shown", "hand_on", "shown_on", "tiles_named_on"]

_TILE = re.compile(r'data-(?:tile|face|tiles)="(\d[\w,]*)"|\btile (\d+)(?! of)', re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What everybody sees of a game."""

    board: dict[int, str]  # the faces of the tiles, by square
    pile: int
    hands: tuple[int, ...]  # how many tiles each player has
    active: tuple[str, ...]
    dragon: tuple[str, ...]
    out: tuple[str, ...]
    markers: dict[str, str]  # where they stand


def shown_on(page: Page) -> Shown:
    """All in one look, so that nothing changes meanwhile."""
    told = page.evaluate(_LOOK)
    return Shown(
        board={int(square): face for square, face in told["board"]},
        pile=int(told["pile"]),
        hands=tuple(map(int, told["hands"])),
        active=tuple(told["active"]),
        dragon=tuple(told["dragon"]),
        out=tuple(told["out"]),
        markers=dict(told["markers"]),
    )


def hand_on(page: Page) -> set[int]:
    """The tiles of the hand that is shown."""
    tiles = page.locator(".hand-tile").evaluate_all("all => all.map((tile) => Number(tile.dataset.tile))")
    return set(tiles)


def tiles_named_on(page: Page) -> set[int]:
    """Every tile that is named anywhere in the page, seen or not."""
    found = _TILE.findall(page.content())
    return {int(number) for marked, said in found for number in re.findall(r"\d+", marked or said)}


_LOOK = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const names = (what) => all(`.player${what} .player-name`).map((name) => name.textContent);
  return {
    board: all(".placed").map((tile) => [tile.dataset.square, tile.dataset.face]),
    pile: /\\d+/.exec(document.querySelector(".players-counts")?.textContent ?? "-1")[0],
    hands: all(".player").map((each) => parseInt(each.querySelector(".player-hand .unseen")?.textContent ?? "0")),
    active: names(".is-active"),
    dragon: names(":has(.sign.is-dragon)"),
    out: names(".is-out"),
    markers: all(".board .marker").map((marker) => [
      /is-(?!active)\\w+/.exec(marker.className.baseVal)[0],
      marker.getAttribute("transform"),
    ]),
  };
}"""
