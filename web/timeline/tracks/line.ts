/** An interrupt line: up or clear, recognised, handler returned. */
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { drawLine } from "../draw/line.ts";
import type { Track } from "../layout.ts";
import { type LineStretch, lineAt } from "../lineHit.ts";
import { type Facts, stretchRows } from "../spanFacts.ts";
import type { MachineLabels } from "../spec.ts";
import { boxOf, plainFacts, type TrackType } from "./track.ts";

type LineHit = { readonly kind: "line"; readonly cycle: number; readonly track: Track } & LineStretch;

const AIR = [4, 4] as const;
/** More of them are counted. */
const CYCLES_NAMED = 3;

const nameOf = (machine: MachineLabels, index: number) =>
  t("line {name}", { name: machine.lines[index] ?? "" });

export const line: TrackType<"line", LineHit> = {
  kind: "line",
  linkName: "line",
  places: ({ lines }) =>
    lines.map((_, index) => ({ index, least: 14, natural: 19, most: 40, isExtra: true, isShared: true })),
  air: AIR,
  name: nameOf,
  draw: (tools, track) => drawLine(tools, track, boxOf(track, AIR)),
  raster: () => [],
  widest: () => t("pending"),
  value: ({ view }, index) => {
    const one = view?.lines[index];
    if (one === undefined) return "";
    return t(one.masked ? "masked" : one.pending ? "pending" : "clear");
  },
  hit: (_, window, track, cycle) => {
    const stretch = lineAt(window, track.index, cycle);
    return stretch && { kind: "line", cycle, track, ...stretch };
  },
  facts: {
    line: (hit, machine) =>
      plainFacts(nameOf(machine, hit.track.index), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        ...lineRows(hit),
      ]),
  },
};

function lineRows({ isUp, raised, recognised, returned }: LineStretch): Facts["rows"] {
  if (isUp === undefined) return [[t("raised"), formatInteger(raised)]];
  const cycles = (at: readonly number[]) =>
    at.length > CYCLES_NAMED
      ? t("{count} times", { count: at.length })
      : at.map((cycle) => formatInteger(cycle)).join(", ");
  return [
    [t("line"), t(isUp ? "raised" : "clear")],
    ...(recognised.length === 0 ? [] : [[t("recognised"), cycles(recognised)] as const]),
    ...(returned.length === 0 ? [] : [[t("handler returned"), cycles(returned)] as const]),
  ];
}
