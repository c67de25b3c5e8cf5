/** Follows one packet from wire to delivery, or one interrupt from its line to the return of its handler, by running
 * that part of the run again. The core supplies every part of the latency. */
import {
  type Machine,
  SIM_PART_LIMIT,
  type SimEventKind,
  type SimInterruptSource,
  sim_direction,
  sim_entry_step_names,
  sim_interrupt_part_names,
  sim_packet_part_names,
} from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type MachineEvent, maskOf, namedEvents } from "../events/events.ts";
import { causeOf, trapMoment } from "../events/traps.ts";
import { AT_QUEUE } from "../metrics/registry/dropCauses.ts";
import { type Loss, unpackLoss } from "../metrics/registry/frames.ts";
import { hartLife, lostParts } from "./ends.ts";
import type { FollowRequest, Journey, JourneyPart, Steps, Traveller, Waypoint } from "./journey.ts";

/** A longer life is shown as unfinished. */
const LONGEST_CYCLES = 50_000_000;
/** Interrupts of the timer and of software (CLINT) get a number when they are recognised. */
const BEGINS: Readonly<Record<Journey["what"], readonly SimEventKind[]>> = {
  packet: ["frame-offered"],
  interrupt: ["line-asserted", "recognised"],
};
/** Events that may concern a packet or an interrupt. */
const WATCHED: Readonly<Record<Journey["what"], readonly SimEventKind[]>> = {
  packet: [
    "frame-delivered",
    "frame-dropped",
    "frame-sent",
    "frame-merged",
    "frame-copied",
    "dma-begin",
    "dma-end",
  ],
  interrupt: ["recognised", "entry-step", "handler-entered", "acknowledged", "returned", "trap"],
};

/** Start of a life. At `stop`, the machine is directly after it. */
interface Begin {
  readonly stop: number;
  readonly number: number;
  readonly event: MachineEvent;
  readonly source: SimInterruptSource;
}

/** Undefined if there is none in that direction. */
export function* follow(run: Traveller, request: FollowRequest): Steps<Journey | undefined> {
  const begin = yield* find(run, request);
  if (begin === undefined) return undefined;
  return yield* request.what === "packet" ? followPacket(run, begin) : followInterrupt(run, begin);
}

function* find(
  run: Traveller,
  { what, cycle, move, number, isOldest }: FollowRequest,
): Steps<Begin | undefined> {
  if (move === 0 && number !== undefined) {
    const same = (yield* beginsAt(run, what, cycle)).find((one) => one.number === number);
    if (same !== undefined) return same;
  }
  if (move !== 0 && number !== undefined) {
    const here = yield* beginsAt(run, what, cycle);
    const beside =
      move > 0 ? here.find((one) => one.number > number) : here.findLast((one) => one.number < number);
    if (beside !== undefined) return beside;
  }
  const oldest = isOldest === true && what === "packet" ? yield* oldestAt(run, cycle) : undefined;
  if (oldest !== undefined) return oldest;
  const before = move > 0 ? [] : yield* beginsBefore(run, what, move === 0 ? cycle + 1 : cycle);
  if (before.length > 0) return before.at(-1);
  if (move < 0) return undefined;
  const behind = yield* beginsBehind(run, what, cycle);
  return move > 0 ? behind[0] : behind.at(-1);
}

/** Starts in the last cycle before `from` in which a life of this kind began. */
function* beginsBefore(run: Traveller, what: Journey["what"], from: number): Steps<readonly Begin[]> {
  const mask = maskOf(BEGINS[what]);
  for (let at = from; ; ) {
    const stop = yield* run.searchPrevious(mask, at);
    if (stop === undefined) return [];
    const begins = yield* beginsAt(run, what, stop);
    if (begins.length > 0) return begins;
    at = stop;
  }
}

function* beginsBehind(run: Traveller, what: Journey["what"], from: number): Steps<readonly Begin[]> {
  const mask = maskOf(BEGINS[what]);
  for (let at = from; ; ) {
    const stop = yield* run.searchNext(mask, at, run.knownCycle);
    if (stop === undefined) return [];
    const begins = yield* beginsAt(run, what, stop);
    if (begins.length > 0) return begins;
    at = stop;
  }
}

/** The received packet that has been in the machine for the longest time. Undefined if there is none, or if its start
 * is not in the log. */
function* oldestAt(run: Traveller, cycle: number): Steps<Begin | undefined> {
  yield* run.goTo(Math.min(cycle, run.knownCycle));
  const [oldest] = run.machine.held("oldest");
  if (oldest === undefined) return undefined;
  return (yield* beginsAt(run, "packet", oldest.offeredCycle + 1)).find(
    (one) => one.number === oldest.number,
  );
}

/** Lives that began in the cycle before `stop`. */
function* beginsAt(run: Traveller, what: Journey["what"], stop: number): Steps<readonly Begin[]> {
  const { machine } = run;
  yield* run.goTo(Math.max(0, stop - 1));
  const from = machine.nextEvent;
  yield* run.walk(stop);
  const events = namedEvents(machine.readEvents(from));
  return events.flatMap((event): Begin[] => {
    if (what === "packet")
      return event.kind === "frame-offered" ? [{ stop, event, number: event.subject, source: "line" }] : [];
    const source = beginOf(event, events);
    return source === undefined ? [] : [{ stop, event, number: event.value, source }];
  });
}

/** The source of the interrupt that starts with this event. Undefined if the event starts none. `events`: all events
 * of the same cycle. */
export function beginOf(
  event: MachineEvent,
  events: readonly MachineEvent[],
): SimInterruptSource | undefined {
  if (event.kind === "line-asserted") return "line";
  if (event.kind !== "recognised") return undefined;
  for (const other of events) {
    const moment = other.context === event.context ? trapMoment(other) : undefined;
    const cause = moment?.kind === "taken" ? causeOf(moment.cause).kind : undefined;
    if (cause === "timer" || cause === "software") return cause;
  }
  return undefined;
}

interface Latency {
  readonly beginCycle: number;
  readonly endCycle: number;
  readonly parts: readonly number[];
  readonly nic: number;
  readonly isSent: boolean;
}

/** The record of this packet or interrupt among the records from `from` onwards. */
function latencyOf(machine: Machine, from: number, isPacket: boolean, number: number): Latency | undefined {
  const log = machine.readLatencies(from);
  const index = log.number.findIndex((one, i) => one === number && (log.isPacket[i] === 1) === isPacket);
  if (index < 0) return undefined;
  return {
    beginCycle: log.beginCycle[index] ?? 0,
    endCycle: log.endCycle[index] ?? 0,
    parts: [...log.parts.subarray(index * SIM_PART_LIMIT, (index + 1) * SIM_PART_LIMIT)],
    nic: log.nic[index] ?? 0,
    isSent: log.direction[index] === sim_direction.send,
  };
}

interface Walked {
  /** The cycle right after its last event. Undefined if it has not ended. */
  readonly over: number | undefined;
  readonly knownToCycle: number;
  readonly isFinal: boolean;
}

/** Runs from the start. `see` gets each watched event and returns true at the last one. */
function* walkLife(
  run: Traveller,
  begin: Begin,
  what: Journey["what"],
  see: (event: MachineEvent) => boolean,
  found: (latencyFrom: number) => void,
): Steps<Walked> {
  const { machine, knownCycle, limit } = run;
  const farthest = Math.min(limit, begin.stop + LONGEST_CYCLES);
  const until = Math.min(knownCycle, farthest);
  yield* run.goTo(begin.stop - 1);
  let readFrom = machine.nextEvent;
  let latencyFrom = machine.readLatencies(Number.MAX_SAFE_INTEGER).next;
  const mask = maskOf(WATCHED[what]);
  while (machine.cycle < until) {
    run.step(until, mask);
    const events = machine.readEvents(readFrom);
    readFrom = events.next;
    found(latencyFrom);
    latencyFrom = machine.readLatencies(Number.MAX_SAFE_INTEGER).next;
    for (const event of namedEvents(events)) {
      if (!see(event)) continue;
      const over = event.cycle + 1;
      return { over, knownToCycle: over, isFinal: true };
    }
    yield;
  }
  return { over: undefined, knownToCycle: Math.max(until, begin.stop), isFinal: until >= farthest };
}

function* followPacket(run: Traveller, begin: Begin): Steps<Journey> {
  const { number } = begin;
  const { machine } = run;
  const waypoints: Waypoint[] = [];
  let latency: Latency | undefined;
  let fate: Journey["fate"] = { kind: "under-way" };
  let loss: Loss | undefined;
  let isCopy = false;
  const walked = yield* walkLife(
    run,
    begin,
    "packet",
    (event) => {
      if (event.subject !== number || event.cycle < begin.event.cycle) return false;
      switch (event.kind) {
        case "dma-begin":
        case "dma-end":
        case "frame-sent":
          waypoints.push({ kind: event.kind, cycle: event.cycle, cycles: undefined });
          return false;
        case "frame-copied":
          isCopy = true;
          return false;
        case "frame-merged":
          fate = { kind: "merged", into: event.value };
          return true;
        case "frame-dropped": {
          loss = unpackLoss(event.value);
          fate = fateOf(loss);
          return true;
        }
        case "frame-delivered":
          fate = { kind: "delivered" };
          return true;
        default:
          return false;
      }
    },
    (from) => {
      latency ??= latencyOf(machine, from, true, number);
    },
  );
  const { over, ...known } = walked;
  const offeredCycle = begin.event.cycle;
  const sizeBytes = begin.event.value;
  const { machine: settings } = run.scenario;
  // For events of a queue: the name of the queue.
  const lostAtNic = loss?.cause === AT_QUEUE ? (settings.nics.length === 1 ? 0 : undefined) : loss?.place;
  const hadWire = !isCopy && loss?.direction === "receive" && loss.cause !== "packet-table-full";
  const lost = { offeredCycle, sizeBytes, nic: hadWire ? lostAtNic : undefined, waypoints };
  const parts =
    latency !== undefined
      ? packetParts(run.scenario, latency)
      : loss === undefined || over === undefined
        ? []
        : lostParts(settings, { ...lost, over });
  return {
    what: "packet",
    number,
    stop: begin.stop,
    beginCycle: latency?.beginCycle ?? parts[0]?.fromCycle ?? offeredCycle,
    endCycle: latency?.endCycle ?? over,
    ...known,
    offeredCycle,
    sizeBytes,
    place: latency?.nic ?? lostAtNic,
    thread: undefined,
    context: undefined,
    fate,
    parts,
    waypoints,
  };
}

/** Parts in the order of their milestones. A card that writes into a ring does so before it requests an interrupt. */
function packetParts({ machine }: Scenario, latency: Latency): readonly JourneyPart[] {
  const isRing = !latency.isSent && machine.nics[latency.nic]?.receive === "ring";
  const order = isRing
    ? (["dma", ...sim_packet_part_names.filter((part) => part !== "dma")] as const)
    : sim_packet_part_names;
  return partsFrom(
    latency.beginCycle,
    order.map((part) => [part, latency.parts[sim_packet_part_names.indexOf(part)] ?? 0]),
  );
}

function partsFrom(
  beginCycle: number,
  lengths: readonly (readonly [string, number])[],
): readonly JourneyPart[] {
  let at = beginCycle;
  return lengths.map(([part, cycles]) => {
    const fromCycle = at;
    at += cycles;
    return { part, fromCycle, toCycle: at };
  });
}

function* followInterrupt(run: Traveller, begin: Begin): Steps<Journey> {
  const { number } = begin;
  const { machine } = run;
  const waypoints: Waypoint[] = [];
  let latency: Latency | undefined;
  let thread: number | undefined;
  let context: number | undefined;
  let isEntered = false;
  const hart = hartLife(run.scenario);
  const walked = yield* walkLife(
    run,
    begin,
    "interrupt",
    (event) => {
      if (hart.see(event, context, latency?.endCycle)) return true;
      if (event.cycle < begin.event.cycle) return false;
      switch (event.kind) {
        case "recognised":
          if (event.value !== number || thread !== undefined) return false;
          thread = event.subject;
          context = event.context;
          waypoints.push({ kind: "recognised", cycle: event.cycle, cycles: undefined });
          return false;
        case "entry-step":
          if (context !== event.context || isEntered) return false;
          waypoints.push({
            kind: sim_entry_step_names[event.subject] ?? "",
            cycle: event.cycle - event.value + 1,
            cycles: event.value,
          });
          return false;
        case "handler-entered":
          if (event.value !== number || event.subject !== thread) return false;
          isEntered = true;
          waypoints.push({ kind: "handler-entered", cycle: event.cycle, cycles: undefined });
          return false;
        case "acknowledged":
          if (isEntered && event.subject === begin.event.subject)
            waypoints.push({ kind: "acknowledged", cycle: event.cycle, cycles: undefined });
          return false;
        case "returned":
          return isEntered && event.subject === thread;
        default:
          return false;
      }
    },
    (from) => {
      latency ??= latencyOf(machine, from, false, number);
    },
  );
  const parts =
    latency === undefined
      ? []
      : partsFrom(
          latency.beginCycle,
          sim_interrupt_part_names.map((part, index) => [part, latency?.parts[index] ?? 0]),
        );
  const acknowledged = latency?.endCycle;
  const claimer = thread === undefined ? hart.claimer(acknowledged) : undefined;
  if (claimer !== undefined) ({ thread, context } = claimer);
  const end = hart.returned() ?? (claimer === undefined ? undefined : acknowledged);
  const { over = hart.returned(), ...known } =
    end === undefined || acknowledged === undefined
      ? walked
      : { ...walked, over: Math.max(end, acknowledged), isFinal: true };
  return {
    what: "interrupt",
    number,
    stop: begin.stop,
    beginCycle: latency?.beginCycle ?? begin.event.cycle,
    endCycle: over,
    ...known,
    offeredCycle: undefined,
    sizeBytes: undefined,
    place: begin.source === "line" ? begin.event.subject : undefined,
    source: begin.source,
    thread,
    context,
    fate: over === undefined ? { kind: "under-way" } : { kind: "returned" },
    parts:
      acknowledged === undefined || over === undefined
        ? parts
        : [...parts, { part: "return", fromCycle: acknowledged, toCycle: Math.max(acknowledged, over) }],
    waypoints,
  };
}

function fateOf({ cause, place }: Loss): Journey["fate"] {
  return { kind: "dropped", cause, queue: cause === AT_QUEUE ? place : undefined };
}
