// The line to the lobby: it comes back by itself, as the one to a table does.

/** @import {LobbyMessage} from "../generated/messages" */
/** @import {Status} from "./connection.js" */
import { API } from "../generated/routes.js";
import { Connection, dialled } from "./connection.js";

const EVENTS = /** @type {const} */ (["online", "offline", "pageshow"]);

/** Listen to the lobby until `close` is called.
 * @param {{onMessage: (message: LobbyMessage) => void}} listener
 */
export function listenToLobby({ onMessage }) {
  /** @type {Set<(status: Status) => void>} */
  const lookouts = new Set();
  const connection = new Connection("lobby", {
    onMessage: (message) => onMessage(/** @type {LobbyMessage} */ (/** @type {unknown} */ (message))),
    onStatus: (status) => lookouts.forEach((lookout) => lookout(status)),
    dial: () => dialled(API.lobbySocket),
  });
  const nudge = () => document.visibilityState === "visible" && connection.nudge();
  document.addEventListener("visibilitychange", nudge);
  EVENTS.forEach((event) => window.addEventListener(event, nudge));
  connection.start();
  return {
    connection,
    unansweredMove: null, // nobody moves in the lobby
    /** Be told how the line is from now on; returns how to stop. @param {(status: Status) => void} lookout */
    watch(lookout) {
      lookouts.add(lookout);
      return () => void lookouts.delete(lookout);
    },
    close() {
      connection.stop();
      document.removeEventListener("visibilitychange", nudge);
      EVENTS.forEach((event) => window.removeEventListener(event, nudge));
    },
  };
}
