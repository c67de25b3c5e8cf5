import type { Judgement } from "../../lib/papers/judge.ts";
import type { Experiment, FreeParameter, Paper } from "../../lib/papers/paper.ts";
import { paperText } from "../text/papers/paperText.ts";
import { Trans } from "../text/Trans.tsx";
import { t, tCount } from "../text/t.ts";
import { formatPercent, quantityText } from "../ui/format.ts";
import { claimNumber, failingAt, valueTexts, widestMove } from "./numbers.ts";
import { Quoted } from "./Quoted.tsx";

/** Each free parameter with its range, and over how much of it the predictions hold. */
export function FreeParameters({
  paper,
  experiment,
  judgements,
}: {
  readonly paper: Paper;
  readonly experiment: Experiment;
  readonly judgements: readonly Judgement[] | undefined;
}) {
  const free = paper.free.filter(({ id }) => experiment.free.includes(id));
  if (free.length === 0) return null;
  return (
    <details className="free">
      <summary>
        {tCount(free.length, "{count} free parameter", "{count} free parameters")}
        {overallText(judgements)}
      </summary>
      <ul>
        {free.map((parameter) => (
          <li key={parameter.id}>
            <b>
              <Quoted text={parameter.text} />
            </b>
            : <Values parameter={parameter} judgements={judgements} />
            {holdsText(parameter.id, judgements)}
            <Widest free={parameter.id} judgements={judgements} />
            <span className="block ink-3">
              <Quoted text={parameter.reason} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Each value in words. Crossed out if a claim fails there that holds with the scenario's own value. */
function Values({
  parameter,
  judgements,
}: {
  readonly parameter: FreeParameter;
  readonly judgements: readonly Judgement[] | undefined;
}) {
  const isNumber = parameter.values.every((value) => typeof value === "number");
  return (
    <>
      {valueTexts(parameter).map((text, index) => {
        const failing = failingAt(parameter, index, judgements ?? []);
        return (
          <span key={text}>
            {index === 0 ? "" : ", "}
            <span
              className={
                [isNumber ? "mono" : "", failing.length > 0 ? "loss" : ""].join(" ").trim() || undefined
              }
              title={failing.length > 0 ? failing.join("; ") : undefined}
            >
              {failing.length > 0 ? "✕ " : ""}
              {text}
            </span>
          </span>
        );
      })}
      {isNumber ? <span className="unit"> {paperText(parameter.unit)}</span> : null}
    </>
  );
}

/** The claim that the parameter changes most. */
function Widest({
  free,
  judgements,
}: {
  readonly free: string;
  readonly judgements: readonly Judgement[] | undefined;
}) {
  const move = widestMove(free, judgements ?? []);
  if (move === undefined) return null;
  return (
    <span className="block">
      <Trans
        text="Largest effect: {claim}, {from} to {to} {unit}"
        gaps={{
          claim: <Quoted text={move.claim} />,
          from: <span className="mono">{claimNumber(move.from)}</span>,
          to: <span className="mono">{claimNumber(move.to)}</span>,
          unit: <span className="unit">{paperText(move.unit)}</span>,
        }}
      />
    </span>
  );
}

function overallText(judgements: readonly Judgement[] | undefined): string {
  const points = (judgements ?? []).flatMap(({ sensitivity }) => sensitivity.flatMap((one) => one.points));
  if (points.length === 0) return "";
  const held = points.filter(({ holds }) => holds).length;
  const share = quantityText(formatPercent(held / points.length, 0));
  return `: ${t("over their ranges the claims hold at {share} of the points", { share })}`;
}

function holdsText(free: string, judgements: readonly Judgement[] | undefined): string {
  const points = (judgements ?? []).flatMap(({ sensitivity }) =>
    sensitivity.filter((one) => one.free === free).flatMap((one) => one.points),
  );
  if (points.length === 0) return "";
  const share = points.filter(({ holds }) => holds).length / points.length;
  return `, ${t("the claims hold at {share} of its points", { share: quantityText(formatPercent(share)) })}`;
}
