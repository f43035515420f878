"""Takes pictures of every screen of the page, for people to review: run it with `make screenshots`.

They go to screenshots/, with an index.html that shows all of them. With --docs, those that the documentation shows
are taken, too, and put beside its other pictures.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.progress import Progress
from tests.browser.arranging import Words
from tests.browser.tour import LOCALES, ROUTES, Stop, Tour, tour_server
from tests.browser.visiting import DESKTOP, PHONE, Visitors, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "screenshots"
PICTURES = ROOT / "docs" / "pictures"

SIZES: dict[str, ViewportSize] = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ("light", "dark")

SHOWN = {
    "play-ghost-desktop-light": "page-desktop-light",
    "play-ghost-desktop-dark": "page-desktop-dark",
    "play-ghost-phone-dark": "page-phone-dark",
    "replay-advice-desktop-light": "page-replay",
}
"""What the documentation shows, and under which name."""

STYLE = """\
body { font: 16px system-ui, sans-serif; margin: 1rem; background: #888; }
section { display: flex; gap: 1rem; align-items: flex-start; margin-bottom: 2rem; }
h2 { width: 10rem; font-size: 1rem; margin: 0; }
.desktop { width: 480px; } .phone { width: 180px; }
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Take pictures of every screen of the page.")
    parser.add_argument("routes", nargs="*", metavar="ROUTE", help=f"only some: {', '.join(ROUTES)}")
    parser.add_argument("--language", choices=LOCALES, default="en")
    parser.add_argument("--docs", action="store_true", help="renew the pictures of the documentation")
    options = parser.parse_args()
    routes = options.routes or list(ROUTES)
    if unknown := [route for route in routes if route not in ROUTES]:
        parser.error(f"there is no {unknown[0]}: choose from {', '.join(ROUTES)}")
    if not options.routes:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(exist_ok=True)
    _take_all(routes, options.language, docs=options.docs)
    _write_index()
    print(f"open {FOLDER.relative_to(ROOT)}/index.html")
    return 0


def _take_all(routes: list[str], language: str, *, docs: bool) -> None:
    with (
        TemporaryDirectory() as folder,
        tour_server(Path(folder)) as server,
        chromium() as browser,
        Progress(transient=True) as progress,
    ):
        bar = progress.add_task("", total=len(routes))
        for route in routes:
            with Visitors(browser, server.url) as visitors:
                for name, page in _stops(Tour(visitors, Words(language)), route):
                    progress.update(bar, description=name)
                    _take(name, page, docs=docs)
            progress.advance(bar)


def _stops(tour: Tour, route: str) -> Iterator[Stop]:
    """The stops of a route, each as on a desktop by day, whatever was done to the page at the stop before."""
    for name, page in ROUTES[route](tour):
        yield name, page
        page.set_viewport_size(DESKTOP)
        page.emulate_media(color_scheme="light")


def _take(name: str, page: Page, *, docs: bool) -> None:
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_timeout(100)  # the board fits itself into its new room
            file = f"{name}-{size}-{theme}"
            page.screenshot(path=FOLDER / f"{file}.png")
            if docs and file in SHOWN:
                (PICTURES / f"{SHOWN[file]}.webp").write_bytes(_small(page))


def _small(page: Page) -> bytes:
    """The same picture in a few kilobytes."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    session.detach()
    return base64.b64decode(answer["data"])


def _write_index() -> None:
    taken = sorted(FOLDER.glob("*.png"), key=lambda path: path.stat().st_mtime)
    names = dict.fromkeys(path.stem.rsplit("-", 2)[0] for path in taken)
    sections = "\n".join(f"<section><h2>{escape(name)}</h2>{_row(name)}</section>" for name in names)
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>{STYLE}</style>'
    (FOLDER / "index.html").write_text(f"{head}{sections}</html>", encoding="utf-8")


def _row(name: str) -> str:
    files = [(f"{name}-{size}-{theme}.png", size) for size in SIZES for theme in THEMES]
    return "".join(f'<a href="{file}"><img class="{size}" src="{file}" alt="{file}"></a>' for file, size in files)


if __name__ == "__main__":
    sys.exit(main())
