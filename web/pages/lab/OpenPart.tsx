import type { OpenParts } from "../../../lib/labs/progress.ts";
import { WORDS } from "./words.ts";

interface OpenPartProps {
  readonly id: string;
  readonly open: OpenParts;
}

/** Why the next step does not open yet, and the way there. */
export function OpenPart({ id, open }: OpenPartProps) {
  const part = nextPart(open);
  if (part === undefined) return null;
  return (
    <button type="button" id={id} className="lab__open" onClick={() => goTo(part.place)}>
      {part.text}
    </button>
  );
}

export const TASK_PLACE = "task";
export const questionPlace = (id: string): string => `question-${id}`;

/** As the page asks: predictions, the task, the rest; what is only not kept yet comes last. */
function nextPart({ questions, task }: OpenParts) {
  const prediction = questions.find(({ kind }) => kind === "prediction");
  if (prediction !== undefined) return { text: WORDS.lockFirst, place: questionPlace(prediction.id) };
  const first = questions.find(({ kind }) => kind !== "text");
  if (first !== undefined)
    return { text: WORDS.questionsOpen(questions.length), place: questionPlace(first.id) };
  if (task) return { text: WORDS.taskOpen, place: TASK_PLACE };
  const [text] = questions;
  return text && { text: WORDS.textOpen, place: questionPlace(text.id) };
}

function goTo(place: string): void {
  const element = document.getElementById(place);
  element?.scrollIntoView({ block: "center" });
  element?.querySelector<HTMLElement>(":is(input,textarea,select)")?.focus({ preventScroll: true });
}
