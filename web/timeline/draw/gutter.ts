/** Names left of the tracks. Values at the playhead are drawn with the playhead. */
import { formatCompact, formatInteger } from "../../base/format.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { columnOf } from "../columns.ts";
import type { Track } from "../layout.ts";
import type { MachineLabels, TimelineSpec } from "../spec.ts";
import { drawText, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { dropsInView } from "./marks.ts";
import type { DrawTools, PlacedTrack } from "./tools.ts";

const VALUE_AIR_PX = 12;
const NAME_AIR_PX = 6;

export function contextName(context: number): string {
  return `C${context + 1}`;
}

export function trackName(machine: MachineLabels, track: Pick<Track, "kind" | "index">): string {
  const ofMany = (name: string) =>
    machine.nics.length > 1 ? `${name} ${machine.nics[track.index] ?? ""}` : name;
  switch (track.kind) {
    case "interrupts":
      return "interrupts";
    case "lane":
      return contextName(track.index);
    case "cpu":
      return machine.contexts.length === 1 ? contextName(0) : "core";
    case "rx":
      return ofMany("rx ring");
    case "tx":
      return ofMany("tx queue");
    case "queue":
      return machine.queues[track.index]?.name ?? "queue";
    case "bus":
      return "bus";
    case "ipc":
      return "IPC";
    case "rows":
      return "";
  }
}

export function drawGutterName(tools: DrawTools, track: PlacedTrack): void {
  const { surface, spec, layout } = tools;
  const { theme, machine } = spec;
  const isLane = track.kind === "lane" || track.kind === "cpu";
  const { label, strong, mono } = fonts(theme);
  const font = isLane && track.heightPx >= 16 ? strong : label;
  const middle = track.top + track.heightPx / 2;
  const name = shorten(
    tools,
    trackName(machine, track),
    font,
    layout.gutterWidthPx - VALUE_AIR_PX - valueWidth(tools, track, mono),
  );
  drawText(surface, name, layout.gutterX, middle, { font, color: isLane ? theme.ink : theme.ink2 });
  if (spec.frame.compact) return;
  const right = layout.gutterX + layout.gutterWidthPx - VALUE_AIR_PX;
  const value = staticValue(machine, track);
  if (value !== "")
    drawText(surface, value, right, middle, { font: mono, color: theme.ink2, align: "right" });
  if (track.kind !== "rx" || track.heightPx < 40) return;
  const drops = dropsInView(tools);
  if (drops > 0)
    drawText(surface, `✕ ${dropsText(drops)}`, right, track.top + 9, {
      font: label,
      color: theme.drop,
      align: "right",
    });
}

/** Room that the widest value of the track needs, so that names keep clear of it. */
function valueWidth(tools: DrawTools, track: Track, font: string): number {
  const { window } = tools.spec;
  const fills = { rx: window?.rxFill, tx: window?.txFill, queue: window?.queueFill };
  const fill = track.kind in fills ? fills[track.kind as keyof typeof fills]?.[track.index] : undefined;
  const widest = fill === undefined ? "0.00" : `${fill.capacity} / ${fill.capacity}`;
  return textWidth(tools.surface, widest, font) + NAME_AIR_PX;
}

export function dropsText(drops: number): string {
  return drops < 10_000 ? formatInteger(drops) : formatCompact(drops);
}

function staticValue(machine: MachineLabels, track: Track): string {
  if (track.kind === "bus") return "DMA";
  if (track.kind !== "lane" || machine.contexts.length === 1) return "";
  const context = machine.contexts.find((entry) => entry.context === track.index);
  return context?.priority === undefined ? "" : `P${context.priority}`;
}

function shorten(tools: DrawTools, text: string, font: string, roomPx: number): string {
  if (tools.spec.frame.compact || textWidth(tools.surface, text, font) <= roomPx) return text;
  for (let length = text.length - 1; length > 3; length--) {
    const cut = `${text.slice(0, length).trimEnd()}…`;
    if (textWidth(tools.surface, cut, font) <= roomPx) return cut;
  }
  return text;
}

/** "8 / 8" at the playhead; "" where nothing is known. */
export function valueAtPlayhead(spec: TimelineSpec, track: Track): string {
  const { window, view } = spec;
  const fillOf = (held: number | undefined, capacity: number | undefined) =>
    held === undefined || capacity === undefined ? "" : `${held} / ${capacity}`;
  switch (track.kind) {
    case "rx":
      return fillOf(nicOf(view, track.index)?.rxFill, window?.rxFill[track.index]?.capacity);
    case "tx":
      return fillOf(nicOf(view, track.index)?.txFill, window?.txFill[track.index]?.capacity);
    case "queue":
      return fillOf(view?.queueFill[track.index], window?.queueFill[track.index]?.capacity);
    case "ipc": {
      const column = window && columnOf(window, Math.max(0, spec.playheadCycle - 1));
      const value = column === undefined ? undefined : window?.ipc[column];
      return value === undefined || Number.isNaN(value) ? "" : value.toFixed(2);
    }
    default:
      return "";
  }
}

function nicOf(view: MachineView | undefined, nic: number) {
  return view?.nics[nic];
}

export function drawGutterValue(
  tools: Pick<DrawTools, "surface" | "layout">,
  spec: TimelineSpec,
  track: PlacedTrack,
): void {
  const text = valueAtPlayhead(spec, track);
  if (text === "") return;
  const { layout, surface } = tools;
  const right = layout.gutterX + layout.gutterWidthPx - VALUE_AIR_PX;
  const { mono } = fonts(spec.theme);
  drawText(surface, text, right, track.top + track.heightPx / 2, {
    font: mono,
    color: spec.theme.ink,
    align: "right",
  });
}
