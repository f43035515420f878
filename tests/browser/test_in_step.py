"""What is written agrees with what is drawn, at every frame of whole games, at any speed, whatever is pressed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.arranging import make_table
from tests.browser.playing import code_of, is_over, until
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page

SPEEDS = {"none": 1, "slow": 8, "normal": 4, "fast": 2}  # and how many times faster the time of the page passes
KEYS = ("1", "2", "3", "r", "r", "R", "Enter", "Enter", "Escape")
GAMES = int(os.environ.get("TSURO_GAMES", "4"))  # more of them find more: TSURO_GAMES=100
LONGEST = 120  # seconds
JUDGE = Path(__file__).with_name("in_step.js")


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_written_agrees_with_what_is_drawn_at_every_frame(visitors: Visitors, seed: int) -> None:
    chance = random.Random(seed)
    speed = list(SPEEDS)[seed % len(SPEEDS)]
    page = visitors.come("/rules", reduced_motion="no-preference")
    page.context.add_init_script(_OBSERVE.replace("RATE", str(SPEEDS[speed])))
    page.evaluate(f"localStorage.setItem('tsuro.settings', JSON.stringify({{speed: '{speed}'}}))")
    bots = [{"kind": "bot", "bot": chance.choice(["wanderer", "apprentice"])} for _ in range(7)]
    code = make_table(page.context, seats=[{"kind": "person", "name": "Ana"}, *bots], first=seed % 8, start=True)
    page.goto(f"/table/{code}")
    _begin(page, chance, is_shown=speed != "none")
    _press_at_random(page, chance)
    seen = page.evaluate("() => window.observed")
    assert len(seen["samples"]) > 1  # without animation, many moves may come in one frame
    assert any(sample["isMoving"] for sample in seen["samples"]) == (speed != "none")
    assert seen["sounds"]
    assert _complaints(page, seen) == [], f"seed {seed}, speed {speed}"


def _begin(page: Page, chance: random.Random, *, is_shown: bool) -> None:
    """Place the marker, and touch nothing until that is seen: later, all may be skipped before it is drawn."""
    page.locator(".mark").first.wait_for()
    page.evaluate(_MARK, chance.random())
    page.keyboard.press("Enter")
    seen = "observed.samples.some(({ isMoving }) => isMoving)" if is_shown else "observed.samples.length > 1"
    until(page, lambda: page.evaluate(seen), "that something is drawn")


def _press_at_random(page: Page, chance: random.Random) -> None:
    """Play by keys that are pressed at any time, whether or not they mean something then."""
    until = time.monotonic() + LONGEST
    while not is_over(page):
        assert time.monotonic() < until, "the game does not end"
        page.evaluate(_MARK, chance.random())
        page.keyboard.press(chance.choice(KEYS))
        page.wait_for_timeout(chance.choice((0, 10, 50, 150)))
    page.locator(".end").wait_for()
    page.wait_for_timeout(100)


def _complaints(page: Page, seen: dict[str, Any]) -> object:
    replay = page.request.get(f"/api/tables/{code_of(page)}/games/1/replay").json()
    told = json.dumps({"replay": replay, "seat": 0, **seen})
    ran = subprocess.run(["node", JUDGE], input=told, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


_MARK = """(part) => {
  const marks = document.querySelectorAll(".mark");
  marks[Math.floor(part * marks.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""

_OBSERVE = """
window.observed = { samples: [], sounds: [], said: "" };
const shake = (pattern) => window.observed.sounds.push({ pattern, before: window.observed.samples.length });
Object.defineProperty(navigator, "vibrate", { value: shake }); // which goes with most sounds
const [frame, began] = [window.requestAnimationFrame.bind(window), performance.now()];
window.requestAnimationFrame = (draw) => frame((now) => draw(began + (now - began) * RATE));
const all = (what) => [...document.querySelectorAll(what)];
const text = (what) => document.querySelector(what)?.textContent ?? "";
const shapeOf = (marker) => /is-(?!active)(\\w+)/.exec(marker.className.baseVal)[1];
const playerOf = (row) => [
  ...["is-active", "is-out", "is-winner"].map((name) => row.classList.contains(name)),
  parseInt(row.querySelector(".player-hand .unseen")?.textContent ?? "0"),
  row.querySelector(".sign.is-dragon") !== null,
];
function sample() {
  const [table, board] = [document.querySelector(".table[data-room]"), document.querySelector("svg.board")];
  if (!table || !board) return null;
  const markers = all(".board .marker");
  return {
    isMoving: board.classList.contains("is-moving"),
    tiles: all(".placed").map(({ dataset }) => `${dataset.square} ${dataset.face}`).sort().join(),
    markers: markers.map((one) => `${shapeOf(one)} ${one.getAttribute("transform")}`).sort().join(),
    shapes: markers.map(shapeOf),
    ways: all(".board .way").length,
    note: text(".note:not([hidden]) p"),
    written: JSON.stringify({
      turn: text(".status-turn"),
      news: text(".status-news"),
      log: text(".log-list li:last-child span:last-child"),
      counts: text(".players-counts"),
      players: all(".player").map(playerOf),
      isCalled: document.title.includes("Your turn"),
      room: table.dataset.room,
      isOver: table.classList.contains("is-over") || text(".end h2") !== "",
    }),
  };
}
const { port1: before, port2: after } = new MessageChannel();
let last = "";
after.onmessage = () => {
  const seen = sample();
  const where = seen?.isMoving ? seen.shapes : seen?.markers;
  const key = seen && JSON.stringify([seen.isMoving, seen.tiles, where, seen.ways, seen.note, seen.written]);
  if (seen && key !== last) window.observed.samples.push(seen);
  last = key;
};
const look = () => frame(() => (before.postMessage(0), look())); // what is drawn in this frame is complete then
look();
const hear = () => {
  const region = document.getElementById("said");
  if (!region) return;
  listening.disconnect();
  const write = () => (window.observed.said += `${region.textContent}\\n`);
  new MutationObserver(write).observe(region, { childList: true });
};
const listening = new MutationObserver(hear);
listening.observe(document, { childList: true, subtree: true });
"""
