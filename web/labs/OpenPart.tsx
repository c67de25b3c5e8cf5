import type { RefObject } from "react";
import type { OpenParts } from "../../lib/labs/progress.ts";
import { WORDS } from "./words.ts";

/** The reason why the next step is locked, and a way to the part that is still open. */
export interface OpenPlace {
  readonly reason: string;
  /** Label of the button. */
  readonly action: string;
  readonly go: () => void;
}

interface OpenPartProps {
  /** Id of the element with the reason. */
  readonly id: string;
  readonly open: OpenPlace;
  readonly button: RefObject<HTMLButtonElement | null>;
}

export function OpenPart({ id, open, button }: OpenPartProps) {
  return (
    <p className="lab__open t-12 ink-2">
      <span id={id}>{open.reason}</span>{" "}
      <button
        type="button"
        ref={button}
        className="lab__go tight accent nowrap bare press target"
        onClick={open.go}
      >
        {open.action}
      </button>
    </p>
  );
}

export const TASK_PLACE = "task";
export const questionPlace = (id: string): string => `question-${id}`;

/** The first open part: predictions, then the task, then the rest, and answers that only need saving. */
export function openPlace({ questions, task }: OpenParts): OpenPlace | undefined {
  const prediction = questions.find(({ kind }) => kind === "prediction");
  if (prediction !== undefined)
    return place(WORDS.lockFirst, WORDS.toPrediction, questionPlace(prediction.id));
  const first = questions.find(({ kind }) => kind !== "text");
  if (first !== undefined)
    return place(WORDS.questionsOpen(questions.length), WORDS.toQuestion, questionPlace(first.id));
  if (task) return place(WORDS.taskOpen, WORDS.toTask, TASK_PLACE);
  const [text] = questions;
  return text && place(WORDS.textOpen, WORDS.toAnswer, questionPlace(text.id));
}

function place(reason: string, action: string, id: string): OpenPlace {
  return { reason, action, go: () => goTo(id) };
}

function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "center" });
  const target =
    element?.querySelector<HTMLElement>(":is(input,textarea,select)") ?? element?.querySelector("button");
  target?.focus({ preventScroll: true });
}
