/** Problems of a run that break no rule, as sentences with the cycle. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { areHeldUp, consumersOf } from "./consumers.ts";

import type { Metrics, NicProgress } from "./metrics.ts";
import type { DeadlockRing } from "./registry/software.ts";
import { FUTILE_COUNT, persists, type Starvation, starvationOf, starvationText } from "./starvation.ts";

export type Finding =
  | Starvation
  /** From that cycle to the end, the processor worked on frames of the NIC and delivered none, or software lost more of
   * them than it delivered. Handlers kept the delivering threads from the processor. */
  | {
      readonly kind: "livelock";
      readonly nic: string;
      readonly fromCycle: number;
      readonly delivered: number;
      /** Frames that software took and lost. */
      readonly wasted: number;
      /** Interrupts of the NIC's lines. Counted only if nothing was delivered. */
      readonly interrupts: number | undefined;
    }
  /** Frames waited in a ring of the NIC, and no pending work would have taken them. */
  | {
      readonly kind: "lost-wake-up";
      readonly nic: string;
      readonly count: number;
      /** Start of the longest period. */
      readonly fromCycle: number;
      readonly cycles: number;
      /** True if the period lasts to the end of the run. */
      readonly lasts: boolean;
    }
  /**
   * Each thread waits for the next, and the last one for the first. The wait of the last one closed the
   * circle.
   */
  | {
      readonly kind: "deadlock";
      readonly fromCycle: number;
      readonly waits: readonly {
        readonly thread: string;
        /** The lock that the next thread has. Undefined if the next thread spins on its processor. */
        readonly lock: string | undefined;
      }[];
    }
  /** Number of times that an exception ended a program. The first one is named. */
  | {
      readonly kind: "program-fault";
      readonly count: number;
      readonly thread: string;
      /** Routine of the program. */
      readonly routine: string;
      readonly fromCycle: number;
      readonly address: number;
      /** The cause as in mcause. */
      readonly cause: number;
      /** In the source. */
      readonly place?: string;
    };

interface Names {
  readonly threads: readonly string[];
  readonly nics: readonly string[];
  readonly locks: readonly string[];
  readonly routines: readonly string[];
}

function namesIn({ machine, software }: Scenario): Names {
  const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
  return {
    threads: namesOf(software.threads),
    nics: namesOf(machine.nics),
    locks: namesOf(software.locks),
    routines: namesOf(software.routines),
  };
}

export function findingsOf(scenario: Scenario, metrics: Metrics): Finding[] {
  const { cycle } = metrics;
  const names = namesIn(scenario);
  return [
    ...starvationOf(scenario, metrics),
    ...names.nics.flatMap((nic, index) =>
      livelock(nic, metrics.progress[index], cycle).filter(() =>
        areHeldUp(scenario, metrics, consumersOf(scenario, nic)),
      ),
    ),
    ...names.nics.flatMap((nic, index) => lostWakeUp(nic, metrics.progress[index], cycle)),
    ...deadlock(names, metrics.deadlock),
    ...programFault(names, metrics),
  ];
}

function programFault({ threads, routines }: Names, { fault, programFaults }: Metrics): Finding[] {
  if (fault === undefined) return [];
  const { cycle, thread, routine, address, cause, place } = fault;
  const where = place === undefined ? {} : { place };
  const named = { thread: threads[thread] ?? "", routine: routines[routine] ?? "" };
  return [
    { kind: "program-fault", count: programFaults, ...named, fromCycle: cycle, address, cause, ...where },
  ];
}

function livelock(nic: string, progress: NicProgress | undefined, cycle: number): Finding[] {
  if (!progress) return [];
  const { undelivered, wasteful } = progress;
  const { deliveredAt, offered, taken, interrupts } = undelivered;
  if (wasteful && wasteful.wasted - wasteful.delivered >= FUTILE_COUNT && persists(wasteful.since, cycle)) {
    const { since, wasted, delivered } = wasteful;
    return [{ kind: "livelock", nic, fromCycle: since, delivered, wasted, interrupts: undefined }];
  }
  const isFutile = offered >= FUTILE_COUNT && Math.max(taken, interrupts) >= FUTILE_COUNT;
  if (!isFutile || !persists(deliveredAt, cycle)) return [];
  return [{ kind: "livelock", nic, fromCycle: deliveredAt, delivered: 0, wasted: taken, interrupts }];
}

function lostWakeUp(nic: string, progress: NicProgress | undefined, cycle: number): Finding[] {
  if (!progress || progress.lostWakeUps === 0) return [];
  const { lostWakeUps: count, forgottenSince, longestForgotten } = progress;
  const present = forgottenSince === undefined ? 0 : cycle - forgottenSince;
  if (forgottenSince !== undefined && present >= longestForgotten.cycles)
    return [{ kind: "lost-wake-up", nic, count, fromCycle: forgottenSince, cycles: present, lasts: true }];
  return [{ kind: "lost-wake-up", nic, count, ...longestForgotten, lasts: false }];
}

function deadlock(names: Names, ring: DeadlockRing | undefined): Finding[] {
  if (ring === undefined) return [];
  const waits = ring.waits.map(({ thread, lock }) => ({
    thread: names.threads[thread] ?? "",
    lock: lock === undefined ? undefined : names.locks[lock],
  }));
  return [{ kind: "deadlock", fromCycle: ring.cycle, waits }];
}

function waitsText({ waits }: Extract<Finding, { kind: "deadlock" }>): string {
  return waits
    .map(({ thread, lock }, index) => {
      const one = JSON.stringify(thread);
      const next = JSON.stringify(waits[(index + 1) % waits.length]?.thread);
      return lock === undefined
        ? `${one} cannot run while ${next} spins on its processor`
        : `${one} waits for ${JSON.stringify(lock)}, which ${next} has`;
    })
    .join("; ");
}

/** One sentence. `whole` formats a number. The page translates the sentence by its parts (web/text/de/messages.ts). */
export function findingText(finding: Finding, whole: (value: number) => string): string {
  const from = whole(finding.fromCycle);
  switch (finding.kind) {
    case "program-fault": {
      const { address, cause, count, place, routine, thread } = finding;
      const [program, owner] = [JSON.stringify(routine), JSON.stringify(thread)];
      const [by, at] = [causeText(cause), address.toString(16)];
      const first =
        place === undefined
          ? `program fault: the program ${program} of ${owner} ended by ${by} at 0x${at} in cycle ${from}`
          : `program fault: the program ${program} of ${owner} ended by ${by} at 0x${at} (${place}) in cycle ${from}`;
      return count === 1 ? first : `${first}, the first of ${whole(count)}`;
    }
    case "starved":
    case "never-started":
    case "storm":
    case "lock-starved":
      return starvationText(finding, whole);
    case "deadlock":
      return `deadlock: from cycle ${from} on ${waitsText(finding)}`;
    case "livelock":
      return finding.interrupts === undefined
        ? `livelock: from cycle ${from} on ${whole(finding.wasted)} frames from ${JSON.stringify(finding.nic)} were taken and then lost, ${whole(finding.delivered)} delivered`
        : `livelock: from cycle ${from} on no frame from ${JSON.stringify(finding.nic)} was delivered, with ${whole(finding.interrupts)} interrupts and ${whole(finding.wasted)} frames taken`;
    case "lost-wake-up": {
      const times = finding.count === 1 ? "once" : `${whole(finding.count)} times`;
      const until = finding.lasts ? "on" : `for ${whole(finding.cycles)} cycles`;
      return `lost wake-up: ${times} frames waited in ${JSON.stringify(finding.nic)} and nothing was going to take them, the longest time from cycle ${from} ${until}`;
    }
  }
}

/** Words for each exception, by its mcause. */
const CAUSES: readonly (string | undefined)[] = [
  "a jump to a misaligned address",
  "a jump out of its code",
  "an illegal instruction",
  undefined,
  "a misaligned load",
  "a load from an unmapped address",
  "a misaligned store",
  "a store to an address that cannot be written",
];

export function causeText(cause: number): string {
  return CAUSES[cause] ?? `exception ${cause}`;
}
