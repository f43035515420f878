// SHA-256, where the browser has it: not without https.

/** Whether this browser can hash here. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

/** The hash of texts and bytes, one after the other. @param {...(string | Uint8Array)} parts */
export async function digest(...parts) {
  const bytes = parts.flatMap((part) => [...(typeof part === "string" ? new TextEncoder().encode(part) : part)]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
}

/** The same in hexadecimal. @param {...(string | Uint8Array)} parts */
export const sha256 = async (...parts) => hex(await digest(...parts));

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text in hexadecimal */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
