import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { withChanges } from "../../../lib/labs/changes.ts";
import { judgeAnswer } from "../../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../../lib/labs/lab.ts";
import { type AnswerProgress, doneSteps, progressIn, type TaskProgress } from "../../../lib/labs/progress.ts";
import { submissionFileName, submissionText } from "../../../lib/labs/submission.ts";
import type { PartMean } from "../../../lib/metrics/metrics.ts";
import { encodeLink } from "../../../scenarios/schema/link.ts";
import { saveBlob } from "../../base/saveBlob.ts";
import { Waterfall } from "../../charts/Waterfall.tsx";
import type { LabSession } from "../../state/lab.ts";
import { translated } from "../../text/say.ts";
import { type LabAddress, labHash } from "./address.ts";
import { labText, numberText } from "./labText.ts";
import { MarkdownLine } from "./Markdown.tsx";
import { ProgressFile } from "./ProgressFile.tsx";
import { WORDS } from "./words.ts";

const DesignPicture = lazy(() => import("./DesignPicture.tsx"));

interface ReportPageProps {
  readonly lab: LabSession;
  readonly address: Extract<LabAddress, { readonly page: "lab" | "report" }>;
}

/** What the student hands in, on paper and as a file. */
export function ReportPage({ lab, address }: ReportPageProps) {
  const { bench, store } = lab;
  const progress = useStore(store, (state) => state.progress);
  const model = useStore(store, (state) => state.model);
  const { steps } = bench.lab;
  const title = translated(bench.lab.title);
  const seconds = steps.reduce((sum, { id }) => sum + progressIn(progress, id).seconds, 0);
  const done = doneSteps(progress, bench.lab);

  async function handIn(): Promise<void> {
    const submission = await lab.submission();
    saveBlob(
      submissionFileName(submission),
      new Blob([submissionText(submission)], { type: "application/json" }),
    );
  }

  const predictions = asked(steps, "prediction");
  const answers = [...asked(steps, "number"), ...asked(steps, "choice")].sort(
    (a, b) => steps.indexOf(a.step) - steps.indexOf(b.step),
  );
  const texts = asked(steps, "text");
  const answerOf = ({ step, question }: Asked) => progressIn(progress, step.id).answers[question.id];
  return (
    <main className="lab-page">
      <article className="sheet">
        <div className="sheet__bar">
          <a className="btn" href={labHash(address, store.getState().step.id)}>
            {WORDS.backToLab}
          </a>
          <button type="button" className="btn" onClick={() => window.print()}>
            {WORDS.print}
          </button>
          <button type="button" className="btn btn--primary" onClick={() => void handIn()}>
            {WORDS.handIn}
          </button>
          <ProgressFile lab={lab} />
        </div>
        <h1 className="lab-page__title">{title}</h1>
        <p className="dim">{WORDS.reportOf(done, steps.length, Math.round(seconds / 60))}</p>
        <Who lab={lab} />
        {predictions.length === 0 ? null : (
          <>
            <h2>{WORDS.predictedAndMeasured}</h2>
            <div className="sheet__table">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{WORDS.part}</th>
                    <th scope="col">{WORDS.yourPrediction}</th>
                    <th scope="col">{WORDS.measuredColumn}</th>
                    <th scope="col">{WORDS.error}</th>
                  </tr>
                </thead>
                <tbody>
                  {predictions.map((one) => (
                    <PredictionRow
                      key={`${one.step.id} ${one.question.id}`}
                      lab={lab}
                      asked={one}
                      given={answerOf(one)}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        <h2>{WORDS.answers}</h2>
        <div className="sheet__table">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{WORDS.part}</th>
                <th scope="col">{WORDS.yourAnswer}</th>
                <th scope="col">{WORDS.attempts}</th>
              </tr>
            </thead>
            <tbody>
              {answers.map((one) => {
                const given = answerOf(one);
                return (
                  <tr key={`${one.step.id} ${one.question.id}`}>
                    <th scope="row">
                      <MarkdownLine text={labText(one.question.text)} />
                    </th>
                    <td>{answerText(one.question, given)}</td>
                    <td className="mono">{given?.attempts ?? 0}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {texts.length === 0 ? null : <h2>{WORDS.inYourWords}</h2>}
        {texts.map((one) => (
          <section key={`${one.step.id} ${one.question.id}`} className="sheet__words">
            <h3>
              <MarkdownLine text={labText(one.question.text)} />
            </h3>
            <p>{answerText(one.question, answerOf(one))}</p>
          </section>
        ))}
        {steps.map((step) => (
          <Design key={step.id} lab={lab} step={step} task={progressIn(progress, step.id).task} />
        ))}
        <p className="sheet__note">
          {WORDS.seed(bench.seed)}
          {model === undefined ? null : `, ${WORDS.machineVersion(model)}`}
          {Object.entries(progress.runs).map(([machine, run]) => (
            <span key={machine}>
              <br />
              {labText(bench.lab.machines[machine]?.title ?? machine)}: {WORDS.stateHash}{" "}
              <span className="mono">{run.stateHash}</span> {WORDS.atCycle}{" "}
              <span className="mono">{numberText(run.cycle)}</span>
            </span>
          ))}
        </p>
      </article>
    </main>
  );
}

interface Asked {
  readonly step: LabStep;
  readonly question: Question;
}

function asked(steps: readonly LabStep[], kind: Question["kind"]): readonly Asked[] {
  return steps.flatMap((step) =>
    step.questions.filter((question) => question.kind === kind).map((question) => ({ step, question })),
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

function Who({ lab }: { readonly lab: LabSession }) {
  const student = useStore(lab.store, (state) => state.progress.student);
  const tell = (change: Partial<typeof student>) =>
    lab.tell({ do: "introduce", student: { ...student, ...change } });
  return (
    <div className="sheet__who">
      <label>
        {WORDS.yourName}
        <input
          className="field"
          maxLength={100}
          autoComplete="name"
          value={student.name}
          onChange={(event) => tell({ name: event.currentTarget.value })}
        />
      </label>
      <label>
        {WORDS.yourNumber}
        <input
          className="field"
          maxLength={40}
          value={student.number}
          onChange={(event) => tell({ number: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

function PredictionRow({
  lab,
  asked: { step, question },
  given,
}: {
  readonly lab: LabSession;
  readonly asked: Asked;
  readonly given: AnswerProgress | undefined;
}) {
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
        <MarkdownLine text={labText(question.text)} />
      </th>
      <td className="mono">{predicted === undefined ? WORDS.notAnswered : numberText(predicted, unit)}</td>
      <td className="mono">{measured === undefined ? "–" : numberText(measured, unit)}</td>
      <td className="mono">
        {error === undefined ? "–" : `${error > 0 ? "+" : ""}${numberText(Math.round(error), "%")}`}
      </td>
    </tr>
  );
}

function Design({
  lab,
  step,
  task,
}: {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly task: TaskProgress | undefined;
}) {
  const [parts, setParts] = useState<readonly PartMean[]>([]);
  const made = useMemo(
    () =>
      task && step.task && withChanges(lab.bench.scenarioOf(step.machine), task.changes, step.task.change),
    [lab, step, task],
  );
  const hash = made?.ok ? encodeLink(made.scenario) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the design is known by its hash
  useEffect(() => {
    if (!made?.ok) return;
    let gone = false;
    lab.bench.run(made.scenario).then(
      ({ wholeRun }) => {
        if (!gone)
          setParts(wholeRun.receive.latency.count > 0 ? wholeRun.receive.parts : wholeRun.interruptParts);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lab, task?.stateHash]);
  if (task === undefined || step.task === undefined) return null;
  const { figure } = step.task;
  return (
    <section>
      <h2>{labText(step.title)}</h2>
      <ul className="checks">
        {step.task.goals.map(({ text, goal }, index) => (
          <li key={goal} data-met={task.met[index] === true}>
            <span className="checks__box" aria-hidden="true">
              {task.met[index] === true ? "✓" : ""}
            </span>
            <span>
              {text}
              <span className="sr-only">, {task.met[index] === true ? WORDS.met : WORDS.notMet}</span>
            </span>
          </li>
        ))}
      </ul>
      <ul className="sheet__changes mono">
        {task.changes.map(({ field, value }) => (
          <li key={field}>
            {field} = {String(value)}
          </li>
        ))}
      </ul>
      {figure === undefined || task.figure === undefined ? null : (
        <p>
          {WORDS.figure(labText(figure.text))}:{" "}
          <span className="mono">{numberText(task.figure, figure.unit)}</span>. {WORDS.leader}:{" "}
          <span className="mono">{numberText(figure.leader, figure.unit)}</span>.
        </p>
      )}
      {made?.ok ? (
        <Suspense>
          <DesignPicture scenario={made.scenario} />
        </Suspense>
      ) : null}
      {parts.length === 0 ? null : (
        <figure>
          <figcaption className="lab__label">{WORDS.latencyParts}</figcaption>
          <Waterfall parts={parts} />
        </figure>
      )}
      <p className="sheet__note">
        {WORDS.stateHash} <span className="mono">{task.stateHash}</span> {WORDS.atCycle}{" "}
        <span className="mono">{numberText(task.cycle)}</span>.{" "}
        {hash === undefined ? null : <a href={hash}>{WORDS.openInSimulator}</a>}
      </p>
    </section>
  );
}
