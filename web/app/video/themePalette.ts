/** Colours of a theme, even if the page shows another one. */
import { FIGURE_TOKENS } from "../../simulate/figure/paint.ts";
import { inTheme } from "../../timeline/printing.ts";
import { pagePalette } from "../../ui/pagePalette.ts";
import type { Palette } from "../../ui/svg.ts";

export function paletteIn(theme: "light" | "dark"): Palette {
  const values = inTheme(theme, () => {
    const now = pagePalette();
    return new Map<string, string>(FIGURE_TOKENS.map((token) => [token, now(token)]));
  });
  return (token) => values.get(token) ?? "";
}
