"""The page without its server, and with a newer one: what the browser keeps, in a real Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.browser.place import Place

from tsuro.web import PAGE

ANOTHER = """async (before) => {
  while ((await caches.keys()).join(" ").includes(before)) await new Promise((done) => setTimeout(done, 20));
  return (await caches.keys()).join(" ");
}"""


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


def test_a_page_of_0_4_0_that_is_open_is_loaded_again(place: Place, tmp_path: Path) -> None:
    newer = tmp_path / "page"
    shutil.copytree(PAGE, newer)
    (newer / "main.js").write_text((PAGE / "main.js").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with place.serving():
        page, _ = place.visit()
        page.evaluate("async () => { window.old = true; await caches.open('tsuro-0123456789ab'); }")
    with place.serving(newer):
        page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
        page.wait_for_function("() => !window.old")
        page.locator("#page h1").wait_for()
        assert all(name.startswith("tsuro-joined-") for name in page.evaluate("() => caches.keys()"))
