"""What gets into a page by mistake does nothing there: the browser itself refuses to run or load it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page

ADDED = """([tag, attributes]) => new Promise((resolve) => {
  const refused = (event) => resolve(event.effectiveDirective);
  document.addEventListener("securitypolicyviolation", refused, { once: true });
  const added = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") added.textContent = value; else added.setAttribute(name, value);
  }
  document.body.append(added);
  if (tag === "form") added.submit();
  if (tag === "button") added.click();
})"""
MARKUP = "<img src=x>"


@pytest.fixture
def page(visitors: Visitors) -> Page:
    visitors.excuse("Content Security Policy", "asked elsewhere: http://127.0.0.2")
    return visitors.come()


@pytest.mark.parametrize(
    ("tag", "attributes", "directive"),
    [
        ("script", {"text": "window.bad = 1"}, "script-src-elem"),
        ("script", {"src": "http://127.0.0.2:9/bad.js"}, "script-src-elem"),
        ("button", {"onclick": "window.bad = 1"}, "script-src-attr"),
        ("style", {"text": "body { display: none }"}, "style-src-elem"),
        ("img", {"src": "http://127.0.0.2:9/seen.png"}, "img-src"),
        ("iframe", {"src": "/"}, "frame-src"),
        ("object", {"data": "/"}, "object-src"),
        ("base", {"href": "http://127.0.0.2:9/"}, "base-uri"),
        ("form", {"action": "/api/tables", "method": "post"}, "form-action"),
    ],
)
def test_what_is_put_into_a_page_is_refused(
    page: Page, tag: str, attributes: dict[str, str], directive: str
) -> None:
    assert page.evaluate(ADDED, [tag, attributes]) == directive
    assert page.evaluate("window.bad") is None


def test_text_never_becomes_a_program(page: Page) -> None:
    refused = "() => { try { new Function('window.bad = 1')(); return ''; } catch (error) { return error.name; } }"
    later = f"new Promise((resolve) => setTimeout(() => resolve(({refused})())))"  # the test itself may do more
    assert page.evaluate(later) == "EvalError"
    assert page.evaluate("window.bad") is None


def test_a_name_is_text_and_nothing_else(page: Page) -> None:
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill(MARKUP)
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator("strong", has_text=MARKUP)).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
