"""An address at which a server of this process comes and goes, with any page."""

from __future__ import annotations

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
    from playwright.sync_api import Page

__all__ = ["Place"]

SECONDS = 30.0
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  return (await caches.keys()).join(" ");
}"""


class Place:
    """An address at which a server comes and goes."""

    def __init__(self, folder: Path, visitors: Visitors, port: int) -> None:
        self._database = folder / "tables.sqlite3"
        self._settings = Settings(port=port, database=self._database, bot_processes=1)
        self.visitors = visitors

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
        page = self.visitors.come("/")
        return page, page.evaluate(KEPT)
