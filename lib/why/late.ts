/** Where the time of a packet or an interrupt went: the parts of its latency, and the threads that ran during its waits. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { Journey, JourneyPart } from "../journeys/journey.ts";
import { delivererIn, takerOfRing } from "./lookUp.ts";
import type { Records } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Clause, ClauseKind, Why } from "./why.ts";
import { workIn } from "./work.ts";

export function latePacket(scenario: Scenario, records: Records, journey: Journey): Why {
  const { parts, place, number } = journey;
  const nic = scenario.machine.nics[place ?? -1]?.name ?? "";
  const handler = recognisedAt(records, parts) ?? takerOfRing(scenario, place ?? 0);
  const isSent = journey.waypoints.some(({ kind }) => kind === "frame-sent");
  const deliverer = isSent ? undefined : delivererIn(scenario);
  const clauses = parts.flatMap((part) => {
    const waits = part.part === "masked" ? handler : part.part === "protocol" ? deliverer : undefined;
    if (waits !== undefined) return waitOf(scenario, records, part, waits, place);
    const thread = part.part === "handler" ? handler : part.part === "delivery" ? deliverer : undefined;
    const clauses = plainClause(scenario, records, part, { nic, thread });
    return part.part === "delivery" && deliverer === undefined
      ? clauses.map((clause): Clause => ({ ...clause, kind: "sent", part: partText("wire", nic) }))
      : clauses;
  });
  return {
    what: "late-packet",
    number,
    ...ends(parts),
    place,
    thread: deliverer,
    isSent,
    begins: "offered",
    part: partText("card", nic),
    clauses,
  };
}

/** Up to the first instruction of its handler. */
export function lateInterrupt(scenario: Scenario, records: Records, journey: Journey): Why {
  const { number, place, thread } = journey;
  const parts = journey.parts.filter(({ part }) => part !== "acknowledge" && part !== "return");
  const clauses = parts.flatMap((part) =>
    part.part === "masked" && thread !== undefined
      ? waitOf(scenario, records, part, thread, undefined)
      : plainClause(scenario, records, part, { nic: "", thread }),
  );
  return {
    what: "late-interrupt",
    number,
    ...ends(parts),
    place,
    thread,
    begins: "asked",
    part: "controller",
    clauses,
  };
}

function ends(parts: readonly JourneyPart[]): Pick<Why, "cycle" | "fromCycle" | "toCycle"> {
  const toCycle = parts.at(-1)?.toCycle ?? 0;
  return { cycle: toCycle, fromCycle: parts[0]?.fromCycle ?? toCycle, toCycle };
}

/** The thread of the interrupt that a packet waited for. */
function recognisedAt({ events }: Records, parts: readonly JourneyPart[]): number | undefined {
  const cycle = parts.find(({ part }) => part === "masked")?.toCycle;
  return events.find((one) => one.kind === "recognised" && one.cycle + 1 === cycle)?.subject;
}

function waitOf(
  scenario: Scenario,
  records: Records,
  { fromCycle, toCycle }: JourneyPart,
  thread: number,
  nic: number | undefined,
): readonly Clause[] {
  return toCycle > fromCycle ? waitClauses(scenario, records, { thread, fromCycle, toCycle, nic }) : [];
}

const KINDS: Readonly<Record<string, ClauseKind>> = {
  coalescing: "coalescing",
  masked: "idle",
  drain: "drain",
  entry: "entry",
  save: "save",
  "first-instruction": "first-instruction",
  handler: "handler",
  dma: "dma",
  protocol: "idle",
  delivery: "delivery",
};

function plainClause(
  scenario: Scenario,
  records: Records,
  { part, fromCycle, toCycle }: JourneyPart,
  { nic, thread }: { readonly nic: string; readonly thread: number | undefined },
): readonly Clause[] {
  if (toCycle <= fromCycle) return [];
  const name = scenario.software.threads[thread ?? -1]?.name;
  const places: Readonly<Record<string, string>> = {
    coalescing: partText("card", nic),
    dma: "bus",
    save: "saved",
    handler: name === undefined ? "controller" : partText("thread", name),
    delivery: name === undefined ? "controller" : partText("thread", name),
  };
  const work =
    part === "handler" && thread !== undefined
      ? workIn(scenario, records, { fromCycle, toCycle, threads: [thread], nic: undefined })
      : [];
  return [
    {
      kind: KINDS[part] ?? "idle",
      fromCycle,
      toCycle,
      part: places[part] ?? "entry",
      thread,
      reasons: [],
      work,
    },
  ];
}
