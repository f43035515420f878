// The rules, by edition, with something to search them by.

/** @import {App, Screen} from "../main.js" */
/** @import {Edition, Group} from "../rules/book.js" */
import { loadFaces } from "../board/faces.js";
import { tilePicture } from "../board/tile.js";
import { h, put, set } from "../ui/dom.js";
import { topBar } from "../ui/top-bar.js";
import { t } from "../words/language.js";
import { DIFFERENT, EDITIONS, GROUPS, isFoundIn, keysOf, pieces, wordsOf } from "../rules/book.js";

const SHOWN_TILES = ["1n", "7n", "17e", "22n", "35n"];

/** The screen of the rules. @param {App} app @returns {Screen} */
export function screen(app) {
  app.title(t("rules.title"));
  const page = new RulesPage(app);
  page.show();
  return { element: page.element };
}

class RulesPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Edition} */
    this.edition = "modern";
    this.query = "";
    this.about = h("p", { class: "quiet rules-about" });
    this.found = h("p", { class: "quiet rules-found", role: "status" });
    this.list = h("div", { class: "rules-list" });
    this.contents = contents();
    this.tiles = h("div", { class: "rules-tiles", role: "img", "aria-label": t("rules.tiles") });
    this.element = h("div", {}, topBar(app, {}), this.main());
    void this.drawTiles();
  }

  main() {
    const learn = h("a", { class: "button", href: "/learn" }, t("rules.learn"));
    const tools = h("div", { class: "card rules-tools" }, this.search(), this.found, this.editions(), this.about);
    const head = [h("h1", {}, t("rules.title")), h("p", { class: "rules-intro" }, t("rules.intro"))];
    return h("main", { class: "column rules" }, ...head, this.tiles, h("p", {}, learn), tools, this.contents, this.list);
  }

  search() {
    const look = (/** @type {Event} */ event) => {
      this.query = /** @type {HTMLInputElement} */ (event.target).value;
      this.show();
    };
    const props = { type: "search", id: "rules-search", placeholder: t("rules.search-hint"), autocomplete: "off" };
    const field = h("input", { ...props, oninput: look });
    return h("div", { class: "rules-search" }, h("label", { for: "rules-search" }, t("rules.search")), field);
  }

  editions() {
    const choices = EDITIONS.map((edition) => {
      const choose = () => {
        this.edition = edition;
        this.show();
      };
      const radio = h("input", { type: "radio", name: "edition", value: edition, checked: edition === this.edition, onchange: choose });
      return h("label", { class: "rules-edition" }, radio, t(`edition.${edition}.name`));
    });
    return h("fieldset", { class: "row" }, h("legend", {}, t("rules.edition")), ...choices);
  }

  show() {
    const words = wordsOf(this.query);
    const groups = GROUPS.map((group) => this.group(group, words)).filter((group) => group !== null);
    put(this.about, t(`edition.${this.edition}`));
    put(this.list, ...groups);
    this.contents.hidden = words.length > 0;
    this.count(words);
    markTarget(this.list, location.hash);
  }

  /** @param {Group} group @param {readonly string[]} words */
  group({ title, rules }, words) {
    const shown = rules.filter((rule) => isFoundIn([rule, ...keysOf(rule, this.edition).map((key) => t(key))], words));
    if (!shown.length) return null;
    const heading = h("h2", { id: anchorOf(title), tabindex: -1 }, t(title));
    return h("section", { "aria-labelledby": anchorOf(title) }, heading, ...shown.map((rule) => this.rule(rule, words)));
  }

  /** @param {string} rule @param {readonly string[]} words */
  rule(rule, words) {
    const [title = "", ...texts] = keysOf(rule, this.edition);
    const follow = (/** @type {Event} */ event) => {
      event.preventDefault(); // the screen would be redrawn, and the search lost
      history.replaceState(null, "", `#${rule}`);
      markTarget(this.list, location.hash)?.scrollIntoView({ block: "nearest" });
    };
    const link = h("a", { class: "rule-id figures", href: `#${rule}`, "aria-label": t("rules.link", { rule }), onclick: follow }, rule);
    const badge = DIFFERENT.includes(rule) && h("span", { class: "rule-badge" }, t("rules.differs"));
    const said = texts.map((key, at) => h("p", { class: at ? "rule-edition" : null }, ...highlighted(t(key), words)));
    return h("article", { class: "rule", id: rule }, h("h3", {}, link, h("span", {}, ...highlighted(t(title), words)), badge), ...said);
  }

  /** @param {readonly string[]} words */
  count(words) {
    const count = this.list.querySelectorAll(".rule").length;
    put(this.found, words.length ? (count ? t("rules.found", { count }) : t("rules.none")) : null);
  }

  async drawTiles() {
    const faces = await loadFaces().catch(() => null); // rules can be read without pictures
    if (faces) put(this.tiles, ...SHOWN_TILES.map((name) => tilePicture(faces.get(name), {})));
  }
}

/** Where a heading can be found. @param {string} title */
const anchorOf = (title) => title.replaceAll(".", "-");

/** The headings, to go to. */
function contents() {
  const links = GROUPS.map(({ title }) => {
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      const heading = document.getElementById(anchorOf(title));
      heading?.scrollIntoView({ block: "start" });
      heading?.focus({ preventScroll: true });
    };
    return h("li", {}, h("a", { href: `#${anchorOf(title)}`, onclick: go }, t(title)));
  });
  return h("nav", { class: "rules-contents", "aria-label": t("rules.contents") }, h("ul", {}, ...links));
}

/** Show which rule the address names.
 * @param {HTMLElement} list
 * @param {string} hash
 */
function markTarget(list, hash) {
  let target = null;
  for (const rule of list.querySelectorAll(".rule")) {
    const isTarget = `#${rule.id}` === hash;
    set(rule, { "aria-current": isTarget ? "true" : null });
    if (isTarget) target = rule;
  }
  return target;
}

/** @param {string} text @param {readonly string[]} words */
function highlighted(text, words) {
  return pieces(text, words).map((piece) => (piece.isFound ? h("mark", {}, piece.text) : piece.text));
}
