// Whether the browser lets this page notify. It is asked only when somebody wants to be notified.

/** @typedef {Pick<typeof Notification, "permission" | "requestPermission">} Asked */

/** The browser's notifications; null: it has none for this page. @returns {Asked | null} */
export function notifications() {
  return globalThis.isSecureContext && "Notification" in globalThis ? Notification : null;
}

/** What the browser says to a wish; it asks the person unless they have answered before.
 * @param {Pick<Asked, "requestPermission">} api
 * @param {boolean} isWanted
 * @returns {Promise<{notify: boolean, isDenied: boolean}>}
 */
export async function answerTo(api, isWanted) {
  if (!isWanted) return { notify: false, isDenied: false };
  const answer = await api.requestPermission();
  return { notify: answer === "granted", isDenied: answer === "denied" };
}
