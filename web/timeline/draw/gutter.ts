/** Names left of the tracks. Values at the playhead are drawn with the playhead. */

import { say } from "../../text/say.ts";
import { formatCompact, formatFixed, formatInteger, formatPercent } from "../../ui/format.ts";
import { columnOf, cyclesPerColumn, groupColumns } from "../columns.ts";
import { isUnderMore, type Layout, type Track } from "../layout.ts";
import { missColumns, perThousand } from "../misses.ts";
import type { MachineLabels, StaticSpec, TimelineSpec } from "../spec.ts";
import { drawText, type Surface, shorten, textWidth } from "../surface.ts";
import { cleanShare, withUnit } from "../text.ts";
import { fonts } from "../theme.ts";
import { barsOf } from "./bars.ts";
import { dropsInView, dropsText } from "./marks.ts";
import { fillOf } from "./plan.ts";
import { drawStripGutter, drawStripValue } from "./stripGutter.ts";
import { type DrawTools, type PlacedTrack, VALUE_AIR_PX } from "./tools.ts";

const NAME_AIR_PX = 6;
/** Half the distance of two lines: at most, and where they must stand close. */
const STACKED_PX = 8;
const LEAST_STACKED_PX = 6;
const LEAST_STACKED_HEIGHT_PX = 25;
/** Two lines of the name and one of the value. */
const LEAST_WRAPPED_HEIGHT_PX = 50;
/** Above and below two lines. */
const LINE_AIR_PX = 1;
const LEAST_STRONG_HEIGHT_PX = 16;
const LEAST_DROPS_HEIGHT_PX = 40;

export function contextName(machine: MachineLabels, context: number): string {
  return machine.contexts[context]?.name ?? "";
}

export function trackName(machine: MachineLabels, track: Pick<Track, "kind" | "index">): string {
  const ofMany = (name: string) =>
    machine.nics.length > 1 ? `${name} ${machine.nics[track.index] ?? ""}` : name;
  switch (track.kind) {
    case "interrupts":
      return say("interrupts");
    case "line":
      return say("line {name}", { name: machine.lines[track.index] ?? "" });
    case "lane":
      return contextName(machine, track.index);
    case "cpu":
      return machine.contexts.length === 1 ? contextName(machine, 0) : say("core");
    case "rx":
      return ofMany(machine.hasRing?.[track.index] === false ? say("rx buffer") : say("rx ring"));
    case "tx":
      return ofMany(say("tx queue"));
    case "queue":
      return machine.queues[track.index]?.name ?? say("queue");
    case "dma":
      return `DMA ${[...machine.nics, ...machine.disks][track.index] ?? ""}`;
    case "cores":
      return say("cores");
    case "bus":
      return machine.coresOnBus ? say("bus") : say("bus (DMA)");
    case "misses":
      return track.index === 0 ? say("misses") : say("misses core {index}", { index: track.index });
    case "ipc":
      return "IPC";
    case "software":
      return say("dropped by software");
    case "rows":
      return "";
  }
}

interface GutterLines {
  /** Lines of the name. */
  readonly names: readonly string[];
  readonly nameFont: string;
  /** Middle of its first line. */
  readonly nameY: number;
  /** undefined: there is no room for the value. */
  readonly valueY: number | undefined;
  readonly rightX: number;
}

/** Name and value on one line; on two where they do not fit beside each other; else the name alone, cut short
 * only where it is wider than the gutter. */
function gutterLines(surface: Surface, spec: StaticSpec, layout: Layout, track: PlacedTrack): GutterLines {
  const { label, strong, mono } = fonts(spec.theme);
  const isLane = track.kind === "lane" || track.kind === "cpu";
  const nameFont = isLane && track.heightPx >= LEAST_STRONG_HEIGHT_PX ? strong : label;
  const name = track.kind === "ipc" ? ipcName(spec) : trackName(spec.machine, track);
  const middle = track.top + track.heightPx / 2;
  const rightX = layout.gutterX + layout.gutterWidthPx - VALUE_AIR_PX;
  const lines = { names: [name], nameFont, nameY: middle, rightX };
  const widest = widestValue(spec, track);
  if (widest === "") return { ...lines, valueY: undefined };
  const room = layout.gutterWidthPx - VALUE_AIR_PX - NAME_AIR_PX - textWidth(surface, widest, mono);
  if (textWidth(surface, name, nameFont) <= room) return { ...lines, valueY: middle };
  const whole = layout.gutterWidthPx - VALUE_AIR_PX;
  const isFitting = (text: string) => textWidth(surface, text, nameFont) <= whole;
  if (!isFitting(name) && track.heightPx >= LEAST_WRAPPED_HEIGHT_PX) {
    const wrapped = wrap(name, isFitting).map((line) =>
      isFitting(line) ? line : shorten(surface, line, nameFont, whole),
    );
    const linePx = 2 * STACKED_PX;
    const nameY = middle - (wrapped.length * linePx) / 2;
    return { ...lines, names: wrapped, nameY, valueY: nameY + wrapped.length * linePx };
  }
  const names = [isFitting(name) ? name : shorten(surface, name, nameFont, whole)];
  if (track.heightPx < LEAST_STACKED_HEIGHT_PX) return { ...lines, names, valueY: undefined };
  const apart = Math.min(STACKED_PX, Math.max(LEAST_STACKED_PX, (track.heightPx - 2 * LINE_AIR_PX) / 4));
  return { ...lines, names, nameY: middle - apart, valueY: middle + apart };
}

/** With the cycles that its value is a mean of. */
function ipcName({ window }: StaticSpec): string {
  if (window === undefined) return "IPC";
  const cycles = groupColumns(window, window.ipc).groupColumns * cyclesPerColumn(window);
  return say("IPC, {cycles}-cycle mean", {
    cycles: cycles < 1000 ? formatInteger(Math.max(1, Math.round(cycles))) : formatCompact(cycles),
  });
}

/** On two lines, the first as long as fits. */
function wrap(text: string, isFitting: (line: string) => boolean): readonly string[] {
  for (let at = text.lastIndexOf(" "); at > 0; at = text.lastIndexOf(" ", at - 1))
    if (isFitting(text.slice(0, at))) return [text.slice(0, at), text.slice(at + 1)];
  return [text];
}

export function drawGutterName(tools: DrawTools, track: PlacedTrack): void {
  const { surface, spec, layout } = tools;
  if (spec.frame.parts === "strip") {
    const { machine } = spec;
    const card = track.kind === "rx" || track.kind === "tx" ? machine.nics[track.index] : undefined;
    drawStripGutter(tools, track, [trackName(machine, track), ...(card === undefined ? [] : [card])]);
    return;
  }
  const { theme, machine } = spec;
  const isLane = track.kind === "lane" || track.kind === "cpu";
  const { label, mono } = fonts(theme);
  const lines = gutterLines(surface, spec, layout, track);
  const color = isLane ? theme.ink : theme.ink2;
  const isCovered = (y: number) => isUnderMore(layout, spec.scrollTopPx, y);
  lines.names.forEach((name, line) => {
    const y = lines.nameY + line * 2 * STACKED_PX;
    if (isCovered(y)) return;
    drawText(surface, name, layout.gutterX, y, { font: lines.nameFont, color });
  });
  const value = staticValue(machine, track);
  if (value !== "" && lines.valueY !== undefined && !isCovered(lines.valueY))
    drawText(surface, value, lines.rightX, lines.valueY, { font: mono, color: theme.ink2, align: "right" });
  const isAlone = track.kind === "software";
  if (track.heightPx < LEAST_DROPS_HEIGHT_PX && !isAlone) return;
  const drops = dropsInView(tools, track);
  if (drops > 0)
    drawText(
      surface,
      `✕ ${dropsText(drops)}`,
      lines.rightX,
      isAlone ? lines.nameY : track.top + Math.min(9, track.heightPx / 2 - 13),
      {
        font: label,
        color: theme.drop,
        align: "right",
      },
    );
}

/** What does not change with the playhead. */
function staticValue(machine: MachineLabels, track: Track): string {
  if (track.kind !== "lane" || machine.contexts.length === 1) return "";
  const context = machine.contexts.find((entry) => entry.context === track.index);
  return context?.priority === undefined ? "" : `P${context.priority}`;
}

/** The value that needs most room, so that names do not move while values change. */
function widestValue(spec: StaticSpec, track: Track): string {
  switch (track.kind) {
    case "rx":
    case "tx":
    case "queue": {
      const capacity = spec.window && fillOf(spec.window, track)?.capacity;
      return capacity === undefined ? "" : `${capacity} / ${capacity}`;
    }
    case "dma":
    case "bus":
      return withUnit(formatPercent(0.999, 0));
    case "misses": {
      const roof = spec.window === undefined ? 1 : missColumns(spec.window, track.index).roof;
      return `${perThousand(roof)} / ${perThousand(roof)} ‰`;
    }
    case "ipc":
      return "0.00";
    case "line":
      return say("pending");
    default:
      return staticValue(spec.machine, track);
  }
}

/** "8 / 8" at the playhead; "" where nothing is known. */
export function valueAtPlayhead(spec: TimelineSpec, track: Track): string {
  const { window, view } = spec;
  const capacity = window && fillOf(window, track)?.capacity;
  const ofCapacity = (held: number | undefined) =>
    held === undefined || capacity === undefined ? "" : `${held} / ${capacity}`;
  switch (track.kind) {
    case "rx":
      return ofCapacity(view?.nics[track.index]?.rxFill);
    case "tx":
      return ofCapacity(view?.nics[track.index]?.txFill);
    case "queue":
      return ofCapacity(view?.queueFill[track.index]);
    case "line": {
      const line = view?.lines[track.index];
      if (line === undefined) return "";
      return say(line.masked ? "masked" : line.pending ? "pending" : "clear");
    }
    case "dma":
    case "bus":
    case "misses":
      return barsAtPlayhead(spec, track);
    case "ipc": {
      const column = window && columnOf(window, Math.max(0, spec.playheadCycle - 1));
      const value =
        column === undefined || window === undefined
          ? undefined
          : groupColumns(window, window.ipc).values[column];
      return value === undefined || Number.isNaN(value) ? "" : formatFixed(value, 2);
    }
    default:
      return "";
  }
}

/** "37 %" of the time, "4.0 / 50 ‰" of misses per cycle. */
function barsAtPlayhead({ window, theme, machine, playheadCycle }: TimelineSpec, track: Track): string {
  const column = window && columnOf(window, Math.max(0, playheadCycle - 1));
  if (window === undefined || column === undefined) return "";
  const { parts, roof } = barsOf(window, track, { theme, machine });
  const total = parts.reduce((sum, { values }) => sum + (values[column] ?? 0), 0);
  if (track.kind === "misses") return `${perThousand(total)} / ${perThousand(roof)} ‰`;
  return withUnit(formatPercent(cleanShare(total), 0));
}

export function drawGutterValue(
  surface: Surface,
  spec: TimelineSpec,
  layout: Layout,
  track: PlacedTrack,
): void {
  const text = valueAtPlayhead(spec, track);
  if (spec.frame.parts === "strip") {
    drawStripValue(surface, spec, layout, track, text);
    return;
  }
  const { valueY, rightX } = gutterLines(surface, spec, layout, track);
  if (text === "" || valueY === undefined || isUnderMore(layout, spec.scrollTopPx, valueY)) return;
  const { mono } = fonts(spec.theme);
  drawText(surface, text, rightX, valueY, { font: mono, color: spec.theme.ink, align: "right" });
}
