/** The exact facts of the element under the pointer, in words. Loaded with the first tip. */

import { t } from "../text/t.ts";
import { formatInteger, formatPercent } from "../ui/format.ts";
import { pcText, rowText } from "../ui/instructionText.ts";
import { partStyle } from "../ui/latencyParts.ts";
import { causeText } from "../ui/stallText.ts";
import type { Hit } from "./hitTest.ts";
import { journeyName, waypointName } from "./journey.ts";
import { layerIndex, layerLabel } from "./layers.ts";
import { cyclesText, rowNote } from "./rows.ts";
import { contextName, type Facts, stretchRows } from "./spans.ts";
import type { MachineLabels } from "./spec.ts";
import { withUnit } from "./text.ts";
import { trackFacts } from "./tracks/index.ts";
import { plainFacts } from "./tracks/track.ts";

export function factsOf(hit: Hit, machine: MachineLabels): Facts | undefined {
  switch (hit.kind) {
    case "part":
      return partFacts(hit, machine);
    case "bookmark":
      return plainFacts(hit.note === "" ? t("bookmark") : hit.note, [
        [t("bookmark"), formatInteger(hit.cycle)],
      ]);
    case "row":
      return rowFacts(hit, machine);
    case "none":
    case "gutter":
    case "overview":
    case "ruler":
    case "empty":
      return undefined;
    default:
      return trackFacts(hit, machine);
  }
}

function partFacts(hit: Extract<Hit, { kind: "part" }>, machine: MachineLabels): Facts {
  const { journey, part, fromCycle, toCycle } = hit;
  const whole = (journey.endCycle ?? toCycle) - journey.beginCycle;
  const rows: (readonly [string, string])[] = [
    [t("of"), journeyName(journey, machine)],
    ...stretchRows(fromCycle, toCycle, machine),
  ];
  if (whole > 0 && toCycle - fromCycle < whole)
    rows.push([t("share"), withUnit(formatPercent((toCycle - fromCycle) / whole))]);
  for (const { kind, cycle, cycles } of journey.waypoints)
    if (cycle >= fromCycle && cycle < toCycle)
      rows.push([waypointName(kind), cycles === undefined ? formatInteger(cycle) : cyclesText(cycles)]);
  return {
    title: partStyle(part).label,
    layer: undefined,
    isLoss: journey.fate.kind === "dropped",
    rows,
  };
}

function rowFacts(hit: Extract<Hit, { kind: "row" }>, machine: MachineLabels): Facts {
  const { row, originCycle, cell } = hit;
  const layer = layerIndex(row.layer);
  const rows: (readonly [string, string])[] = [];
  if (row.kind === "instruction") rows.push(["pc", pcText(row.pc)]);
  rows.push([t("context"), `${contextName(machine, row.context)}, ${layerLabel(layer)}`]);
  const routine = row.routine === undefined ? undefined : machine.routines[row.routine];
  if (routine !== undefined) rows.push([t("routine"), routine]);
  const stage = machine.stages[cell?.stage ?? -1];
  if (cell !== undefined && stage !== undefined) {
    const isOpen = hit.isCut && cell.to === row.end;
    const length = isOpen ? "" : `, ${cyclesText(cell.to - cell.from)}`;
    rows.push([
      stage,
      `${formatInteger(originCycle + cell.from)}, ${cell.stall === undefined ? t("working") : causeText(cell.stall)}${length}`,
    ]);
  }
  const from = formatInteger(originCycle + row.first);
  const to = formatInteger(originCycle + row.end);
  rows.push([
    t("in the machine"),
    hit.isCut ? t("from {from}", { from }) : t("{from} to {to}", { from, to }),
  ]);
  const note = rowNote(row, ({ to: end }) => !(hit.isCut && end === row.end));
  if (note !== "") rows.push([t("lost"), note]);
  for (const { register, from: producer, stage: at } of hit.forwarded)
    rows.push([
      t("forwarded"),
      t("{register} from {instruction}, {stage}", {
        register: `${row.text === undefined ? "r" : "x"}${register}`,
        instruction: rowText(producer),
        stage: machine.stages[at] ?? "",
      }),
    ]);
  if (row.taken) rows.push([t("branch"), t("taken")]);
  if (row.illustrative) rows.push([t("note"), t("illustrative, counts in no IPC")]);
  return { title: rowText(row), layer, isLoss: false, rows };
}
