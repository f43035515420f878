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

/** From the point outward: where the stroke begins and ends. */
export const START_MARK = [7, 15];

/** The round beginning of a path. */
export const CAP = { bed: 5.6, colour: 3.4 };

/** The circles on the back of a tile. */
export const BACK = [18, 8.18182];

/** The light along a tile's upper corner. */
export const GLOSS_LINE = "M2.2 83V7.5Q2.2 2.2 7.5 2.2H83";

/** And how far apart their lines are. */
export const HATCHINGS = { hatch: 9, ban: 13 };

/** The points of a tile, clockwise. */
export const SPOTS = [{ x: 30, y: 0 }, { x: 60, y: 0 }, { x: 90, y: 30 }, { x: 90, y: 60 }, { x: 60, y: 90 }, { x: 30, y: 90 }, { x: 0, y: 60 }, { x: 0, y: 30 }];

/** The way out of a square, by side: north, east, south, west. */
export const OUTWARD = [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }];

/** Clockwise from the top left. @type {readonly number[]} */
export const START_MARKS = [0, 1, 8, 9, 16, 17, 24, 25, 32, 33, 40, 41, 42, 43, 90, 91, 138, 139, 186, 187, 234, 235, 282, 283, 284, 285, 276, 277, 268, 269, 260, 261, 252, 253, 244, 245, 246, 247, 198, 199, 150, 151, 102, 103, 54, 55, 6, 7];

/** Around the squares: how far outside each lies, and how round its corners are. */
export const RINGS = {
  frame: { far: 38, rx: 17 },
  inlay: { far: 31.04, rx: 12 },
  ground: { far: 26, rx: 7 },
};

/** What a tile is made of. */
export const PLATE = {
  shadow: { x: 0.6, y: 1.8, width: 88.8, height: 89.2, rx: 6.5 },
  rim: { x: 0.5, y: 0.5, width: 89, height: 89, rx: 6.2 },
  lacquer: { x: 1.3, y: 1.3, width: 87.4, height: 87.4, rx: 5.5 },
};

/** The paints of tiles, paths, frame and board. @type {Record<string, {element: "linearGradient" | "radialGradient", attributes: Record<string, string | number>, stops: readonly [string, number][]}>} */
export const GRADIENTS = {
  lacquer: { element: "linearGradient", attributes: { x2: 1, y2: 1 }, stops: [["tile-light", 0], ["tile", 0.55], ["tile-deep", 1]] },
  gloss: { element: "radialGradient", attributes: { cx: 0.22, cy: 0.1, r: 0.95 }, stops: [["gloss", 0], ["gloss-end", 1]] },
  gold: { element: "linearGradient", attributes: { gradientUnits: "userSpaceOnUse", x2: 90, y2: 90 }, stops: [["path-light", 0], ["path", 0.5], ["path-deep", 1]] },
  wood: { element: "linearGradient", attributes: { x2: 0.6, y2: 1 }, stops: [["frame-light", 0], ["frame", 0.35], ["frame-deep", 1]] },
  ground: { element: "radialGradient", attributes: { r: 0.75 }, stops: [["board-light", 0], ["board", 1]] },
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
