import { type SubmitEvent, useState } from "react";
import { textIn } from "../../lib/story/caption.ts";
import { moved, type NoteStep, noteFault, notesOf, storyFromNotes } from "../../lib/story/fromNotes.ts";
import {
  CAPTION_CHARACTER_LIMIT,
  CAPTION_WORD_LIMIT,
  LABEL_CHARACTER_LIMIT,
  wordsIn,
} from "../../scenarios/story/story.ts";
import { useActions, useApp, useSession } from "../state/hooks.ts";
import { currentLanguage } from "../text/language.ts";
import { t } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import { Icon } from "../ui/Icon.tsx";
import "./storyForm.css";

const LEAST_VISIBLE_CYCLES = 10;

/** Bookmarks as steps of a story of this scenario: their notes are the captions. */
export default function StoryForm({ onDone }: { readonly onDone: () => void }) {
  const session = useSession();
  const { editScenario, setTold, notify } = useActions();
  const scenario = useApp((state) => state.scenario);
  const bookmarks = useApp((state) => state.bookmarks);
  const language = currentLanguage();
  const own = scenario?.story;
  const [title, setTitle] = useState(() => (own === undefined ? "" : textIn(own.title, language)));
  const [notes, setNotes] = useState(() => notesOf(own, bookmarks, language));
  const [isAsked, ask] = useState(false);
  const visibleCycles = Math.max(LEAST_VISIBLE_CYCLES, session.position().visibleCycles);
  const story = storyFromNotes(title, notes, visibleCycles, language);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    ask(true);
    if (story === undefined || scenario === undefined) return;
    setTold(undefined);
    const outcome = await editScenario({ ...scenario, story });
    if (outcome.status === "refused") notify("error", outcome.error.message);
    if (outcome.status !== "running") return;
    onDone();
    setTold(1);
  }

  const change = (index: number, caption: string) =>
    setNotes(notes.map((note, at) => (at === index ? { ...note, caption } : note)));
  return (
    <form className="storyform grid gap-3 hair-above" onSubmit={(event) => void submit(event)} noValidate>
      <label className="grid gap-1 slim t-12">
        <span>{t("Title, a question that the story answers")}</span>
        <input
          className="field"
          maxLength={LABEL_CHARACTER_LIMIT}
          autoComplete="off"
          value={title}
          aria-invalid={isAsked && title.trim() === ""}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <ol className="grid gap-3">
        {notes.map((note, index) => (
          <Step
            key={note.cycle}
            note={note}
            isAsked={isAsked}
            onChange={(caption) => change(index, caption)}
            onMove={
              index === 0
                ? undefined
                : () => {
                    setNotes(moved(notes, index, -1));
                  }
            }
            onRemove={notes.length === 1 ? undefined : () => setNotes(notes.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <p role="status" className="storyform__fault t-12 ink-drop">
        {isAsked && story === undefined
          ? t("A title and a caption of at most {words} words for each step.", { words: CAPTION_WORD_LIMIT })
          : null}
      </p>
      <div className="flex gap-2">
        <button type="submit" className="btn btn--primary btn--small">
          {t("Show the story")}
        </button>
        <button type="button" className="btn btn--small" onClick={onDone}>
          {t("Keep as bookmarks")}
        </button>
      </div>
    </form>
  );
}

interface StepProps {
  readonly note: NoteStep;
  readonly isAsked: boolean;
  readonly onChange: (caption: string) => void;
  readonly onMove: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function Step({ note: { cycle, caption }, isAsked, onChange, onMove, onRemove }: StepProps) {
  const number = formatInteger(cycle);
  const fault = noteFault(caption);
  return (
    <li className="storyform__step grid middle gap-1">
      <label className="storyform__caption grid gap-1 slim t-12">
        <span>
          {t("Caption at cycle {cycle}", { cycle: number })}{" "}
          <span className="dim">
            {t("{count} of {of} words", { count: wordsIn(caption), of: CAPTION_WORD_LIMIT })}
          </span>
        </span>
        <textarea
          className="field"
          rows={2}
          maxLength={CAPTION_CHARACTER_LIMIT}
          value={caption}
          aria-invalid={fault === "long" || (isAsked && fault === "empty")}
          onChange={(event) => onChange(event.target.value.replace(/\p{Cc}+/gu, " "))}
        />
      </label>
      <button
        type="button"
        className="btn btn--ghost btn--small btn--icon"
        aria-label={t("Move the step at cycle {cycle} up", { cycle: number })}
        title={t("Up")}
        disabled={onMove === undefined}
        onClick={onMove}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="btn btn--ghost btn--small btn--icon"
        aria-label={t("Leave out the step at cycle {cycle}", { cycle: number })}
        title={t("Leave out")}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
