import { Fragment, type ReactNode } from "react";
import { useStore } from "zustand";
import type { AnswerValue } from "../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../lib/labs/lab.ts";
import { readNumberText } from "../../lib/labs/numberText.ts";
import { type AnswerProgress, progressIn } from "../../lib/labs/progress.ts";
import { typedQuantity } from "../text/typedQuantity.ts";
import { type LabSession, typedIn } from "./labSession.ts";
import { labText, numberText } from "./labText.ts";
import { MarkdownLine } from "./Markdown.tsx";
import { useFilled } from "./useFilled.ts";
import { useMeasured } from "./useJudged.ts";
import { WORDS } from "./words.ts";

const KINDS: Readonly<Record<"predictions" | "answers" | "texts", readonly Question["kind"][]>> = {
  predictions: ["prediction"],
  answers: ["number", "choice"],
  texts: ["text"],
};

/** Predictions, answers and texts, grouped by step, because "What is it?" is unclear without its step. */
export function ReportAnswers({ lab }: { readonly lab: LabSession }) {
  const progress = useStore(lab.store, (state) => state.progress);
  /** Answers of some kinds by step. Omits steps without any. */
  const each = (kinds: keyof typeof KINDS, show: (row: RowProps) => ReactNode) =>
    lab.bench.lab.steps.flatMap((step) => {
      const rows = step.questions
        .filter(({ kind }) => KINDS[kinds].includes(kind))
        .map((question) => {
          const given = progressIn(progress, step.id).answers[question.id];
          return <Fragment key={question.id}>{show({ lab, step, question, given })}</Fragment>;
        });
      return rows.length === 0 ? [] : [{ step, rows }];
    });
  const table = (columns: readonly string[], groups: ReturnType<typeof each>) => (
    <div className="sheet__table">
      <table className="table">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ step, rows }) => (
          <tbody key={step.id}>
            <tr>
              <th scope="rowgroup" colSpan={columns.length} className="sheet__step">
                {labText(step.title)}
              </th>
            </tr>
            {rows}
          </tbody>
        ))}
      </table>
    </div>
  );
  const predictions = each("predictions", (row) => <PredictionRow {...row} />);
  const texts = each("texts", (row) => (
    <section className="sheet__words">
      <h3>
        <QuestionText {...row} />
      </h3>
      <p>{answerText(row)}</p>
      <Typed {...row} />
    </section>
  ));
  return (
    <>
      {predictions.length === 0 ? null : (
        <>
          <h2>{WORDS.predictedAndMeasured}</h2>
          {table([WORDS.part, WORDS.yourPrediction, WORDS.measuredColumn, WORDS.error], predictions)}
        </>
      )}
      <h2>{WORDS.answers}</h2>
      {table(
        [WORDS.part, WORDS.yourAnswer, WORDS.attempts],
        each("answers", (row) => (
          <tr>
            <th scope="row">
              <QuestionText {...row} />
            </th>
            <td className={answerClass(row)}>
              {answerText(row)}
              <Typed {...row} />
            </td>
            <td className="mono">{row.given?.attempts ?? 0}</td>
          </tr>
        )),
      )}
      {texts.length === 0 ? null : <h2>{WORDS.inYourWords}</h2>}
      {texts.map(({ rows }) => rows)}
    </>
  );
}

interface RowProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly question: Question;
  readonly given: AnswerProgress | undefined;
}

function QuestionText({ lab, step, question }: RowProps) {
  return <MarkdownLine text={useFilled(lab.bench, step, labText(question.text))} />;
}

/** Typed text that was not submitted. The file to hand in omits it. */
function Typed({ lab, step, question, given }: RowProps) {
  const typed = useStore(lab.store, (state) => typedIn(state, step.id, question.id)) ?? "";
  const isOpen = (given?.state ?? "open") === "open";
  if (!isOpen || typed.trim() === "" || isAnswer(lab, step, question, typed, given?.value)) return null;
  return (
    <span className="block ink-2 anywhere">
      {question.kind === "text" ? WORDS.typedNotKept : WORDS.typedNotChecked} {typed}
    </span>
  );
}

/** True where the typed text was checked, and where a report cannot show it. */
function isAnswer(lab: LabSession, step: LabStep, question: Question, typed: string, value?: AnswerValue) {
  if (question.kind === "text") return typed === value;
  if (question.kind !== "number") return true;
  const { clockHertz } = lab.bench.scenarioOf(step.machine).machine;
  const read = readNumberText(typedQuantity(typed), question.unit, clockHertz);
  return read.ok && read.value === value;
}

function PredictionRow(row: RowProps) {
  const { lab, step, question, given } = row;
  const measured = useMeasured(lab, step, question, given !== undefined);
  const unit = question.kind === "prediction" ? question.unit : "";
  const predicted = typeof given?.value === "number" ? given.value : undefined;
  const error =
    predicted === undefined || !measured ? undefined : (100 * (predicted - measured)) / Math.abs(measured);
  return (
    <tr>
      <th scope="row">
        <QuestionText {...row} />
      </th>
      <td className={predicted === undefined ? "dim" : "mono"}>
        {predicted === undefined ? WORDS.notAnswered : numberText(predicted, unit)}
      </td>
      <td className="mono">{measured === undefined ? "–" : numberText(measured, unit)}</td>
      <td className="mono">
        {error === undefined ? "–" : `${error > 0 ? "+" : ""}${numberText(Math.round(error), "%")}`}
      </td>
    </tr>
  );
}

function answerClass({ question, given }: RowProps): string {
  if (given === undefined) return "dim";
  return question.kind === "number" ? "mono" : "sheet__option";
}

function answerText({ question, given }: RowProps): string {
  if (given === undefined) return WORDS.notAnswered;
  if (question.kind === "choice") {
    const option = question.options[Number(given.value)];
    return option === undefined ? WORDS.notAnswered : labText(option.text);
  }
  if (question.kind === "text" || typeof given.value === "string") return String(given.value);
  return numberText(given.value, question.unit);
}
