/** Ticks are offsets from the round cycle in the gutter. The time is beside them if there is room. */
import { endCycleOf, pxAtCycle, type Viewport, visibleCycles } from "../../state/viewport.ts";
import { currentLanguage } from "../../text/language.ts";
import { editedNumber } from "../../text/numbers.ts";
import { formatInteger, formatSeconds, GROUP_GAP, quantityText } from "../../ui/format.ts";
import type { Layout } from "../layout.ts";
import type { Frame, StaticSpec } from "../spec.ts";
import { drawText, horizontalLine, type Surface, snap, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
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
  const scale = rulerOf(spec.viewport, machine.clockHertz, tickGapPx(frame, layout));
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

/** Removes the labels that overlap [x0, x1), so that no partial words are beside a tag. */
export function clearLabelsUnder(
  surface: Surface,
  spec: StaticSpec,
  layout: Layout,
  x0: number,
  x1: number,
): void {
  const { theme, machine, viewport, frame } = spec;
  const { mono, label } = fonts(theme);
  // A strip has no times, so only the next label is beside a label.
  const timeWidth = (time: string) =>
    frame.parts === "strip" ? 0 : TIME_AIR_PX + textWidth(surface, time, label);
  surface.fillStyle = theme.surface;
  for (const tick of rulerOf(viewport, machine.clockHertz, tickGapPx(frame, layout)).ticks) {
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

// ---- choice of ticks ----

const MIN_TICK_GAP_PX = 76;

export interface Tick {
  readonly x: number;
  readonly cycle: number;
  /** "" for a minor tick. */
  readonly label: string;
  readonly time: string;
}
interface Ruler {
  readonly anchorCycle: number;
  readonly stepCycles: number;
  readonly ticks: readonly Tick[];
}

/** Smallest of 1, 2, 5 times a power of ten that is at least `atLeast`. At least one cycle. */
export function roundStep(atLeast: number): number {
  if (atLeast <= 1) return 1;
  const decade = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].find((factor) => factor * decade >= atLeast) ?? 10;
  return step * decade;
}

/** A strip has few labels, however wide it is. */
const STRIP_LABELS = 8;

function tickGapPx({ parts }: Frame, { plotWidthPx }: Layout): number {
  return parts === "strip" ? Math.max(MIN_TICK_GAP_PX, plotWidthPx / STRIP_LABELS) : MIN_TICK_GAP_PX;
}

const rulers = new WeakMap<Viewport, { readonly of: string; readonly ruler: Ruler }>();

/** Viewports never change, so each is ruled once for a clock and a language. */
export function rulerOf(viewport: Viewport, clockHertz: number, gapPx = MIN_TICK_GAP_PX): Ruler {
  const known = rulers.get(viewport);
  const of = `${clockHertz} ${gapPx} ${currentLanguage()}`;
  if (known?.of === of) return known.ruler;
  const ruler = makeRuler(viewport, clockHertz, gapPx);
  rulers.set(viewport, { of, ruler });
  return ruler;
}

function makeRuler(viewport: Viewport, clockHertz: number, gapPx: number): Ruler {
  const stepCycles = roundStep(gapPx * viewport.cyclesPerPx);
  const anchorStep = 10 ** Math.ceil(Math.log10(Math.max(100, visibleCycles(viewport))));
  const anchorCycle = Math.floor(viewport.startCycle / anchorStep) * anchorStep;
  const minor = stepCycles >= 2 ? stepCycles / 2 : stepCycles;
  const ticks: Tick[] = [];
  const first = Math.ceil((viewport.startCycle - anchorCycle) / minor);
  const last = Math.floor((endCycleOf(viewport) - anchorCycle) / minor);
  for (let i = first; i <= last; i++) {
    const offset = i * minor;
    const cycle = anchorCycle + offset;
    const isMajor = offset % stepCycles === 0;
    ticks.push({
      x: pxAtCycle(viewport, cycle),
      cycle,
      label: isMajor ? offsetText(offset) : "",
      time: isMajor && offset > 0 ? timeText(offset / clockHertz) : "",
    });
  }
  return { anchorCycle, stepCycles, ticks };
}

/** "+2 k", "+1.25 M", "+880": exact, for ticks are round. */
export function offsetText(offset: number): string {
  // Billions and larger units are used only if they need no more digits, so that neighbours keep one unit.
  const [factor, prefix] =
    offset >= 1e9 && offset % 1e7 === 0
      ? [1e9, "G"]
      : offset >= 1e6
        ? [1e6, "M"]
        : offset >= 1e3
          ? [1e3, "k"]
          : [1, ""];
  if (prefix === "") return `+${formatInteger(offset)}`;
  return `+${editedNumber(Number((offset / factor).toPrecision(9)))}${GROUP_GAP}${prefix}`;
}

function timeText(seconds: number): string {
  const { value, unit } = formatSeconds(seconds, 4);
  const trimmed = /[.,]/.test(value) ? value.replace(/[.,]?0+$/, "") : value;
  return quantityText({ value: trimmed, unit });
}
