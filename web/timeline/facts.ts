/** The exact facts of what is under the pointer, in words. Loaded with the first tooltip. */

import { say } from "../text/say.ts";
import { formatCycles, formatFixed, formatInteger, formatPercent } from "../ui/format.ts";
import { pcText, rowText } from "../ui/instructionText.ts";
import { partStyle } from "../ui/latencyParts.ts";
import { causeText } from "../ui/stallText.ts";
import { contextName, trackName } from "./draw/gutter.ts";
import type { Hit, NearLosses } from "./hitTest.ts";
import { dropCauseText, journeyName, waypointName } from "./journey.ts";
import { layerIndex, layerLabel } from "./layers.ts";
import type { LineStretch } from "./lineHit.ts";
import { LEVEL_NAME, perThousand } from "./misses.ts";
import { cyclesText, rowNote } from "./rows.ts";
import { type Facts, spanFacts, stretchRows, threadName } from "./spanFacts.ts";
import type { MachineLabels } from "./spec.ts";
import { cleanShare, lengthText, withUnit } from "./text.ts";

export function factsOf(hit: Hit, machine: MachineLabels): Facts | undefined {
  const plain = (title: string, rows: Facts["rows"], isLoss = false): Facts => ({
    title,
    layer: undefined,
    isLoss,
    rows,
  });
  switch (hit.kind) {
    case "span":
      return spanFacts(hit.span, machine);
    case "shares": {
      const { context, shares, stall, ready } = hit;
      const dominant = [...shares].sort((a, b) => b.share - a.share)[0];
      const parts = shares.map(
        ({ layer, share }) => [layerLabel(layer), withUnit(formatPercent(share))] as const,
      );
      if (stall > 0) parts.push([say("stalled"), withUnit(formatPercent(stall))]);
      if (ready > 0) parts.push([say("ready, not running"), withUnit(formatPercent(ready))]);
      return {
        title: `${context === undefined ? say("cores") : contextName(machine, context)}, ${withUnit(formatCycles(Math.round(hit.toCycle - hit.fromCycle)))}`,
        layer: dominant?.layer,
        isLoss: false,
        rows: [...stretchRows(hit.fromCycle, hit.toCycle, machine).slice(0, 2), ...parts],
      };
    }
    case "interrupt": {
      const latency = hit.enteredCycle - hit.raisedCycle;
      return plain(say("interrupt"), [
        [
          say("handler"),
          [contextName(machine, hit.context), threadName(machine, hit.thread)].filter(Boolean).join(" "),
        ],
        [say("raised"), formatInteger(hit.raisedCycle)],
        [say("entered"), formatInteger(hit.enteredCycle)],
        [say("latency"), lengthText(latency, machine.clockHertz)],
      ]);
    }
    case "raised":
      return plain(say("interrupt raised"), [
        [say("cycle"), formatInteger(hit.raisedCycle)],
        [say("handler"), say("not entered yet")],
      ]);
    case "interrupt-count":
      return plain(say("interrupts"), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        [say("raised"), formatInteger(hit.raised)],
        [say("entered"), formatInteger(hit.entered)],
      ]);
    case "fill": {
      const { minimum, maximum, mean, capacity, losses } = hit;
      const isFlat = minimum === maximum;
      const level: Facts["rows"] = isFlat
        ? [[say("held"), say("{number} of {of}", { number: maximum, of: capacity })]]
        : [
            [say("least"), formatInteger(minimum)],
            [say("most"), say("{number} of {of}", { number: maximum, of: capacity })],
            [say("mean"), formatFixed(mean, 2)],
          ];
      return plain(
        trackName(machine, hit.track),
        [...stretchRows(hit.fromCycle, hit.toCycle, machine), ...level, ...lossRows(losses)],
        losses.frames > 0,
      );
    }
    case "software":
      return plain(
        trackName(machine, hit.track),
        [[say("cycle"), formatInteger(Math.round(hit.cycle))], ...lossRows(hit.losses)],
        true,
      );
    case "bus":
    case "dma":
    case "misses":
      return plain(hit.kind === "bus" ? say("bus") : trackName(machine, hit.track), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        ...barRows(hit),
      ]);
    case "line":
      return plain(trackName(machine, hit.track), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        ...lineRows(hit),
      ]);
    case "ipc":
      return plain(say("instructions per cycle"), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        ["IPC", Number.isNaN(hit.value) ? say("only layers given in cycles ran") : formatFixed(hit.value, 3)],
      ]);
    case "part":
      return partFacts(hit, machine);
    case "bookmark":
      return plain(hit.note === "" ? say("bookmark") : hit.note, [
        [say("bookmark"), formatInteger(hit.cycle)],
      ]);
    case "row":
      return rowFacts(hit, machine);
    default:
      return undefined;
  }
}

function lossRows({ frames, causes }: NearLosses): Facts["rows"] {
  if (frames === 0) return [];
  return [
    [say("✕ dropped here"), formatInteger(frames)],
    [say("cause"), causes.map((cause) => dropCauseText(cause)).join(", ")],
  ];
}

/** More of them are counted. */
const CYCLES_NAMED = 3;

function lineRows({ isUp, raised, recognised, returned }: LineStretch): Facts["rows"] {
  if (isUp === undefined) return [[say("raised"), formatInteger(raised)]];
  const cycles = (at: readonly number[]) =>
    at.length > CYCLES_NAMED
      ? say("{count} times", { count: at.length })
      : at.map((cycle) => formatInteger(cycle)).join(", ");
  return [
    [say("line"), say(isUp ? "raised" : "clear")],
    ...(recognised.length === 0 ? [] : [[say("recognised"), cycles(recognised)] as const]),
    ...(returned.length === 0 ? [] : [[say("handler returned"), cycles(returned)] as const]),
  ];
}

function barRows(hit: Extract<Hit, { kind: "bus" | "dma" | "misses" }>): Facts["rows"] {
  const share = (value: number) => withUnit(formatPercent(value));
  if (hit.kind === "dma") return [[say("holds the bus"), share(hit.share)]];
  if (hit.kind === "bus") {
    const dma = ["DMA", share(hit.dma)] as const;
    if (hit.cores === undefined) return [dma];
    const free = cleanShare(1 - hit.dma - hit.cores);
    return [dma, [say("cores"), share(hit.cores)], [say("free"), share(free)]];
  }
  const cycles = hit.toCycle - hit.fromCycle;
  return hit.levels.map(({ level, perCycle }) => [
    LEVEL_NAME[level],
    say("{count}, {rate} in 1000 cycles", {
      count: Math.round(perCycle * cycles),
      rate: perThousand(perCycle),
    }),
  ]);
}

function partFacts(hit: Extract<Hit, { kind: "part" }>, machine: MachineLabels): Facts {
  const { journey, part, fromCycle, toCycle } = hit;
  const whole = (journey.endCycle ?? toCycle) - journey.beginCycle;
  const rows: (readonly [string, string])[] = [
    [say("of"), journeyName(journey, machine)],
    ...stretchRows(fromCycle, toCycle, machine),
  ];
  if (whole > 0 && toCycle - fromCycle < whole)
    rows.push([say("share"), withUnit(formatPercent((toCycle - fromCycle) / whole))]);
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
  rows.push([say("context"), `${contextName(machine, row.context)}, ${layerLabel(layer)}`]);
  const routine = row.routine === undefined ? undefined : machine.routines[row.routine];
  if (routine !== undefined) rows.push([say("routine"), routine]);
  const stage = machine.stages[cell?.stage ?? -1];
  if (cell !== undefined && stage !== undefined) {
    const isOpen = hit.isCut && cell.to === row.end;
    const length = isOpen ? "" : `, ${cyclesText(cell.to - cell.from)}`;
    rows.push([
      stage,
      `${formatInteger(originCycle + cell.from)}, ${cell.stall === undefined ? say("working") : causeText(cell.stall)}${length}`,
    ]);
  }
  const from = formatInteger(originCycle + row.first);
  const to = formatInteger(originCycle + row.end);
  rows.push([
    say("in the machine"),
    hit.isCut ? say("from {from}", { from }) : say("{from} to {to}", { from, to }),
  ]);
  const note = rowNote(row, ({ to: end }) => !(hit.isCut && end === row.end));
  if (note !== "") rows.push([say("lost"), note]);
  for (const { register, from: producer, stage: at } of hit.forwarded)
    rows.push([
      say("forwarded"),
      say("{register} from {instruction}, {stage}", {
        register: `${row.text === undefined ? "r" : "x"}${register}`,
        instruction: rowText(producer),
        stage: machine.stages[at] ?? "",
      }),
    ]);
  if (row.taken) rows.push([say("branch"), say("taken")]);
  if (row.illustrative) rows.push([say("note"), say("illustrative, counts in no IPC")]);
  return { title: rowText(row), layer, isLoss: false, rows };
}
