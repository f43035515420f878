// Playing on the board. Inputs change the state, the state is drawn, shown moving and announced: in this direction only.

/** @import {App} from "../main.js" */
/** @import {Earlier} from "../game/story.js" */
/** @import {Session} from "../net/session.js" */
/** @import {OnShown, View} from "../screens/table.js" */
/** @import {Input, PlayState} from "./state.js" */
import { adviceAt, replayOf } from "../net/api.js";
import { loadFaces } from "../board/faces.js";
import { TurnSign } from "../device/notify.js";
import { Sound } from "../device/sound.js";
import { Animator } from "./animator.js";
import { announcer } from "./announcer.js";
import { Hints } from "./hint.js";
import { historian } from "./history.js";
import { Keeper } from "./kept.js";
import { Player } from "./player.js";
import { progress } from "./progress.js";
import { BEGINNING, reduce } from "./state.js";
import { Store } from "./store.js";
import { TableView } from "./view.js";

/** The view of a table while a game is played on the board.
 * @param {App} app
 * @param {Session} session
 * @param {OnShown} onShown
 * @returns {View}
 */
export function playView(app, session, onShown) {
  const sound = new Sound(app.settings);
  sound.wakeOn(document);
  const sign = new TurnSign(app, session.code);
  /** @type {Store<PlayState, Input>} */
  const store = new Store(BEGINNING, reduce);
  const hints = new Hints((seat) => adviceAt(session.code, seat), (hint) => store.send({ type: "hint-changed", hint }));
  const view = new TableView(app, session, new Player({ app, session, sound, hints, store }));
  const animator = new Animator({ stage: view, sound, onShown: (moment) => store.send({ type: "moment-shown", moment }) });
  const keeper = new Keeper(session.code, app.session);
  store.listen(announcer(app, sound, sign)); // first: what happened is said before it is explained
  store.listen((state, before) => view.draw(state, before));
  store.listen((state, before) => animator.follow(state.queue, before.queue));
  store.listen((state) => keeper.keep(state));
  store.listen(progress((done) => session.report(done)));
  const onRead = (/** @type {Earlier} */ earlier) => store.send({ type: "history-read", earlier });
  store.listen(historian((game) => replayOf(session.code, game), onRead));
  store.listen((state, before) => state.table !== before.table && onShown(state.table));
  void loadFaces().then((faces) => store.send({ type: "faces-loaded", faces }));
  return {
    element: view.element,
    update(table, news) {
      const kept = store.state.latest.position ? null : keeper.find(table); // from before a reload
      store.send({ type: "heard", table, news, sent: session.unansweredMove });
      if (kept) store.send({ type: "plan-kept", kept });
    },
    complain: (sentence) => store.send({ type: "refused", sentence }),
    leave() {
      store.close();
      sign.leave();
      view.skip();
      view.leave();
    },
  };
}
