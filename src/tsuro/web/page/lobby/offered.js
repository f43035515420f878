// Whether this server has a lobby: the document says so where it has none.

/** Outside a browser there is no document. */
export const HAS_LOBBY = globalThis.document?.querySelector('meta[name="tsuro-lobby"]')?.getAttribute("content") !== "off";
