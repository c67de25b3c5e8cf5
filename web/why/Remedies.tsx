import { useEffect, useState } from "react";
import type { EndedRun } from "../../lib/knobs/headlines.ts";
import { LENGTH_GAP, type Sentence } from "../../lib/why/patterns.ts";
import { type Remedy, remediesOf } from "../../lib/why/remedies.ts";
import type { Why } from "../../lib/why/why.ts";
import { lostOf, p99Seconds, type Verdict, verdictOf, worseBecause } from "../../lib/why/worse.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { settingsOf } from "../scenarios/settings/settings.ts";
import { useSession } from "../state/hooks.ts";
import { piecesOf, t, tCount, translated } from "../text/t.ts";
import { formatInteger, formatSignificant } from "../ui/format.ts";
import type { RemedyRunner, RemedyRuns } from "./remedyRuns.ts";

export type Apply = (scenario: Scenario) => void;

interface RemediesProps {
  readonly scenario: Scenario;
  readonly why: Why;
  readonly runner: RemedyRunner;
  /** If undefined, a remedy becomes the open scenario. */
  readonly onApply: Apply | undefined;
}

/** Variants of the machine, each run completely in a worker, with their results, better or worse. */
export function Remedies({ scenario, why, runner, onApply }: RemediesProps) {
  const session = useSession();
  const [runs, setRuns] = useState<RemedyRuns>();
  useEffect(() => runner.ask(remediesOf(scenario, why), setRuns), [runner, scenario, why]);
  if (runs === undefined || runs.rows.length === 0) return null;
  const { before } = runs;
  const apply = ({ scenario: changed }: Remedy) => {
    if (onApply === undefined) settingsOf(session).setText(formatScenario(changed));
    else onApply(changed);
  };
  return (
    <section aria-labelledby="why-remedies">
      <h3 className="why__sub t-13" id="why-remedies">
        {t("What would help?")}
      </h3>
      <p className="why__note t-12 ink-2">
        {before === undefined
          ? t("The numbers are being measured.")
          : t("Each change on its own, over the whole run. Currently {lost} lost, latency (p99) {latency}.", {
              lost: formatInteger(lostOf(before)),
              latency: p99Text(before, why),
            })}
      </p>
      <ul className="grid gap-1 tight no-marks">
        {runs.rows.map(({ remedy, after, failed }) => (
          <li
            key={remedy.pattern}
            className="why__remedy grid middle t-13 hair r-2"
            data-verdict={verdictFor(before, after, why)}
          >
            <span>{filledPattern(remedy.pattern, remedy.gaps)}</span>
            <span className="why__numbers t-12 ink-2" role="status">
              {failed ? (
                t("could not be run")
              ) : before === undefined || after === undefined ? (
                t("running …")
              ) : (
                <Change scenario={scenario} before={before} after={after} why={why} />
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
  readonly scenario: Scenario;
  readonly before: EndedRun;
  readonly after: EndedRun;
  readonly why: Why;
}

/** The result. If it is worse, the quantity that grew. */
function Change({ scenario, before, after, why }: ChangeProps) {
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
      {verdict === "same" ? <span> {t("makes no difference")}</span> : null}
      {verdict === "alike" ? <span> {t("makes hardly any difference")}</span> : null}
      {verdict === "worse" ? (
        <span className="block ink">
          {worseBecause(scenario, before, after, why)
            .map(({ pattern, gaps }) => filledPattern(pattern, gaps))
            .join(" ")}
        </span>
      ) : null}
    </>
  );
}

function verdictFor(
  before: EndedRun | undefined,
  after: EndedRun | undefined,
  why: Why,
): Verdict | undefined {
  return before === undefined || after === undefined ? undefined : verdictOf(before, after, why);
}

/** p99 in microseconds, because the clocks may differ. */
function p99Text(run: EndedRun, why: Why): string {
  const microseconds = p99Seconds(run, why) * 1e6;
  return Number.isNaN(microseconds) ? "–" : `${formatInteger(Math.round(microseconds))} µs`;
}

/** Digits of a number that is not whole. */
const DIGITS = 2;

/** Gaps that hold names of threads, several of them with commas between. */
const THREAD_GAPS: ReadonlySet<string> = new Set(["thread", "threads", "waiting", "waitingThread"]);

const threadNames = (value: string) => value.split(", ").map(translated).join(", ");

type Gaps = Readonly<Record<string, string | number>>;

/** A sentence of a chain in the language of the page. */
export function sentenceText({ pattern, gaps }: Sentence): string {
  return filledPattern(pattern, gaps);
}

function filledPattern(pattern: string, gaps: Gaps): string {
  return piecesOf(pattern)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const value = gaps[piece];
      if (typeof value !== "number") return THREAD_GAPS.has(piece) ? threadNames(value ?? "") : (value ?? "");
      if (!Number.isInteger(value)) return formatSignificant(value, DIGITS);
      return piece === LENGTH_GAP ? tCount(value, "{count} cycle", "{count} cycles") : formatInteger(value);
    })
    .join("");
}
