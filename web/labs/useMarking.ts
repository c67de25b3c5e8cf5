/** The marks of the page: every change can be undone, and the browser asks before unsaved ones are lost. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { GradedFile } from "../../lib/marking/course.ts";
import {
  type Mark,
  type Marking,
  marksOf,
  mergedMarking,
  NO_MARKING,
  type RubricItem,
  withMarks,
  withRubric,
} from "../../lib/marking/marks.ts";

/** Changes to the mark of an answer. `points: undefined` restores the computed points. */
type MarkChange = Partial<Pick<Mark, "items" | "comment">> & { readonly points?: number | undefined };

export interface MarkActions {
  readonly mark: (gradedFiles: readonly GradedFile[], part: string, change: MarkChange) => void;
  /** Removes the user's own marks. */
  readonly unmark: (gradedFiles: readonly GradedFile[], part: string) => void;
  readonly setItem: (item: Pick<RubricItem, "part" | "points" | "text"> & { readonly id?: string }) => void;
  readonly removeItem: (item: RubricItem) => void;
  readonly undo: () => void;
  readonly merge: (marking: Marking) => void;
  readonly setSaved: () => void;
}

export interface MarkingState {
  readonly marking: Marking;
  readonly by: string;
  readonly setBy: (by: string) => void;
  readonly canUndo: boolean;
  readonly isSaved: boolean;
  readonly actions: MarkActions;
}

/** Previous state of the objects that a change affects. */
interface Undo {
  readonly marks: readonly (readonly [key: string, before: Mark | undefined])[];
  readonly items: readonly (readonly [id: string, before: RubricItem | undefined])[];
}

/** Module state, so that marks that are not saved survive a visit to another page. */
let kept: Pick<MarkingState, "marking" | "by" | "isSaved"> & { readonly undos: readonly Undo[] } = {
  ...{ marking: NO_MARKING, by: "", isSaved: true, undos: [] },
};

const askBeforeLoss = (event: BeforeUnloadEvent) => event.preventDefault();

export function useMarking(): MarkingState {
  const [marking, setMarking] = useState(kept.marking);
  const [by, setBy] = useState(kept.by);
  const [undos, setUndos] = useState(kept.undos);
  const [isSaved, setIsSaved] = useState(kept.isSaved);
  const latest = useRef({ marking, by, undos, unixMilliseconds: 0 });
  latest.current = { ...latest.current, marking, by, undos };
  useEffect(() => {
    kept = { marking, by, isSaved, undos };
  }, [marking, by, isSaved, undos]);
  useEffect(() => {
    if (isSaved) window.removeEventListener("beforeunload", askBeforeLoss);
    else window.addEventListener("beforeunload", askBeforeLoss);
  }, [isSaved]);

  const change = useCallback(
    (marks: readonly Mark[], items: readonly RubricItem[], undos: readonly Undo[]) => {
      const next = withRubric(withMarks(latest.current.marking, marks), items);
      latest.current = { ...latest.current, marking: next, undos };
      setMarking(next);
      setUndos(undos);
      setIsSaved(false);
    },
    [],
  );

  /** A time after every mark so far, so that the change counts even if the clock is wrong. */
  const now = useCallback((): Pick<Mark, "by" | "unixMilliseconds"> => {
    const { by, unixMilliseconds: last } = latest.current;
    const unixMilliseconds = Math.max(Date.now(), last + 1);
    latest.current.unixMilliseconds = unixMilliseconds;
    return { by, unixMilliseconds };
  }, []);

  const actions = useMemo((): MarkActions => {
    const apply = (marks: readonly Mark[], items: readonly RubricItem[] = []) => {
      const { marking, undos } = latest.current;
      const undo: Undo = {
        marks: marks.map((mark) => {
          const key = `${mark.submission} ${mark.part} ${mark.by}`;
          return [key, marking.marks.get(key)];
        }),
        items: items.map(({ id }) => [id, marking.rubric.get(id)]),
      };
      change(marks, items, [...undos, undo]);
    };
    return {
      mark: (gradedFiles, part, { items, comment, ...points }) => {
        const find = marksOf(latest.current.marking);
        const made = now();
        apply(
          gradedFiles.map(({ key }) => {
            const marks = find(key, part);
            const { points: before, ...own } = marks.find((one) => one.by === made.by) ?? marks[0] ?? EMPTY;
            const value = "points" in points ? points.points : before;
            const isFinal = marks.some((one) => one.by !== made.by);
            return {
              ...{
                submission: key,
                part,
                items: items ?? own.items,
                comment: comment ?? own.comment,
                ...made,
              },
              ...(value === undefined ? {} : { points: value }),
              ...(isFinal ? { isFinal: true as const } : {}),
            };
          }),
        );
      },
      unmark: (gradedFiles, part) => {
        const find = marksOf(latest.current.marking);
        const made = now();
        const own = gradedFiles.flatMap(({ key }) => find(key, part).find((one) => one.by === made.by) ?? []);
        if (own.length > 0) apply(own.map((mark) => ({ ...mark, ...made, isGone: true as const })));
      },
      setItem: ({ id = newId(), ...item }) => apply([], [{ id, ...item, ...now() }]),
      removeItem: (item) => apply([], [{ ...item, ...now(), isGone: true }]),
      undo: () => {
        const { undos, marking } = latest.current;
        const last = undos.at(-1);
        if (last === undefined) return;
        const { unixMilliseconds } = now();
        const marks = last.marks.flatMap(([key, before]) => {
          const mark = before ?? marking.marks.get(key);
          if (mark === undefined) return [];
          return [{ ...mark, unixMilliseconds, ...(before === undefined ? { isGone: true as const } : {}) }];
        });
        const items = last.items.flatMap(([id, before]) => {
          const item = before ?? marking.rubric.get(id);
          if (item === undefined) return [];
          return [{ ...item, unixMilliseconds, ...(before === undefined ? { isGone: true as const } : {}) }];
        });
        change(marks, items, undos.slice(0, -1));
      },
      merge: (other) => {
        if (other.marks.size + other.rubric.size === 0) return;
        const next = mergedMarking(latest.current.marking, other);
        latest.current.marking = next;
        for (const { unixMilliseconds } of other.marks.values())
          latest.current.unixMilliseconds = Math.max(latest.current.unixMilliseconds, unixMilliseconds);
        setMarking(next);
      },
      setSaved: () => setIsSaved(true),
    };
  }, [change, now]);

  return { marking, by, setBy, canUndo: undos.length > 0, isSaved, actions };
}

const EMPTY: Pick<Mark, "items" | "comment"> & { readonly points?: number } = { items: [], comment: "" };

/** Assistants make items on their own, so an id must not collide. */
const newId = () => crypto.randomUUID().slice(0, 18);
