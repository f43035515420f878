// Elements made in one line. Texts are only ever set as text, so nothing anybody typed can become markup.

/** @typedef {Node | string | number | null | undefined | false} Part */
/** @typedef {Part | readonly (Part | readonly Part[])[]} Child */
/** @typedef {Record<string, unknown>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element: `h("button", {class: "big", onclick: place}, "Place")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props] attributes; `on…` functions listen; true is an empty attribute, false and null none
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * Put these children in the place of those an element has.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Set attributes, or take away those that are false, null or undefined.
 * @param {Element} element
 * @param {Props} props
 */
export function set(element, props) {
  for (const [name, value] of Object.entries(props)) setOne(element, name, value);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Props} props
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, props, children) {
  set(element, props);
  element.append(...nodes(children));
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function setOne(element, name, value) {
  if (typeof value === "function") {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "value" || name === "checked" || name === "selected") {
    Reflect.set(element, name, value);
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  const parts = /** @type {Part[]} */ (children.flat(2));
  return parts.filter(isShown).map((part) => (part instanceof Node ? part : String(part)));
}

/** @param {Part} part */
function isShown(part) {
  return part !== null && part !== undefined && part !== false;
}
