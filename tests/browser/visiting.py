"""Visitors of the page: each has its own browser profile, and no error goes unnoticed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize

__all__ = ["DESKTOP", "PATIENCE", "PHONE", "Visitors", "chromium"]

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 30_000  # milliseconds, on a busy machine
_BLOCKED = "Service Worker registration blocked"

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the quickest first
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--renderer-process-limit=1"  # for each profile: no process that is only kept ready
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None and "CI" not in os.environ:
        pytest.skip(reason="there is no Chromium here: make test installs it")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


class Visitors:
    """Opens pages, and checks at the end that none had errors or asked another host for anything.

    A service worker fetches the whole page once more for every new profile, so only tests about it have one.
    """

    def __init__(self, browser: Browser, url: str, *, service_worker: bool = False) -> None:
        self._browser = browser
        self.url = url
        self._service_worker = service_worker
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.excused: tuple[str, ...] = () if service_worker else (_BLOCKED,)

    def __enter__(self) -> Visitors:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for context in self.contexts:
            context.close()
        if error is None:
            assert not self.unexcused(), "\n".join(self.unexcused())

    def unexcused(self) -> list[str]:
        return [said for said in self.complaints if not any(excuse in said for excuse in self.excused)]

    def excuse(self, *parts: str) -> None:
        """Complaints with these words in them are expected: a server that is ended cannot be reached."""
        self.excused += parts

    def come(self, path: str = "/", **options: Any) -> Page:
        """A page in a new profile."""
        return self.open(self._profile(**options), path)

    def guest(self, **options: Any) -> BrowserContext:
        """A new profile of somebody whom the server knows, without a page."""
        context = self._profile(**options)
        assert context.request.get("/").ok
        return context

    def open(self, context: BrowserContext, path: str) -> Page:
        """Another page in a profile."""
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        page.goto(path)
        return page

    def _profile(self, **options: Any) -> BrowserContext:
        workers = "allow" if self._service_worker else "block"
        defaults = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": workers}
        context = self._browser.new_context(base_url=self.url, **(defaults | options))
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        return context

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"asked elsewhere: {request.url}")
