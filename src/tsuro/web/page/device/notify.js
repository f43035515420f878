// One's turn, for whoever looks elsewhere: a count in the title and on the icon of the installed app, and a notification.

/** @import {App} from "../main.js" */
import { t } from "../words/language.js";

/** @typedef {{names: string, isOnTurn: boolean, isHidden: boolean}} Sight what a tab shows, and whether it is seen */
/** @typedef {{title: string, body: string, tag: string}} Notice */
/**
 * What the browser does here; a test has its own.
 * @typedef {object} Browser
 * @property {() => boolean} isHidden
 * @property {(heard: () => void) => () => void} onSight until the function it gives is called
 * @property {(count: number) => void} badge
 * @property {(notice: Notice) => Promise<() => void>} notify gives what takes the notification away
 */

const ICON = "/page/icon-192.png";

/** @type {Sight} */
const NOTHING = { names: "", isOnTurn: false, isHidden: false };

/** How many tables wait unseen, as far as this tab knows. @param {Sight} sight */
export function countOf({ isOnTurn, isHidden }) {
  return isOnTurn && isHidden ? 1 : 0;
}

/** Whoever leaves during their turn knows of it. @param {Sight} now @param {Sight} before */
export function isNews(now, before) {
  return countOf(now) > 0 && !before.isOnTurn;
}

/** @param {Sight} sight */
export function titleOf(sight) {
  if (!sight.isOnTurn) return sight.names;
  const count = countOf(sight);
  return `${count ? `(${count}) ` : ""}● ${t("play.your-turn")}`;
}

/** Tells of the turn at one table. */
export class TurnSign {
  /** @param {Pick<App, "title" | "settings">} app @param {string} code of the table @param {Browser} [browser] */
  constructor(app, code, browser = BROWSER) {
    this.app = app;
    this.code = code;
    this.browser = browser;
    this.sight = NOTHING;
    /** @type {Promise<() => void> | null} */
    this.notice = null;
    this.stop = browser.onSight(() => this.sight !== NOTHING && this.show(this.sight));
  }

  /** @param {Pick<Sight, "names" | "isOnTurn">} shown */
  show({ names, isOnTurn }) {
    this.change({ names, isOnTurn, isHidden: this.browser.isHidden() });
    this.app.title(titleOf(this.sight));
  }

  leave() {
    this.stop();
    this.change(NOTHING);
  }

  /** @param {Sight} sight */
  change(sight) {
    const before = this.sight;
    this.sight = sight;
    const count = countOf(sight);
    if (count !== countOf(before)) this.browser.badge(count);
    if (!count) this.takeBack();
    else if (isNews(sight, before) && this.app.settings.choices.notify) this.notify(sight.names);
  }

  /** @param {string} body */
  notify(body) {
    this.notice = this.browser.notify({ title: t("play.your-turn"), body, tag: this.code });
    this.notice.catch(() => {}); // what was allowed may be forbidden meanwhile
  }

  /** Nobody needs to be told what they see, or what is over. */
  takeBack() {
    void this.notice?.then((close) => close()).catch(() => {});
    this.notice = null;
  }
}

/** @type {Browser} */
const BROWSER = {
  isHidden: () => document.hidden,
  onSight(heard) {
    document.addEventListener("visibilitychange", heard);
    return () => document.removeEventListener("visibilitychange", heard);
  },
  badge(count) {
    const done = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    void done?.catch(() => {}); // a page that is not installed has no icon
  },
  async notify({ title, ...rest }) {
    const options = { ...rest, icon: ICON, data: location.pathname };
    const worker = await navigator.serviceWorker?.getRegistration();
    return worker?.active ? notifyBy(worker, title, options) : notifyHere(title, options);
  },
};

/** The worker answers a click even when the tab is gone.
 * @param {ServiceWorkerRegistration} worker
 * @param {string} title
 * @param {NotificationOptions} options
 */
async function notifyBy(worker, title, options) {
  await worker.showNotification(title, options);
  return async () => (await worker.getNotifications({ tag: options.tag })).forEach((notice) => notice.close());
}

/** @param {string} title @param {NotificationOptions} options */
function notifyHere(title, options) {
  const notice = new Notification(title, options);
  notice.onclick = () => window.focus();
  return () => notice.close();
}
