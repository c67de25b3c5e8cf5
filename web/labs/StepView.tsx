import { type Ref, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { scoreOfStep } from "../../lib/labs/graded.ts";
import type { LabStep } from "../../lib/labs/lab.ts";
import { isDone, isHeld, progressIn } from "../../lib/labs/progress.ts";
import type { LabSession } from "./labSession.ts";
import { labText } from "./labText.ts";
import { Markdown } from "./Markdown.tsx";
import { QuestionCard } from "./QuestionCard.tsx";
import { SmallButton } from "./SmallButton.tsx";
import { TaskCard } from "./TaskCard.tsx";
import { useFilled } from "./useFilled.ts";
import { WORDS } from "./words.ts";

interface StepViewProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly number: number;
  readonly of: number;
  /** Steps before it are not done: a link has led here. */
  readonly isLocked: boolean;
  /** The heading, which takes the focus when the reader goes to the step. */
  readonly title?: Ref<HTMLHeadingElement>;
}

export function StepView({ lab, step, number, of, isLocked, title }: StepViewProps) {
  const { bench } = lab;
  return (
    <>
      {number === 1 && bench.lab.intro !== "" ? (
        <FilledText lab={lab} step={step} text={labText(bench.lab.intro)} />
      ) : null}
      <h2 className="lab__step t-15" ref={title} tabIndex={-1}>
        <span className="dim block t-12 w-400">{WORDS.stepOf(number, of)}</span> {labText(step.title)}
      </h2>
      {isLocked ? <p className="ink-2">{WORDS.stepLocked}</p> : <StepBody lab={lab} step={step} />}
    </>
  );
}

function StepBody({ lab, step }: Pick<StepViewProps, "lab" | "step">) {
  const progress = useStore(lab.store, (state) => state.progress);
  const { hints } = progressIn(progress, step.id);
  const lastHint = useRef<HTMLElement>(null);
  const hintsShown = useRef(hints);
  // The button that asked for the last hint is gone.
  useEffect(() => {
    if (hints > hintsShown.current) lastHint.current?.focus({ preventScroll: true });
    hintsShown.current = hints;
  }, [hints]);
  const held = isHeld(progress, step);
  const predictions = step.questions.filter(({ kind }) => kind === "prediction");
  const others = step.questions.filter(({ kind }) => kind !== "prediction");
  const cards = (questions: LabStep["questions"]) =>
    questions.map((question) => <QuestionCard key={question.id} lab={lab} step={step} question={question} />);
  return (
    <>
      <StepPoints lab={lab} step={step} />
      <FilledText lab={lab} step={step} text={labText(step.text)} />
      {cards(predictions)}
      {held ? null : (
        <>
          {step.task === undefined ? null : <TaskCard lab={lab} step={step} task={step.task} />}
          {cards(others)}
          {step.hints.slice(0, hints).map((hint, index) => (
            <section
              key={hint.text}
              className="lab__hint"
              tabIndex={-1}
              ref={index === hints - 1 ? lastHint : undefined}
            >
              <h3 className="lab__label">{WORDS.hintTaken(index + 1)}</h3>
              <FilledText lab={lab} step={step} text={labText(hint.text)} />
            </section>
          ))}
          <HintButton lab={lab} step={step} taken={hints} />
          {isDone(progress, step) && step.after !== "" ? (
            <section className="lab__after">
              <h3 className="lab__label">{WORDS.explanation}</h3>
              <FilledText lab={lab} step={step} text={labText(step.after)} />
            </section>
          ) : null}
        </>
      )}
    </>
  );
}

function FilledText({
  lab,
  step,
  text,
}: {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly text: string;
}) {
  return <Markdown text={useFilled(lab.bench, step, text)} />;
}

function HintButton({
  lab,
  step,
  taken,
}: {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly taken: number;
}) {
  const progress = useStore(lab.store, (state) => state.progress);
  const hint = step.hints[taken];
  if (hint === undefined || isDone(progress, step)) return null;
  return <SmallButton name={WORDS.hint(hint.cost)} onPress={() => lab.tell({ do: "hint", step: step.id })} />;
}

interface StepPointsProps {
  readonly lab: Pick<LabSession, "store">;
  readonly step: LabStep;
}

/** The student's points for the step, in the words of the report. */
export function StepPoints({ lab, step }: StepPointsProps) {
  const progress = useStore(lab.store, (state) => state.progress);
  const { points, pending, of } = scoreOfStep(step, progress);
  return of === 0 ? null : <p className="dim below-2 t-12">{WORDS.scoreOf(points, of, pending)}</p>;
}
