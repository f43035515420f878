"""One's turn in a hidden tab: what the browser shows outside the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.playing import start_against_bots, until
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORDS = Words("en")
LOOK = "() => { sessionStorage.away = ''; document.dispatchEvent(new Event('visibilitychange')); }"
AWAY_AND_ALLOWED = """
Object.defineProperty(document, "hidden", { get: () => sessionStorage.away === "yes" });
window.notices = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return "granted"; }
  constructor(title, { body, tag }) { window.notices.push([title, tag]); }
  close() { window.notices.pop(); }
};
"""  # the browser of the tests neither hides a tab nor shows a notification

AWAY_WITH_A_WORKER = """
Object.defineProperty(document, "hidden", { get: () => sessionStorage.away === "yes" });
window.notices = [];
const { prototype } = ServiceWorkerRegistration;
prototype.showNotification = async (title, { tag, data }) => window.notices.push([title, tag, data]);
prototype.getNotifications = async () => [];
"""
CLICK = """async (data) => {
  const focused = new Promise((tell) => (WindowClient.prototype.focus = async function () { tell(this.url); }));
  dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification: { data, close() {} } }));
  return focused;
}"""  # nothing is shown here, so nobody can click on it: the worker is asked which tab it would bring to the front


def test_a_turn_in_a_hidden_tab_is_notified_until_the_tab_is_seen(visitors: Visitors) -> None:
    page = visitors.come()
    page.add_init_script(AWAY_AND_ALLOWED)
    page.reload()
    _want_notifications(page)
    code = start_against_bots(page, bots=1)
    page.evaluate("sessionStorage.away = 'yes'")
    page.reload()
    until(page, lambda: page.title().startswith("(1) ●"), "the count in the title")
    until(page, lambda: page.evaluate("notices") == [[WORDS("play.your-turn"), code]], "the notification")
    page.evaluate(LOOK)
    assert page.title().startswith("●")
    until(page, lambda: page.evaluate("notices") == [], "that it is taken away")


@pytest.mark.service_worker
def test_a_click_on_a_notification_of_the_worker_brings_the_tab_to_the_front(visitors: Visitors) -> None:
    page = visitors.come("/rules", permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.add_init_script(AWAY_WITH_A_WORKER)
    page.evaluate("localStorage.setItem('tsuro.settings', JSON.stringify({ notify: true }))")
    page.goto("/")
    code = start_against_bots(page, bots=1)
    page.evaluate("sessionStorage.away = 'yes'")
    page.reload()
    told = [WORDS("play.your-turn"), code, f"/table/{code}"]
    until(page, lambda: page.evaluate("notices") == [told], "the notification")
    [worker] = page.context.service_workers
    assert worker.evaluate(CLICK, f"/table/{code}") == f"{visitors.url}/table/{code}"


def test_a_browser_that_blocks_notifications_is_named_as_the_reason(visitors: Visitors) -> None:
    page = visitors.come(permissions=[])  # none is given
    page.locator("[data-settings]").click()
    wanted = page.get_by_role("switch", name=WORDS("settings.notify"))
    wanted.click()
    expect(page.get_by_text(WORDS("settings.notify-denied"))).to_be_visible()
    expect(wanted).not_to_be_checked()


def _want_notifications(page: Page) -> None:
    page.locator("[data-settings]").click()
    wanted = page.get_by_role("switch", name=WORDS("settings.notify"))
    wanted.click()
    expect(wanted).to_be_checked()
    page.locator("#settings-done").click()
