/** Instructions per cycle of layers that are counted in instructions. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatCompact, formatFixed, formatInteger } from "../../ui/format.ts";
import { columnOf, columnStretch, cyclesPerColumn, groupColumns, type Stretch } from "../columns.ts";
import { drawIpc } from "../draw/levels.ts";
import { areColumnsWide, stripItem } from "../draw/strip.ts";
import { stretchRows } from "../spans.ts";
import { rasteriseLine } from "../strips.ts";
import { boxOf, plainFacts, type TrackType } from "./track.ts";

type IpcHit = { readonly kind: "ipc"; readonly cycle: number; readonly value: number } & Stretch;

const AIR = [5, 3] as const;

export const ipc: TrackType<"ipc", IpcHit> = {
  kind: "ipc",
  linkName: "ipc",
  places: ({ retires }) => (retires ? [{ index: 0, least: 20, natural: 33, most: 70, isShared: true }] : []),
  air: AIR,
  name: () => "IPC",
  /** Includes the number of cycles over which the value is a mean. */
  gutterName: ({ window }) => {
    if (window === undefined) return "IPC";
    const cycles = groupColumns(window, window.ipc).groupColumns * cyclesPerColumn(window);
    return t("IPC, {cycles}-cycle mean", {
      cycles: cycles < 1000 ? formatInteger(Math.max(1, Math.round(cycles))) : formatCompact(cycles),
    });
  },
  draw: (tools, track) => drawIpc(tools, track, boxOf(track, AIR)),
  raster: (spec, window, track, strips) => {
    if (areColumnsWide(spec, window)) return [];
    const { values } = groupColumns(window, window.ipc);
    const color = strips.pixel(spec.theme.ink2);
    return [stripItem(spec, track, boxOf(track, AIR), (target) => rasteriseLine(values, target, color))];
  },
  widest: () => "0.00",
  value: ({ window, playheadCycle }) => {
    const column = window && columnOf(window, Math.max(0, playheadCycle - 1));
    if (window === undefined || column === undefined) return "";
    const value = groupColumns(window, window.ipc).values[column];
    return value === undefined || Number.isNaN(value) ? "" : formatFixed(value, 2);
  },
  hit: (_, window, __, cycle) => ipcHit(window, cycle),
  facts: {
    ipc: (hit, machine) =>
      plainFacts(t("instructions per cycle"), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        ["IPC", Number.isNaN(hit.value) ? t("only layers given in cycles ran") : formatFixed(hit.value, 3)],
      ]),
  },
};

function ipcHit(window: TimelineWindow, cycle: number): IpcHit | undefined {
  const column = columnOf(window, cycle);
  if (column === undefined) return undefined;
  const { values, groupColumns: size, phase } = groupColumns(window, window.ipc);
  const first = Math.max(0, column - ((column + phase) % size));
  const end = Math.min(window.columns, column - ((column + phase) % size) + size);
  return {
    kind: "ipc",
    cycle,
    value: values[column] ?? Number.NaN,
    fromCycle: columnStretch(window, first).fromCycle,
    toCycle: columnStretch(window, end - 1).toCycle,
  };
}
