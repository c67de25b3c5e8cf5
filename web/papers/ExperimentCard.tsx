import { rolesOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Claim, Experiment, Paper } from "../../lib/papers/paper.ts";
import type { StoredResults } from "../../lib/papers/stored.ts";
import { translatedMessage } from "../text/message.ts";
import { Trans } from "../text/Trans.tsx";
import { t, tCount } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { type AxisGroup, axisGroups, foldedGroups } from "./axis.ts";
import { ClaimAxis } from "./ClaimAxis.tsx";
import { CurveTable } from "./CurveTable.tsx";
import { FreeParameters } from "./FreeParameters.tsx";
import { deviationsText, outcomeText, type Roles } from "./numbers.ts";
import { Further, Inputs, Notes, Shapes, Tolerances } from "./OtherClaims.tsx";
import type { ExperimentState } from "./paperRuns.ts";
import { Quoted } from "./Quoted.tsx";

interface ExperimentCardProps {
  readonly paper: Paper;
  readonly experiment: Experiment;
  readonly state: ExperimentState;
  /** Results of the release. */
  readonly stored: StoredResults | undefined;
  readonly onRun: () => void;
  readonly onOpen: (run: string) => void;
  /** Undefined if it has no story. */
  readonly onStory: (() => void) | undefined;
  readonly onCompare: (runs: readonly [string, string]) => void;
}

/** Number of open curves. The user can unfold more. */
const CURVES_SHOWN = 2;

export function ExperimentCard({
  paper,
  experiment,
  state,
  stored,
  onRun,
  onOpen,
  onStory,
  onCompare,
}: ExperimentCardProps) {
  const results = state.status === "done" ? state : stored;
  const judgements = results?.judgements;
  const drawn = results?.curves;
  const roles = rolesOf(paper);
  const isRestated = ({ id }: Claim) => ["restated", "input"].includes(roles.get(id)?.kind ?? "");
  const again = experiment.claims.filter((claim) => claim.kind === "prediction" && isRestated(claim));
  const groups = axisGroups(
    experiment.claims.filter((claim) => !again.includes(claim)),
    judgements,
  );
  const curves = experiment.curves.map((curve) => (
    <CurveTable key={curve.id} curve={curve} drawn={drawn?.find((one) => one.curve.id === curve.id)} />
  ));
  const furtherCurves = curves.slice(CURVES_SHOWN);
  const heading = `experiment-${experiment.id}`;
  return (
    <article
      className="experiment stack gap-3 slim surface hair r-3"
      aria-labelledby={heading}
      data-stored={state.status !== "done" || undefined}
    >
      <header className="experiment__head flex apart gap-3 anywhere">
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
      <Outcome state={state} stored={stored} roles={roles} />
      <p className="experiment__text t-12 ink-2">
        <Quoted text={experiment.text} />
      </p>
      <Predictions groups={groups} free={paper.free} />
      <Again claims={again} judgements={judgements} free={paper.free} />
      <Shapes claims={experiment.claims} judgements={judgements} roles={roles} />
      <Notes paper={paper} claims={experiment.claims} judgements={judgements} />
      {curves.slice(0, CURVES_SHOWN)}
      <Further
        parts={furtherCurves}
        summary={tCount(furtherCurves.length, "{count} further curve", "{count} further curves")}
      />
      <FreeParameters paper={paper} experiment={experiment} judgements={judgements} />
      <Inputs claims={experiment.claims} judgements={judgements} />
      <Tolerances claims={experiment.claims} />
      <Foot {...{ experiment, onOpen, onStory, onCompare }} />
    </article>
  );
}

/** Numbers that follow from other numbers. */
function Again({
  claims,
  judgements,
  free,
}: {
  readonly claims: readonly Claim[];
  readonly judgements: readonly Judgement[] | undefined;
  readonly free: Paper["free"];
}) {
  const count = tCount(
    claims.length,
    "{count} number that says these again",
    "{count} numbers that say these again",
  );
  const off = deviationsText((judgements ?? []).filter(({ claim }) => claims.includes(claim)));
  return (
    <Further
      parts={axisGroups(claims, judgements).map((group) => (
        <ClaimAxis key={group.unit} group={group} free={free} />
      ))}
      summary={off === "" ? count : `${count}: ${off}`}
    />
  );
}

function Foot({
  experiment,
  onOpen,
  onStory,
  onCompare,
}: Pick<ExperimentCardProps, "experiment" | "onOpen" | "onStory" | "onCompare">) {
  const { compare } = experiment;
  return (
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
  );
}

/** Groups are open up to this number of claims. The user can unfold the others. */
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

/** Number of open machines. The user can unfold more. */
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
    case "done":
      return null;
  }
}

/** Shows the result, and whether this browser's machines reach the state of the release. */
function Outcome({
  state,
  stored,
  roles,
}: Pick<ExperimentCardProps, "state" | "stored"> & { readonly roles: Roles }) {
  const results = state.status === "done" ? state : stored;
  if (results === undefined) return null;
  const text = outcomeText(results.judgements, roles);
  return (
    <p className="experiment__outcome row wrap gap-2 t-12">
      {text === "" ? null : <b className="w-600">{text}</b>}
      <span className="t-11 ink-3">
        {state.status !== "done" ? (
          <Trans
            text="computed at release, state hashes {state}"
            gaps={{ state: <span className="mono">{results.state}</span> }}
          />
        ) : stored === undefined ? (
          t("computed here")
        ) : results.state === stored.state ? (
          t("computed here: the same state hashes as at release")
        ) : (
          t("computed here: other state hashes than at release")
        )}
      </span>
    </p>
  );
}
