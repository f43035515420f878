// A picture that the server may still be making: it is asked again and again, and says how far it is.

import { Problem } from "../net/api.js";

const PAUSE = 300; // milliseconds between two questions

/** @typedef {{signal: AbortSignal, onProgress: (done: number, of: number) => void, request?: RequestInit, ask?: typeof fetch,
 *   pause?: number}} How request: what else is asked with */

/** The picture, once it is there; raises a `Problem` if it cannot be had.
 * @param {string} address
 * @param {How} how
 * @returns {Promise<Blob>}
 */
export async function fetchedPicture(address, { signal, onProgress, request = {}, ask = fetch, pause = PAUSE }) {
  for (;;) {
    const answer = await ask(address, { ...request, signal }).catch(() => {
      throw new Problem("offline", "The server cannot be reached.");
    });
    if (answer.status === 200) return answer.blob();
    const said = await answer.json().catch(() => ({}));
    if (answer.status !== 202) throw new Problem(said.code ?? "failed", said.sentence ?? `${answer.status}`);
    onProgress(said.done, said.of);
    await new Promise((done) => setTimeout(done, pause));
  }
}
