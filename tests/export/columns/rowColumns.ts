/** Rows of packets, interrupts and events, column by column, compared with the event log and the log of latencies. */
import {
  sim_drop_cause_names,
  sim_interrupt_part_names,
  sim_packet_part_names,
} from "../../../core-wasm/binding/index.ts";
import { exportOf, type RowsName } from "../../../lib/export/formats.ts";
import { written } from "../support/writeFile.ts";
import type { Cells, ColumnCount, CountedExport } from "./column.ts";
import { core, type Event, type Latency, lossOf, type Observed, remembered } from "./observed.ts";

/** Cells as in CSV. None of them has a comma. */
const columnsOfCsv = (name: RowsName) =>
  remembered(({ scenario, window, stretchCycles }: Observed): ReadonlyMap<string, Cells> => {
    const { file } = exportOf(name, scenario, { window, stretchCycles });
    const text = new TextDecoder().decode(written(core, scenario, file, window).bytes);
    const [head = [], ...rows] = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    return new Map(head.map((column, index) => [column, rows.map((row) => row[index])]));
  });

const READERS = {
  packets: columnsOfCsv("packets"),
  interrupts: columnsOfCsv("interrupts"),
  traps: columnsOfCsv("traps"),
  events: columnsOfCsv("events"),
  series: columnsOfCsv("series"),
};

export const csvColumns = (run: Observed, name: RowsName): ReadonlyMap<string, Cells> => READERS[name](run);

const texts = (cells: readonly (string | number | undefined)[]): Cells =>
  cells.map((cell) => String(cell ?? ""));

/** A packet that ended in the window, or was under way at its end. */
export interface Packet {
  readonly number: number;
  readonly offered: Event | undefined;
  readonly end: Event | undefined;
  readonly latency: Latency | undefined;
}

/** Ended packets in the order of their ends, then the others in the order of their offers. */
export const packetsOf = remembered(({ events, firstWithin, latencies }: Observed): readonly Packet[] => {
  const latencyOf = new Map(latencies.flatMap((one) => (one.isPacket ? [[one.number, one] as const] : [])));
  const offered = new Map<number, Event>();
  const ended = new Set<number>();
  const packets: Packet[] = [];
  for (const [index, event] of events.entries()) {
    const { kind, subject } = event;
    if (kind === "frame-offered") offered.set(subject, event);
    if (kind !== "frame-dropped" && kind !== "frame-merged" && kind !== "frame-delivered") continue;
    ended.add(subject);
    const latency = kind === "frame-delivered" ? latencyOf.get(subject) : undefined;
    if (index >= firstWithin)
      packets.push({ number: subject, offered: offered.get(subject), end: event, latency });
  }
  for (const [number, event] of offered)
    if (!ended.has(number)) packets.push({ number, offered: event, end: undefined, latency: undefined });
  return packets;
});

export function directionOf({ end, latency }: Packet): "receive" | "send" | undefined {
  if (end?.kind === "frame-dropped") return lossOf(end).isSend ? "send" : "receive";
  return latency && (latency.direction === 0 ? "receive" : "send");
}

/** The first cycle after it. A delivery has its length. */
export function endOf({ end, latency }: Packet): number | undefined {
  return end && (latency === undefined ? end.cycle + 1 : latency.begin + end.value);
}

export function fateOf({ end }: Packet): string {
  if (end === undefined) return "under way";
  if (end.kind === "frame-delivered") return "delivered";
  if (end.kind === "frame-merged") return `merged into ${end.value}`;
  return sim_drop_cause_names[lossOf(end).cause] ?? "?";
}

/** The name of the full queue. */
export function queueOf({ end }: Packet, { scenario }: Observed): string | undefined {
  if (end?.kind !== "frame-dropped") return undefined;
  const { cause, place } = lossOf(end);
  return sim_drop_cause_names[cause] === "queue-full" ? scenario.software.queues[place]?.name : undefined;
}

/** The number of the card. */
export function nicOf(packet: Packet, run: Observed): number | undefined {
  const { end, latency } = packet;
  if (end?.kind === "frame-dropped")
    return queueOf(packet, run) === undefined ? lossOf(end).place : undefined;
  return latency?.nic;
}

const packetColumn = (
  name: string,
  cell: (packet: Packet, run: Observed) => string | number | undefined,
): ColumnCount => ({
  column: new RegExp(`^${name}$`),
  count: (run) => texts(packetsOf(run).map((packet) => cell(packet, run))),
});

export const PACKETS: CountedExport = {
  name: "packets",
  columnsOf: (run) => csvColumns(run, "packets"),
  counts: [
    packetColumn("packet", ({ number }) => number),
    packetColumn("direction", directionOf),
    packetColumn("size_bytes", ({ offered }) => offered?.value),
    packetColumn("offered_cycle", ({ offered }) => offered?.cycle),
    packetColumn("fate", fateOf),
    packetColumn(
      "place",
      (packet, run) => queueOf(packet, run) ?? run.scenario.machine.nics[nicOf(packet, run) ?? -1]?.name,
    ),
    packetColumn("frames", ({ end }) => (end?.kind === "frame-dropped" ? lossOf(end).frames : 1)),
    packetColumn("begin_cycle", ({ latency }) => latency?.begin),
    packetColumn("end_cycle", endOf),
    // The latency of a delivery without a record is not known.
    packetColumn("latency_cycles", ({ end, latency }) => latency && end?.value),
    ...sim_packet_part_names.map((part, index) =>
      packetColumn(`${part.replaceAll("-", "_")}_cycles`, ({ latency }) => latency?.parts[index]),
    ),
    packetColumn("answered_cycle", () => undefined),
    packetColumn("request_latency_cycles", () => undefined),
  ],
};

/** An interrupt whose latency was known in the window, or that was under way at its end. */
export interface Interrupt {
  readonly number: number;
  readonly source: "line" | "timer" | "software";
  readonly asserted: Event | undefined;
  readonly recognised: Event | undefined;
  readonly entered: Event | undefined;
  readonly latency: Latency | undefined;
}

export const interruptsOf = remembered((run: Observed): readonly Interrupt[] => {
  const { events, latencies, firstLatencyWithin } = run;
  const asserted = events.filter(({ kind }) => kind === "line-asserted");
  const known = new Set(latencies.flatMap(({ isPacket, number }) => (isPacket ? [] : [number])));
  const within = latencies.slice(firstLatencyWithin).filter(({ isPacket }) => !isPacket);
  const own = new Map(events.flatMap((_, index) => ownInterrupt(events, index)));
  const begun = events.filter(
    ({ kind, value }) => kind === "line-asserted" || (kind === "recognised" && own.has(value)),
  );
  const underWay = begun.flatMap(({ value }) => (known.has(value) ? [] : [value]));
  return [...within.map(({ number }) => number), ...new Set(underWay)].map((number) => {
    const first = asserted.find(({ value }) => value === number);
    const since = first?.cycle ?? (own.has(number) ? 0 : Number.POSITIVE_INFINITY);
    const later = (kind: Event["kind"]) =>
      events.findLast((one) => one.kind === kind && one.value === number && one.cycle >= since);
    return {
      number,
      source: own.get(number) ?? "line",
      asserted: first,
      recognised: later("recognised"),
      entered: later("handler-entered"),
      latency: within.find((one) => one.number === number),
    };
  });
});

/** For a hart: the event recognised right before its trap by the timer (mcause 0x80000007) or by software (0x80000003). */
function ownInterrupt(
  events: readonly Event[],
  index: number,
): readonly (readonly [number, "timer" | "software"])[] {
  const [before, trap] = [events[index - 1], events[index]];
  if (trap?.kind !== "trap" || before?.kind !== "recognised") return [];
  if (trap.subject === 0x8000_0007) return [[before.value, "timer"]];
  return trap.subject === 0x8000_0003 ? [[before.value, "software"]] : [];
}

/** For a hart: after the drain. */
const handlerBegin = ({ latency }: Interrupt): number | undefined =>
  latency && latency.begin + (latency.parts[0] ?? 0) + (latency.parts[1] ?? 0);

const isOfHart = ({ recognised }: Interrupt, { scenario }: Observed) =>
  scenario.software.threads[recognised?.subject ?? -1]?.machineMode === true;

const interruptColumn = (
  name: string,
  cell: (interrupt: Interrupt, run: Observed) => string | number | undefined,
): ColumnCount => ({
  column: new RegExp(`^${name}$`),
  count: (run) => texts(interruptsOf(run).map((interrupt) => cell(interrupt, run))),
});

export const INTERRUPTS: CountedExport = {
  name: "interrupts",
  columnsOf: (run) => csvColumns(run, "interrupts"),
  counts: [
    interruptColumn("interrupt", ({ number }) => number),
    interruptColumn("source", ({ source }) => source),
    interruptColumn("line", ({ asserted }, { lineNames }) => lineNames[asserted?.subject ?? -1]),
    interruptColumn("raised_cycle", ({ asserted, latency }) => asserted?.cycle ?? latency?.begin),
    interruptColumn(
      "thread",
      ({ recognised }, { scenario }) => scenario.software.threads[recognised?.subject ?? -1]?.name,
    ),
    interruptColumn("context", ({ recognised }) =>
      recognised === undefined || recognised.context === 255 ? undefined : recognised.context + 1,
    ),
    interruptColumn("entered_cycle", (one, run) =>
      isOfHart(one, run) ? handlerBegin(one) : one.entered?.cycle,
    ),
    interruptColumn("end_cycle", ({ latency }) => latency?.end),
    interruptColumn("latency_cycles", ({ latency }) => latency && latency.end - latency.begin),
    ...sim_interrupt_part_names.map((part, index) =>
      interruptColumn(`${part.replaceAll("-", "_")}_cycles`, ({ latency }) => latency?.parts[index]),
    ),
  ],
};

/** By its subject (core-wasm/include/sim_limits.h): the causes that occur here, numbered as in the privileged manual. */
export const TRAP_WORDS: ReadonlyMap<number, string> = new Map([
  [0x7fff_ffff, "returned"],
  [0x7fff_fffe, "ended"],
  [0x7fff_fffd, "interrupts-off"],
  [0x7fff_fffc, "interrupts-on"],
  [0x7fff_fffb, "mie"],
  [0x7fff_fffa, "plic"],
  [0x8000_0003, "software"],
  [0x8000_0007, "timer"],
  [0x8000_000b, "external"],
  [0x8000_0011, "line"],
  [2, "illegal-instruction"],
  [11, "ecall"],
]);

const eventColumn = (name: string, cell: (event: Event) => string | number | undefined): ColumnCount => ({
  column: new RegExp(`^${name}$`),
  count: ({ events, firstWithin }) => texts(events.slice(firstWithin).map(cell)),
});

export const EVENTS: CountedExport = {
  name: "events",
  columnsOf: (run) => csvColumns(run, "events"),
  counts: [
    eventColumn("cycle", ({ cycle }) => cycle),
    eventColumn("kind", ({ kind }) => kind),
    eventColumn("context", ({ context }) => (context === 255 ? undefined : context + 1)),
    eventColumn("subject", ({ subject }) => subject),
    eventColumn("value", ({ value }) => value),
    eventColumn("trap", ({ kind, subject }) => (kind === "trap" ? TRAP_WORDS.get(subject) : undefined)),
  ],
};
