/** Remedies: variants of the scenario that address a link of the chain. A run measures whether a variant helps. */

import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { cyclesAt } from "../scenarioFields/change.ts";
import { withContexts } from "../scenarioFields/withContexts.ts";
import type { Why } from "./why.ts";

export interface Remedy {
  readonly pattern: RemedyPattern;
  readonly gaps: Readonly<Record<string, string | number>>;
  readonly scenario: Scenario;
}

const REMEDY_PATTERNS = [
  "Receive ring of {frames} frames instead of {before}",
  "Queue {name} of {packets} packets instead of {before}",
  "Transmit queue of {frames} frames instead of {before}",
  "Clock one and a half times as fast",
  "Memory answers in {length} instead of {before}",
  "Let {waiting} interrupt {thread}",
  "A context for each thread: nothing to save",
  "One interrupt for {frames} frames",
] as const;

type RemedyPattern = (typeof REMEDY_PATTERNS)[number];

const REMEDY_LIMIT = 6;
const COALESCED_FRAMES = 4;
/** A frame that arrives alone waits at most this long. */
const COALESCED_NANOSECONDS = 50_000;

type Draft = Omit<Remedy, "scenario"> & { readonly scenario: Scenario | undefined };

/** Variants against the causes of the chain come first. A variant that the scenario's checks refuse is left out. */
export function remediesOf(scenario: Scenario, why: Why): readonly Remedy[] {
  const drafts: readonly (Draft | undefined)[] = [
    largerStore(scenario, why),
    lessUrgent(scenario, why),
    ownContexts(scenario),
    fasterClock(scenario),
    fasterMemory(scenario),
    coalesced(scenario, why),
  ];
  return drafts
    .flatMap((draft) => {
      if (draft?.scenario === undefined) return [];
      const result = parseScenario(formatScenario(draft.scenario));
      return result.ok ? [{ ...draft, scenario: result.scenario }] : [];
    })
    .slice(0, REMEDY_LIMIT);
}

function withNic(
  scenario: Scenario,
  nic: number,
  change: Partial<Scenario["machine"]["nics"][number]>,
): Scenario {
  const nics = scenario.machine.nics.map((one, index) => (index === nic ? { ...one, ...change } : one));
  return { ...scenario, machine: { ...scenario.machine, nics } };
}

function largerStore(scenario: Scenario, { full, place, cause }: Why): Draft | undefined {
  if (cause === "queue-full" && full !== undefined) {
    const queue = scenario.software.queues[full.place];
    if (queue === undefined) return undefined;
    const { name, capacity: before } = queue;
    const queues = scenario.software.queues.map((one) =>
      one === queue ? { ...one, capacity: before * 2 } : one,
    );
    return {
      pattern: "Queue {name} of {packets} packets instead of {before}",
      gaps: { name, packets: before * 2, before },
      scenario: { ...scenario, software: { ...scenario.software, queues } },
    };
  }
  const card = scenario.machine.nics[place ?? -1];
  if (card === undefined || place === undefined) return undefined;
  if (cause === "rx-ring-full") {
    const before = card.rxRingFrames;
    return {
      pattern: "Receive ring of {frames} frames instead of {before}",
      gaps: { frames: before * 2, before },
      scenario: withNic(scenario, place, { rxRingFrames: before * 2 }),
    };
  }
  if (cause !== "tx-queue-full") return undefined;
  const before = card.txQueueFrames;
  return {
    pattern: "Transmit queue of {frames} frames instead of {before}",
    gaps: { frames: before * 2, before },
    scenario: withNic(scenario, place, { txQueueFrames: before * 2 }),
  };
}

/** Makes the thread that caused the longest delay less urgent than the one that waited. */
function lessUrgent(scenario: Scenario, { clauses }: Why): Draft | undefined {
  const longest = clauses
    .filter(({ kind, reasons }) => kind === "blocked" && reasons.some((one) => one.kind !== "switching"))
    .toSorted((a, b) => b.toCycle - b.fromCycle - (a.toCycle - a.fromCycle))[0];
  const { threads } = scenario.software;
  const running = threads[longest?.thread ?? -1];
  const waiting = threads[longest?.waiting ?? -1];
  if (running === undefined || waiting === undefined) return undefined;
  const waited = longest?.reasons.find((one) => one.kind === "priority")?.waiting ?? waiting.priority;
  const priority = Math.max(running.priority, waited + 1);
  const changed = threads.map((one) =>
    one === running ? { ...one, priority, interruptsEnabled: true } : one,
  );
  return {
    pattern: "Let {waiting} interrupt {thread}",
    gaps: { thread: running.name, waiting: waiting.name },
    scenario: { ...scenario, software: { ...scenario.software, threads: changed } },
  };
}

function ownContexts(scenario: Scenario): Draft | undefined {
  const { machine, software } = scenario;
  if (machine.core.policy !== "single" || machine.core.cores > 1 || software.threads.length < 2)
    return undefined;
  return {
    pattern: "A context for each thread: nothing to save",
    gaps: {},
    scenario: withContexts(scenario, software.threads.length),
  };
}

function fasterClock(scenario: Scenario): Draft {
  const { machine } = scenario;
  const clockHertz = Math.round(machine.clockHertz * 1.5);
  const runCycles = cyclesAt(scenario, clockHertz);
  return {
    pattern: "Clock one and a half times as fast",
    gaps: {},
    scenario: { ...scenario, runCycles, machine: { ...machine, clockHertz } },
  };
}

function fasterMemory(scenario: Scenario): Draft | undefined {
  const { machine } = scenario;
  const { pipeline } = machine.core;
  const before = pipeline.memoryCycles;
  if (before < 2) return undefined;
  const core = { ...machine.core, pipeline: { ...pipeline, memoryCycles: before - 1 } };
  return {
    pattern: "Memory answers in {length} instead of {before}",
    gaps: { length: before - 1, before },
    scenario: { ...scenario, machine: { ...machine, core } },
  };
}

function coalesced(scenario: Scenario, { place, what }: Why): Draft | undefined {
  if (what === "lost-press") return undefined;
  const nic = place === undefined || what === "late-interrupt" ? 0 : place;
  const card = scenario.machine.nics[nic];
  if (card === undefined || card.receive !== "ring" || card.coalescing.frames >= COALESCED_FRAMES)
    return undefined;
  const coalescing = {
    ...card.coalescing,
    frames: COALESCED_FRAMES,
    absoluteNanoseconds: Math.max(card.coalescing.absoluteNanoseconds, COALESCED_NANOSECONDS),
  };
  return {
    pattern: "One interrupt for {frames} frames",
    gaps: { frames: COALESCED_FRAMES },
    scenario: withNic(scenario, nic, { coalescing }),
  };
}
