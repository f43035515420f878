// What the player at this device means by a gesture: it changes the plan, or asks the server for something.

/** @import {App} from "../main.js" */
/** @import {Session} from "../net/session.js" */
/** @import {Sound} from "../device/sound.js" */
/** @import {Store} from "./store.js" */
/** @import {Hints} from "./hint.js" */
/** @import {Input, PlayState} from "./state.js" */
import { exchangeChosen, faceIn, isMark } from "../game/actions.js";
import { facedBy } from "../game/table.js";
import { inWords, refusalOf } from "../net/api.js";
import { moveOf, whyNot } from "./choice.js";
import { adviceOn, problemOn } from "./hint.js";
import { captionIn, mayAsk, mayUndo, panelOf, plannedIn } from "./selectors.js";

const TWICE = 500; // milliseconds: a start mark that is tapped again so soon was tapped twice by mistake
const AGAIN = 200; // milliseconds after a move in which a second press is none of the next turn's

/** @typedef {{app: Pick<App, "say">, session: Pick<Session, "ask" | "move" | "undo" | "unansweredMove">, sound: Pick<Sound, "play">,
 *   hints: Pick<Hints, "want" | "now" | "forgetProblem">, store: Store<PlayState, Input>}} Given */

/** The gestures of the player at this device, as inputs to the store and requests to the server. */
export class Player {
  /** @param {Given} given */
  constructor({ app, session, sound, hints, store }) {
    this.app = app;
    this.session = session;
    this.sound = sound;
    this.hints = hints;
    this.store = store;
    this.sentAt = -AGAIN;
    this.isUndoing = false;
  }

  get state() {
    return this.store.state;
  }

  /** Select a tile of the hand, or turn it if it is selected. @param {number} index */
  tap(index) {
    const { choice: { own }, plan } = this.state;
    if (own && own.hand[index] === plan.tile) this.turn(1);
    else this.plan({ type: "tile-selected", index });
  }

  /** Turn the selected tile. @param {number} step quarter turns clockwise */
  turn(step) {
    if (this.state.choice.face === null) return;
    this.sound.play("turn");
    this.plan({ type: "tile-turned", step });
  }

  /** @param {Input} input */
  plan(input) {
    this.hints.forgetProblem();
    this.store.send(input);
  }

  /** Begin to drag a tile of the hand: its face, or null if it may not be dragged. @param {number} index */
  lift(index) {
    const { own, isSent } = this.state.choice;
    if (!own?.previews.length || isSent) return null;
    this.plan({ type: "tile-selected", index });
    return this.state.plan.tile === own.hand[index] ? this.state.choice.face : null;
  }

  /** Whether a tile may be dropped on the square. @param {number | null} square */
  isTarget(square) {
    const { choice: { own }, table: { position } } = this.state;
    return own !== null && square !== null && position !== null && facedBy(position, own.seat) === square;
  }

  /** Choose a start mark; one that was chosen before is taken. @param {string} action */
  chooseMark(action) {
    const { mark, queue } = this.state;
    if (queue.now) return this.skip();
    const at = performance.now();
    if (mark?.action === action && at - mark.at > TWICE) return this.place();
    if (mark?.action !== action) this.sound.play("turn");
    this.store.send({ type: "mark-chosen", action, at });
  }

  /** Choose a tile for an exchange, or take the choice back. @param {"give" | "take"} side @param {number} tile */
  toggle(side, tile) {
    this.store.send({ type: "swap-toggled", side, tile });
  }

  /** Make the move that is planned, or say why it cannot be made. While something moves, nobody knows yet what they do: skip. */
  place() {
    if (this.isTwice()) return;
    if (this.state.queue.now) return this.skip();
    const { choice, table, swap } = this.state;
    const panel = panelOf(table, choice.own);
    const action = panel === "exchange" ? exchangeChosen(swap) : moveOf(choice);
    if (action) void this.send(action);
    else if (panel === "hand") this.app.say(whyNot(choice) ?? "");
  }

  /** Send a move; if it is refused, the reason is in the state. @param {string} action */
  async send(action) {
    const { own, isSent } = this.state.choice;
    if (!own?.on_turn || isSent || this.state.queue.now || this.isTwice()) return;
    this.sentAt = performance.now();
    const answer = this.session.move(own.seat, action);
    this.store.send({ type: "move-sent", sent: this.session.unansweredMove });
    const refusal = refusalOf(await answer);
    if (refusal) this.store.send({ type: "refused", sentence: refusal });
    this.store.send({ type: "move-answered", sent: this.session.unansweredMove });
  }

  /** Whether a move was sent just now. */
  isTwice() {
    return performance.now() - this.sentAt < AGAIN;
  }

  /** Take the last decision back, with all that came of it. What still moves need not be seen any more. */
  async undo() {
    this.skip();
    const seat = mayUndo(this.state);
    if (seat === null || this.isUndoing) return;
    this.isUndoing = true;
    const refusal = refusalOf(await this.session.undo(seat));
    this.isUndoing = false;
    if (refusal) this.store.send({ type: "refused", sentence: refusal });
  }

  /** Ask for advice, which is then planned; asked again, go from the advice to what was planned before, and back. */
  async hint() {
    const { choice: { own }, table: { position }, hint } = this.state;
    if (!mayAsk(this.state) || !own || !position) return;
    const [known, planned] = [adviceOn(hint, position), plannedIn(this.state)];
    if (known) return this.take(planned === known.chosen ? (hint.known?.yours ?? known.chosen) : known.chosen);
    const advice = await this.hints.want(position, own.seat, planned);
    if (advice) this.take(advice.chosen);
    else this.app.say(inWords(problemOn(this.hints.now, position) ?? {}));
  }

  /** Plan what was advised, and say so. @param {string} action */
  take(action) {
    if (faceIn(action)) return this.plan({ type: "placement-planned", action }); // which is said anyway
    if (isMark(action)) this.store.send({ type: "mark-chosen", action, at: performance.now() });
    else this.store.send({ type: "swap-planned", action });
    this.app.say(captionIn(this.state));
  }

  /** Show the hand: nobody else is looking. */
  liftCurtain() {
    if (this.isTwice()) return; // that was the player before
    this.store.send({ type: "curtain-lifted" });
  }

  /** Show the way that put the player here out, or no longer. */
  toggleWay() {
    this.store.send({ type: "way-toggled" });
  }

  /** Show the newest at once. */
  skip() {
    this.store.send({ type: "skipped" });
  }

  /** Only bots are left: let them play the rest, and show how it ended. */
  async skipToEnd() {
    this.store.send({ type: "end-wanted" });
    const refusal = refusalOf(await this.session.ask("skip-to-end"));
    if (refusal) this.store.send({ type: "refused", sentence: refusal });
  }
}
