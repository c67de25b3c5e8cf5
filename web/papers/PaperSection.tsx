import type { ReactNode } from "react";
import { factHolds, factsOf, rolesOf, scoreOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import type { EventPlace } from "../../scenarios/story/story.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t, tCount } from "../text/t.ts";
import { claimNumber, missReasons, scoreText, wholePercent } from "./numbers.ts";
import { namesText, Reason } from "./OtherClaims.tsx";
import type { ExperimentState } from "./paperRuns.ts";
import { Quoted } from "./Quoted.tsx";
import { Scatter } from "./Scatter.tsx";
import { type Dot, dotsOf, scatterPanels } from "./scatter.ts";
import { headingOf } from "./usePaperAddress.ts";

interface PaperSectionProps {
  readonly paper: Paper;
  readonly states: readonly ExperimentState[];
  readonly judgementOf: (claim: string) => Judgement | undefined;
  /** Whether anything runs. */
  readonly running: boolean;
  readonly onRun: () => void;
  readonly onOpen: (experiment: Experiment, run: string, at: EventPlace | undefined) => void;
  readonly children: ReactNode;
}

/** A source, its numbers as one picture, and the cards of its experiments. */
export function PaperSection(props: PaperSectionProps) {
  const { paper, states, judgementOf, running, onRun, onOpen, children } = props;
  const left = states.filter(({ status }) => status === "idle" || status === "failed").length;
  const panels = scatterPanels(dotsOf(paper, judgementOf));
  const openDot = ({ experiment, run, at }: Dot) => {
    if (run !== undefined) onOpen(experiment, run, at);
  };
  return (
    <section className="paper" aria-labelledby={headingOf(paper)}>
      <header className="flex wrap">
        <div className="paper__words stack gap-1 t-12 ink-2">
          <h3 className="paper__title t-18" id={headingOf(paper)} tabIndex={-1}>
            <span className="ink-3 w-400">{paper.id}</span> <Quoted text={paper.title} />
          </h3>
          <p>
            {paper.authors}. {paper.published}
          </p>
          <p>
            <Quoted text={paper.summary} />
          </p>
          <Score paper={paper} judgementOf={judgementOf} />
          {running || left === 0 ? null : (
            <div>
              <button type="button" className="btn btn--small" onClick={onRun}>
                {left === 1 ? t("Run its experiment") : t("Run its {count} experiments", { count: left })}
              </button>
            </div>
          )}
        </div>
        {panels.length === 0 ? (
          <Statements paper={paper} judgementOf={judgementOf} />
        ) : (
          <Scatter panels={panels} onOpen={openDot} />
        )}
        <div className="paper__causes t-12 ink-2">
          <Missed paper={paper} judgementOf={judgementOf} />
          <Contradictions paper={paper} />
          <UnusedNumbers paper={paper} />
        </div>
      </header>
      <div className="cards grid">{children}</div>
    </section>
  );
}

/** How many facts hold, and which number is off most. */
function Score({ paper, judgementOf }: Pick<PaperSectionProps, "paper" | "judgementOf">) {
  const facts = factsOf(paper);
  const passes = (id: string) => judgementOf(id)?.verdict === "pass";
  if (!facts.every((fact) => judgementOf(fact.claim.id))) return null;
  const roles = [...rolesOf(paper).values()];
  const restated = roles.filter(({ kind }) => kind === "restated").length;
  const worst = dotsOf(paper, judgementOf)
    .filter(({ mark }) => mark !== "contradiction")
    .toSorted((a, b) => Math.abs(b.judgement.error ?? 0) - Math.abs(a.judgement.error ?? 0))[0];
  return (
    <>
      <p className="t-15 ink w-600">{t("{score} hold", { score: scoreText(scoreOf(facts, passes)) })}</p>
      <p>
        {worst === undefined
          ? ""
          : t("Largest deviation: {claim}, {error}.", {
              claim: `${paperText(worst.experiment.title)}: ${paperText(worst.text)}`,
              error: wholePercent(worst.judgement.error ?? 0),
            })}{" "}
        {restated === 0
          ? ""
          : tCount(
              restated,
              "{count} more claim says one of these again, and does not count.",
              "{count} more claims say one of these again, and do not count.",
            )}
      </p>
    </>
  );
}

/** Replaces the picture if the source prints no number. */
function Statements({ paper, judgementOf }: Pick<PaperSectionProps, "paper" | "judgementOf">) {
  const passes = (id: string) => judgementOf(id)?.verdict === "pass";
  return (
    <ul className="paper__words grid gap-1 t-12 ink-2">
      {factsOf(paper).map((fact) => (
        <li key={fact.claim.id}>
          {judgementOf(fact.claim.id) === undefined ? "" : factHolds(fact, passes) ? "✓ " : "✕ "}
          <Quoted text={fact.claim.text} />
        </li>
      ))}
    </ul>
  );
}

/** Names the cause of each fact that does not hold in one sentence. */
function Missed({ paper, judgementOf }: Pick<PaperSectionProps, "paper" | "judgementOf">) {
  const passes = (id: string) => judgementOf(id)?.verdict === "pass";
  const titles = new Map(
    paper.experiments.flatMap(({ title, claims }) => claims.map(({ id }) => [id, paperText(title)] as const)),
  );
  const reasons = missReasons(
    factsOf(paper).flatMap(({ claim, readings }) =>
      [claim, ...readings]
        .filter(({ id }) => !passes(id))
        .flatMap(({ id }) => judgementOf(id) ?? [])
        .slice(0, 1),
    ),
    ({ id, text }) => `${titles.get(id)}: ${paperText(text)}`,
  );
  if (reasons.length === 0) return null;
  return (
    <ul className="paper__missed grid">
      {reasons.map(({ reason, claims }) => (
        <li key={reason}>
          <b className="ink-drop">✕ {namesText(claims)}.</b> <Reason text={reason} />
        </li>
      ))}
    </ul>
  );
}

function Contradictions({ paper: { contradictions } }: { readonly paper: Paper }) {
  if (contradictions.length === 0) return null;
  return (
    <details className="unused">
      <summary>
        {tCount(
          contradictions.length,
          "The source contradicts itself in {count} place",
          "The source contradicts itself in {count} places",
        )}
      </summary>
      <ul>
        {contradictions.map(({ id, place, text }) => (
          <li key={id}>
            <Quoted text={text} /> (<Quoted text={place} />)
          </li>
        ))}
      </ul>
    </details>
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
