/** Explains why a thread did not run, or hardly ran: which threads had its processor, and why none of them was
 * interrupted. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { consumersOf } from "../metrics/consumers.ts";
import type { Finding } from "../metrics/findings.ts";
import type { Records } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Why, WhyTarget } from "./why.ts";

type ThreadTarget = Extract<WhyTarget, { readonly what: "thread" }>;

/**
 * The wait to which a finding refers. Undefined if the cause of the finding is not a wait for a processor.
 */
export function targetOfFinding(
  scenario: Scenario,
  finding: Finding,
  runCycle: number,
): ThreadTarget | undefined {
  const name = waitingIn(scenario, finding);
  const thread = scenario.software.threads.findIndex((one) => one.name === name);
  if (thread < 0) return undefined;
  return { what: "thread", thread, fromCycle: finding.fromCycle, toCycle: runCycle };
}

function waitingIn(scenario: Scenario, finding: Finding): string | undefined {
  switch (finding.kind) {
    case "starved":
    case "never-started":
      return finding.thread;
    case "storm":
      return finding.victims[0]?.thread;
    case "livelock":
      return consumersOf(scenario, finding.nic)[0]?.name;
    case "lock-starved":
    case "lost-wake-up":
    case "deadlock":
    case "program-fault":
      return undefined;
  }
}

/** `records` start with the chain: at fromCycle, or later if the wait is long. */
export function waitingThread(scenario: Scenario, records: Records, target: ThreadTarget): Why {
  const { thread, toCycle } = target;
  const { fromCycle } = records;
  const wait = { thread, fromCycle, toCycle };
  return {
    what: "waiting-thread",
    number: thread,
    cycle: target.fromCycle,
    thread,
    begins: fromCycle > target.fromCycle ? "cut" : "asked",
    ...{ fromCycle, toCycle },
    part: partText("thread", scenario.software.threads[thread]?.name ?? ""),
    clauses: waitClauses(scenario, records, wait),
  };
}
