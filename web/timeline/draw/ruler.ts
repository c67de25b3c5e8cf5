/** Ticks as offsets from the round cycle in the gutter; the time beside them where there is room. */
import { formatInteger } from "../../base/format.ts";
import { drawText, horizontalLine, snap, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { rulerOf } from "../ticks.ts";
import { type DrawTools, plotEnd } from "./tools.ts";

const TIME_AIR_PX = 6;

export function drawRuler(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { theme, size, machine, frame } = spec;
  const { ruler } = layout;
  const { mono, label } = fonts(theme);
  const scale = rulerOf(spec.viewport, machine.clockHertz);
  const bottom = ruler.y + ruler.heightPx - 1;
  const middle = ruler.y + ruler.heightPx / 2 - 1;
  const gapPx = scale.stepCycles / spec.viewport.cyclesPerPx;
  horizontalLine(surface, layout.gutterX, plotEnd(layout), bottom, theme.line);
  if (!frame.compact)
    drawText(surface, formatInteger(scale.anchorCycle), layout.gutterX, middle, {
      font: mono,
      color: theme.ink2,
    });
  for (const tick of scale.ticks) {
    const x = snap(layout.plotX + tick.x, size.devicePixelRatio);
    const isMajor = tick.label !== "";
    surface.fillStyle = theme.line2;
    surface.fillRect(x, bottom - (isMajor ? 6 : 3), 1, isMajor ? 6 : 3);
    if (!isMajor) continue;
    const widthPx = textWidth(surface, tick.label, mono);
    if (x + 3 + widthPx > plotEnd(layout)) continue;
    drawText(surface, tick.label, x + 3, middle, { font: mono, color: theme.ink2 });
    if (frame.compact) continue;
    const timeX = x + 3 + widthPx + TIME_AIR_PX;
    const timeWidth = textWidth(surface, tick.time, label);
    if (timeX + timeWidth + TIME_AIR_PX < Math.min(x + gapPx, plotEnd(layout)))
      drawText(surface, tick.time, timeX, middle, { font: label, color: theme.ink3 });
  }
}
