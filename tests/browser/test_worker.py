"""The page without its server, and with a newer one: what the browser keeps, in a real Chromium."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.visiting import Visitors

from tsuro.server.http import pages
from tsuro.server.serve import Server, listening
from tsuro.server.settings import Settings
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.web import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SECONDS = 30.0
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  return (await caches.keys()).join(" ");
}"""
ANOTHER = """async (before) => {
  while ((await caches.keys()).join(" ").includes(before)) await new Promise((done) => setTimeout(done, 20));
  return (await caches.keys()).join(" ");
}"""


class Place:
    """An address at which a server comes and goes."""

    def __init__(self, folder: Path, visitors: Visitors, port: int) -> None:
        self._database = folder / "tables.sqlite3"
        self._settings = Settings(port=port, database=self._database, bot_processes=1)
        self._visitors = visitors

    @contextmanager
    def serving(self, page: Path = PAGE) -> Iterator[None]:
        """A server with the page of a folder."""
        files, started = pages.page_files(page), threading.Event()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pages, "page_files", lambda: files)
            with SqliteStore.open(self._database) as store, listening(self._settings) as listener:
                server = Server(store, self._settings, announce=lambda _sentence: started.set())
                thread = threading.Thread(target=server.run, args=([listener],))
                thread.start()
                try:
                    assert started.wait(SECONDS)
                    yield
                finally:
                    server.should_exit = True
                    thread.join(SECONDS)

    def visit(self) -> tuple[Page, str]:
        """The page, as soon as the browser has kept it, and what it calls that."""
        page = self._visitors.come("/")
        return page, page.evaluate(KEPT)


@pytest.fixture
def place(browser: Browser, tmp_path: Path) -> Iterator[Place]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Visitors(browser, f"http://127.0.0.1:{port}") as visitors:
        visitors.excuse("ERR_CONNECTION_REFUSED", "Failed to load resource")
        yield Place(tmp_path, visitors, port)


def test_without_the_server_the_page_says_so_and_comes_back(place: Place) -> None:
    with place.serving():
        page, kept = place.visit()
        assert kept.startswith("tsuro-")
    page.reload()
    page.get_by_role("link", name="Try again").wait_for()
    assert page.get_by_role("link", name="Réessayer").is_visible()
    assert page.locator("img").evaluate("image => image.complete && image.naturalWidth > 0"), "files are kept"
    with place.serving():
        page.get_by_role("link", name="Try again").click()
        page.locator("#page h1").wait_for()


def test_without_the_server_the_rules_can_be_read(place: Place) -> None:
    with place.serving():
        page, _ = place.visit()
    page.goto("/rules")
    page.locator("#page h1").wait_for()


def test_a_new_version_takes_the_place_of_the_old_one(place: Place, tmp_path: Path) -> None:
    newer = tmp_path / "page"
    shutil.copytree(PAGE, newer)
    words = newer / "languages" / "en.json"
    words.write_text(words.read_text(encoding="utf-8").replace('"English"', '"Anew"'), encoding="utf-8")
    with place.serving():
        page, old = place.visit()
    names = "async () => (await (await fetch('/page/languages.json')).json()).map(({name}) => name)"
    with place.serving(newer):
        page.reload()
        page.locator("#page h1").wait_for()
        assert "Anew" in page.evaluate(names), "already before the new version is kept"
        new = page.evaluate(ANOTHER, old)
        assert new.startswith("tsuro-")
        assert " " not in new
        assert "Anew" in page.evaluate(names)
