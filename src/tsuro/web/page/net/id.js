// Random texts: among them the ids by which the server knows a request again, so that what is sent twice is done once.

import { hex } from "./hash.js";

export const newId = () => randomHex(12);

/** @param {number} bytes */
export const randomHex = (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes)));
