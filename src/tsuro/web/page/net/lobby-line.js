// The line to the lobby: it comes back by itself, as the one to a table does.

/** @import {LobbyMessage} from "../generated/messages" */
/** @import {Status} from "./connection.js" */
import { API } from "../generated/routes.js";
import { Connection, dialled } from "./connection.js";

const EVENTS = /** @type {const} */ (["online", "offline", "pageshow"]);

/** Listen to the lobby until `close` is called.
 * @param {{onMessage: (message: LobbyMessage) => void, onStatus: (status: Status) => void}} listener
 */
export function listenToLobby({ onMessage, onStatus }) {
  const connection = new Connection("lobby", {
    onMessage: (message) => onMessage(/** @type {LobbyMessage} */ (/** @type {unknown} */ (message))),
    onStatus,
    dial: () => dialled(API.lobbySocket),
  });
  const nudge = () => document.visibilityState === "visible" && connection.nudge();
  document.addEventListener("visibilitychange", nudge);
  EVENTS.forEach((event) => window.addEventListener(event, nudge));
  connection.start();
  return {
    nudge: () => connection.nudge(),
    close() {
      connection.stop();
      document.removeEventListener("visibilitychange", nudge);
      EVENTS.forEach((event) => window.removeEventListener(event, nudge));
    },
  };
}
