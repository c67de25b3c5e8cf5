/** Makes a story from notes at cycles. Each note becomes a step, in the order that its author chooses. */
import {
  CAPTION_WORD_LIMIT,
  STORY_STEP_LIMIT,
  type Story,
  type StoryStep,
  wordsIn,
} from "../../scenarios/story/story.ts";
import { textIn } from "./caption.ts";

export interface NoteStep {
  readonly cycle: number;
  readonly caption: string;
  /** The step of an earlier version of the story, whose other fields stay. */
  readonly step?: StoryStep;
}

type NoteFault = "empty" | "long";

/** Undefined if the text can be a caption. */
export function noteFault(caption: string): NoteFault | undefined {
  const words = wordsIn(caption);
  if (words === 0) return "empty";
  return words > CAPTION_WORD_LIMIT ? "long" : undefined;
}

/** The steps of an earlier version that are at cycles, then the notes at other cycles. The list has at most as many
 * steps as a story may have. */
export function notesOf(
  story: Story | undefined,
  bookmarks: readonly { readonly cycle: number; readonly note: string }[],
  language: "en" | "de",
): readonly NoteStep[] {
  const steps = (story?.steps ?? []).flatMap((step): readonly NoteStep[] =>
    step.at?.on === "cycle" ? [{ cycle: step.at.cycle, caption: textIn(step.caption, language), step }] : [],
  );
  const there = new Set(steps.map(({ cycle }) => cycle));
  const added = bookmarks
    .filter(({ cycle }) => !there.has(cycle))
    .map(({ cycle, note }) => ({ cycle, caption: note }));
  return [...steps, ...added].slice(0, STORY_STEP_LIMIT);
}

/** Undefined if the title or all steps are missing, or if a note cannot be a caption. */
export function storyFromNotes(
  title: string,
  notes: readonly NoteStep[],
  visibleCycles: number,
  language: "en" | "de",
): Story | undefined {
  if (title.trim() === "" || notes.length === 0 || notes.length > STORY_STEP_LIMIT) return undefined;
  if (notes.some(({ caption }) => noteFault(caption) !== undefined)) return undefined;
  return {
    title: title.trim(),
    steps: notes.map(({ cycle, caption, step }, index) => {
      const isUnchanged = step !== undefined && textIn(step.caption, language) === caption;
      return {
        visibleCycles: index === 0 ? visibleCycles : undefined,
        ...step,
        at: { on: "cycle", cycle },
        light: step?.light ?? [],
        caption: isUnchanged ? step.caption : caption.trim(),
      };
    }),
  };
}

/** The list with the entry at `index` moved by one place. */
export function moved<T>(list: readonly T[], index: number, by: 1 | -1): readonly T[] {
  const [one, other] = [list[index], list[index + by]];
  if (one === undefined || other === undefined) return list;
  return list.map((entry, at) => (at === index ? other : at === index + by ? one : entry));
}
