// The browser's own bars, such as the one above the page on a phone: they have the colour of the ground.

/** Colour the bars like the page, whatever board and colours are chosen. Until this is called, they are as the document says. */
export function colourBars() {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute("content", backgroundColor);
}

/** Colour them now, and whenever the system turns to day or night. */
export function watchBars() {
  colourBars();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", colourBars);
}
