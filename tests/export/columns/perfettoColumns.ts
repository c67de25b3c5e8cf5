/** A Perfetto trace, track by track, compared with the event log and the log of latencies. */
import {
  sim_drop_cause_names,
  sim_interrupt_part_names,
  sim_layer_names,
  sim_packet_part_names,
  sim_run_state,
  sim_run_state_names,
} from "../../../core-wasm/binding/index.ts";
import { perfettoFile } from "../../../lib/export/perfetto/perfettoFile.ts";
import { runOrigin } from "../../../lib/origin.ts";
import { type ReadHappening, type ReadTrace, readTrace } from "../support/perfettoReader.ts";
import { TEST_COMMAND, written } from "../support/writeFile.ts";
import type { Cells, ColumnCount, CountedExport } from "./column.ts";
import { core, type Event, type Lane, laneOf, lossOf, type Observed } from "./observed.ts";
import { nanosecondsOf } from "./pcapngColumns.ts";
import {
  directionOf,
  endOf,
  fateOf,
  type Interrupt,
  interruptsOf,
  nicOf,
  type Packet,
  packetsOf,
  queueOf,
  TRAP_WORDS,
} from "./rowColumns.ts";
import { allTraps } from "./trapColumns.ts";

const INTERRUPT_FLOWS = 2 ** 33;
const NONE = 0xffffffff;

/** A slice with its end, an instant, or a value of a counter. */
interface Shown {
  readonly from: number;
  readonly to?: number;
  /** Number of slices around it. */
  readonly depth?: number;
  readonly category?: string;
  readonly name?: string;
  readonly notes?: Readonly<Record<string, string | number>>;
  readonly flows?: readonly number[];
  readonly ends?: readonly number[];
  readonly value?: number;
}

function cellOf({ from, to, depth, category, name, notes, flows, ends, value }: Shown): string {
  if (value !== undefined) return `${from}: ${value}`;
  const where = to === undefined ? String(from) : `${from} to ${to} in ${depth ?? 0}`;
  const noted = Object.entries(notes ?? {}).map(([key, note]) => `${key}=${note}`);
  const arrows = [...(flows ?? []).map((one) => `from ${one}`), ...(ends ?? []).map((one) => `at ${one}`)];
  return [where, category, name, ...noted.toSorted(), ...arrows].join(" ");
}

const cellsOf = (shown: readonly Shown[]): Cells => shown.map(cellOf).toSorted();

/** Tracks of one name under one parent count as one. */
function tracksOf(trace: ReadTrace): ReadonlyMap<string, Cells> {
  const shown = new Map<string, Shown[]>();
  const pathOf = (uuid: number | string): string => {
    const track = trace.tracks[String(uuid)];
    if (track === undefined) throw new Error(`no track ${uuid}`);
    return track.parent === null ? track.name : `${pathOf(track.parent)}/${track.name}`;
  };
  for (const uuid of Object.keys(trace.tracks)) shown.set(pathOf(uuid), []);
  const open = new Map<number, ReadHappening[]>();
  for (const one of trace.happenings.toSorted((a, b) => a.at - b.at)) {
    const of = shown.get(pathOf(one.track)) ?? [];
    const slices = open.get(one.track) ?? [];
    open.set(one.track, slices);
    if (one.type === "counter") of.push({ from: one.at, value: one.value ?? Number.NaN });
    if (one.type === "instant") of.push(toldBy(one));
    if (one.type === "slice_begin") slices.push(one);
    if (one.type !== "slice_end") continue;
    const begun = slices.pop();
    if (begun === undefined) throw new Error(`${pathOf(one.track)}: a slice ends that has not begun`);
    of.push({ ...toldBy(begun), to: one.at, depth: slices.length });
  }
  return new Map([...shown].map(([path, own]) => [path, cellsOf(own)]));
}

const toldBy = ({ at, name, category, notes, flows, ends }: ReadHappening): Shown => ({
  ...{ from: at, name: name ?? "", category: category ?? "", notes, flows, ends },
});

/** Values from one change to the next in the order of the log. Undefined: no value. */
function spansOf<T>(
  run: Observed,
  value: (event: Event) => T | undefined | "no change",
  isHeldBefore = true,
): readonly { readonly from: number; readonly to: number; readonly value: T }[] {
  const spans: { readonly from: number; readonly to: number; readonly value: T }[] = [];
  let [since, held]: [number, T | undefined] = [run.window.from, undefined];
  const close = (to: number) => {
    if (held !== undefined) spans.push({ from: since, to, value: held });
  };
  for (const [index, event] of run.events.entries()) {
    const next = value(event);
    if (next === "no change" || (!isHeldBefore && index < run.firstWithin)) continue;
    const isWithin = index >= run.firstWithin;
    if (isWithin) close(event.cycle);
    [since, held] = [isWithin ? event.cycle : run.window.from, next];
  }
  close(run.window.to);
  return spans;
}

const timed = (run: Observed, { from, to, ...more }: Shown): Shown => ({
  ...more,
  from: nanosecondsOf(run, from),
  ...(to === undefined ? {} : { to: nanosecondsOf(run, to) }),
});

const within = ({ events, firstWithin }: Observed): readonly Event[] => events.slice(firstWithin);
const threadName = ({ scenario }: Observed, thread: number) => scenario.software.threads[thread]?.name;

interface Doing {
  readonly thread: string;
  readonly inner: string;
}

function doingOf(run: Observed, { layer, state, thread }: Lane): Doing | undefined {
  const name = threadName(run, thread);
  if (name === undefined || state === sim_run_state.waiting) return undefined;
  const inner = state === sim_run_state.running ? sim_layer_names[layer] : sim_run_state_names[state];
  return { thread: name, inner: inner ?? "?" };
}

/** Adjacent spans with equal values count as one. */
function joined<T>(spans: readonly { from: number; to: number; value: T }[]): readonly {
  from: number;
  to: number;
  value: T;
}[] {
  const all: { from: number; to: number; value: T }[] = [];
  for (const one of spans) {
    const last = all.at(-1);
    if (last !== undefined && last.to === one.from && last.value === one.value) last.to = one.to;
    else all.push({ ...one });
  }
  return all;
}

function contextTrack(run: Observed, context: number): readonly Shown[] {
  const doing = spansOf(run, (event) =>
    event.kind === "layer" && event.context === context ? doingOf(run, laneOf(event)) : "no change",
  );
  const threads = joined(doing.map(({ from, to, value }) => ({ from, to, value: value.thread })));
  const inner = joined(
    doing.map(({ from, to, value }) => ({ from, to, value: `${value.thread}\t${value.inner}` })),
  );
  return [
    ...threads.map(({ from, to, value }) => ({ from, to, name: value, category: "thread" })),
    ...inner.map(({ from, to, value }) => ({
      ...{ from, to, depth: 1, category: "layer" },
      name: value.split("\t")[1] ?? "",
    })),
    ...within(run).flatMap((event): Shown[] => {
      if (event.kind !== "handler-entered" || event.context !== context) return [];
      const name = `${threadName(run, event.subject)} entered`;
      const ends = event.value === NONE ? [] : [INTERRUPT_FLOWS + event.value];
      return [{ from: event.cycle, name, category: "interrupt", ends }];
    }),
    ...deliveries(run).flatMap(({ event, contexts }): Shown[] =>
      contexts.length === 1 && contexts[0] === context ? [arrowEnd(event, "delivered")] : [],
    ),
  ];
}

const arrowEnd = ({ cycle, subject }: Event, name: string): Shown => ({
  ...{ from: cycle, name, category: "packet", notes: { packet: subject }, ends: [subject + 1] },
});

/** Each delivery with the contexts that run a delivering thread. */
function deliveries(
  run: Observed,
): readonly { readonly event: Event; readonly contexts: readonly number[] }[] {
  const delivering = new Set(
    run.scenario.software.threads.flatMap(({ steps }, thread) =>
      /"do":"(deliver|reap)"/.test(JSON.stringify(steps)) ? [thread] : [],
    ),
  );
  const running = new Map<number, number>();
  return run.events.flatMap((event, index) => {
    if (event.kind === "layer") {
      const { state, thread } = laneOf(event);
      if (state === sim_run_state.running) running.set(event.context, thread);
      else running.delete(event.context);
    }
    if (event.kind !== "frame-delivered" || index < run.firstWithin) return [];
    const contexts = [...running].flatMap(([context, thread]) => (delivering.has(thread) ? [context] : []));
    return [{ event, contexts }];
  });
}

/** A slice with one inner slice for each part that took time. */
function withParts(
  whole: Shown & { readonly to: number },
  names: readonly string[],
  parts: readonly number[],
) {
  let at = whole.from;
  const inside = names.flatMap((name, index): Shown[] => {
    const cycles = parts[index] ?? 0;
    at += cycles;
    if (cycles === 0) return [];
    return [{ from: at - cycles, to: at, depth: 1, name, category: "part", notes: { cycles } }];
  });
  return [{ category: "latency", ...whole }, ...inside];
}

function interruptTrack(run: Observed, isMeant: (interrupt: Interrupt) => boolean): readonly Shown[] {
  return interruptsOf(run).flatMap((interrupt) => {
    const { number, asserted, latency } = interrupt;
    const from = latency?.begin ?? asserted?.cycle;
    // The time at which the CLINT began its request is known only at the answer.
    if (!isMeant(interrupt) || from === undefined) return [];
    const to = latency?.end ?? run.window.to;
    const name = `${latency === undefined ? "interrupt under way" : "interrupt"} ${number}`;
    const whole = { from, to, name, notes: { cycles: to - from }, flows: [INTERRUPT_FLOWS + number] };
    return withParts(whole, sim_interrupt_part_names, latency?.parts ?? []);
  });
}

/** Each trap in progress in the window, by its depth. */
function trapTrack(run: Observed, hart: string): readonly Shown[] {
  const { from, to } = run.window;
  return allTraps(run).flatMap(({ thread, event, depth, interrupt, returned = Number.POSITIVE_INFINITY }) => {
    if (threadName(run, thread) !== hart || returned <= from) return [];
    const { subject: mcause, value: mepc } = event;
    const isBegun = event.cycle + 1 > from;
    return [
      {
        from: Math.max(from, event.cycle + 1),
        to: Math.min(to, returned),
        depth,
        name: TRAP_WORDS.get(mcause) ?? "?",
        category: "trap",
        notes: { mcause, mepc, ...(interrupt === undefined ? {} : { interrupt }) },
        ends: isBegun && interrupt !== undefined ? [INTERRUPT_FLOWS + interrupt] : [],
      },
    ];
  });
}

const UNKNOWN_CARD = "packets of a card that is not known";

function cardOf(packet: Packet, run: Observed): string {
  const { nics } = run.scenario.machine;
  const nic = nicOf(packet, run) ?? (nics.length === 1 ? 0 : -1);
  return nics[nic] === undefined ? UNKNOWN_CARD : `card ${nics[nic].name}`;
}

const notesOf = ({ number, offered }: Packet) => ({
  packet: number,
  ...(offered === undefined ? {} : { bytes: offered.value }),
});

function offeredTrack(packets: readonly Packet[]): readonly Shown[] {
  return packets.flatMap((packet): Shown[] => {
    const { offered, number } = packet;
    if (offered === undefined) return [];
    const told = {
      name: `packet ${number}`,
      category: "packet",
      notes: notesOf(packet),
      flows: [number + 1],
    };
    return [{ from: offered.cycle, ...told }];
  });
}

function endedTrack(packets: readonly Packet[], isSent: boolean): readonly Shown[] {
  return packets.flatMap((packet) => {
    const { end, offered, latency, number } = packet;
    const to = endOf(packet);
    if (end === undefined || to === undefined || (directionOf(packet) === "send") !== isSent) return [];
    const from = latency?.begin ?? offered?.cycle ?? end.cycle;
    const notes = { fate: fateOf(packet), cycles: to - from, ...notesOf(packet) };
    const whole = { from, to, name: `packet ${number}`, notes, flows: [number + 1] };
    return withParts(whole, sim_packet_part_names, latency?.parts ?? []);
  });
}

const lostOf = (packets: readonly Packet[]): readonly Shown[] =>
  packets.flatMap(({ end }) =>
    end?.kind === "frame-dropped" ? [arrowEnd(end, sim_drop_cause_names[lossOf(end).cause] ?? "?")] : [],
  );

/** The value at the start of the window, and each change. */
function counter(run: Observed, kind: Event["kind"], index: number): readonly Shown[] {
  const isOwn = (event: Event) => event.kind === kind && event.subject === index;
  const before = run.events.slice(0, run.firstWithin).findLast(isOwn)?.value ?? 0;
  const changes = within(run).filter(isOwn);
  return [
    { from: run.window.from, value: before },
    ...changes.flatMap(({ cycle, value }, at) =>
      value === (changes[at - 1]?.value ?? before) ? [] : [{ from: cycle, value }],
    ),
  ];
}

function lineTrack(run: Observed, name: string): readonly Shown[] {
  const up = spansOf(run, ({ kind, subject }) => {
    if (run.lineNames[subject] !== name) return "no change";
    return kind === "line-asserted" ? true : kind === "line-cleared" ? undefined : "no change";
  });
  return joined(up).map(({ from, to }) => ({ from, to, name: "asserted", category: "line" }));
}

/** What began before the window is excluded. */
function dmaTrack(run: Observed): readonly Shown[] {
  const transfers = spansOf(
    run,
    ({ kind, subject }) => (kind === "dma-begin" ? subject : kind === "dma-end" ? undefined : "no change"),
    false,
  );
  return transfers.map(({ from, to, value }) => ({
    ...{ from, to, name: "transfer", category: "dma", flows: value === NONE ? [] : [value + 1] },
  }));
}

function lockTrack(run: Observed, lock: number): readonly Shown[] {
  const held = spansOf(
    run,
    ({ kind, subject, value }) => {
      if (subject !== lock) return "no change";
      return kind === "locked" ? threadName(run, value) : kind === "unlocked" ? undefined : "no change";
    },
    false,
  );
  return held.map(({ from, to, value }) => ({ from, to, name: value, category: "lock" }));
}

/** The description of the trace, and the state of the machine at the end. */
function aboutTrack(run: Observed): readonly Shown[] {
  const { scenario, machine, window } = run;
  const { program, model, command, scenarioHash } = runOrigin(core, scenario, TEST_COMMAND);
  const origin = { program, model, command, scenarioHash };
  const state = { cycle: machine.cycle, stateHash: machine.stateHash() };
  return [
    { from: window.from, name: "origin", category: "about", notes: origin },
    { from: window.to, name: "end", category: "about", notes: state },
  ];
}

const placeOf = (all: readonly { readonly name: string }[], name: string) =>
  all.findIndex((one) => one.name === name);

const track = (
  column: RegExp,
  shown: (run: Observed, ...names: string[]) => readonly Shown[],
): ColumnCount => ({
  column,
  count: (run, ...names) => cellsOf(shown(run, ...names).map((one) => timed(run, one))),
});

/** Tracks with others below them have no values of their own. */
const PARENT =
  /^(contexts|hart [^/]+|line [^/]+|card [^/]+|queue [^/]+|packets of a card that is not known)$/;

const ofCard = (column: string, shown: (run: Observed, packets: readonly Packet[]) => readonly Shown[]) =>
  track(new RegExp(`^(card .+|${UNKNOWN_CARD})/${column}$`), (run, card) =>
    shown(
      run,
      packetsOf(run).filter((packet) => cardOf(packet, run) === card),
    ),
  );

export const PERFETTO: CountedExport = {
  name: "perfetto",
  columnsOf: (run) => {
    const { scenario, window } = run;
    return tracksOf(readTrace(written(core, scenario, perfettoFile(scenario, window), window).bytes));
  },
  counts: [
    track(PARENT, () => []),
    track(/^irqscope$/, aboutTrack),
    track(/^contexts\/core (\d+), context (\d+)$/, (run, own, context) =>
      contextTrack(run, (Number(own) - 1) * run.scenario.machine.core.contexts + Number(context) - 1),
    ),
    track(/^line (.+)\/asserted$/, (run, name = "") => lineTrack(run, name)),
    track(/^line (.+)\/interrupts$/, (run, name) =>
      interruptTrack(run, ({ asserted }) => run.lineNames[asserted?.subject ?? -1] === name),
    ),
    track(/^hart (.+)\/(timer|software) interrupts$/, (run, name, source) =>
      interruptTrack(
        run,
        (one) => one.source === source && threadName(run, one.recognised?.subject ?? -1) === name,
      ),
    ),
    track(/^hart (.+)\/traps$/, (run, name = "") => trapTrack(run, name)),
    ofCard("offered", (_, packets) => offeredTrack(packets)),
    ofCard("packets received", (_, packets) => endedTrack(packets, false)),
    ofCard("packets sent", (_, packets) => endedTrack(packets, true)),
    ofCard("lost", (run, packets) => lostOf(packets.filter((packet) => queueOf(packet, run) === undefined))),
    track(/^card (.+)\/receive ring$/, (run, name = "") =>
      counter(run, "rx-fill", placeOf(run.scenario.machine.nics, name)),
    ),
    track(/^card (.+)\/transmit queue$/, (run, name = "") =>
      counter(run, "tx-fill", placeOf(run.scenario.machine.nics, name)),
    ),
    track(/^queue (.+)\/packets held$/, (run, name = "") =>
      counter(run, "queue-fill", placeOf(run.scenario.software.queues, name)),
    ),
    track(/^queue (.+)\/lost here$/, (run, name) =>
      lostOf(packetsOf(run).filter((packet) => queueOf(packet, run) === name)),
    ),
    track(/^DMA$/, dmaTrack),
    track(/^lock (.+)$/, (run, name = "") => lockTrack(run, placeOf(run.scenario.software.locks, name))),
    track(/^button (.+)$/, (run, name = "") =>
      within(run).flatMap(({ kind, subject, cycle }): Shown[] =>
        kind === "button-pressed" && run.scenario.machine.buttons[subject]?.name === name
          ? [{ from: cycle, name: "pressed", category: "button" }]
          : [],
      ),
    ),
  ],
};
