import type { DrawnCurve } from "../../lib/papers/curves.ts";
import type { Curve, Experiment, Paper } from "../../lib/papers/paper.ts";
import { translatedMessage } from "../text/message.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t, tCount } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { type AxisGroup, axisGroups, foldedGroups } from "./axis.ts";
import { ClaimAxis } from "./ClaimAxis.tsx";
import { FreeParameters } from "./FreeParameters.tsx";
import { claimNumber, verdictText } from "./numbers.ts";
import { Further, Inputs, Notes, Shapes, Tolerances } from "./OtherClaims.tsx";
import type { ExperimentState } from "./paperRuns.ts";
import { Quoted } from "./Quoted.tsx";

interface ExperimentCardProps {
  readonly paper: Paper;
  readonly experiment: Experiment;
  readonly state: ExperimentState;
  readonly onRun: () => void;
  readonly onOpen: (run: string) => void;
  /** Undefined if it has no story. */
  readonly onStory: (() => void) | undefined;
  readonly onCompare: (runs: readonly [string, string]) => void;
}

/** Number of curves that are open. More can be unfolded. */
const CURVES_SHOWN = 2;

export function ExperimentCard({
  paper,
  experiment,
  state,
  onRun,
  onOpen,
  onStory,
  onCompare,
}: ExperimentCardProps) {
  const judgements = state.status === "done" ? state.judgements : undefined;
  const drawn = state.status === "done" ? state.curves : undefined;
  const groups = axisGroups(experiment.claims, judgements);
  const { compare } = experiment;
  const curves = experiment.curves.map((curve) => (
    <CurveTable key={curve.id} curve={curve} drawn={drawn?.find((one) => one.curve === curve)} />
  ));
  const furtherCurves = curves.slice(CURVES_SHOWN);
  const heading = `experiment-${experiment.id}`;
  return (
    <article className="experiment stack gap-3 slim surface hair r-3" aria-labelledby={heading}>
      <header className="experiment__head flex apart gap-3">
        <div>
          <h4 id={heading} className="experiment__title t-15">
            <Quoted text={experiment.title} />
          </h4>
          <p className="note">
            {paper.id}, <Quoted text={experiment.place} />
          </p>
        </div>
        <Status state={state} onRun={onRun} />
      </header>
      <p className="experiment__text t-12 ink-2">
        <Quoted text={experiment.text} />
      </p>
      <Predictions groups={groups} free={paper.free} />
      <Shapes claims={experiment.claims} judgements={judgements} />
      <Notes claims={experiment.claims} judgements={judgements} />
      {curves.slice(0, CURVES_SHOWN)}
      <Further
        parts={furtherCurves}
        summary={tCount(furtherCurves.length, "{count} further curve", "{count} further curves")}
      />
      <FreeParameters paper={paper} experiment={experiment} judgements={judgements} />
      <Inputs claims={experiment.claims} judgements={judgements} />
      <Tolerances claims={experiment.claims} />
      <footer className="experiment__foot row wrap apart gap-2 hair-above">
        {onStory === undefined ? null : (
          <button type="button" className="btn btn--small" onClick={onStory}>
            <Icon name="play" />
            {t("Show the story")}
          </button>
        )}
        {compare === undefined ? null : (
          <button type="button" className="btn btn--small" onClick={() => onCompare(compare)}>
            <Icon name="compare" />
            {t("Compare the two machines")}
          </button>
        )}
        <Machines experiment={experiment} onOpen={onOpen} />
      </footer>
    </article>
  );
}

/** Groups are open up to this number of claims. The others can be unfolded. */
const CLAIMS_SHOWN = 6;

function Predictions({
  groups,
  free,
}: {
  readonly groups: readonly AxisGroup[];
  readonly free: Paper["free"];
}) {
  const [open, folded] = foldedGroups(groups, CLAIMS_SHOWN);
  const rows = folded.flatMap((group) => group.rows);
  const judged = rows.flatMap(({ judgement }) => judgement ?? []);
  const held = judged.filter(({ verdict }) => verdict === "pass").length;
  const axes = (some: readonly AxisGroup[]) =>
    some.map((group) => <ClaimAxis key={group.unit} group={group} free={free} />);
  return (
    <>
      {axes(open)}
      <Further
        parts={axes(folded)}
        summary={`${tCount(rows.length, "{count} further prediction", "{count} further predictions")}${
          judged.length === 0 ? "" : `, ${tCount(held, "{count} holds", "{count} hold")}`
        }`}
      />
    </>
  );
}

/** Number of machines that are open. More can be unfolded. */
const MACHINES_SHOWN = 6;

function Machines({ experiment, onOpen }: Pick<ExperimentCardProps, "experiment" | "onOpen">) {
  const runs = Object.entries(experiment.runs);
  const buttons = (
    <span className="experiment__open flex wrap gap-2">
      {runs.map(([id, run]) => (
        <button key={id} type="button" className="btn btn--small" onClick={() => onOpen(id)}>
          <Icon name="open" />
          {run.text === "" ? id : <Quoted text={run.text} />}
        </button>
      ))}
    </span>
  );
  if (runs.length <= MACHINES_SHOWN) return buttons;
  return (
    <details className="experiment__machines">
      <summary>{t("{count} machines", { count: runs.length })}</summary>
      {buttons}
    </details>
  );
}

function Status({ state, onRun }: { readonly state: ExperimentState; readonly onRun: () => void }) {
  switch (state.status) {
    case "idle":
      return (
        <button type="button" className="btn btn--small" onClick={onRun}>
          {t("Run|experiment")}
        </button>
      );
    case "waiting":
      return <span className="experiment__progress row gap-2 t-12 ink-2">{t("waiting")}</span>;
    case "running":
      return (
        <span className="experiment__progress row gap-2 t-12 ink-2" role="status">
          <progress value={state.done} max={state.of} aria-label={t("Machines run")} />
          <span className="mono">
            {state.done} / {state.of}
          </span>
        </span>
      );
    case "failed":
      return (
        <span className="t-12 ink-drop" role="alert">
          ✕ {translatedMessage(state.message)}{" "}
          <button type="button" className="btn btn--small" onClick={onRun}>
            {t("Run again")}
          </button>
        </span>
      );
    case "done": {
      if (state.judgements.length === 0)
        return <span className="badge rigid t-11 ink-2 w-600 edge pill">{t("no claim")}</span>;
      const { holds, text } = verdictText(state.judgements);
      return (
        <span className={`badge rigid t-11 ink-2 w-600 edge pill badge--${holds ? "held" : "missed"}`}>
          {holds ? "✓" : "✕"} {text}
        </span>
      );
    }
  }
}

/** A sweep as bars from zero, each with its number. */
function CurveTable({ curve, drawn }: { readonly curve: Curve; readonly drawn: DrawnCurve | undefined }) {
  const values = curve.points.map((_, index) => drawn?.points[index]?.value);
  const most = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  return (
    <table className="curve wide t-12">
      <caption className="ink-2 to-left">
        <Quoted text={curve.text} />
      </caption>
      <thead>
        <tr className="small">
          <th scope="col" className="curve__at w-400 to-left">
            <Quoted text={curve.along} />
          </th>
          <th scope="col">
            <span className="sr-only">{t("bar")}</span>
          </th>
          <th scope="col" className="curve__value w-400 to-right">
            {curve.unit === "" ? <span className="sr-only">{t("simulated")}</span> : paperText(curve.unit)}
          </th>
        </tr>
      </thead>
      <tbody>
        {curve.points.map(({ at }, index) => {
          const value = values[index];
          return (
            <tr key={at}>
              <th scope="row" className="curve__at w-400 to-left">
                <Quoted text={at} />
              </th>
              <td>
                <svg className="curve__bar block wide" height="10" aria-hidden="true">
                  <rect
                    width={`${value === undefined || most === 0 ? 0 : (100 * Math.max(0, value)) / most}%`}
                    height="10"
                    rx="2"
                  />
                </svg>
              </td>
              <td className="mono curve__value w-400 to-right">{claimNumber(value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
