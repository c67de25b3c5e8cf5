/** Ticks as offsets from the round cycle in the gutter; the time beside them where there is room. */
import { formatInteger } from "../../ui/format.ts";
import type { Layout } from "../layout.ts";
import type { StaticSpec } from "../spec.ts";
import { drawText, horizontalLine, type Surface, snap, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { rulerOf } from "../ticks.ts";
import { type DrawTools, plotEnd } from "./tools.ts";

const TIME_AIR_PX = 6;
const LABEL_X_PX = 3;
const TICK_HEIGHT_PX = 6;
const MINOR_TICK_HEIGHT_PX = 3;

export function drawRuler(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { theme, size, machine, frame } = spec;
  const { ruler } = layout;
  if (ruler.heightPx === 0) return;
  const { mono, label } = fonts(theme);
  const scale = rulerOf(spec.viewport, machine.clockHertz);
  const bottom = ruler.y + ruler.heightPx - 1;
  const middle = ruler.y + ruler.heightPx / 2 - 1;
  const gapPx = scale.stepCycles / spec.viewport.cyclesPerPx;
  horizontalLine(surface, layout.gutterX, plotEnd(layout), bottom, theme.line);
  if (frame.parts !== "strip")
    drawText(surface, formatInteger(scale.anchorCycle), layout.gutterX, middle, {
      font: mono,
      color: theme.ink2,
    });
  for (const tick of scale.ticks) {
    const x = snap(layout.plotX + tick.x, size.devicePixelRatio);
    const isMajor = tick.label !== "";
    const tickPx = isMajor ? TICK_HEIGHT_PX : MINOR_TICK_HEIGHT_PX;
    surface.fillStyle = theme.line2;
    surface.fillRect(x, bottom - tickPx, 1, tickPx);
    if (!isMajor) continue;
    const widthPx = textWidth(surface, tick.label, mono);
    if (x + LABEL_X_PX + widthPx > plotEnd(layout)) continue;
    drawText(surface, tick.label, x + LABEL_X_PX, middle, { font: mono, color: theme.ink2 });
    if (frame.parts === "strip") continue;
    const timeX = x + LABEL_X_PX + widthPx + TIME_AIR_PX;
    const timeWidth = textWidth(surface, tick.time, label);
    if (timeX + timeWidth + TIME_AIR_PX < Math.min(x + gapPx, plotEnd(layout)))
      drawText(surface, tick.time, timeX, middle, { font: label, color: theme.ink3 });
  }
}

/** Takes out the labels that run under [x0, x1), so that no half words stand beside a tag. */
export function clearLabelsUnder(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  x0: number,
  x1: number,
): void {
  const { theme, machine, viewport, frame } = spec;
  const { mono, label } = fonts(theme);
  // A strip has no times: what is beside a label is the next one.
  const timeWidth = (time: string) =>
    frame.parts === "strip" ? 0 : TIME_AIR_PX + textWidth(surface, time, label);
  surface.fillStyle = theme.surface;
  for (const tick of rulerOf(viewport, machine.clockHertz).ticks) {
    if (tick.label === "") continue;
    const from = layout.plotX + tick.x + LABEL_X_PX;
    const widthPx = textWidth(surface, tick.label, mono) + timeWidth(tick.time);
    if (from < x1 && from + widthPx > x0)
      surface.fillRect(
        from - 1,
        layout.ruler.y,
        widthPx + 2,
        layout.ruler.heightPx - MINOR_TICK_HEIGHT_PX - 1,
      );
  }
}
