/** The line at the bottom that tells what scrolling would show. */
import { t } from "../../text/t.ts";
import { MORE_HEIGHT_PX } from "../layout.ts";
import { drawText } from "../surface.ts";
import { fonts } from "../theme.ts";
import type { DrawTools } from "./tools.ts";

const AIR_PX = 4;

export function drawMore(tools: DrawTools, above: number, below: number): void {
  if (above === 0 && below === 0) return;
  const { surface, spec, layout } = tools;
  const { theme } = spec;
  const parts = [
    above > 0 ? t("▴ {above} above", { above }) : "",
    below > 0 ? t("▾ {below} below", { below }) : "",
  ];
  const text = parts.filter((part) => part !== "").join(", ");
  const font = fonts(theme).label;
  const bottom = layout.tracksArea.y + layout.tracksArea.heightPx;
  surface.fillStyle = theme.surface;
  // All of its width: a bar without its name could be of any track.
  const width = layout.gutterWidthPx + layout.plotWidthPx;
  surface.fillRect(layout.gutterX, bottom - MORE_HEIGHT_PX, width, MORE_HEIGHT_PX);
  drawText(surface, text, layout.gutterX + AIR_PX, bottom - MORE_HEIGHT_PX / 2, { font, color: theme.ink2 });
}
