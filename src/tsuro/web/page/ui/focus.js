// Redrawing something while somebody uses it.

/** Draw, and put the focus back: on the control with the same `data-key`, or else on the first one that is there now.
 * @param {HTMLElement} element what is redrawn
 * @param {() => void} draw
 */
export function keepingFocus(element, draw) {
  const used = element.contains(document.activeElement) ? document.activeElement : null;
  const key = used?.getAttribute("data-key");
  draw();
  if (!used) return;
  const again = key ? element.querySelector(`[data-key="${key}"]`) : null;
  const next = again ?? element.querySelector("button, input, select, a") ?? element;
  if (!(next instanceof HTMLElement)) return;
  if (next === element) element.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** Bring the focus, and the eye, to words: a screen reader goes on from there, and Enter does nothing by mistake.
 * @param {Element | null | undefined} words such as a heading
 */
export function focusOn(words) {
  if (!(words instanceof HTMLElement)) return;
  words.tabIndex = -1;
  words.focus();
}
