import type { Palette } from "./svg.ts";

/** The colours that the page has now. */
export function pagePalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return (token) => style.getPropertyValue(`--${token}`).trim();
}
