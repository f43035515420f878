"""A language is one file: a file that is put into the folder is offered, chosen, counted with and kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.place import Place

from tsuro.web import PAGE

POLISH = {
    "language.name": "Polski",
    "start.title": "Gra o ścieżce",
    "start.against-bots": "Przeciw botom",
    "start.so-many-bots.one": "{count} bot",
    "start.so-many-bots.few": "{count} boty",
    "start.so-many-bots.many": "{count} botów",
    "start.so-many-bots.other": "{count} bota",
    "failed.offline": "Serwer jest nieosiągalny.",
    "failed.retry": "Spróbuj ponownie",
}
BRAZILIAN = {"language.name": "Português (Brasil)", "start.title": "O jogo das trilhas"}
COUNTED = """async () => {
  const { t } = (await import("/page/joined/all.js")).$words_language;
  return [1, 2, 5, 7].map((count) => t("start.so-many-bots", { count }));
}"""


def page_with(folder: Path, **languages: dict[str, str]) -> Path:
    """A copy of the page with more languages: a file for each, and nothing else."""
    page = folder / "page"
    shutil.copytree(PAGE, page)
    for code, texts in languages.items():
        file = page / "languages" / f"{code.replace('_', '-')}.json"
        file.write_text(json.dumps(texts), encoding="utf-8")
    return page


def test_a_new_language_is_offered_counted_with_and_kept(place: Place, tmp_path: Path) -> None:
    with place.serving(page_with(tmp_path, pl=POLISH)):
        page = place.visitors.come(locale="pl-PL")
        expect(page.get_by_role("heading", level=1)).to_have_text(POLISH["start.title"])
        expect(page.locator("html")).to_have_attribute("lang", "pl")
        assert page.evaluate(COUNTED) == ["1 bot", "2 boty", "5 botów", "7 botów"]
        expect(page.get_by_text(Words("en")("start.line"))).to_be_visible()  # what is not translated yet
        page.locator("[data-settings]").click()
        expect(page.locator("#settings-language option")).to_contain_text(["English", "Polski"])
        place.visit()
        kept = "async () => (await caches.match('/page/languages/pl.json'))?.status"
        assert page.evaluate(kept) == 200
        page.goto("/offline.html")
        expect(page.locator('[lang="pl"]')).to_contain_text(POLISH["failed.offline"])


def test_a_region_has_its_own_texts_and_the_rest_of_its_language(place: Place, tmp_path: Path) -> None:
    portuguese = Words("pt")
    with place.serving(page_with(tmp_path, pt_BR=BRAZILIAN)):
        page = place.visitors.come(locale="pt-BR")
        expect(page.get_by_role("heading", level=1)).to_have_text(BRAZILIAN["start.title"])
        expect(page.get_by_text(portuguese("start.line"))).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
        other = place.visitors.come(locale="pt-PT")
        expect(other.get_by_role("heading", level=1)).to_have_text(portuguese("start.title"))
        expect(other.locator("html")).to_have_attribute("lang", "pt-PT")
