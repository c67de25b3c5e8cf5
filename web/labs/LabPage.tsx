import { type Ref, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { isProgramField } from "../../lib/labs/changes.ts";
import { scoreOfStep } from "../../lib/labs/graded.ts";
import type { LabStep } from "../../lib/labs/lab.ts";
import {
  firstNeeded,
  isDone,
  isExplained,
  isHeld,
  isOpen,
  openPartsOf,
  progressIn,
} from "../../lib/labs/progress.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { translated } from "../text/t.ts";
import { usePageLayout } from "../ui/useMedia.ts";
import { type LabAddress, labHash } from "./address.ts";
import { SmallButton } from "./labButtons.tsx";
import type { LabSession } from "./labSession.ts";
import { labText } from "./labText.ts";
import { Markdown } from "./Markdown.tsx";
import { OpenPart, type OpenPlace, openPlace } from "./OpenPart.tsx";
import { Changed, NotKept } from "./ProgressFile.tsx";
import { QuestionCard } from "./QuestionCard.tsx";
import type { Platform } from "./scorm.ts";
import { TaskCard } from "./TaskCard.tsx";
import { useFilled } from "./useFilled.ts";
import { WORDS } from "./words.ts";

interface LabPageProps {
  readonly lab: LabSession;
  readonly address: Extract<LabAddress, { readonly page: "lab" | "report" }>;
  readonly platform: Platform;
  readonly simulator: SimulatorParts;
}

/** Text next to its machine. */
export function LabPage({ lab, address, platform, simulator }: LabPageProps) {
  const { bench, store, openStep } = lab;
  const step = useStore(store, (state) => state.step);
  const progress = useStore(store, (state) => state.progress);
  const layout = usePageLayout();
  useTimeSpent(lab);

  // Back, Forward and links can lead to other steps. An address without a step means the step with which the lab
  // opened.
  const wanted = address.step ?? store.getInitialState().step.id;
  useEffect(() => {
    if (wanted !== store.getState().step.id) openStep(wanted);
  }, [wanted, store, openStep]);

  const held = isHeld(progress, step);
  const go = (id: string) => {
    window.location.hash = labHash(address, id);
  };
  const text = (
    <LabText lab={lab} platform={platform} onGo={go} reportHash={labHash(address, undefined, "report")} />
  );
  const machine = (
    <div className="lab__machine page__main stack slim low ground">
      {held ? (
        <p className="lab__held row gap-2 rigid t-12 soft hair-below" role="status">
          <LockIcon />
          {WORDS.held}
        </p>
      ) : null}
      {simulator.stage}
      {held ? null : (
        <>
          {simulator.transport}
          <div className="page__timeline">{simulator.timeline(layout === "phone" ? "strip" : "all")}</div>
        </>
      )}
    </div>
  );
  /** The timeline is alone here, so there is room for its instruction diagram. */
  const timeline = (
    <div className="lab__machine page__main stack slim low ground">
      <div className="page__timeline page__timeline--full">{simulator.timeline("all")}</div>
      {simulator.transport}
    </div>
  );
  if (layout === "phone")
    return simulator.tabs({
      label: translated(bench.lab.title),
      tabs: [
        { name: WORDS.text, content: text, stays: true },
        { name: WORDS.machine, content: machine },
        ...(held
          ? []
          : [
              { name: WORDS.timeline, content: timeline },
              { name: WORDS.metrics, content: simulator.metrics },
            ]),
      ],
    });
  return (
    <main
      className="lab grid grow low"
      data-layout={layout}
      data-code={!held && hasProgram(step) && isOpen(progress, bench.lab, step)}
    >
      {text}
      {machine}
      {held ? null : simulator.panels}
    </main>
  );
}

interface LabTextProps {
  readonly lab: LabSession;
  readonly platform: Platform;
  readonly onGo: (step: string) => void;
  readonly reportHash: string;
}

function LabText({ lab, platform, onGo, reportHash }: LabTextProps) {
  const { bench, store } = lab;
  const step = useStore(store, (state) => state.step);
  const progress = useStore(store, (state) => state.progress);
  const { steps, minutes } = bench.lab;
  const title = translated(bench.lab.title);
  const index = steps.indexOf(step);
  const [before, next] = [steps[index - 1], steps[index + 1]];
  const blocking = isOpen(progress, bench.lab, step) ? undefined : firstNeeded(progress, bench.lab, step);
  const openHere = blocking ? neededPlace(blocking, onGo) : openPlace(openPartsOf(progress, step));
  const needed = next && firstNeeded(progress, bench.lab, next);
  const open = openHere ?? (needed && neededPlace(needed, onGo));
  const shown = { lab, step, number: index + 1, of: steps.length, isLocked: blocking !== undefined };
  const wayToOpen = useRef<HTMLButtonElement>(null);
  /** Leaves the step only if the button's action is possible. */
  const goNext = () => {
    if (openHere !== undefined) openHere.go();
    else if (needed !== undefined) wayToOpen.current?.focus();
    else if (next !== undefined) onGo(next.id);
  };
  const scroll = useRef<HTMLElement>(null);
  const stepTitle = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step.id);
  // A new step starts at its top, and so does the focus.
  useEffect(() => {
    if (shownStep.current !== step.id) stepTitle.current?.focus({ preventScroll: true });
    shownStep.current = step.id;
    return scroll.current === null ? undefined : toTopWhenShown(scroll.current);
  }, [step.id]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
    <section className="lab__text low scroll surface" ref={scroll} tabIndex={0} aria-label={title}>
      <p className="dim t-12">
        <a href="#labs">{WORDS.allLabs}</a>, {WORDS.minutes(minutes)}
        {bench.seed === 0 ? null : `, ${WORDS.seed(bench.seed)}`}
      </p>
      <h1 className="lab__title w-650">{title}</h1>
      <nav aria-label={WORDS.steps}>
        <ol className="lab__steps flex gap-1 anchor">
          {steps.map((one, at) => {
            const open = isOpen(progress, bench.lab, one);
            return (
              <li className="grow" key={one.id}>
                <button
                  type="button"
                  aria-current={one === step ? "step" : undefined}
                  data-done={isDone(progress, one)}
                  aria-disabled={!open}
                  title={open ? labText(one.title) : `${labText(one.title)}: ${WORDS.locked}`}
                  onClick={open ? () => onGo(one.id) : undefined}
                >
                  <span className="sr-only">
                    {WORDS.stepOf(at + 1, steps.length)}: {labText(one.title)}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <NotKept lab={lab} platform={platform} />
      <Changed lab={lab} />
      <StepView key={step.id} {...shown} title={stepTitle} />
      <div className="lab__foot flex wrap gap-2 hair-above">
        {before === undefined ? null : (
          <button type="button" className="btn" onClick={() => onGo(before.id)}>
            {WORDS.previous}
          </button>
        )}
        {next === undefined ? (
          <a className="btn btn--primary" href={reportHash}>
            {WORDS.toReport}
          </a>
        ) : (
          <>
            <button
              type="button"
              className={open === undefined ? "btn btn--primary" : "btn btn--quiet"}
              aria-describedby={open && "lab-open"}
              onClick={goNext}
            >
              {WORDS.next}
            </button>
            <a className="btn btn--ghost" href={reportHash}>
              {WORDS.report}
            </a>
          </>
        )}
        {open === undefined ? null : <OpenPart id="lab-open" open={open} button={wayToOpen} />}
      </div>
    </section>
  );
}

/** Code needs lines of its own length. */
const hasProgram = ({ task }: LabStep) => task?.change.some(isProgramField) === true;

/** Waits until the text is visible, because a hidden text cannot scroll. In low windows the page scrolls. */
function toTopWhenShown(text: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    if (text.clientHeight === 0) return;
    observer.disconnect();
    text.scrollTop = 0;
    window.scrollTo(0, 0);
  });
  observer.observe(text);
  return () => observer.disconnect();
}

/** The step after this one requires other steps than this one. */
function neededPlace(needed: LabStep, onGo: (step: string) => void): OpenPlace {
  return {
    reason: WORDS.needsStep(labText(needed.title)),
    action: WORDS.toStep,
    go: () => onGo(needed.id),
  };
}

function LockIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.2" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </svg>
  );
}

const INTERVAL_SECONDS = 10;

/** Time during which the page was visible, for the student's own file. */
function useTimeSpent({ store, tell }: LabSession): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        tell({ do: "spend", step: store.getState().step.id, seconds: INTERVAL_SECONDS });
    }, INTERVAL_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [store, tell]);
}

interface StepViewProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly number: number;
  readonly of: number;
  /** Earlier steps are not done, because a link has led here. */
  readonly isLocked: boolean;
  /** The heading, which takes the focus when the reader goes to the step. */
  readonly title?: Ref<HTMLHeadingElement>;
}

function StepView({ lab, step, number, of, isLocked, title }: StepViewProps) {
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
  // The button for the last hint no longer exists.
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
          <Explanation lab={lab} step={step} />
        </>
      )}
    </>
  );
}

/** What happened in the step. If the student left something out, it is shown on request only, because it may contain the
 * answer. */
function Explanation({ lab, step }: Pick<StepViewProps, "lab" | "step">) {
  const progress = useStore(lab.store, (state) => state.progress);
  const isShown = isExplained(progress, step);
  const section = useRef<HTMLElement>(null);
  const hasAsked = useRef(false);
  // The pressed button no longer exists.
  useEffect(() => {
    if (isShown && hasAsked.current) section.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (step.after === "" || !(isShown || isDone(progress, step))) return null;
  const ask = () => {
    hasAsked.current = true;
    lab.tell({ do: "explain", step: step.id });
  };
  return (
    <section className="lab__after" ref={section} tabIndex={-1}>
      <h3 className="lab__label">{WORDS.explanation}</h3>
      {isShown ? (
        <FilledText lab={lab} step={step} text={labText(step.after)} />
      ) : (
        <>
          <p className="below-2">{WORDS.explanationHeld}</p>
          <SmallButton name={WORDS.showExplanation} onPress={ask} />
        </>
      )}
    </section>
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
