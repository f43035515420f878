// The addresses of the server. Written by scripts/page_routes.py: do not edit, run `make protocol`.

/** Where the page shows its screens. */
export const PAGES = {
  start: { path: "/", screen: "start" },
  lobby: { path: "/lobby", screen: "lobby" },
  table: { path: "/table/{code}", screen: "table" },
  game: { path: "/table/{code}/replay/{game}", screen: "replay" },
  replay: { path: "/replay", screen: "replay" },
  learn: { path: "/learn", screen: "learn" },
  rules: { path: "/rules", screen: "rules" },
  handOver: { path: "/hand-over/{code}", screen: "handover" },
};

/** The screen for all other addresses. */
export const MISSING = "missing";

/** The module of each screen. */
export const SCREENS = {
  start: () => import("../screens/start.js"),
  lobby: () => import("../screens/lobby.js"),
  table: () => import("../screens/table.js"),
  replay: () => import("../screens/replay.js"),
  learn: () => import("../screens/learn.js"),
  rules: () => import("../screens/rules.js"),
  handover: () => import("../screens/handover.js"),
  missing: () => import("../screens/missing.js"),
};

/** What the page asks the server for. */
export const API = {
  tables: "/api/tables",
  table: "/api/tables/{code}",
  requests: "/api/tables/{code}/requests",
  socket: "/api/tables/{code}/socket",
  stream: "/api/tables/{code}/stream",
  tableAdvice: "/api/tables/{code}/advice",
  qr: "/api/tables/{code}/qr.svg",
  preview: "/api/tables/{code}/preview.png",
  record: "/api/tables/{code}/games/{game}/record",
  gameReplay: "/api/tables/{code}/games/{game}/replay",
  picture: "/api/tables/{code}/games/{game}/picture.svg",
  snapshot: "/api/tables/{code}/games/{game}/snapshot.png",
  film: "/api/tables/{code}/games/{game}/film",
  lobby: "/api/lobby",
  lobbySocket: "/api/lobby/socket",
  playNow: "/api/lobby/play",
  replays: "/api/replays",
  recordSnapshot: "/api/snapshots",
  recordFilm: "/api/films",
  advice: "/api/advice",
  practice: "/api/practice",
  handOvers: "/api/hand-overs/{code}",
  bots: "/api/bots",
  tiles: "/api/tiles",
  schema: "/api/schema",
  openapi: "/api/openapi.json",
  health: "/health",
  live: "/health/live",
  ready: "/health/ready",
  metrics: "/metrics",
};
