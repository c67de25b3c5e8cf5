/** Findings of a run and warnings of a scenario, in sentences. */
import { type Finding, findingsOf, findingText } from "../../../lib/metrics/findings.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { warningsOf } from "../../../scenarios/check/warnings.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { translatedMessage } from "../../text/message.ts";
import { formatInteger } from "../../ui/format.ts";

/** Starved threads, livelock, lost wake-ups, deadlocks: a sentence each. */
export function findingSentences(metrics: Metrics, scenario: Scenario): readonly string[] {
  return findingsOf(scenario, metrics).map((finding: Finding) =>
    translatedMessage(findingText(finding, formatInteger)),
  );
}

/** What the scenario says without effect. */
export function warningSentences(scenario: Scenario): readonly string[] {
  return warningsOf(scenario).map(({ field, message }) => `${field}: ${translatedMessage(message)}`);
}
