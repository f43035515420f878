"""The page can be installed, opens without the server, and says something sensible when it is gone."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.playing import start_against_bots, until
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.service_worker
WORDS = Words("en")
GONE = ("ERR_CONNECTION_REFUSED", "ERR_FAILED", "WebSocket connection", "Failed to load resource")


def test_the_page_can_be_installed(visitors: Visitors) -> None:
    page = visitors.come()
    _wait_for_worker(page)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A profile of a test is a private one, in which nothing can be installed.
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []


def test_the_icons_are_what_the_manifest_says(visitors: Visitors) -> None:
    page = visitors.come()
    manifest = page.request.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_without_the_server_there_is_a_page_that_says_so_and_leads_back(
    browser: Browser, own_server: Server
) -> None:
    with Visitors(browser, own_server.url, service_worker=True) as visitors:
        visitors.excuse(*GONE)
        page = visitors.come()
        _wait_for_worker(page)
        port = own_server.url.rsplit(":", 1)[1]
        own_server.kill()
        page.goto("/")
        expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
        expect(page.get_by_text("Le serveur est injoignable.")).to_be_visible()
        page.goto("/replay")
        expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
        with Server(own_server.folder, "--port", port):
            page.get_by_role("link", name="Try again").click()
            expect(page.get_by_label(WORDS("replay.record"))).to_be_visible()


def test_what_needs_no_server_opens_without_one(browser: Browser, own_server: Server) -> None:
    with Visitors(browser, own_server.url, service_worker=True) as visitors:
        visitors.excuse(*GONE)
        page = visitors.come()
        start_against_bots(page)
        _wait_for_worker(page)
        table = page.url
        own_server.kill()
        page.goto("/rules")
        expect(page.locator(".rule").first).to_be_visible()
        page.goto("/learn")
        expect(page.locator(".learn-words h2")).to_have_text(WORDS("learn.goal.title"))
        expect(page.locator("svg.board")).to_be_visible()
        page.goto(table)
        expect(page.get_by_text(WORDS("line.lost"))).to_be_visible()


def test_the_page_is_kept_in_the_language_of_its_reader(browser: Browser, own_server: Server) -> None:
    with Visitors(browser, own_server.url, service_worker=True) as visitors:
        visitors.excuse(*GONE)
        page = visitors.come(locale="pt-PT")
        _wait_for_worker(page)
        own_server.kill()
        page.goto("/rules")
        expect(page.get_by_role("heading", level=1)).to_have_text(Words("pt")("rules.title"))


def _wait_for_worker(page: Page) -> None:
    """Until the page is kept."""
    until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"), "the service worker")
