import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { judgeAnswer } from "../../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../../lib/labs/lab.ts";
import { type AnswerProgress, progressIn } from "../../../lib/labs/progress.ts";
import type { LabSession } from "../../state/lab.ts";
import { labText, numberText } from "./labText.ts";
import { MarkdownLine } from "./Markdown.tsx";
import { useFilled } from "./useFilled.ts";
import { WORDS } from "./words.ts";

/** What was predicted, answered and written, step by step: "What is it?" says nothing without its step. */
export function ReportAnswers({ lab }: { readonly lab: LabSession }) {
  const progress = useStore(lab.store, (state) => state.progress);
  const { steps } = lab.bench.lab;
  const rowsOf = (kinds: readonly Question["kind"][]) =>
    steps.flatMap((step) => {
      const questions = step.questions.filter(({ kind }) => kinds.includes(kind));
      return questions.length === 0 ? [] : [{ step, questions }];
    });
  const cells = (step: LabStep, question: Question) => ({
    key: question.id,
    lab,
    step,
    question,
    given: progressIn(progress, step.id).answers[question.id],
  });
  const predictions = rowsOf(["prediction"]);
  const texts = rowsOf(["text"]);
  return (
    <>
      {predictions.length === 0 ? null : (
        <>
          <h2>{WORDS.predictedAndMeasured}</h2>
          <Table columns={[WORDS.yourPrediction, WORDS.measuredColumn, WORDS.error]}>
            {predictions.map(({ step, questions }) => (
              <Group key={step.id} step={step} columns={4}>
                {questions.map((question) => {
                  const { key, ...row } = cells(step, question);
                  return <PredictionRow key={key} {...row} />;
                })}
              </Group>
            ))}
          </Table>
        </>
      )}
      <h2>{WORDS.answers}</h2>
      <Table columns={[WORDS.yourAnswer, WORDS.attempts]}>
        {rowsOf(["number", "choice"]).map(({ step, questions }) => (
          <Group key={step.id} step={step} columns={3}>
            {questions.map((question) => {
              const { key, ...row } = cells(step, question);
              return <AnswerRow key={key} {...row} />;
            })}
          </Group>
        ))}
      </Table>
      {texts.length === 0 ? null : <h2>{WORDS.inYourWords}</h2>}
      {texts.map(({ step, questions }) =>
        questions.map((question) => {
          const { given } = cells(step, question);
          return (
            <section key={`${step.id} ${question.id}`} className="sheet__words">
              <h3>
                <QuestionText lab={lab} step={step} question={question} />
              </h3>
              <p>{answerText(question, given)}</p>
            </section>
          );
        }),
      )}
    </>
  );
}

function Table({ columns, children }: { readonly columns: readonly string[]; readonly children: ReactNode }) {
  return (
    <div className="sheet__table">
      <table className="table">
        <thead>
          <tr>
            {[WORDS.part, ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

function Group({
  step,
  columns,
  children,
}: {
  readonly step: LabStep;
  readonly columns: number;
  readonly children: ReactNode;
}) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns} className="sheet__step">
          {labText(step.title)}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

interface RowProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly question: Question;
  readonly given: AnswerProgress | undefined;
}

function QuestionText({ lab, step, question }: Omit<RowProps, "given">) {
  return <MarkdownLine text={useFilled(lab.bench, step, labText(question.text))} />;
}

function AnswerRow({ given, ...asked }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <QuestionText {...asked} />
      </th>
      <td className={asked.question.kind === "number" ? "mono" : "sheet__option"}>
        {answerText(asked.question, given)}
      </td>
      <td className="mono">{given?.attempts ?? 0}</td>
    </tr>
  );
}

function PredictionRow({ lab, step, question, given }: RowProps) {
  const [measured, setMeasured] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (given === undefined) return;
    let gone = false;
    judgeAnswer(lab.bench, step, question, undefined).then(
      ({ expected }) => {
        if (!gone) setMeasured(expected);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lab, step, question, given]);
  const unit = question.kind === "prediction" ? question.unit : "";
  const predicted = typeof given?.value === "number" ? given.value : undefined;
  const error =
    predicted === undefined || !measured ? undefined : (100 * (predicted - measured)) / Math.abs(measured);
  return (
    <tr>
      <th scope="row">
        <QuestionText lab={lab} step={step} question={question} />
      </th>
      <td className="mono">{predicted === undefined ? WORDS.notAnswered : numberText(predicted, unit)}</td>
      <td className="mono">{measured === undefined ? "–" : numberText(measured, unit)}</td>
      <td className="mono">
        {error === undefined ? "–" : `${error > 0 ? "+" : ""}${numberText(Math.round(error), "%")}`}
      </td>
    </tr>
  );
}

function answerText(question: Question, given: AnswerProgress | undefined): string {
  if (given === undefined) return WORDS.notAnswered;
  if (question.kind === "choice") {
    const option = question.options[Number(given.value)];
    return option === undefined ? WORDS.notAnswered : labText(option.text);
  }
  if (question.kind === "text" || typeof given.value === "string") return String(given.value);
  return numberText(given.value, question.unit);
}
