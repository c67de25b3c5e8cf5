/** The expected values of metrics, counted from the event log and the log of latencies. */
import {
  sim_drop_cause_names,
  sim_interrupt_part_names,
  sim_interrupt_source_names,
  sim_layer_names,
  sim_packet_part_names,
  sim_row_kind,
} from "../../../core-wasm/binding/index.ts";
import { SIM_PART_LIMIT } from "../../../core-wasm/binding/layout.gen.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Event, Recorded, Span } from "./recorded.ts";

export type Expected = Map<string, number>;

/** Value of a `recognised` or `handler-entered` event of a soft interrupt. */
const NO_NUMBER = 0xffffffff;

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const isRunning = ({ state }: Span) => state !== "ready" && state !== "waiting";
const cyclesOf = (spans: readonly Span[]) => sum(spans.map(({ cycles }) => cycles));

/** Spans of one processor, where one of several contexts runs at a time. A context has no span before its first event. */
function idleCycles({ scenario, cycles, spans }: Recorded): number {
  const isAlone = scenario.machine.core.contexts === 1;
  return cycles - cyclesOf(spans.filter((span) => isRunning(span) || (isAlone && span.state === "ready")));
}

/** A name in a path is written in brackets if it is not an identifier. */
export const step = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `["${name}"]`);

/** Counts for a machine with one processor, where each frame is a packet. */
export function processorCounts(run: Recorded): Expected {
  const { scenario, cycles, spans, of } = run;
  const clock = scenario.machine.clockHertz;
  const entered = of("handler-entered");
  const frames = of("frame-delivered").length;
  const system = spans.filter((span) => span.layer !== "idle" && span.layer !== "application");
  const expected: Expected = new Map([
    ["cycles", cycles],
    ["clock", clock],
    ["seconds", cycles / clock],
    ["interrupts", entered.filter(({ value }) => value !== NO_NUMBER).length],
    ["softInterrupts", entered.filter(({ value }) => value === NO_NUMBER).length],
    ["cyclesPerFrame", frames > 0 ? cyclesOf(system.filter(isRunning)) / frames : Number.NaN],
    ["contextSwitches", of("context-switch").length],
    ["busy", cyclesOf(spans.filter(isRunning)) / cycles],
    ["cause.save.cycles", cyclesOf(spans.filter(({ state }) => state === "saving"))],
    ["cause.restore.cycles", cyclesOf(spans.filter(({ state }) => state === "restoring"))],
  ]);
  for (const layer of new Set(spans.map((span) => span.layer))) {
    const inLayer = spans.filter((span) => span.layer === layer && isRunning(span));
    const ran = layer === "idle" ? idleCycles(run) : cyclesOf(inLayer);
    expected.set(`layer${step(layer)}.cycles`, ran);
    expected.set(`layer${step(layer)}.share`, ran / cycles);
  }
  const entering = cyclesOf(spans.filter(({ state }) => state === "entering"));
  const moving = cyclesOf(
    spans.filter((span) => span.layer === "save-restore" && span.state !== "entering" && isRunning(span)),
  );
  expected.set("layer.entry.cycles", entering);
  expected.set("layer.entry.share", entering / cycles);
  expected.set("layer.saving.cycles", moving);
  expected.set("layer.saving.share", moving / cycles);
  for (const [index, { name, start }] of scenario.software.threads.entries()) {
    const ran = cyclesOf(spans.filter(({ thread, state }) => thread === index && state === "running"));
    expected.set(`thread${step(name)}.cycles`, ran);
    expected.set(`thread${step(name)}.share`, ran / cycles);
    if (start.on !== "always")
      expected.set(
        `thread${step(name)}.ended`,
        of("returned").filter(({ subject }) => subject === index).length,
      );
  }
  const saving = spans.filter(({ state }) => state === "saving");
  const restoring = spans.filter(({ state }) => state === "restoring");
  // A save or restore in progress at the end is the last span of its context.
  expected.set("saves", saving.filter((span) => span !== spans.at(-1)).length);
  expected.set("restores", restoring.filter((span) => span !== spans.at(-1)).length);
  return expected;
}

export function lineCounts({ of }: Recorded, names: readonly string[]): Expected {
  return new Map(
    names.map((name, line) => [
      `line${step(name)}.asserted`,
      of("line-asserted").filter(({ subject }) => subject === line).length,
    ]),
  );
}

/** Times in a place whose fill these events report, the latest last. */
function taken(fills: readonly Event[]): number {
  let held = 0;
  let left = 0;
  for (const { value } of fills) {
    left += Math.max(0, held - value);
    held = value;
  }
  return left;
}

/** The greatest fill of a place, from these events. */
const most = (fills: readonly Event[]) => fills.reduce((all, { value }) => Math.max(all, value), 0);

interface Dropped {
  readonly cause: string;
  readonly place: number;
  readonly frames: number;
}

const droppedOf = ({ of }: Recorded): readonly Dropped[] =>
  of("frame-dropped").map(({ value }) => ({
    cause: sim_drop_cause_names[value & 0xff] ?? "",
    place: (value >>> 8) & 0x7f,
    frames: value >>> 16,
  }));

export function queueCounts(run: Recorded): Expected {
  const expected: Expected = new Map();
  for (const [index, { name }] of run.scenario.software.queues.entries()) {
    expected.set(
      `queue${step(name)}.taken`,
      taken(run.of("queue-fill").filter(({ subject }) => subject === index)),
    );
    expected.set(
      `queue${step(name)}.fill.maximum`,
      most(run.of("queue-fill").filter(({ subject }) => subject === index)),
    );
    const lost = droppedOf(run).filter(({ cause, place }) => cause === "queue-full" && place === index);
    expected.set(`queue${step(name)}.dropped`, sum(lost.map(({ frames }) => frames)));
  }
  return expected;
}

/** Counts for a machine with one card and traffic in one direction, where each frame is a packet. */
export function frameCounts(run: Recorded, direction: "receive" | "send"): Expected {
  const { scenario, cycles, of } = run;
  const { clockHertz, nics } = scenario.machine;
  const [nic] = nics;
  if (nic === undefined || nics.length !== 1) throw new Error("one card");
  const sizes = new Map(of("frame-offered").map(({ subject, value }) => [subject, value]));
  const bytesOf = (packets: readonly number[]) =>
    sum(packets.map((packet) => sizes.get(packet) ?? Number.NaN));
  const delivered = of(direction === "receive" ? "frame-delivered" : "frame-sent").map(
    ({ subject }) => subject,
  );
  const dropped = droppedOf(run);
  const lost = sum(dropped.map(({ frames }) => frames));
  const perSecond = (amount: number) => (amount * clockHertz) / cycles;
  const expected: Expected = new Map();
  for (const path of [direction, `nic${step(nic.name)}.${direction}`]) {
    expected.set(`${path}.offered`, sizes.size);
    expected.set(`${path}.delivered`, delivered.length);
    expected.set(`${path}.dropped`, lost);
    expected.set(`${path}.loss`, lost / sizes.size);
    expected.set(`${path}.rate`, perSecond(8 * bytesOf(delivered)));
    expected.set(`${path}.offeredRate`, perSecond(8 * bytesOf([...sizes.keys()])));
    expected.set(`${path}.frameRate`, perSecond(delivered.length));
    for (const cause of sim_drop_cause_names)
      expected.set(
        `${path}.drop${step(cause)}`,
        sum(dropped.filter((one) => one.cause === cause).map(({ frames }) => frames)),
      );
    const last = of("frame-delivered").at(-1);
    if (direction === "receive" && last !== undefined) expected.set(`${path}.lastDelivered`, last.cycle + 1);
  }
  expected.set(`nic${step(nic.name)}.sendQueue.maximum`, most(of("tx-fill")));
  if (direction === "receive") {
    const ring = `nic${step(nic.name)}.ring[0]`;
    expected.set(`${ring}.offered`, sizes.size);
    expected.set(
      `${ring}.dropped`,
      sum(dropped.filter(({ cause }) => cause === "rx-ring-full").map(({ frames }) => frames)),
    );
    expected.set(`${ring}.taken`, taken(of("rx-fill")));
    expected.set(`${ring}.fill.maximum`, most(of("rx-fill")));
  }
  return expected;
}

const NEAREST_RANKS = [
  ["p50", 0.5],
  ["p90", 0.9],
  ["p99", 0.99],
  ["p999", 0.999],
] as const;

export interface Latencies {
  /** Exact values by path. */
  readonly exact: Expected;
  /** Percentiles, which may be 0.2 % off in the distribution. */
  readonly near: Expected;
}

export function latencyCounts(run: Recorded, kind: "receive" | "send" | "interrupt"): Latencies {
  const clock = run.scenario.machine.clockHertz;
  const log = run.machine.readLatencies(0);
  if (log.lost > 0) throw new Error("latencies are lost");
  const isMeant = (index: number) =>
    kind === "interrupt"
      ? log.isPacket[index] === 0
      : log.isPacket[index] === 1 && log.direction[index] === (kind === "receive" ? 0 : 1);
  const found = Array.from(log.beginCycle, (_, index) => index).filter(isMeant);
  const lengths = found
    .map((index) => (log.endCycle[index] ?? 0) - (log.beginCycle[index] ?? 0))
    .sort((a, b) => a - b);
  const mean = (values: readonly number[]) => sum(values) / values.length / clock;
  const exact: Expected = new Map([
    [`${kind}.latency.mean`, mean(lengths)],
    [`${kind}.latency.maximum`, (lengths.at(-1) ?? 0) / clock],
  ]);
  const names = kind === "interrupt" ? sim_interrupt_part_names : sim_packet_part_names;
  for (const [part, name] of names.entries())
    exact.set(
      `${kind}.latency.part${step(name)}`,
      mean(found.map((index) => log.parts[index * SIM_PART_LIMIT + part] ?? 0)),
    );
  const near: Expected = new Map(
    NEAREST_RANKS.map(([name, share]) => [
      `${kind}.latency.${name}`,
      (lengths[Math.ceil(share * lengths.length) - 1] ?? 0) / clock,
    ]),
  );
  return { exact, near };
}

/** Bits of a row that is illustrative (1), flushed (2) or nullified (4). */
const NO_INSTRUCTION = 1 | 2 | 4;
const NEVER = 0xffffffff;

/** Instructions that reached the last stage, counted row by row. The window must contain the whole run. */
export function instructionCounts(run: Recorded): Expected {
  const { scenario, machine } = run;
  if (machine.windowFull) throw new Error("rows are left out");
  const lastStage = scenario.machine.core.pipeline.stages.length - 1;
  const rows = machine
    .windowRows()
    .filter(
      ({ kind, flags, enter }) =>
        kind === sim_row_kind.instruction && (flags & NO_INSTRUCTION) === 0 && enter[lastStage] !== NEVER,
    );
  const expected: Expected = new Map([["instructions", rows.length]]);
  const add = (path: string) => expected.set(path, (expected.get(path) ?? 0) + 1);
  for (const { context, layer, thread } of rows) {
    add(`context[${context}].instructions`);
    add(`core[${Math.floor(context / scenario.machine.core.contexts)}].instructions`);
    add(`layer${step(sim_layer_names[layer] ?? "")}.instructions`);
    add(`thread${step(scenario.software.threads[thread]?.name ?? "")}.instructions`);
  }
  return expected;
}

export function lockCounts(run: Recorded): Expected {
  const expected: Expected = new Map();
  for (const [index, { name }] of run.scenario.software.locks.entries()) {
    const steps = run.events.filter(
      ({ kind, subject }) =>
        (kind === "locked" || kind === "unlocked" || kind === "lock-wait") && subject === index,
    );
    /** The cycle since which a thread waits for the lock or has it. */
    const waits = new Map<number, number>();
    const holds = new Map<number, number>();
    let [taken, contended, held, waited] = [0, 0, 0, 0];
    for (const { kind, cycle, value: thread } of steps) {
      if (kind === "lock-wait") waits.set(thread, cycle);
      else if (kind === "locked") {
        taken += 1;
        const since = waits.get(thread);
        if (since !== undefined) {
          contended += 1;
          waited += cycle - since;
        }
        waits.delete(thread);
        holds.set(thread, cycle);
      } else {
        held += cycle - (holds.get(thread) ?? cycle);
        holds.delete(thread);
      }
    }
    // For a wait in progress at the end, the cycle of the last event belongs to the time before it.
    for (const since of waits.values()) waited += run.cycles - since - 1;
    for (const since of holds.values()) held += run.cycles - since - 1;
    expected.set(`lock${step(name)}.taken`, taken);
    expected.set(`lock${step(name)}.contended`, contended);
    expected.set(`lock${step(name)}.heldCycles`, held);
    expected.set(`lock${step(name)}.waitCycles`, waited);
  }
  return expected;
}

/** Priorities by the rule of the protocol, from holders and waiting threads: that of a thread and of all that wait for
 * it, directly or indirectly. */
export function inheritedCounts(run: Recorded): Expected {
  const { locks, threads } = run.scenario.software;
  const own = threads.map(({ priority }) => priority);
  const holders = new Map<number, number>();
  const waits = new Map<number, number>();
  const add = (path: string, count: number) => expected.set(path, (expected.get(path) ?? 0) + count);
  const expected: Expected = new Map();
  const inherits = (lock: number | undefined) => {
    const one = locks[lock ?? -1];
    return one?.kind === "sleep" && one.protocol === "inherit";
  };
  const follow = (thread: number, seen: readonly number[] = []): readonly number[] => {
    const lock = waits.get(thread);
    const holder = inherits(lock) ? holders.get(lock ?? -1) : undefined;
    return holder === undefined || seen.includes(holder) ? seen : follow(holder, [...seen, holder]);
  };
  const urgencies = () =>
    own.map((priority, thread) =>
      Math.min(priority, ...own.filter((_, other) => follow(other).includes(thread))),
    );
  let [now, since] = [own, 0];
  const passTo = (cycle: number) => {
    for (const [lock, holder] of holders) {
      const isInverted = [...waits].some(
        ([thread, of]) => of === lock && (now[thread] ?? 0) < (own[holder] ?? 0),
      );
      if (isInverted) add(`lock${step(locks[lock]?.name ?? "")}.invertedCycles`, cycle - since);
    }
    now.forEach((priority, thread) => {
      if (priority < (own[thread] ?? 0))
        add(`thread${step(threads[thread]?.name ?? "")}.boostedCycles`, cycle - since);
    });
    since = cycle;
  };
  for (const { kind, cycle, subject: lock, value: thread } of run.events) {
    if (kind !== "locked" && kind !== "unlocked" && kind !== "lock-wait") continue;
    passTo(cycle + 1);
    if (kind === "unlocked") {
      holders.delete(lock);
      continue; /* the lock may be handed over at once */
    }
    if (kind === "lock-wait") waits.set(thread, lock);
    else {
      holders.set(lock, thread);
      waits.delete(thread);
    }
    const before = now;
    now = urgencies();
    now.forEach((priority, index) => {
      if (priority < (before[index] ?? 0)) add(`thread${step(threads[index]?.name ?? "")}.boosts`, 1);
    });
  }
  passTo(run.cycles);
  return expected;
}

/** Switches of a scheduler's context: another thread runs on it than before, handlers aside. */
export function switchCounts(run: Recorded): Expected {
  const { threads } = run.scenario.software;
  const isScheduled = (thread: number) => threads[thread]?.start.on === "always";
  const ran = run.spans.filter(({ state, thread }) => state === "running" && isScheduled(thread));
  const switches = new Map<number, number>();
  let before: number | undefined;
  for (const { thread } of ran) {
    if (before !== undefined && thread !== before) switches.set(thread, (switches.get(thread) ?? 0) + 1);
    before = thread;
  }
  return new Map(
    [...switches].map(([thread, count]) => [`thread${step(threads[thread]?.name ?? "")}.switches`, count]),
  );
}

/** Percentile of lengths in ascending order. */
export function distributionAt(path: string, clock: number, lengths: readonly number[]): Latencies {
  return {
    exact: new Map([
      [`${path}.mean`, sum(lengths) / lengths.length / clock],
      [`${path}.maximum`, (lengths.at(-1) ?? 0) / clock],
    ]),
    near: new Map(
      NEAREST_RANKS.map(([name, share]) => [
        `${path}.${name}`,
        (lengths[Math.ceil(share * lengths.length) - 1] ?? Number.NaN) / clock,
      ]),
    ),
  };
}

/** Latencies by line, priority, card and traffic from the log of latencies. Responses of the threads that lines start,
 * from the events: from the line's assertion to the return. */
export function apartLengths(run: Recorded): ReadonlyMap<string, readonly number[]> {
  const { machine: hardware, traffic, software } = run.scenario;
  const log = run.machine.readLatencies(0);
  const found = new Map<string, number[]>();
  const add = (path: string, length: number) => found.set(path, [...(found.get(path) ?? []), length]);
  const begins = new Map<number, number>();
  for (const [index, begin] of log.beginCycle.entries()) {
    const length = (log.endCycle[index] ?? 0) - begin;
    const place = log.nic[index] ?? 0;
    if (log.isPacket[index] === 1) {
      const direction = log.direction[index] === 0 ? "receive" : "send";
      add(`nic${step(hardware.nics[place]?.name ?? "")}.${direction}.latency`, length);
      const source = traffic.findIndex(
        (one) =>
          one.nic === hardware.nics[place]?.name && one.kind !== "trace" && one.direction === direction,
      );
      if (traffic.length === 1 || source >= 0) add(`traffic[${Math.max(0, source)}].latency`, length);
      continue;
    }
    const source = sim_interrupt_source_names[log.direction[index] ?? 0] ?? "line";
    const line = source === "line" ? linesOf(hardware)[place] : undefined;
    if (source !== "line")
      add(`thread${step(software.threads[place]?.name ?? "")}.${source}.latency`, length);
    if (line === undefined) continue;
    begins.set(log.number[index] ?? 0, begin);
    add(`line${step(line.name)}.latency`, length);
    add(`priority[${line.priority}].latency`, length);
  }
  const running = new Map<number, number>();
  for (const { kind, subject, value, cycle } of run.events) {
    if (kind === "recognised" && value !== NO_NUMBER) running.set(subject, value);
    const begin = kind === "returned" ? begins.get(running.get(subject) ?? -1) : undefined;
    if (begin === undefined) continue;
    running.delete(subject);
    add(`thread${step(software.threads[subject]?.name ?? "")}.response`, cycle + 1 - begin);
  }
  for (const lengths of found.values()) lengths.sort((a, b) => a - b);
  return found;
}

export function apartCounts(run: Recorded): readonly Latencies[] {
  const clock = run.scenario.machine.clockHertz;
  return Array.from(apartLengths(run), ([path, lengths]) => distributionAt(path, clock, lengths));
}

/** Misses of a deadline that lines and threads share. */
export function deadlineCounts(run: Recorded, deadlineCycles: number): Expected {
  const expected: Expected = new Map();
  let [missed, count] = [0, 0];
  for (const [path, lengths] of apartLengths(run)) {
    const [, subject] = /^((?:line|thread).*)\.(?:latency|response)$/.exec(path) ?? [];
    if (subject === undefined || /\.(timer|software)$/.test(subject)) continue;
    const late = lengths.filter((length) => length > deadlineCycles).length;
    [missed, count] = [missed + late, count + lengths.length];
    expected.set(`${subject}.deadline.misses`, late);
    expected.set(`${subject}.deadline.missShare`, late / lengths.length);
  }
  expected.set("deadline.misses", missed);
  expected.set("deadline.missShare", missed / count);
  return expected;
}
