// What is wrong with the layout of a page as it is: text that is cut off, things outside of the window, things that lie on others.
// Everything that cannot be seen is left out; so is what happens inside of a picture.
() => {
  const SLACK = 1.5; // pixels that nobody sees
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=slider]";
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const styles = new Map();
  const styleOf = (element) => styles.get(element) ?? (styles.set(element, getComputedStyle(element)), styles.get(element));

  const nameOf = (element) => {
    const kind = element.getAttribute("class")?.trim().split(/\s+/).join(".");
    const text = (element.getAttribute("aria-label") || element.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return `${element.localName}${kind ? `.${kind}` : ""} “${text}”`;
  };
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !hidden.has(element) && !element.closest("[inert]");
  const cut = ({ left, top, right, bottom }, by) => ({
    left: Math.max(left, by.left), top: Math.max(top, by.top), right: Math.min(right, by.right), bottom: Math.min(bottom, by.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }) => right - left < 1 || bottom - top < 1;
  const isWithin = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK && inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;

  // What is only read aloud, with all that is in it.
  const hidden = new Set();
  for (const element of top.querySelectorAll("*")) {
    if (hidden.has(element.parentElement) || styleOf(element).clipPath === "inset(50%)") hidden.add(element);
  }

  // Each line of text, and each control.
  const things = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (!textContent.trim() || !element || element.closest("svg, option, noscript, script, style, textarea") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const line of range.getClientRects()) {
      const air = line.height * 0.18; // a line of text is higher than its letters
      if (line.width > 1) things.push({ element, box: { left: line.left, right: line.right, top: line.top + air, bottom: line.bottom - air } });
    }
  }
  const controls = [...top.querySelectorAll(CONTROLS)].filter((element) => isSeen(element) && !element.closest("svg"));
  for (const element of controls) things.push({ element, box: element.getBoundingClientRect() });

  const problems = new Set();
  // Whatever is cut off by something around it that cannot be scrolled.
  for (const thing of things) {
    let box = thing.box;
    let isFixed = false;
    for (let around = thing.element; around && around !== document.documentElement; around = around.parentElement) {
      const { overflowX, overflowY, position } = styleOf(around);
      isFixed ||= position === "fixed";
      if (around === document.body || (overflowX === "visible" && overflowY === "visible")) continue;
      const edge = around.getBoundingClientRect();
      const canScroll = /auto|scroll/.test(overflowX + overflowY) || around.localName === "dialog";
      if (!canScroll && around !== thing.element && !isWithin(box, edge)) problems.add(`${nameOf(thing.element)} is cut off by ${nameOf(around).split(" ")[0]}`);
      box = cut(box, edge);
    }
    thing.shown = box;
    if (isEmpty(box)) continue;
    if (box.left < -SLACK || box.right > innerWidth + SLACK) problems.add(`${nameOf(thing.element)} is outside of the window`);
    if (isFixed && (box.top < -SLACK || box.bottom > innerHeight + SLACK)) problems.add(`${nameOf(thing.element)} is outside of the window`);
    if (!isFixed && box.top + scrollY < -SLACK) problems.add(`${nameOf(thing.element)} is above the page`);
  }

  // Text that ends in dots, or in nothing.
  for (const element of new Set(things.map(({ element }) => element))) {
    const { overflowX, overflowY } = styleOf(element);
    if (element.localName === "input" || element.localName === "textarea" || element.localName === "select") continue;
    const isWide = overflowX !== "visible" && element.scrollWidth > element.clientWidth + SLACK;
    const isHigh = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 0.3 * parseFloat(styleOf(element).fontSize);
    if (element.clientWidth && (isWide || isHigh)) problems.add(`${nameOf(element)} is cut short`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  const needs = (field) => {
    if (field.localName === "button") return field.scrollWidth - SLACK;
    const { font, paddingLeft, paddingRight } = styleOf(field);
    pen.font = font;
    return pen.measureText(field.selectedOptions[0]?.textContent ?? "").width + parseFloat(paddingLeft) + parseFloat(paddingRight) + 12;
  };
  for (const field of top.querySelectorAll("select, button")) {
    if (isSeen(field) && needs(field) > field.clientWidth) problems.add(`${nameOf(field)} is too narrow for its words`);
  }
  if (document.documentElement.scrollWidth > innerWidth) problems.add("the page is wider than the window");

  // Things that lie on each other without belonging together. What sticks to the edge of the window while the rest scrolls may, if it is low.
  const sticky = new Set([...top.querySelectorAll("*")].filter((element) => styleOf(element).position === "sticky"));
  const isSticky = (element) => [...sticky].some((bar) => bar.contains(element));
  for (const bar of sticky) {
    const { width, height } = bar.getBoundingClientRect();
    if (width > innerWidth / 2 && height > innerHeight / 4) problems.add(`${nameOf(bar)} sticks, and takes more than a quarter of the window`);
  }
  const seen = things.filter(({ shown }) => !isEmpty(shown));
  const labelled = (one, other) => one.closest("label")?.contains(other) || other.closest("label")?.contains(one);
  for (const [i, one] of seen.entries()) {
    for (let next = i + 1; next < seen.length; next++) {
      const other = seen[next];
      const a = one.element;
      const b = other.element;
      if (!meet(one.shown, other.shown) || a === b || a.contains(b) || b.contains(a) || labelled(a, b)) continue;
      if (isSticky(a) !== isSticky(b)) continue;
      problems.add(`${nameOf(a)} lies on ${nameOf(b)}`);
    }
  }
  for (const element of controls) {
    const { left, top: above, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (above + bottom) / 2];
    const there = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
    const shown = seen.find((thing) => thing.element === element)?.shown;
    const isWhole = shown && isWithin({ left, top: above, right, bottom }, shown); // else it can be scrolled to
    if (!there || !isWhole) continue;
    const isIt = element.contains(there) || there.contains(element) && there.closest("label, details, a, button") || element.labels && [...element.labels].some((label) => label.contains(there));
    if (!isIt && !isSticky(there)) problems.add(`${nameOf(element)} is covered by ${nameOf(there)}`);
  }
  return [...problems];
}
