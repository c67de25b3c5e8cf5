import { useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { type AnswerValue, wordsIn } from "../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../lib/labs/lab.ts";
import { readNumberText } from "../../lib/labs/numberText.ts";
import {
  ANSWER_CHARACTER_LIMIT,
  type AnswerProgress,
  canTakeBack,
  progressIn,
  type StepProgress,
} from "../../lib/labs/progress.ts";
import { translatedMessage } from "../text/message.ts";
import { editedNumber } from "../text/numbers.ts";
import { typedQuantity } from "../text/typedQuantity.ts";
import { Icon } from "../ui/Icon.tsx";
import { SmallButton } from "./labButtons.tsx";
import type { LabSession } from "./labSession.ts";
import { labText, numberText, unitText } from "./labText.ts";
import { MarkdownLine } from "./Markdown.tsx";
import { questionPlace } from "./OpenPart.tsx";
import { PredictionSlider } from "./PredictionSlider.tsx";
import { useFilled } from "./useFilled.ts";
import { useMeasured, useMistake } from "./useJudged.ts";
import { useTyped } from "./useTyped.ts";
import { WORDS } from "./words.ts";

interface QuestionCardProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly question: Question;
}

export function QuestionCard({ lab, step, question }: QuestionCardProps) {
  const id = useId();
  const progress = useStore(lab.store, (state) => state.progress);
  const done = progressIn(progress, step.id);
  const given = done.answers[question.id];
  const text = useFilled(lab.bench, step, labText(question.text));
  const mistake = useMistake(lab, step, question, given);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const hasActed = useRef(false);
  const over = isOver(given);
  const section = useRef<HTMLElement>(null);
  // The pressed button no longer exists. The focus goes to the outcome or back to the field, unless the user has moved
  // it.
  useEffect(() => {
    const at = document.activeElement;
    const isHere = at === document.body || section.current?.contains(at) === true;
    const form = section.current?.querySelector("form");
    const field = form?.querySelector("textarea") ?? form?.querySelector("input");
    const next = over ? document.getElementById(outcomeId(id)) : field;
    if (hasActed.current && isHere) next?.focus({ preventScroll: true });
    hasActed.current = false;
  }, [over, id]);
  // Scrolls, because a verdict at the lower edge of the panel would be out of sight.
  const hasSent = useRef(false);
  useEffect(() => {
    if (hasSent.current && (given !== undefined || mistake !== ""))
      document.getElementById(outcomeId(id))?.scrollIntoView({ block: "nearest" });
  }, [given, mistake, id]);
  const act = (what: "give-up" | "take-back") => {
    hasActed.current = true;
    lab.tell(
      what === "give-up" ? { do: what, step: step.id, question: question.id } : { do: what, step, question },
    );
  };
  const send = async (value: AnswerValue) => {
    hasActed.current = true;
    hasSent.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await lab.answer(question, value);
    } catch (error) {
      setFailure(WORDS.notChecked(error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };
  const asked = (
    <>
      {question.kind === "prediction" ? (
        <span className="block t-11 accent">{WORDS.predictionKind}</span>
      ) : null}
      <MarkdownLine text={text} />
    </>
  );
  const form = { lab, step, id, question, given, busy, onSend: send };
  return (
    <section
      ref={section}
      className="question"
      id={questionPlace(question.id)}
      data-kind={question.kind}
      aria-labelledby={`${id}-text`}
    >
      <h3 className="question__text below-2 w-600" id={`${id}-text`}>
        {question.kind === "choice" ? asked : <label htmlFor={`${id}-field`}>{asked}</label>}
      </h3>
      {question.kind === "number" ? <NumberForm {...form} question={question} /> : null}
      {question.kind === "prediction" ? <PredictionForm {...form} question={question} /> : null}
      {question.kind === "choice" ? <ChoiceForm {...form} question={question} /> : null}
      {question.kind === "text" ? <TextForm {...form} question={question} /> : null}
      <Verdict
        id={id}
        busy={busy}
        given={given}
        question={question}
        mistake={mistake}
        done={done}
        onAct={act}
      />
      {failure === undefined ? null : (
        <p className="question__error" role="alert">
          <span className="loss">✕</span> {failure}
        </p>
      )}
    </section>
  );
}

function clockOf(lab: LabSession, step: LabStep): number {
  return lab.bench.scenarioOf(step.machine).machine.clockHertz;
}

interface FormProps<Kind extends Question["kind"]> {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly id: string;
  readonly question: Extract<Question, { readonly kind: Kind }>;
  readonly given: AnswerProgress | undefined;
  readonly busy: boolean;
  readonly onSend: (value: AnswerValue) => void;
}

/** Id of the element that takes the focus when the question is finished. */
const outcomeId = (id: string) => `${id}-outcome`;

const isOver = (given: AnswerProgress | undefined) => given !== undefined && given.state !== "open";

interface VerdictProps extends Pick<FormProps<Question["kind"]>, "id" | "given" | "busy"> {
  readonly question: Question;
  /** Explanation of a wrong answer. "" if the lab has none. */
  readonly mistake: string;
  readonly done: StepProgress;
  readonly onAct: (what: "give-up" | "take-back") => void;
}

/** The outcome of the last answer. The student can take back a saved or omitted answer. */
function Verdict({ id, busy, given, question, mistake, done, onAct }: VerdictProps) {
  const { kind } = question;
  const state = given?.state ?? "open";
  const isOpen = !busy && state === "open";
  const canLeave =
    isOpen && (kind === "text" ? !done.explained : given !== undefined && kind !== "prediction");
  return (
    <div
      className="question__verdict row wrap gap-2 above-1 t-12"
      role="status"
      id={kind === "prediction" ? undefined : outcomeId(id)}
      tabIndex={-1}
    >
      {busy ? <span className="dim">{WORDS.checking}</span> : <Outcome kind={kind} given={given} />}
      {isOpen && mistake !== "" ? (
        <p className="t-13 wide flush">
          <MarkdownLine text={mistake} />
        </p>
      ) : null}
      {canLeave ? <SmallButton name={WORDS.goOn} onPress={() => onAct("give-up")} /> : null}
      {canTakeBack(done, question) ? (
        <SmallButton
          name={state === "locked" ? WORDS.editAgain : WORDS.answerAfterAll}
          onPress={() => onAct("take-back")}
        />
      ) : null}
      {kind === "text" && done.explained && state !== "given-up" ? (
        <span className="dim">{WORDS.changesAreSeen}</span>
      ) : null}
    </div>
  );
}

function Outcome({ kind, given }: Pick<VerdictProps, "given"> & Pick<Question, "kind">) {
  if (given === undefined || kind === "prediction") return null;
  switch (given.state) {
    case "right":
      return (
        <span className="question__right middle w-600">
          <Icon name="check" />
          {WORDS.right}
        </span>
      );
    case "open":
      return kind === "text" ? null : <span>{WORDS.wrong(given.attempts)}</span>;
    case "given-up":
      return <span className="dim">{WORDS.leftOut}</span>;
    case "locked":
      return <span className="dim">{given.cut === true ? WORDS.cutText : WORDS.kept}</span>;
  }
}

function NumberForm({ lab, step, id, question, given, busy, onSend }: FormProps<"number">) {
  const over = isOver(given);
  const [typed, setTyped] = useTyped(lab, step.id, { question: question.id });
  const value = given?.value ?? "";
  const written = typeof value === "number" ? editedNumber(value) : value;
  const text = over ? written : (typed ?? written);
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      className="row wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readNumberText(typedQuantity(text), question.unit, clockOf(lab, step));
        setError(read.ok ? undefined : translatedMessage(read.message));
        if (read.ok) onSend(read.value);
      }}
    >
      <input
        id={`${id}-field`}
        className="field mono question__number"
        aria-describedby={`${id}-unit ${id}-error`}
        aria-invalid={error !== undefined}
        autoComplete="off"
        maxLength={60}
        value={text}
        disabled={over}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span className="unit" id={`${id}-unit`}>
        {unitText(question.unit)}
      </span>
      {over ? null : (
        <button type="submit" className="btn" disabled={busy}>
          {WORDS.check}
        </button>
      )}
      <span className="question__error" id={`${id}-error`}>
        {error}
      </span>
    </form>
  );
}

function PredictionForm({ id, question, given, busy, onSend, lab, step }: FormProps<"prediction">) {
  const [typed = "", setTyped] = useTyped(lab, step.id, { question: question.id });
  const read = readNumberText(typedQuantity(typed), question.unit, clockOf(lab, step));
  const value = read.ok ? read.value : undefined;
  if (given !== undefined)
    return (
      <p className="question__locked" id={outcomeId(id)} tabIndex={-1}>
        {WORDS.lockedIn(numberText(Number(given.value), question.unit))}{" "}
        <Measured lab={lab} step={step} question={question} />
      </p>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined) onSend(value);
      }}
    >
      <PredictionSlider
        id={id}
        unit={question.unit}
        range={question.range}
        text={typed}
        value={value}
        onText={setTyped}
      />
      <button
        type="submit"
        className="btn btn--primary question__lock in-middle wide above-3"
        disabled={busy || value === undefined}
      >
        {WORDS.lock}
      </button>
    </form>
  );
}

/** The measured value, once the machine's run has ended. */
function Measured({
  lab,
  step,
  question,
}: {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly question: Question;
}) {
  const measured = useMeasured(lab, step, question);
  const others = step.questions.some(({ kind, id }) => {
    const state = progressIn(lab.store.getState().progress, step.id).answers[id]?.state ?? "open";
    return kind === "number" && state === "open";
  });
  // A number that a later question asks for is not shown before.
  if (measured === undefined || others || question.kind !== "prediction") return null;
  return <>{WORDS.measured(numberText(measured, question.unit))}</>;
}

function ChoiceForm({ lab, step, id, question, given, busy, onSend }: FormProps<"choice">) {
  const over = isOver(given);
  const [typed, setTyped] = useTyped(lab, step.id, { question: question.id });
  const sent = typeof given?.value === "number" ? given.value : undefined;
  const chosen = over || typed === undefined ? sent : Number(typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) onSend(chosen);
      }}
    >
      <div className="options stack gap-6px below-2" role="radiogroup" aria-labelledby={`${id}-text`}>
        {question.options.map((option, index) => (
          <label
            key={option.text}
            className="option line hair-2 r-2 press target"
            data-chosen={chosen === index}
          >
            <input
              type="radio"
              name={id}
              checked={chosen === index}
              disabled={over}
              onChange={() => setTyped(String(index))}
            />
            <span>
              <MarkdownLine text={labText(option.text)} />
            </span>
          </label>
        ))}
      </div>
      {over ? null : (
        <button type="submit" className="btn" disabled={busy || chosen === undefined}>
          {WORDS.check}
        </button>
      )}
    </form>
  );
}

function TextForm({ lab, step, id, question, given, busy, onSend }: FormProps<"text">) {
  const over = isOver(given);
  const [typed, setTyped] = useTyped(lab, step.id, { question: question.id });
  const written = typeof given?.value === "string" ? given.value : "";
  const text = over ? written : (typed ?? written);
  const words = wordsIn(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <textarea
        id={`${id}-field`}
        className="field question__area wide"
        aria-describedby={`${id}-words`}
        rows={4}
        maxLength={ANSWER_CHARACTER_LIMIT}
        value={text}
        disabled={over}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className="dim question__words t-12" id={`${id}-words`}>
        {WORDS.wordsNeeded(words, question.atLeastWords)}
      </p>
      {over ? null : (
        <button type="submit" className="btn" disabled={busy || words < question.atLeastWords}>
          {WORDS.keep}
        </button>
      )}
    </form>
  );
}
