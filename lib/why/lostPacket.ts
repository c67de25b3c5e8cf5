/** Explains why a packet found no room: since when the place was full, and which thread it needed. */

import { lineIndex } from "../../scenarios/devices/lines.ts";
import { ringFramesOf, ringsOf } from "../../scenarios/devices/nic.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { MachineEvent } from "../events/events.ts";
import { unpackLoss } from "../metrics/registry/frames.ts";
import { handlerOfLine, type Records, takerOfQueue, takerOfRing } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Clause, FullStore, Why } from "./why.ts";
import { fillAt, heldSince, lastEmpty, workIn } from "./work.ts";

/** If a place has not been empty for a long time, the explanation starts this many cycles earlier. */
const CUT_CYCLES = 20_000;

type Begin = Pick<Why, "begins" | "fromCycle">;

export function lostPacket(scenario: Scenario, records: Records, event: MachineEvent): Why {
  const { cycle, subject: number } = event;
  const { cause, place } = unpackLoss(event.value);
  const shared = { what: "lost-packet", number, cycle, cause, toCycle: cycle } as const;
  switch (cause) {
    case "rx-ring-full": {
      const { begin, thread } = ringWait(scenario, records, place, cycle);
      const clauses =
        thread === undefined
          ? []
          : waitClauses(scenario, records, {
              thread,
              fromCycle: begin.fromCycle,
              toCycle: cycle,
              nic: place,
            });
      const part = partText("ring", scenario.machine.nics[place]?.name ?? "");
      return {
        ...shared,
        ...begin,
        full: fullRing(scenario, records, place, cycle),
        place,
        thread,
        part,
        clauses,
      };
    }
    case "queue-full": {
      const thread = takerOfQueue(scenario, place);
      const begin = sinceEmpty(records, "queue-fill", place, cycle);
      const part = partText("queue", scenario.software.queues[place]?.name ?? "");
      const clauses =
        thread === undefined
          ? []
          : waitClauses(scenario, records, { thread, fromCycle: begin.fromCycle, toCycle: cycle });
      return {
        ...shared,
        ...begin,
        full: fullQueue(scenario, records, place, cycle),
        queue: place,
        thread,
        part,
        clauses,
      };
    }
    case "tx-queue-full":
      return { ...shared, ...sending(scenario, records, place, cycle) };
    case "fifo-full":
      return { ...shared, ...fifo(scenario, records, place, cycle) };
    default:
      return { ...shared, ...bySoftware(scenario, records, place, event) };
  }
}

function ringWait(
  scenario: Scenario,
  records: Records,
  nic: number,
  cycle: number,
): { readonly begin: Begin; readonly thread: number | undefined } {
  const { machine } = scenario;
  const card = machine.nics[nic];
  const line = card === undefined ? -1 : lineIndex(machine, { nic: card.name });
  const handler = line < 0 ? undefined : handlerOfLine(scenario, line);
  const asked = records.events.findLast(
    (one) => one.kind === "line-asserted" && one.subject === line && one.cycle < cycle,
  );
  const isTaken =
    asked !== undefined &&
    records.events.some(
      (one) => one.kind === "recognised" && one.value === asked.value && one.cycle >= asked.cycle,
    );
  if (asked !== undefined && !isTaken && handler !== undefined)
    return { begin: { begins: "asked", fromCycle: asked.cycle }, thread: handler };
  return {
    begin: sinceEmpty(records, "rx-fill", nic, cycle),
    thread: takerOfRing(scenario, nic) ?? handler,
  };
}

function sinceEmpty(
  records: Records,
  kind: "rx-fill" | "tx-fill" | "queue-fill",
  place: number,
  cycle: number,
): Begin {
  const empty = lastEmpty(records, kind, place, cycle);
  if (empty !== undefined) return { begins: "empty", fromCycle: empty };
  return { begins: "cut", fromCycle: Math.max(records.fromCycle, cycle - CUT_CYCLES) };
}

function fullRing(
  { machine }: Scenario,
  records: Records,
  nic: number,
  cycle: number,
): FullStore | undefined {
  const card = machine.nics[nic];
  if (card === undefined || ringsOf(card).length > 1) return undefined;
  const held = fillAt(records, "rx-fill", nic, cycle + 1);
  const capacity = ringFramesOf(card);
  if (held < capacity) return undefined;
  return {
    kind: "ring",
    place: nic,
    held,
    capacity,
    sinceCycle: heldSince(records, "rx-fill", nic, cycle + 1),
  };
}

function fullQueue(
  { software }: Scenario,
  records: Records,
  queue: number,
  cycle: number,
): FullStore | undefined {
  const capacity = software.queues[queue]?.capacity;
  const held = fillAt(records, "queue-fill", queue, cycle + 1);
  if (capacity === undefined || held < capacity) return undefined;
  return {
    kind: "queue",
    place: queue,
    held,
    capacity,
    sinceCycle: heldSince(records, "queue-fill", queue, cycle + 1),
  };
}

type Rest = Pick<Why, "begins" | "fromCycle" | "full" | "place" | "part" | "clauses">;

function sending({ machine }: Scenario, records: Records, nic: number, cycle: number): Rest {
  const card = machine.nics[nic];
  const begin = sinceEmpty(records, "tx-fill", nic, cycle);
  const held = fillAt(records, "tx-fill", nic, cycle + 1);
  const capacity = card?.txQueueFrames ?? 0;
  const full: FullStore | undefined =
    held < capacity
      ? undefined
      : { kind: "tx", place: nic, held, capacity, sinceCycle: heldSince(records, "tx-fill", nic, cycle + 1) };
  const part = partText("txqueue", card?.name ?? "");
  return { ...begin, full, place: nic, part, clauses: one("sending", part, begin.fromCycle, cycle) };
}

/** Starts with the first frame after the card had written all earlier ones to memory. */
function fifo({ machine }: Scenario, records: Records, nic: number, cycle: number): Rest {
  const part = partText("card", machine.nics[nic]?.name ?? "");
  const waiting = new Set<number>();
  let fromCycle = records.fromCycle;
  for (const event of records.events) {
    if (event.cycle >= cycle) break;
    if (event.kind === "frame-offered") {
      if (waiting.size === 0) fromCycle = event.cycle;
      waiting.add(event.subject);
    } else if (event.kind === "dma-end" || event.kind === "frame-dropped" || event.kind === "frame-sent")
      waiting.delete(event.subject);
  }
  const begins = fromCycle === records.fromCycle ? "cut" : "empty";
  const from = begins === "cut" ? Math.max(fromCycle, cycle - CUT_CYCLES) : fromCycle;
  return {
    begins,
    fromCycle: from,
    full: undefined,
    place: nic,
    part,
    clauses: one("bus", "bus", from, cycle),
  };
}

/** From the offer to the cycle in which a program, or the full packet table, dropped the packet. */
function bySoftware(scenario: Scenario, records: Records, nic: number, event: MachineEvent): Rest {
  const { cycle, subject } = event;
  const part = partText("card", scenario.machine.nics[nic]?.name ?? "");
  const offered = records.events.find(
    (one) => one.kind === "frame-offered" && one.subject === subject,
  )?.cycle;
  const fromCycle = offered ?? cycle;
  const threads = scenario.software.threads.map((_, thread) => thread);
  const work = workIn(scenario, records, { fromCycle, toCycle: cycle, threads, nic: undefined });
  const clauses = one("software", "timeline", fromCycle, cycle).map((clause) => ({ ...clause, work }));
  return { begins: "offered", fromCycle, full: undefined, place: nic, part, clauses };
}

function one(kind: Clause["kind"], part: string, fromCycle: number, toCycle: number): readonly Clause[] {
  return toCycle > fromCycle ? [{ kind, part, fromCycle, toCycle, reasons: [], work: [] }] : [];
}
