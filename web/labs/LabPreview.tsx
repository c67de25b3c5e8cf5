import { useCallback, useEffect, useState } from "react";
import type { LabBench } from "../../lib/labs/bench.ts";
import { judgeAnswer, judgeTask, type TaskOutcome } from "../../lib/labs/judge.ts";
import { type LabStep, type LabTask, pointsOf, type Question } from "../../lib/labs/lab.ts";
import { mistakenValue } from "../../lib/labs/mistakes.ts";
import { translatedMessage } from "../text/message.ts";
import { numberText } from "./labText.ts";
import { Markdown, MarkdownLine } from "./Markdown.tsx";
import { useFilled } from "./useFilled.ts";
import { WORDS } from "./words.ts";

interface InStep {
  readonly bench: LabBench;
  readonly step: LabStep;
}

/** A step as students see it, plus the right answers of the machines, which only the author sees. */
export function LabPreview({ bench, step, isFirst }: InStep & { readonly isFirst: boolean }) {
  const here = { bench, step };
  return (
    <>
      {isFirst ? <Filled {...here} text={bench.lab.intro} /> : null}
      <h2 className="lab__step t-15">
        {step.title} <span className="dim block t-12 w-400">{WORDS.pointsOf(pointsOf(step))}</span>
      </h2>
      <Filled {...here} text={step.text} />
      {step.questions.map((question) => (
        <section key={question.id} className="question" data-kind={question.kind}>
          <h3 className="question__text below-2 w-600">
            {question.kind === "prediction" ? (
              <span className="block t-11 accent">{WORDS.predictionKind}</span>
            ) : null}
            <FilledLine {...here} text={question.text} />
          </h3>
          <Answer {...here} question={question} />
        </section>
      ))}
      {step.task === undefined ? null : <Task {...here} task={step.task} />}
      {step.hints.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hints have no other
        <section key={index} className="lab__hint">
          <h3 className="lab__label">{WORDS.hintTaken(index + 1)}</h3>
          <Filled {...here} text={text} />
        </section>
      ))}
      {step.after === "" ? null : (
        <section className="lab__after">
          <h3 className="lab__label">{WORDS.explanation}</h3>
          <Filled {...here} text={step.after} />
        </section>
      )}
    </>
  );
}

function Filled({ bench, step, text }: InStep & { readonly text: string }) {
  return <Markdown text={useFilled(bench, step, text)} />;
}

function FilledLine({ bench, step, text }: InStep & { readonly text: string }) {
  return <MarkdownLine text={useFilled(bench, step, text)} />;
}

/** Undefined until the machines have run. */
function useRun<T>(run: () => Promise<T>): T | string | undefined {
  const [result, setResult] = useState<T | string | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    setResult(undefined);
    run().then(
      (value) => {
        if (!gone) setResult(() => value);
      },
      (error: unknown) => {
        if (!gone) setResult(translatedMessage(error instanceof Error ? error.message : String(error)));
      },
    );
    return () => {
      gone = true;
    };
  }, [run]);
  return result;
}

function Answer({ bench, step, question }: InStep & { readonly question: Question }) {
  const options = question.kind === "choice" ? question.options : [];
  const judge = useCallback(async () => {
    const options = question.kind === "choice" ? question.options : [];
    const right: boolean[] = [];
    for (const at of options.keys()) right.push((await judgeAnswer(bench, step, question, at)).right);
    const mistaken: (number | undefined)[] = [];
    if (question.kind === "number")
      for (const { value } of question.mistakes)
        mistaken.push(await mistakenValue(bench, step, question, value));
    return { right, mistaken, expected: (await judgeAnswer(bench, step, question, undefined)).expected };
  }, [bench, step, question]);
  const judged = useRun(judge);
  if (typeof judged === "string") return <p className="question__error">{judged}</p>;
  if (question.kind === "choice")
    return (
      <ul className="checks">
        {options.map(({ text, wrong }, at) => (
          <li key={text} data-met={judged?.right[at] === true}>
            <span className="checks__box" aria-hidden="true">
              {judged?.right[at] === true ? "✓" : ""}
            </span>
            <span>
              {text}{" "}
              {judged?.right[at] === true ? <span className="sr-only">({WORDS.rightOption})</span> : null}
              {wrong === undefined || judged?.right[at] === true ? null : (
                <span className="block dim">{wrong}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    );
  if (question.kind === "text") return <p className="dim">{WORDS.wordsNeeded(0, question.atLeastWords)}</p>;
  const shown = (value: number | undefined) => (value === undefined ? "…" : numberText(value, question.unit));
  return (
    <>
      <p className="dim">{WORDS.answerIs(shown(judged?.expected))}</p>
      {question.kind === "number" && question.mistakes.length > 0 ? (
        <ul className="dim" aria-label={WORDS.mistakes}>
          {question.mistakes.map(({ text }, at) => (
            <li key={text}>
              <span className="mono">{shown(judged?.mistaken[at])}</span> {text}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Task({ bench, step, task }: InStep & { readonly task: LabTask }) {
  const judge = useCallback(() => judgeTask(bench, step, task, []), [bench, step, task]);
  const outcome = useRun<TaskOutcome>(judge);
  const judged = typeof outcome === "object" && outcome.ok ? outcome : undefined;
  return (
    <section className="task hair-2 r-3" aria-label={WORDS.task}>
      <h3 className="lab__label">{WORDS.mayChange}</h3>
      <ul className="mono">
        {task.change.map((field) => (
          <li key={field}>{field}</li>
        ))}
      </ul>
      <h3 className="lab__label">{WORDS.goalsUntouched}</h3>
      <ul className="checks">
        {task.goals.map(({ text }, at) => (
          <li key={text} data-met={judged?.met[at] === true}>
            <span className="checks__box" aria-hidden="true">
              {judged?.met[at] === true ? "✓" : ""}
            </span>
            <span>
              {text}
              <span className="sr-only">, {judged?.met[at] === true ? WORDS.met : WORDS.notMet}</span>
            </span>
          </li>
        ))}
      </ul>
      {task.figure === undefined || judged?.figure === undefined ? null : (
        <p>
          {WORDS.figure(task.figure.text)}:{" "}
          <span className="mono">{numberText(judged.figure, task.figure.unit)}</span>
        </p>
      )}
    </section>
  );
}
