import type { Judgement } from "../../../lib/papers/judge.ts";
import type { Claim, Experiment, Paper } from "../../../lib/papers/paper.ts";
import type { ExperimentState } from "../../state/papers.ts";
import { Icon } from "../Icon.tsx";
import { axisGroups } from "./axis.ts";
import { ClaimAxis } from "./ClaimAxis.tsx";
import { CurveTable } from "./CurveTable.tsx";
import { FreeParameters } from "./FreeParameters.tsx";
import { claimNumber } from "./numbers.ts";

export interface ExperimentCardProps {
  readonly paper: Paper;
  readonly experiment: Experiment;
  readonly state: ExperimentState;
  readonly onRun: () => void;
  readonly onOpen: (run: string) => void;
  readonly onCompare: (runs: readonly [string, string]) => void;
}

export function ExperimentCard({ paper, experiment, state, onRun, onOpen, onCompare }: ExperimentCardProps) {
  const judgements = state.status === "done" ? state.judgements : undefined;
  const drawn = state.status === "done" ? state.curves : undefined;
  const groups = axisGroups(experiment.claims, judgements);
  const { compare } = experiment;
  const heading = `experiment-${experiment.id}`;
  return (
    <article className="card" aria-labelledby={heading}>
      <header>
        <h4 id={heading} className="card__title">
          {experiment.title}
        </h4>
        <p className="card__place">
          {paper.id}, {experiment.place}
        </p>
      </header>
      <p className="card__text">{experiment.text}</p>
      {groups.map((group) => (
        <ClaimAxis key={group.unit} group={group} free={paper.free} />
      ))}
      <OtherClaims claims={experiment.claims} judgements={judgements} />
      <Notes claims={experiment.claims} judgements={judgements} />
      {experiment.curves.map((curve) => (
        <CurveTable key={curve.id} curve={curve} drawn={drawn?.find((one) => one.curve === curve)} />
      ))}
      <FreeParameters paper={paper} experiment={experiment} judgements={judgements} />
      <footer className="card__foot">
        <Status state={state} onRun={onRun} />
        {compare === undefined ? null : (
          <button type="button" className="btn btn--small" onClick={() => onCompare(compare)}>
            <Icon name="compare" />
            Compare the two machines
          </button>
        )}
        <Machines experiment={experiment} onOpen={onOpen} />
      </footer>
    </article>
  );
}

/** So many stand open; more are unfolded. */
const MACHINES_SHOWN = 6;

function Machines({ experiment, onOpen }: Pick<ExperimentCardProps, "experiment" | "onOpen">) {
  const runs = Object.entries(experiment.runs);
  const buttons = (
    <span className="card__open">
      {runs.map(([id, run]) => (
        <button key={id} type="button" className="btn btn--small" onClick={() => onOpen(id)}>
          <Icon name="open" />
          {run.text === "" ? id : run.text}
        </button>
      ))}
    </span>
  );
  if (runs.length <= MACHINES_SHOWN) return buttons;
  return (
    <details className="card__machines">
      <summary>{runs.length} machines</summary>
      {buttons}
    </details>
  );
}

function Status({ state, onRun }: { readonly state: ExperimentState; readonly onRun: () => void }) {
  switch (state.status) {
    case "idle":
      return (
        <button type="button" className="btn btn--small" onClick={onRun}>
          Run
        </button>
      );
    case "waiting":
      return <span className="card__progress">waits its turn</span>;
    case "running":
      return (
        <span className="card__progress" role="status">
          <progress value={state.done} max={state.of} aria-label="machines run" />
          <span className="mono">
            {state.done} / {state.of}
          </span>
        </span>
      );
    case "failed":
      return (
        <span className="card__failed" role="alert">
          ✕ {state.message}{" "}
          <button type="button" className="btn btn--small" onClick={onRun}>
            Run again
          </button>
        </span>
      );
    case "done": {
      const held = state.judgements.filter(({ verdict }) => verdict === "pass").length;
      const all = state.judgements.length;
      return held === all ? (
        <span className="badge badge--held">✓ all {all} hold</span>
      ) : (
        <span className="badge badge--missed">
          ✕ {held} of {all} hold
        </span>
      );
    }
  }
}

/** Calibrations are inputs; shapes are true or not. */
function OtherClaims({
  claims,
  judgements,
}: {
  readonly claims: readonly Claim[];
  readonly judgements: readonly Judgement[] | undefined;
}) {
  const others = claims.filter((claim) => claim.kind !== "prediction");
  if (others.length === 0) return null;
  return (
    <ul className="others">
      {others.map((claim) => {
        const judgement = judgements?.find((one) => one.claim.id === claim.id);
        const mark = judgement === undefined ? "" : judgement.holds ? "✓" : "✕";
        return (
          <li key={claim.id} data-outside={mark === "✕" || undefined}>
            <span className="kind">{claim.kind === "calibration" ? "input" : "shape"}</span>
            <span>{claim.text}</span>
            <span className="mono">
              {claim.kind === "calibration" ? (
                <>
                  {claimNumber(claim.printed)} <span className="unit">{claim.unit}</span>
                </>
              ) : (
                mark
              )}
              {claim.kind === "calibration" && mark === "✕" ? " ✕" : ""}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Notes({
  claims,
  judgements,
}: {
  readonly claims: readonly Claim[];
  readonly judgements: readonly Judgement[] | undefined;
}) {
  const misses = judgements?.filter(({ verdict }) => verdict !== "pass") ?? [];
  const reasons = misses.flatMap(({ claim }) =>
    claim.kind !== "calibration" && claim.knownMiss !== undefined
      ? [{ id: claim.id, text: `${claim.text}: ${claim.knownMiss}` }]
      : [],
  );
  const notes = claims.flatMap(({ id, text, note }) =>
    note === undefined ? [] : [{ id, text: `${text}: ${note}` }],
  );
  if (reasons.length + notes.length === 0) return null;
  return (
    <div className="notes">
      {reasons.map(({ id, text }) => (
        <p key={`miss-${id}`} className="notes__miss">
          ✕ {text}
        </p>
      ))}
      {notes.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
