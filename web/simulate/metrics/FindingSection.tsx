import type { ReactNode } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useActions } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { Term } from "../../ui/Term.tsx";
import "./findings.css";
import { findingSentences, type SaidFinding, warningSentences } from "./findingSentences.ts";

/** More of them would push the figures out of sight. */
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
        <span className="section__note">{children}</span>
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
