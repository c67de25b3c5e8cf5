import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { withChanges } from "../../lib/labs/changes.ts";
import { scoreOf } from "../../lib/labs/graded.ts";
import type { LabStep } from "../../lib/labs/lab.ts";
import { leaderOf } from "../../lib/labs/machines.ts";
import {
  countSteps,
  isDone,
  progressIn,
  showsBestKnown,
  type TaskProgress,
} from "../../lib/labs/progress.ts";
import { submissionFileName, submissionText } from "../../lib/labs/submission.ts";
import type { PartMean } from "../../lib/metrics/distributions.ts";
import { encodeLink } from "../../scenarios/link/link.ts";
import { translatedMessage } from "../text/message.ts";
import { t, translated } from "../text/t.ts";
import { Waterfall } from "../ui/charts/Waterfall.tsx";
import { saveBlob } from "../ui/saveBlob.ts";
import { browserStorage } from "../ui/storage.ts";
import { type LabAddress, labHash } from "./address.ts";
import type { HandedIn, LabSession } from "./labSession.ts";
import { labText, numberText } from "./labText.ts";
import { Changed, NotKept, ProgressFile } from "./ProgressFile.tsx";
import { ReportAnswers } from "./ReportAnswers.tsx";
import { rememberedStudent, rememberStudent } from "./rememberedStudent.ts";
import type { Platform } from "./scorm.ts";
import { WORDS } from "./words.ts";

const DesignPicture = lazy(() => import("./DesignPicture.tsx"));

interface ReportPageProps {
  readonly lab: LabSession;
  readonly address: Extract<LabAddress, { readonly page: "lab" | "report" }>;
  readonly platform: Platform;
}

/** The report that a student hands in, on paper and as a file. */
export function ReportPage({ lab, address, platform }: ReportPageProps) {
  const { bench, store } = lab;
  const progress = useStore(store, (state) => state.progress);
  const model = useStore(store, (state) => state.model);
  const { steps } = bench.lab;
  const title = translated(bench.lab.title);
  const seconds = steps.reduce((sum, { id }) => sum + progressIn(progress, id).seconds, 0);
  const counts = countSteps(progress, bench.lab);
  const score = scoreOf(bench.lab, progress);

  const [saving, setSaving] = useState(false);
  const [fileName, setFileName] = useState(submissionFileName(progress));
  const [leftOut, setLeftOut] = useState<HandedIn["leftOut"]>([]);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  async function handIn(): Promise<void> {
    setSaving(true);
    setFailure(undefined);
    try {
      const { submission, leftOut } = await lab.submission();
      setLeftOut(leftOut);
      const name = submissionFileName(submission);
      setFileName(name);
      lab.tell({ do: "hand-in" });
      saveBlob(name, new Blob([submissionText(submission)], { type: "application/json" }));
    } catch (error) {
      setFailure(WORDS.notMade(error instanceof Error ? error.message : String(error)));
    } finally {
      setSaving(false);
    }
  }

  return (
    <main className="lab-page">
      <article className="sheet surface hair r-3">
        <div className="sheet__bar row wrap gap-2">
          <a className="btn" href={labHash(address, store.getState().step.id)}>
            {WORDS.backToLab}
          </a>
          <button type="button" className="btn" onClick={() => window.print()}>
            {WORDS.print}
          </button>
          <button type="button" className="btn btn--primary" disabled={saving} onClick={() => void handIn()}>
            {saving ? WORDS.running : WORDS.handIn}
          </button>
          <ProgressFile lab={lab} />
        </div>
        <div role="alert">
          {failure === undefined ? null : (
            <p className="question__error">
              <span className="loss">✕</span> {failure}
            </p>
          )}
          {leftOut.map(({ step, message }) => (
            <p key={step.id} className="question__error">
              {WORDS.designLeftOut(labText(step.title), translatedMessage(message))}
            </p>
          ))}
        </div>
        <NotKept lab={lab} platform={platform} />
        <Changed lab={lab} />
        <p className="dim" role="status">
          {handInState(
            progress.handedInAt === undefined ? undefined : fileName,
            typeof platform === "object",
          )}
        </p>
        <h1 className="lab-page__title w-650">{title}</h1>
        <p className="dim">{WORDS.reportOf(counts, Math.round(seconds / 60))}</p>
        <p className="dim">{WORDS.scoreOf(score.points, score.of, score.pending)}</p>
        <StillOpen lab={lab} address={address} />
        <Who lab={lab} isOnPlatform={typeof platform === "object"} />
        <ReportAnswers lab={lab} />
        {steps.map((step) => (
          <Design key={step.id} lab={lab} step={step} task={progressIn(progress, step.id).task} />
        ))}
        <p className="sheet__note t-12 ink-2 anywhere hair-above">
          {WORDS.seed(bench.seed)}
          {model === undefined ? null : `, ${WORDS.machineVersion(model)}`}, {WORDS.programVersion()}
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

/** Only a learning platform that opened the lab learns that the work is done. Otherwise the student has a file. */
function handInState(saved: string | undefined, isOnPlatform: boolean): string | null {
  if (isOnPlatform) return saved === undefined ? WORDS.platformHandsIn : WORDS.handedIn;
  return saved === undefined ? null : WORDS.fileSaved(saved);
}

/** Parts that the file would lack. */
function StillOpen({ lab, address }: Omit<ReportPageProps, "platform">) {
  const progress = useStore(lab.store, (state) => state.progress);
  const { name, number } = progress.student;
  const isNameless = name.trim() === "" && number.trim() === "";
  const open = lab.bench.lab.steps.filter((step) => !isDone(progress, step));
  if (!isNameless && open.length === 0) return null;
  return (
    <p className="sheet__open flex wrap above-2">
      {WORDS.stillOpen}
      {isNameless ? <span>{WORDS.yourName}</span> : null}
      {open.map(({ id, title }) => (
        <a key={id} href={labHash(address, id)}>
          {labText(title)}
        </a>
      ))}
    </p>
  );
}

/** A learning platform names the student itself, so nothing is remembered there. */
function Who({ lab, isOnPlatform }: { readonly lab: LabSession; readonly isOnPlatform: boolean }) {
  const student = useStore(lab.store, (state) => state.progress.student);
  const [isRemembered, setRemembered] = useState(
    () => !isOnPlatform && rememberedStudent(browserStorage) !== undefined,
  );
  useEffect(() => {
    const remembered = isOnPlatform ? undefined : rememberedStudent(browserStorage);
    const { name, number } = lab.store.getState().progress.student;
    if (remembered !== undefined && name === "" && number === "")
      lab.tell({ do: "introduce", student: remembered });
  }, [lab, isOnPlatform]);
  const tell = (change: Partial<typeof student>) => {
    const changed = { ...student, ...change };
    lab.tell({ do: "introduce", student: changed });
    if (isRemembered) rememberStudent(browserStorage, changed);
  };
  const remember = (wanted: boolean) =>
    setRemembered(rememberStudent(browserStorage, wanted ? student : undefined) && wanted);
  return (
    <div className="sheet__who flex wrap gap-4">
      <label className="stack gap-2px t-12 ink-2">
        {WORDS.yourName}
        <input
          className="field"
          maxLength={100}
          autoComplete="name"
          value={student.name}
          onChange={(event) => tell({ name: event.currentTarget.value })}
        />
      </label>
      <label className="stack gap-2px t-12 ink-2">
        {WORDS.yourNumber}
        <input
          className="field"
          maxLength={40}
          value={student.number}
          onChange={(event) => tell({ number: event.currentTarget.value })}
        />
      </label>
      {isOnPlatform ? null : (
        <label className="row gap-1 t-12 ink-2">
          <input
            type="checkbox"
            checked={isRemembered}
            onChange={(event) => remember(event.currentTarget.checked)}
          />
          {WORDS.rememberMe}
        </label>
      )}
    </div>
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
  const isBestShown = useStore(lab.store, (state) => showsBestKnown(progressIn(state.progress, step.id)));
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
        if (gone) return;
        const { receive, interruptLatency, interruptParts } = wholeRun;
        setParts(
          receive.latency.count > 0 ? receive.parts : interruptLatency.count > 0 ? interruptParts : [],
        );
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
        {step.task.goals.map(({ text }, index) => (
          <li key={text} data-met={task.met[index] === true}>
            <span className="checks__box" aria-hidden="true">
              {task.met[index] === true ? "✓" : ""}
            </span>
            <span>
              {labText(text)}
              <span className="sr-only">, {task.met[index] === true ? WORDS.met : WORDS.notMet}</span>
            </span>
          </li>
        ))}
      </ul>
      <ul className="sheet__changes mono t-12 anywhere around-2">
        {task.changes.map(({ field, value }) => (
          <li key={field}>
            {field} = {isSource(value) ? <pre className="sheet__program">{value}</pre> : String(value)}
          </li>
        ))}
      </ul>
      {figure === undefined || task.figure === undefined ? null : (
        <p>
          {WORDS.figure(labText(figure.text))}:{" "}
          <span className="mono">{numberText(task.figure, figure.unit)}</span>.
          {isBestShown ? (
            <>
              {" "}
              {WORDS.leader}:{" "}
              <span className="mono">
                {numberText(leaderOf(lab.bench.lab, figure, lab.bench.seed), figure.unit)}
              </span>
              .
            </>
          ) : null}
        </p>
      )}
      {made?.ok ? (
        <Suspense>
          <DesignPicture scenario={made.scenario} />
        </Suspense>
      ) : null}
      {parts.length === 0 ? null : (
        <figure>
          <figcaption className="lab__label">
            {WORDS.latencyParts} <span className="dim">{t("mean cycles")}</span>
          </figcaption>
          <Waterfall parts={parts} />
        </figure>
      )}
      <p className="sheet__note t-12 ink-2 anywhere hair-above">
        {WORDS.stateHash} <span className="mono">{task.stateHash}</span> {WORDS.atCycle}{" "}
        <span className="mono">{numberText(task.cycle)}</span>.{" "}
        {hash === undefined ? null : <a href={hash}>{WORDS.openInSimulator}</a>}
      </p>
    </section>
  );
}

/** True for the source of a program. */
const isSource = (value: unknown): value is string => typeof value === "string" && value.includes("\n");
