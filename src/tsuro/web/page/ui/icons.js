// Small line drawings for buttons. They say nothing by themselves: the button has a name.

import { h, s } from "./dom.js";

/** What each looks like in a box of 24 by 24. */
const DRAWINGS = {
  learn: "M3 9l9-4 9 4-9 4ZM7 11v4.5c3 2 7 2 10 0V11M21 9v6",
  rules: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5ZM12 6.5v13",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9ZM15 9V4H5v11h4",
  share: "M12 15V4M8 7.5L12 4l4 3.5M6 12v8h12v-8",
  add: "M12 5v14M5 12h14",
  edit: "M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3",
  screen: "M4 5h16v11H4ZM9 20h6M12 16v4",
  bots: "M6 9h12v9H6ZM12 9V5M9.5 13v1M14.5 13v1M3.5 12v3M20.5 12v3",
  friends: "M9 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5.2a3 3 0 0 1 0 5.6M17.5 14.4c2 .7 3.5 2.6 3.5 5.6",
  lobby: "M4 10h16M6 10v9M18 10v9M12 10v5M8 6.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM16 6.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z",
  open: "M7 10l5 5 5-5",
  go: "M10 7l5 5-5 5",
  again: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
  undo: "M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3",
  keys: "M3 7h18v10H3ZM7 10.5v.01M11 10.5v.01M15 10.5v.01M18 10.5v.01M8 14h8",
  leave: "M10 4H5v16h5M14 8l4 4-4 4M9 12h9",
  device: "M11 15H3V5h14v3M6 19h6M14 11h7v9h-7Z",
  hint: "M9 18h6M10 21h4M8.5 15c-1.6-1.2-2.5-3-2.5-5a6 6 0 1 1 12 0c0 2-.9 3.8-2.5 5Z",
  first: "M6 5v14M19 5.5v13L9 12Z",
  back: "M16 5.5v13L6 12Z",
  play: "M8 5v14l11-7Z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  next: "M8 5.5v13L18 12Z",
  last: "M18 5v14M5 5.5v13L15 12Z",
  moves: "M4 6h1M9 6h11M4 12h1M9 12h11M4 18h1M9 18h11",
  keep: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
};

/** @typedef {keyof typeof DRAWINGS} IconName */

/** A button that is only a drawing; its name is for screen readers, and for anyone who points at it.
 * @param {IconName} name
 * @param {string} label
 * @param {Record<string, unknown>} props
 */
export function iconButton(name, label, props) {
  const named = { type: "button", class: "plain icon-only", "aria-label": label, "data-tip": label };
  return h("button", { ...named, ...props }, icon(name));
}

/** A drawing in the colour of the text around it.
 * @param {IconName} name
 * @param {number} [size] in pixels
 */
export function icon(name, size = 22) {
  const props = { class: "icon", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" };
  return s("svg", props, s("path", { d: DRAWINGS[name] }));
}
