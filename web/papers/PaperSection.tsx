import type { ReactNode } from "react";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t, tCount } from "../text/t.ts";
import { claimNumber, heldText } from "./numbers.ts";
import type { ExperimentState } from "./paperRuns.ts";
import { Quoted } from "./Quoted.tsx";

const headingOf = ({ id }: Paper) => `paper-${id}`;

interface PaperSectionProps {
  readonly paper: Paper;
  readonly states: readonly ExperimentState[];
  /** Whether anything runs. */
  readonly running: boolean;
  readonly onRun: () => void;
  readonly children: ReactNode;
}

/** A source and the cards of its experiments. */
export function PaperSection({ paper, states, running, onRun, children }: PaperSectionProps) {
  const left = states.filter(({ status }) => status === "idle" || status === "failed").length;
  return (
    <section className="paper" aria-labelledby={headingOf(paper)}>
      <header>
        <h3 className="paper__title t-18" id={headingOf(paper)} tabIndex={-1}>
          <span className="ink-3 w-400">{paper.id}</span> <Quoted text={paper.title} />
        </h3>
        <p>
          {paper.authors}. {paper.published}
        </p>
        <p>
          <Quoted text={paper.summary} />
        </p>
        <UnusedNumbers paper={paper} />
        {running || left === 0 ? null : (
          <button type="button" className="btn btn--small" onClick={onRun}>
            {left === 1 ? t("Run its experiment") : t("Run its {count} experiments", { count: left })}
          </button>
        )}
      </header>
      <div className="cards grid">{children}</div>
    </section>
  );
}

function UnusedNumbers({ paper: { unused } }: { readonly paper: Paper }) {
  if (unused.length === 0) return null;
  return (
    <details className="unused">
      <summary>
        {tCount(
          unused.length,
          "{count} number or mechanism of the source that is not a claim",
          "{count} numbers and mechanisms of the source that are not claims",
        )}
      </summary>
      <ul>
        {unused.map(({ text, place, printed, unit, reason }) => (
          <li key={text}>
            <Quoted text={text} />
            {printed === undefined ? null : (
              <>
                : <span className="mono">{claimNumber(printed)}</span>{" "}
                <span className="unit">{paperText(unit)}</span>
              </>
            )}{" "}
            (<Quoted text={place} />
            ). <Quoted text={reason} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface SourceListProps {
  readonly papers: readonly Paper[];
  readonly stateOf: (experiment: Experiment) => ExperimentState;
  readonly shown: (paper: Paper) => boolean;
}

/** Links to each source, with its results. */
export function SourceList({ papers, stateOf, shown }: SourceListProps) {
  return (
    <nav aria-label={t("Sources")}>
      <ul className="sources grid gap-2">
        {papers.map((paper) => (
          <li key={paper.id}>
            <button
              type="button"
              className="sources__one stack wide t-12 ink-2 to-left surface hair r-2 pad-2-3 press"
              disabled={!shown(paper)}
              title={paperText(paper.title)}
              onClick={() => goTo(headingOf(paper))}
            >
              <b className="ink w-600">
                {paper.id} {paper.cited}
              </b>
              <span>{heldText(paper.experiments, paper.experiments.map(stateOf))}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function goTo(heading: string): void {
  const element = document.getElementById(heading);
  element?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}

/** Progress of all requested experiments. Screen readers announce it only when an experiment ends. */
export function Progress({ states }: { readonly states: readonly ExperimentState[] }) {
  const done = states.filter(({ status }) => status === "done").length;
  const asked = states.filter(({ status }) => status !== "idle").length;
  const part = states.reduce(
    (sum, state) => sum + (state.status === "running" ? state.done / Math.max(1, state.of) : 0),
    0,
  );
  return (
    <p className="papers__progress row gap-3 t-12 ink-2">
      <progress value={done + part} max={Math.max(1, asked)} aria-label={t("experiments done")} />
      <span role="status">{t("{done} of {asked} experiments", { done, asked })}</span>
    </p>
  );
}
