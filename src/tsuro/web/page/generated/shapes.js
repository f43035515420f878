// Sizes and shapes of the board, as pictures have them. Written by scripts/page_looks.py: do not edit, run `make looks`.

/** Squares along a side. */
export const SIDE = 6;

/** A tile's side; everything else is measured by it. */
export const TILE = 90;

/** Around the squares, for the start marks. */
export const MARGIN = 26;

/** The width of the frame. */
export const FRAME = 12;

/** Around the frame, and below it. */
export const SHADOW = 2;

/** A curve is measured as this many straight pieces. */
export const CHORDS = 24;

/** A player's path begins this far outside, on its start mark. */
export const STUB = 13;

/** An arm of a cross. */
export const CROSS = 6.5;

/** How much larger the cross of an avoidable elimination is. */
export const WARNING = 1.35;

/** Around the active marker. */
export const HALO = 20;

/** Where a marker would stop. */
export const RING = 12;

/** The sign for what is not allowed. */
export const FORBIDDEN = 15;

/** How much larger than a figure's strokes a marker's number is. */
export const NUMERAL = 1.15;

/** Of an outline, from the side of its square. */
export const INSET = 2;

/** Of a closed square's hatching. */
export const CLOSED_INSET = 3;

/** How round the corners of an outline are. */
export const CORNER = 6;

/** How opaque a planned tile is. */
export const GHOST = 0.76;

/** How far a path keeps straight on before it bends. */
export const REACH = { part: 0.55, shortest: 0.26, longest: 0.52, sameSide: 0.3 };

/** The round beginning of a path. */
export const CAP = { bed: 5.6, colour: 3.4 };

/** And how far apart their lines are. */
export const HATCHINGS = { hatch: 9, ban: 13 };

/** The points of a tile, clockwise. */
export const SPOTS = [{ x: 30, y: 0 }, { x: 60, y: 0 }, { x: 90, y: 30 }, { x: 90, y: 60 }, { x: 60, y: 90 }, { x: 30, y: 90 }, { x: 0, y: 60 }, { x: 0, y: 30 }];

/** The way out of a square, by side: north, east, south, west. */
export const OUTWARD = [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }];

/** Clockwise from the top left. @type {readonly number[]} */
export const START_MARKS = [0, 1, 8, 9, 16, 17, 24, 25, 32, 33, 40, 41, 42, 43, 90, 91, 138, 139, 186, 187, 234, 235, 282, 283, 284, 285, 276, 277, 268, 269, 260, 261, 252, 253, 244, 245, 246, 247, 198, 199, 150, 151, 102, 103, 54, 55, 6, 7];

/** What boards are made of. @type {Record<string, import("../board/material.js").Material>} */
export const MATERIALS = {
  lacquer: { rings: [{ far: 38, radius: 17, css: "frame-shadow", down: 2 }, { far: 38, radius: 17, paint: "frame" }, { far: 31.04, radius: 12, css: "inlay" }, { far: 26, radius: 7, paint: "ground" }, { far: 26, radius: 7, css: "ground-edge" }], plate: [{ x: 0.6, y: 1.8, width: 88.8, height: 89.2, rx: 6.5, css: "tile-shadow" }, { x: 0.5, y: 0.5, width: 89, height: 89, rx: 6.2, css: "tile-rim" }, { x: 1.3, y: 1.3, width: 87.4, height: 87.4, rx: 5.5, paint: "face" }, { x: 1.3, y: 1.3, width: 87.4, height: 87.4, rx: 5.5, paint: "gloss" }], edge: "M2.2 83V7.5Q2.2 2.2 7.5 2.2H83", strands: [{ css: "casing" }, { css: "path", paint: "gold" }], back: [18, 8.18182], startMark: [7, 15], gradients: { face: { element: "linearGradient", attributes: { x2: 1, y2: 1 }, stops: [["tile-light", 0], ["tile", 0.55], ["tile-deep", 1]] }, gloss: { element: "radialGradient", attributes: { cx: 0.22, cy: 0.1, r: 0.95 }, stops: [["gloss", 0], ["gloss-end", 1]] }, gold: { element: "linearGradient", attributes: { gradientUnits: "userSpaceOnUse", x2: 90, y2: 90 }, stops: [["path-light", 0], ["path", 0.5], ["path-deep", 1]] }, frame: { element: "linearGradient", attributes: { x2: 0.6, y2: 1 }, stops: [["frame-light", 0], ["frame", 0.35], ["frame-deep", 1]] }, ground: { element: "radialGradient", attributes: { r: 0.75 }, stops: [["board-light", 0], ["board", 1]] } }, textures: {  } },
  washi: { rings: [{ far: 38, radius: 4, css: "frame-shadow", down: 2 }, { far: 38, radius: 4, css: "mount" }, { far: 32, radius: 2.5, css: "inlay" }, { far: 26, radius: 1.5, paint: "ground" }, { far: 26, radius: 1.5, paint: "fibres" }, { far: 26, radius: 1.5, css: "ground-edge" }], plate: [{ x: 1, y: 2.2, width: 88, height: 88.8, rx: 1.6, css: "tile-shadow" }, { x: 1, y: 1, width: 88, height: 88, rx: 1.6, css: "tile-rim" }, { x: 1.7, y: 1.7, width: 86.6, height: 86.6, rx: 1.2, paint: "face" }, { x: 1.7, y: 1.7, width: 86.6, height: 86.6, rx: 1.2, paint: "fibres" }], edge: null, strands: [{ css: "casing" }, { css: "bleed" }, { css: "path" }, { css: "swell", middle: 0.5 }, { css: "streak" }], back: [26.4706, 19.5652, 10], startMark: [6, 16], gradients: { face: { element: "linearGradient", attributes: { x2: 1, y2: 1 }, stops: [["tile-light", 0], ["tile", 1]] }, ground: { element: "radialGradient", attributes: { r: 0.75 }, stops: [["board-light", 0], ["board", 1]] } }, textures: { fibres: { width: 79, height: 79, lines: [["fibre", "M4 11q7-5 15 1M33 4q4 6 1 12M52 20q9 1 13-4M11 37q5 7 13 5M44 40q-3 8 3 13M63 47q7-3 11 3M5 62q9 2 11 9M29 66q8-4 12 1M57 71q3 5 10 4M70 28q4-5 3-11"]] } } },
  garden: { rings: [{ far: 38, radius: 9, css: "frame-shadow", down: 2 }, { far: 38, radius: 9, paint: "frame" }, { far: 38, radius: 9, paint: "grains" }, { far: 32, radius: 4, css: "joints" }, { far: 26, radius: 3, paint: "ground" }, { far: 26, radius: 3, paint: "raked" }, { far: 26, radius: 3, css: "ground-edge" }], plate: [{ x: 0.8, y: 2.4, width: 89, height: 88.6, rx: 12, css: "tile-shadow" }, { x: 0.5, y: 0.5, width: 89, height: 89, rx: 11.5, css: "tile-rim" }, { x: 1.4, y: 1.4, width: 87.2, height: 87.2, rx: 10.8, paint: "face" }, { x: 1.4, y: 1.4, width: 87.2, height: 87.2, rx: 10.8, paint: "grains" }], edge: "M2.6 74V14Q2.6 2.6 14 2.6H74", strands: [{ css: "casing" }, { css: "path" }, { css: "furrow" }, { css: "ridge" }], back: [26.4706, 18, 8.18182], startMark: [10.5, 12], gradients: { face: { element: "radialGradient", attributes: { cx: 0.35, cy: 0.3, r: 0.85 }, stops: [["tile-light", 0], ["tile", 1]] }, frame: { element: "linearGradient", attributes: { x2: 0.6, y2: 1 }, stops: [["frame-light", 0], ["frame", 0.35], ["frame-deep", 1]] }, ground: { element: "radialGradient", attributes: { r: 0.75 }, stops: [["board-light", 0], ["board", 1]] } }, textures: { raked: { width: 90, height: 9, lines: [["rake", "M0 5.5Q22.5 3.5 45 5.5T90 5.5"]] }, grains: { width: 63, height: 61, lines: [["grain", "M8 9h.1M21 17h.1M35 6h.1M49 14h.1M13 31h.1M29 38h.1M44 30h.1M57 41h.1M6 50h.1M24 55h.1M39 49h.1M54 58h.1M17 22h.1M60 24h.1M33 24h.1M4 40h.1"]] } } },
};

/** How each marker and its path look. @type {Record<string, {shape: string, dash: readonly number[], drop: number}>} */
export const MARKERS = {
  circle: { shape: "M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0-25 0Z", dash: [], drop: 0 },
  square: { shape: "M-11.2-11.2H11.2V11.2H-11.2Z", dash: [16, 4], drop: 0 },
  triangle: { shape: "M0 -18.5L16 9.2L-16 9.2Z", dash: [5, 4], drop: 2.4 },
  diamond: { shape: "M0 -15.8L15.8 0L0 15.8L-15.8 0Z", dash: [16, 4, 4, 4], drop: 0 },
  pentagon: { shape: "M0 -14.4L13.7 -4.4L8.5 11.6L-8.5 11.6L-13.7 -4.4Z", dash: [28, 4], drop: 0.5 },
  star: { shape: "M0 -17.5L6.1 -8.4L16.6 -5.4L9.9 3.2L10.3 14.2L0 10.4L-10.3 14.2L-9.9 3.2L-16.6 -5.4L-6.1 -8.4Z", dash: [9, 4], drop: 0.5 },
  hexagon: { shape: "M7 -12.1L14 0L7 12.1L-7 12.1L-14 0L-7 -12.1Z", dash: [16, 4, 4, 4, 4, 4], drop: 0 },
  octagon: { shape: "M5.2 -12.6L12.6 -5.2L12.6 5.2L5.2 12.6L-5.2 12.6L-12.6 5.2L-12.6 -5.2L-5.2 -12.6Z", dash: [2.5, 2.5], drop: 0 },
};

/** Each six wide and ten high. */
export const FIGURES = [
  "M0-5C4-5 4 5 0 5S-4-5 0-5Z",
  "M-2.2-2.8L.8-5V5",
  "M-2.9-2.4C-2.9-6 3-5.8 3-2.3C3 .2-1.4 2-3 5H3.2",
  "M-2.8-5H2.8L-.6-1.2C4.4-1.4 4.2 5 0 5C-1.6 5-2.6 4.3-3 3.2",
  "M1.6 5V-5L-3.2 2.2H3.4",
  "M2.6-5H-2.2L-2.6-.6C-.8-2 3.2-1.6 3.2 1.7C3.2 5.4-1.6 6-3 3.6",
  "M2.2-4.6C-1.6-5.6-3.2-1.6-3.1 1.6C-3 6.2 3.1 6.1 3.1 1.8C3.1-2-2.2-2-3 1.2",
  "M-3-5H3L-1 5",
  "M0-.5C-3.6-1.1-3.4-5 0-5S3.6-1.1 0-.5C-4.2 .2-4.1 5 0 5S4.2 .2 0-.5Z",
];

/** Of the columns, from the left. */
export const LETTERS = [
  "M2.8-1.5V5M2.8 1.7C2.8-2.6-3-2.6-3 1.7S2.8 6 2.8 1.7Z",
  "M-2.8-5V5M-2.8 1.7C-2.8-2.6 3-2.6 3 1.7S-2.8 6-2.8 1.7Z",
  "M2.6-.2C.6-2.8-3-1.6-3 1.7S.6 6.2 2.6 3.6",
  "M2.8-5V5M2.8 1.7C2.8-2.6-3-2.6-3 1.7S2.8 6 2.8 1.7Z",
  "M-2.9 1.6H2.9C2.9-2.6-3-2.6-3 1.7S.8 6.2 2.7 3.7",
  "M2.6-4.6C.8-5.6-.6-4.8-.6-2.8V5M-2.8-1.4H2.2",
];
