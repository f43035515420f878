// The panel at the end of a game, in its place beside the board or among the words.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {TableState} from "../game/table.js" */
/** @import {View} from "../screens/table.js" */
import { NOTHING_YET } from "../game/table.js";
import { put } from "../ui/dom.js";
import { focusOn } from "../ui/focus.js";

/** Fetches the panel at the end of a game, and takes it away when another begins. */
export class Ending {
  /** @param {App} app @param {Session} session @param {HTMLElement} place @param {HTMLElement} [way] a button to stand in it */
  constructor(app, session, place, way) {
    this.app = app;
    this.session = session;
    this.place = place;
    this.way = way;
    /** @type {View | null} */
    this.panel = null;
    this.isOver = false;
    this.state = NOTHING_YET; // as it is shown
  }

  /** @param {TableState} state @returns {boolean} whether a game has just ended, or begun */
  update(state) {
    this.state = state;
    const isOver = Boolean(state.position?.result);
    const isChanged = isOver !== this.isOver;
    if (isChanged) this.change(isOver);
    else this.panel?.update(state, null);
    return isChanged;
  }

  /** @param {boolean} isOver */
  change(isOver) {
    this.isOver = isOver;
    this.leave();
    put(this.place);
    if (isOver) void this.bring().catch(this.app.fail);
  }

  /** Nobody needs it before the end, so it is fetched then. */
  async bring() {
    const { endPanel } = await import("../end/end.js");
    if (!this.isOver || this.panel) return;
    this.panel = endPanel(this.app, this.session, this.way);
    put(this.place, this.panel.element);
    this.panel.update(this.state, null);
    if (document.activeElement === document.body) focusOn(this.panel.element.querySelector("h2"));
  }

  leave() {
    this.panel?.leave?.();
    this.panel = null;
  }
}
