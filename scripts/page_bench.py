"""How fast the page loads, how much it transfers, and how smoothly markers walk: run it with `make bench`.

Measured with Chromium's own tracing, each time in a new profile with nothing in its cache.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from scripts.page_trace import (
    ARRIVING,
    LONG,
    MOVING,
    frames,
    long_tasks,
    painted_after,
    time_of_mark,
    time_of_visit,
)
from tests.browser.arranging import play_some, sit_together
from tests.browser.visiting import CHROMIUM, DESKTOP, chromium
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

SECOND = 1000  # milliseconds: the first board should be there by then
MOST_BYTES = 150_000
WALK_SECONDS = 10
WATCH_FOR_BOARD = """
performance.mark("begun");
addEventListener("click", (event) => event.target.closest("[type=submit]") && performance.mark("clicked"), true);
new MutationObserver((_, observer) => {
  if (!document.querySelector(".table svg.board")) return;
  performance.mark("board");
  observer.disconnect();
}).observe(document, {childList: true, subtree: true});
"""


@dataclass
class Transferred:
    """What a page fetched. The worker, which stores all files for later, comes after everything else."""

    requests: int = 0
    bytes: int = 0
    by_worker: int = 0  # bytes

    def watch(self, session: CDPSession) -> None:
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketFrameReceived", self._heard)

    def _finished(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.bytes += int(event["encodedDataLength"])

    def _heard(self, event: dict[str, Any]) -> None:
        self.bytes += len(event["response"]["payloadData"])


@dataclass
class Arrival:
    """From an empty address bar to a board on the screen."""

    milliseconds: list[float] = field(default_factory=list)
    transferred: list[Transferred] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        typical, last = median(self.milliseconds), self.transferred[-1]
        return {
            "milliseconds": round(typical, 1),
            "milliseconds_worst": round(max(self.milliseconds), 1),
            "of_a_second": round(typical / SECOND, 3),
            "requests": last.requests,
            "bytes": last.bytes,
            "of_150_kB": round(last.bytes / MOST_BYTES, 3),
            "bytes_kept_for_later": last.by_worker,
        }


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the page in Chromium.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="cold starts of each kind (default: 5)")
    options = parser.parse_args()
    if CHROMIUM is None:
        print("The page was not measured: there is no Chromium here. make test installs it.")
        return 0
    results = _measure(options.rounds)
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        _print_tables(results)
    return 0


def _measure(rounds: int) -> dict[str, Any]:
    steps = 2 * rounds + 1
    with (
        TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        chromium() as browser,
        Progress(transient=True, console=Console(stderr=True)) as progress,
    ):
        bar = progress.add_task("The page", total=steps)
        to_table, to_game = Arrival(), Arrival()
        for _ in range(rounds):
            _arrive_at_table(browser, server.url, to_table)
            progress.advance(bar)
            _arrive_from_start(browser, server.url, to_game)
            progress.advance(bar)
        return {
            "first_board_by_link": to_table.figures(),
            "first_board_after_play": to_game.figures(),
            "walks": _walks(browser, server.url),
        }


@contextmanager
def _new_profile(browser: Browser, url: str, **options: Any) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=url, viewport=DESKTOP, locale="en-GB", **options)
    yield context
    context.close()


def _arrive_at_table(browser: Browser, url: str, arrival: Arrival) -> None:
    """Somebody opens the link to a game that is being played."""
    with _new_profile(browser, url) as host, _new_profile(browser, url) as visitor:
        host.request.get("/")
        code = sit_together([host, host])
        play_some(host, code, most=12)
        with _watched(visitor, arrival) as page, _traced(browser, page, ARRIVING) as events:
            page.goto(f"/table/{code}")
            page.locator(".table svg.board").wait_for()
            page.wait_for_timeout(300)  # the trace ends after the frame that shows it
        arrival.milliseconds.append(_until_painted(events, "begun"))


def _arrive_from_start(browser: Browser, url: str, arrival: Arrival) -> None:
    """Somebody opens the start page, and plays against bots: the time is from the click on Play."""
    with _new_profile(browser, url) as visitor:
        with _watched(visitor, arrival) as page, _traced(browser, page, ARRIVING) as events:
            page.goto("/")
            page.locator(".door-button").nth(1).click()
            page.locator(".door.is-open [type=submit]").click()
            page.locator(".table svg.board").wait_for()
            page.wait_for_timeout(300)
        arrival.milliseconds.append(_until_painted(events, "clicked"))


@contextmanager
def _watched(visitor: BrowserContext, arrival: Arrival) -> Iterator[Page]:
    page, transferred = visitor.new_page(), Transferred()
    transferred.watch(visitor.new_cdp_session(page))
    page.add_init_script(WATCH_FOR_BOARD)
    yield page
    transferred.by_worker = _kept_by_worker(visitor)
    arrival.transferred.append(transferred)


def _kept_by_worker(visitor: BrowserContext) -> int:
    if not visitor.service_workers:
        visitor.wait_for_event("serviceworker")
    [worker] = visitor.service_workers
    worker.evaluate("caches.keys().then((names) => names.length)")
    sizes = "performance.getEntriesByType('resource').reduce((all, {transferSize}) => all + transferSize, 0)"
    return int(worker.evaluate(f"new Promise((done) => setTimeout(() => done({sizes}), 1500))"))


@contextmanager
def _traced(browser: Browser, page: Page, categories: list[str]) -> Iterator[list[dict[str, Any]]]:
    """Trace what is done in here; the events are there afterwards."""
    events: list[dict[str, Any]] = []
    browser.start_tracing(page=page, categories=categories)
    yield events
    events.extend(json.loads(browser.stop_tracing())["traceEvents"])


def _until_painted(events: list[dict[str, Any]], begun: str) -> float:
    board = time_of_mark(events, "board")
    start = time_of_visit(events) if begun == "begun" else time_of_mark(events, begun)
    return painted_after(events, board) - start


def _walks(browser: Browser, url: str) -> dict[str, Any]:
    """A finished game plays by itself at normal speed."""
    with _new_profile(browser, url, reduced_motion="no-preference") as visitor:
        visitor.request.get("/")
        code = sit_together([visitor] * 3)
        play_some(visitor, code)
        page = visitor.new_page()
        page.goto(f"/table/{code}/replay/1?move=6")
        page.locator(".placed").first.wait_for()
        page.wait_for_timeout(2000)  # until the worker has stored the page
        with _traced(browser, page, MOVING) as events:
            page.locator(".replay-steps .main").click()
            page.wait_for_timeout(WALK_SECONDS * 1000)
    return _smoothness(events)


def _smoothness(events: list[dict[str, Any]]) -> dict[str, Any]:
    seen, tasks = frames(events), long_tasks(events)
    return {
        **{name: round(value, 3) for name, value in asdict(seen).items()},
        "frames_per_second": round(seen.per_second, 1),
        "tasks_over_50_ms": len(tasks),
        "longest_task": round(max(tasks, default=0), 1),
    }


def _print_tables(results: dict[str, Any]) -> None:
    table = Table("cold start", "first board", "of 1 s", "requests", "kB", "of 150 kB", "kept", title="The page")
    for key, name in (("first_board_by_link", "by a link"), ("first_board_after_play", "after Play")):
        result = results[key]
        table.add_row(
            name,
            f"{result['milliseconds']:.0f} ms",
            f"{result['of_a_second']:.2f}",
            str(result["requests"]),
            f"{result['bytes'] / 1000:.0f}",
            f"{result['of_150_kB']:.2f}",
            f"{result['bytes_kept_for_later'] / 1000:.0f} kB",
        )
    console, walks = Console(), results["walks"]
    console.print(table)
    console.print("kept: fetched by the worker afterwards, so that the page opens without the server.")
    console.print(
        f"Markers walk at {walks['frames_per_second']:.0f} frames a second: {walks['on_time']:.1%} "
        f"of {walks['count']} in time, 95 of 100 within {walks['p95']:.1f} ms, "
        f"{walks['tasks_over_50_ms']} tasks over {LONG:.0f} ms."
    )


if __name__ == "__main__":
    sys.exit(main())
