// A game played again: one of a table, by its address, or one that somebody brings.

/** @import {App} from "../main.js" */
/** @import {Replay} from "../generated/messages" */
/** @import {Source} from "../replay/viewer.js" */
/** @import {From} from "../share/addresses.js" */
import { inWords, Problem, recordOf, replayOf, replayRecord } from "../net/api.js";
import { loadFaces } from "../board/faces.js";
import { h, put } from "../ui/dom.js";
import { focusOn } from "../ui/focus.js";
import { icon } from "../ui/icons.js";
import { topBar } from "../ui/top-bar.js";
import { list, t } from "../words/language.js";
import { problemLine } from "../ui/problem.js";
import { linkButton } from "../replay/link.js";
import { broughtRecord, OpenForm } from "../replay/open.js";
import { Viewer } from "../replay/viewer.js";
import { replayPath, tablePath } from "../router.js";

/** The screen of a game played again.
 * @param {App} app
 * @param {Record<string, string>} params
 */
export function screen(app, { code, game }) {
  return new ReplayScreen(app, code ?? "", Number(game));
}

class ReplayScreen {
  /** @param {App} app @param {string} code of the table; none: a record is brought @param {number} game */
  constructor(app, code, game) {
    this.app = app;
    this.code = code;
    this.main = h("main", {});
    this.element = h("div", {}, topBar(app, { compact: true }), this.main);
    /** @type {Viewer | null} */
    this.viewer = null;
    this.left = false;
    app.title(t("replay.title"));
    void (code ? this.showGame(game) : this.showBrought()).catch((failed) => this.tell(failed));
  }

  leave() {
    this.left = true;
    this.viewer?.leave();
  }

  /** @param {number} game */
  async showGame(game) {
    put(this.main, h("p", { class: "notice quiet" }, t("replay.loading")));
    const replay = await replayOf(this.code, game);
    let text = "";
    const record = async () => (text ||= await recordOf(this.code, game));
    await this.showReplay(replay, { path: replayPath(this.code, game), record, ways: waysOf(this.app, this.code, game) });
  }

  /** After a reload, what was shown before it. */
  async showBrought() {
    const record = broughtRecord(this.app);
    if (!record || !new URLSearchParams(location.search).has("move")) return this.askForRecord();
    await replayRecord(record).then((replay) => this.showRecord(replay, record), () => this.askForRecord());
  }

  askForRecord() {
    if (this.left) return;
    this.viewer?.leave();
    this.viewer = null;
    this.app.title(t("replay.title"));
    history.replaceState(null, "", "/replay");
    const opened = (/** @type {Replay} */ replay, /** @type {string} */ record) =>
      void this.showRecord(replay, record).catch((failed) => this.tell(failed));
    const form = new OpenForm(this.app, opened, example);
    this.show(h("div", { class: "column stack" }, h("h1", {}, t("replay.title")), form.element));
  }

  /** @param {Replay} replay @param {string} record */
  showRecord(replay, record) {
    const another = h("button", { type: "button", onclick: () => this.askForRecord() }, t("replay.another"));
    const ways = h("div", { class: "replay-ways" }, another, shareButton(this.app, { record }));
    return this.showReplay(replay, { path: "/replay", record: async () => record, ways });
  }

  /** @param {Replay} replay @param {Source} source */
  async showReplay(replay, source) {
    const faces = await loadFaces();
    if (this.left) return;
    this.viewer = new Viewer(this.app, replay, faces, source);
    this.app.title(list(replay.players.map(({ name }) => name)));
    this.show(this.viewer.element);
  }

  /** Put it on the page, and take the focus along if it was on what goes. @param {HTMLElement} content */
  show(content) {
    const focused = this.main.contains(document.activeElement);
    put(this.main, content);
    if (focused) focusOn(content.querySelector("h1"));
  }

  /** @param {unknown} problem */
  tell(problem) {
    const again = () => this.app.go(location.pathname + location.search, { replace: true });
    const table = this.code && !(problem instanceof Problem && problem.code === "no-such-table");
    const retry = h("button", { type: "button", onclick: again }, t("replay.again"));
    const [href, words] = table ? [tablePath(this.code), t("replay.table")] : ["/", t("table.to-start")];
    const ways = h("p", {}, retry, " ", h("a", { class: "button", href }, words));
    const { element } = problemLine(inWords(problem));
    this.show(h("div", { class: "notice stack" }, h("h1", {}, t("replay.title")), element, ways));
  }
}

/** @param {App} app @param {string} code @param {number} game */
function waysOf(app, code, game) {
  return h(
    "div",
    { class: "replay-ways" },
    linkButton(app, () => location.href),
    h("a", { class: "button", href: tablePath(code) }, t("replay.table")),
    shareButton(app, { code, game }),
  );
}

/** @param {App} app @param {From} from */
function shareButton(app, from) {
  return h("button", { type: "button", onclick: () => void share(app, from) }, icon("share"), t("share.open"));
}

/** The moment that is shown. @param {App} app @param {From} from */
async function share(app, from) {
  const { openShare } = await import("../share/share.js");
  const move = new URLSearchParams(location.search).get("move");
  openShare(app, from, move === null ? undefined : Number(move));
}

/** The game that the lesson is about. @returns {Promise<string>} */
async function example() {
  const answer = await fetch("/page/generated/lesson.json").catch(() => {
    throw new Problem("offline", "");
  });
  return /** @type {{record: string}} */ (await answer.json()).record;
}
