import type { ReactNode } from "react";
import { type Finding, findingsOf, findingText } from "../../../lib/metrics/findings.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { targetOfFinding } from "../../../lib/why/waitingThread.ts";
import type { WhyTarget } from "../../../lib/why/why.ts";
import { warningsOf } from "../../../scenarios/check/warnings.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useActions } from "../../state/hooks.ts";
import { translatedMessage } from "../../text/message.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import "./findings.css";

/** A larger number would push the figures out of sight. */
const SHOWN_LIMIT = 4;

interface FindingSectionProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

/** Threads without progress, and fields of the scenario without effect, in words. */
export default function FindingSection({ metrics, scenario }: FindingSectionProps) {
  return (
    <>
      <Sentences title={t("Findings")} sentences={findingSentences(metrics, scenario)}>
        <Trans
          text="{starvation}, {livelock}, lost wake-ups"
          gaps={{
            starvation: <Term id="starvation">{t("starvation")}</Term>,
            livelock: <Term id="livelock">{t("livelock")}</Term>,
          }}
        />
      </Sentences>
      <Sentences title={t("Unused settings")} sentences={warningSentences(scenario)}>
        {t("settings that change nothing")}
      </Sentences>
    </>
  );
}

interface SentencesProps {
  readonly title: string;
  readonly sentences: readonly SaidFinding[];
  readonly children: ReactNode;
}

function Sentences({ title, sentences, children }: SentencesProps) {
  if (sentences.length === 0) return null;
  const shown = sentences.length > SHOWN_LIMIT + 1 ? sentences.slice(0, SHOWN_LIMIT) : sentences;
  const others = sentences.slice(shown.length);
  return (
    <section className="section" aria-label={title}>
      <div className="section__head">
        <h3>{title}</h3>
        <span className="section__note small pushed nowrap">{children}</span>
      </div>
      <List sentences={shown} />
      {others.length === 0 ? null : (
        <details className="sentences__others">
          <summary>{t("and {count} more", { count: others.length })}</summary>
          <List sentences={others} />
        </details>
      )}
    </section>
  );
}

function List({ sentences }: { readonly sentences: readonly SaidFinding[] }) {
  const { askWhy } = useActions();
  return (
    <ul className="sentences grid gap-2 flush">
      {sentences.map(({ sentence, target }) => (
        <li key={sentence}>
          {sentence}
          {target === undefined ? null : (
            <>
              {" "}
              <button type="button" className="btn btn--small" onClick={() => askWhy(target)}>
                {t("Why?")}
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface SaidFinding {
  readonly sentence: string;
  /** Undefined if the sentence itself names the cause. */
  readonly target: WhyTarget | undefined;
}

/** Starved threads, livelock, lost wake-ups, deadlocks: a sentence each. */
function findingSentences(metrics: Metrics, scenario: Scenario): readonly SaidFinding[] {
  return findingsOf(scenario, metrics).map((finding: Finding) => ({
    sentence: translatedMessage(findingText(finding, formatInteger)),
    target: targetOfFinding(scenario, finding, metrics.cycle),
  }));
}

/** Warnings about parts of the scenario without an effect. */
function warningSentences(scenario: Scenario): readonly SaidFinding[] {
  return warningsOf(scenario).map(({ field, message }) => ({
    sentence: `${field}: ${translatedMessage(message)}`,
    target: undefined,
  }));
}
