import { useEffect, useState } from "react";
import type { EndedRun } from "../../lib/knobs/headlines.ts";
import { droppedOf } from "../../lib/metrics/dropped.ts";
import { missedByDevices } from "../../lib/metrics/missed.ts";
import { percentileIfMeaningful } from "../../lib/metrics/percentileIfMeaningful.ts";
import { type Remedy, remediesOf } from "../../lib/why/remedies.ts";
import type { Why } from "../../lib/why/why.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { settingsOf } from "../scenarios/settings/settings.ts";
import { useSession } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import { type RemedyRuns, runRemedies } from "./remedyRuns.ts";
import { filledPattern } from "./sentenceText.ts";

export type Apply = (scenario: Scenario) => void;

interface RemediesProps {
  readonly scenario: Scenario;
  readonly why: Why;
  /** Undefined: a remedy becomes the open scenario. */
  readonly onApply: Apply | undefined;
}

/** Variants of the machine, each run as a whole beside the page: what they came to, for better or worse. */
export function Remedies({ scenario, why, onApply }: RemediesProps) {
  const session = useSession();
  const [runs, setRuns] = useState<RemedyRuns>();
  useEffect(() => runRemedies(scenario, remediesOf(scenario, why), setRuns), [scenario, why]);
  if (runs === undefined || runs.rows.length === 0) return null;
  const { before } = runs;
  const apply = ({ scenario: changed }: Remedy) => {
    if (onApply === undefined) settingsOf(session).setText(formatScenario(changed));
    else onApply(changed);
  };
  return (
    <section aria-labelledby="why-remedies">
      <h3 className="why__sub" id="why-remedies">
        {t("What would help?")}
      </h3>
      <p className="why__note">
        {t("Each change by itself, over the whole run. Now: {lost} lost, {latency} latency (p99).", {
          lost: before === undefined ? "…" : formatInteger(lostOf(before)),
          latency: before === undefined ? "…" : p99Text(before, why),
        })}
      </p>
      <ul className="why__remedies">
        {runs.rows.map(({ remedy, after, failed }) => (
          <li key={remedy.pattern} className="why__remedy" data-verdict={verdictOf(before, after, why)}>
            <span>{filledPattern(remedy.pattern, remedy.gaps)}</span>
            <span className="why__numbers" role="status">
              {failed ? (
                t("could not be run")
              ) : before === undefined || after === undefined ? (
                t("runs …")
              ) : (
                <Change before={before} after={after} why={why} />
              )}
            </span>
            <button
              type="button"
              className="btn btn--small"
              aria-label={t("Apply: {change}", { change: filledPattern(remedy.pattern, remedy.gaps) })}
              onClick={() => apply(remedy)}
            >
              {t("Apply")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChangeProps {
  readonly before: EndedRun;
  readonly after: EndedRun;
  readonly why: Why;
}

function Change({ before, after, why }: ChangeProps) {
  const verdict = verdictOf(before, after, why);
  return (
    <>
      <span>
        {t("lost")} <s className="mono">{formatInteger(lostOf(before))}</s> <span aria-hidden="true">→</span>{" "}
        <b className="mono">{formatInteger(lostOf(after))}</b>
      </span>{" "}
      <span>
        p99 <s className="mono">{p99Text(before, why)}</s> <span aria-hidden="true">→</span>{" "}
        <b className="mono">{p99Text(after, why)}</b>
      </span>
      {verdict === "worse" ? <b className="loss"> {t("makes it worse")}</b> : null}
      {verdict === "same" ? <span> {t("changes nothing in this")}</span> : null}
    </>
  );
}

function lostOf({ metrics }: EndedRun): number {
  return droppedOf(metrics.receive) + droppedOf(metrics.send) + missedByDevices(metrics);
}

/** Of interrupts where one is asked for, else of packets; in microseconds, since the clock may differ. */
function p99Of({ metrics, clockHertz }: EndedRun, { what }: Why): number {
  const ofInterrupts = what === "late-interrupt" || what === "lost-press";
  const { receive, send, interruptLatency } = metrics;
  const packets = receive.latency.count > 0 ? receive.latency : send.latency;
  return (percentileIfMeaningful(ofInterrupts ? interruptLatency : packets, "p99") / clockHertz) * 1e6;
}

function p99Text(run: EndedRun, why: Why): string {
  const microseconds = p99Of(run, why);
  return Number.isNaN(microseconds) ? "–" : `${formatInteger(Math.round(microseconds))} µs`;
}

/** By the latency where something was late, else by losses. */
function verdictOf(
  before: EndedRun | undefined,
  after: EndedRun | undefined,
  why: Why,
): "better" | "worse" | "same" | undefined {
  if (before === undefined || after === undefined) return undefined;
  const isLoss = why.what !== "late-packet" && why.what !== "late-interrupt";
  const read = (run: EndedRun) => (isLoss ? lostOf(run) : p99Of(run, why));
  const [was, is] = [read(before), read(after)];
  if (Number.isNaN(was) || Number.isNaN(is)) return undefined;
  if (was === is) return "same";
  return is < was ? "better" : "worse";
}
