/** Findings of a run and warnings of a scenario, in sentences. */
import { type Finding, findingsOf, findingText } from "../../../lib/metrics/findings.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { targetOfFinding } from "../../../lib/why/waitingThread.ts";
import type { WhyTarget } from "../../../lib/why/why.ts";
import { warningsOf } from "../../../scenarios/check/warnings.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { translatedMessage } from "../../text/message.ts";
import { formatInteger } from "../../ui/format.ts";

export interface SaidFinding {
  readonly sentence: string;
  /** Undefined: the sentence itself names the cause. */
  readonly target: WhyTarget | undefined;
}

/** Starved threads, livelock, lost wake-ups, deadlocks: a sentence each. */
export function findingSentences(metrics: Metrics, scenario: Scenario): readonly SaidFinding[] {
  return findingsOf(scenario, metrics).map((finding: Finding) => ({
    sentence: translatedMessage(findingText(finding, formatInteger)),
    target: targetOfFinding(scenario, finding, metrics.cycle),
  }));
}

/** What the scenario says without effect. */
export function warningSentences(scenario: Scenario): readonly SaidFinding[] {
  return warningsOf(scenario).map(({ field, message }) => ({
    sentence: `${field}: ${translatedMessage(message)}`,
    target: undefined,
  }));
}
