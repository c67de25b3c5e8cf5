/** Marking by question: the answers of the class to one question below each other, equal and similar ones in one group. */
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type AnswerGroup,
  type GradedFile,
  groupsOf,
  type Part,
  type PartScore,
  partsOf,
  scoreOfFile,
} from "../../lib/marking/course.ts";
import { rubricOf } from "../../lib/marking/marks.ts";
import { Icon } from "../ui/Icon.tsx";
import { AnswerText } from "./AnswerText.tsx";
import { labText, numberText } from "./labText.ts";
import { ITEM_KEYS, MarkRubric, signedPoints } from "./MarkRubric.tsx";
import type { GradedClass } from "./useGrading.ts";
import type { MarkActions, MarkingState } from "./useMarking.ts";
import { WORDS } from "./words.ts";

interface MarkAnswersProps {
  readonly graded: GradedClass;
  readonly state: MarkingState;
}

type ScoreOf = (gradedFile: GradedFile, part: Part) => PartScore | undefined;

export function MarkAnswers({ graded: { gradedFiles, labs }, state }: MarkAnswersProps) {
  const parts = useMemo(() => [...labs.values()].flatMap(partsOf), [labs]);
  const [chosen, setChosen] = useState(() => parts.findIndex(({ question }) => question?.kind === "text"));
  const { marking } = state;
  const scoreOf = useCallback<ScoreOf>(
    (gradedFile, { id }) => scoreOfFile(gradedFile, marking).parts.find((score) => score.part.id === id),
    [marking],
  );
  const counts = useMemo(() => countsOf(gradedFiles, marking), [gradedFiles, marking]);
  const part = parts[Math.max(0, chosen)];
  const place = useRef<HTMLDivElement>(null);
  if (part === undefined) return null;
  const go = (by: number) => {
    setChosen((Math.max(0, chosen) + by + parts.length) % parts.length);
    place.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="marking grid" ref={place}>
      <nav className="marking__parts scroll" aria-label={WORDS.questions}>
        {[...labs.values()].map((lab) => (
          <section key={lab.id}>
            <h2 className="t-12 ink-2">{labText(lab.title)}</h2>
            <ul>
              {parts.map((one, at) =>
                one.lab === lab.id ? (
                  <li key={one.id}>
                    <PartButton
                      part={one}
                      done={counts.get(one.id)?.done ?? 0}
                      all={counts.get(one.id)?.all ?? 0}
                      isChosen={one === part}
                      at={at}
                      choose={setChosen}
                    />
                  </li>
                ) : null,
              )}
            </ul>
          </section>
        ))}
      </nav>
      <Answers key={part.id} part={part} gradedFiles={gradedFiles} scoreOf={scoreOf} state={state} go={go} />
    </div>
  );
}

interface PartCount {
  /** Texts that were read, and other answers with full points. */
  done: number;
  all: number;
}

/** Counts by part in one pass, because a class of 120 with all labs has 2000 files with ten parts each. */
function countsOf(
  gradedFiles: readonly GradedFile[],
  marking: MarkingState["marking"],
): ReadonlyMap<string, Readonly<PartCount>> {
  const counts = new Map<string, PartCount>();
  for (const gradedFile of gradedFiles)
    for (const { part, mark, points } of scoreOfFile(gradedFile, marking).parts) {
      const count = counts.get(part.id) ?? { done: 0, all: 0 };
      if (count.all === 0) counts.set(part.id, count);
      count.all += 1;
      if (part.question?.kind === "text" ? mark !== undefined : points === part.of) count.done += 1;
    }
  return counts;
}

interface PartButtonProps extends Readonly<PartCount> {
  readonly part: Part;
  readonly isChosen: boolean;
  readonly at: number;
  readonly choose: (at: number) => void;
}

/** Drawn again only if it has changed: there are 200 cards, and a mark changes one. */
const PartButton = memo(function PartButton({ part, done, all, isChosen, at, choose }: PartButtonProps) {
  const isText = part.question?.kind === "text";
  return (
    <button
      type="button"
      className={`marking__part line gap-2 wide target bare r-1 t-13 to-left press ${isChosen ? "soft" : ""}`}
      aria-current={isChosen}
      onClick={() => choose(at)}
    >
      <span className="fill">
        {labText(part.step.title)} <span className="dim">{kindOf(part)}</span>
      </span>
      <span className={`mono t-12 ${isText && done < all ? "w-650" : ""}`}>
        {isText ? WORDS.readOf(done, all) : WORDS.fullOf(done, all)}
      </span>
    </button>
  );
});

function kindOf({ question }: Part): string {
  return question === undefined ? WORDS.task : WORDS.kinds[question.kind];
}

interface AnswersProps {
  readonly part: Part;
  readonly gradedFiles: readonly GradedFile[];
  readonly scoreOf: ScoreOf;
  readonly state: MarkingState;
  readonly go: (by: number) => void;
}

function Answers({ part, gradedFiles, scoreOf, state, go }: AnswersProps) {
  const { marking, actions, canUndo } = state;
  const groups = useMemo(() => groupsOf(part, gradedFiles), [part, gradedFiles]);
  const shown = useGrowing(groups.length);
  const items = rubricOf(marking, part.id);
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isTyping = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (isTyping && event.key === "Escape") focusPoints(list.current, groupAt(event.target));
    if (isTyping || event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key !== "z") return;
    const at = groupAt(event.target);
    const group = groups[at];
    const action = keyAction(event.key, {
      go,
      actions,
      items,
      part,
      scoreOf,
      gradedFiles: group?.gradedFiles ?? [],
    });
    if (action === undefined && !MOVES.has(event.key) && event.key !== "c") return;
    event.preventDefault();
    action?.();
    if (MOVES.has(event.key)) focusPoints(list.current, at + (MOVES.get(event.key) ?? 0));
    if (event.key === "c") list.current?.children[at]?.querySelector("textarea")?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
    <div className="marking__answers fill" onKeyDown={onKeyDown}>
      <header className="marking__head">
        <h2 className="t-15 w-600">{labText(part.step.title)}</h2>
        <p className="marking__asked">
          {part.question === undefined
            ? WORDS.task
            : labText(part.question.text).replace(/\{\{[^}]*\}\}/g, "…")}
        </p>
        <MarkRubric part={part} items={items} actions={actions} />
        <p className="row wrap gap-2">
          <button type="button" className="btn btn--small" disabled={!canUndo} onClick={actions.undo}>
            {WORDS.undoMark}
          </button>
          <span className="note">{WORDS.markKeys}</span>
        </p>
      </header>
      <ol className="above-3 tight no-marks" ref={list}>
        {groups.slice(0, shown).map((group, at) => (
          <GroupCard
            // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their order
            key={at}
            part={part}
            group={group}
            score={group.gradedFiles[0] && scoreOf(group.gradedFiles[0], part)}
            isMixed={
              new Set(group.gradedFiles.map((gradedFile) => markText(scoreOf(gradedFile, part)))).size > 1
            }
            disputed={group.gradedFiles.filter((gradedFile) => scoreOf(gradedFile, part)?.isDisputed).length}
            items={items}
            actions={actions}
          />
        ))}
      </ol>
    </div>
  );
}

/** Number of cards in a frame. */
const CARDS = 6;

/** A number that grows up to `count` from frame to frame, because all cards at once would make one long task. */
function useGrowing(count: number): number {
  const [shown, setShown] = useState(CARDS);
  useEffect(() => {
    if (shown >= count) return;
    const frame = requestAnimationFrame(() => setShown(shown + CARDS));
    return () => cancelAnimationFrame(frame);
  }, [shown, count]);
  return shown;
}

/** Equal for answers with equal marks. */
function markText(score: PartScore | undefined): string {
  const { mark, points } = score ?? {};
  return mark === undefined ? "" : JSON.stringify([points, mark.items, mark.comment]);
}

const MOVES: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["j", 1],
  ["ArrowUp", -1],
  ["k", -1],
]);
function groupAt(target: EventTarget): number {
  const at = target instanceof Element ? target.closest("[data-group]") : null;
  return at?.parentElement === null || at === null ? -1 : Array.from(at.parentElement.children).indexOf(at);
}

function focusPoints(list: HTMLOListElement | null, at: number): void {
  const card = list?.children[Math.min(Math.max(0, at), list.children.length - 1)];
  const points =
    card?.querySelector<HTMLElement>('[data-points][aria-pressed="true"]') ??
    card?.querySelector<HTMLElement>("[data-points]");
  points?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}

interface KeyContext {
  readonly go: (by: number) => void;
  readonly actions: MarkActions;
  readonly items: ReturnType<typeof rubricOf>;
  readonly part: Part;
  readonly gradedFiles: readonly GradedFile[];
  readonly scoreOf: ScoreOf;
}

function keyAction(key: string, context: KeyContext): (() => void) | undefined {
  const { go, actions, items, part, gradedFiles, scoreOf } = context;
  if (key === "n") return () => go(1);
  if (key === "p") return () => go(-1);
  if (key === "u" || key === "z") return actions.undo;
  const [first] = gradedFiles;
  if (first === undefined) return undefined;
  if (/^\d$/.test(key) && Number(key) <= part.of)
    return () => actions.mark(gradedFiles, part.id, { points: Number(key) });
  if (key === "Backspace" || key === "Delete") return () => actions.unmark(gradedFiles, part.id);
  const item = key.length === 1 ? items[ITEM_KEYS.indexOf(key)] : undefined;
  if (item === undefined) return undefined;
  const own = scoreOf(first, part)?.mark?.items ?? [];
  return () => actions.mark(gradedFiles, part.id, { items: toggled(own, item.id) });
}

const toggled = (list: readonly string[], id: string): string[] =>
  list.includes(id) ? list.filter((one) => one !== id) : [...list, id];

interface GroupCardProps {
  readonly part: Part;
  readonly group: AnswerGroup;
  readonly score: PartScore | undefined;
  /** The answers of the group have different marks. */
  readonly isMixed: boolean;
  readonly disputed: number;
  readonly items: ReturnType<typeof rubricOf>;
  readonly actions: MarkActions;
}

const GroupCard = memo(function GroupCard(props: GroupCardProps) {
  const { part, group, score, isMixed, disputed, items, actions } = props;
  const { gradedFiles, isEqual } = group;
  const [first] = gradedFiles;
  const [isOpen, setIsOpen] = useState(false);
  if (first === undefined) return null;
  return (
    <li className="mark-card grid gap-4 surface r-2" data-group>
      <div className={score?.mark === undefined ? "" : "ink-2"}>
        <p className="row wrap gap-2 t-12">
          <strong>
            {gradedFiles.length === 1
              ? WORDS.oneAnswer
              : isEqual
                ? WORDS.equal(gradedFiles.length)
                : WORDS.alike(gradedFiles.length)}
          </strong>
          {isMixed ? <span className="warn">{WORDS.mixedMarks}</span> : null}
          {disputed > 0 ? <span className="warn">{WORDS.disputed(disputed)}</span> : null}
        </p>
        <AnswerText part={part} gradedFile={first} />
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="note">
            {isEqual ? WORDS.whose(gradedFiles.length) : WORDS.eachAnswer(gradedFiles.length)}
          </summary>
          {isOpen ? (
            <ul>
              {gradedFiles.map((gradedFile) => (
                <li key={gradedFile.key} className="around-2">
                  <span className="note anywhere">
                    {gradedFile.student.name} {gradedFile.student.number} · {gradedFile.graded.file}
                  </span>
                  {isEqual ? null : <AnswerText part={part} gradedFile={gradedFile} />}
                </li>
              ))}
            </ul>
          ) : null}
        </details>
      </div>
      <Marks {...{ part, gradedFiles, score, items, actions }} />
    </li>
  );
});

interface MarksProps extends Pick<GroupCardProps, "part" | "score" | "items" | "actions"> {
  readonly gradedFiles: readonly GradedFile[];
}

function Marks({ part, gradedFiles, score, items, actions }: MarksProps) {
  const mark = score?.mark;
  const points = mark === undefined ? undefined : score?.points;
  return (
    <div className="stack gap-2">
      <p className="row apart">
        <span className="t-12 ink-2">
          {gradedFiles.length === 1 ? WORDS.pointsHere : WORDS.pointsToAll(gradedFiles.length)}
        </span>
        <strong className="mono">
          {mark === undefined && part.question?.kind === "text" ? "–" : numberText(score?.points ?? 0)} /{" "}
          {part.of}
        </strong>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not a form */}
      <div className="seg" role="group" aria-label={WORDS.pointsHere}>
        {stepsOf(part.of).map((value) => (
          <button
            key={value}
            type="button"
            className="target"
            data-points
            aria-pressed={points === value}
            onClick={() => actions.mark(gradedFiles, part.id, { points: value, items: [] })}
          >
            {numberText(value)}
          </button>
        ))}
      </div>
      {items.map((item, at) => (
        <label key={item.id} className="row gap-2 t-12">
          <input
            type="checkbox"
            checked={mark?.items.includes(item.id) ?? false}
            onChange={() =>
              actions.mark(gradedFiles, part.id, { items: toggled(mark?.items ?? [], item.id) })
            }
          />
          <kbd>{ITEM_KEYS[at]}</kbd>
          <span className="fill">{item.text}</span>
          <span className="mono">{signedPoints(item.points)}</span>
        </label>
      ))}
      <Comment
        key={mark?.unixMilliseconds}
        comment={mark?.comment ?? ""}
        keep={(comment) => actions.mark(gradedFiles, part.id, { comment })}
      />
      {mark === undefined ? null : (
        <button
          type="button"
          className="btn btn--ghost btn--small"
          onClick={() => actions.unmark(gradedFiles, part.id)}
        >
          <Icon name="close" />
          {WORDS.takeBack}
        </button>
      )}
    </div>
  );
}

/** Half points if there are few points, so that the row of buttons stays short. */
function stepsOf(of: number): readonly number[] {
  const step = of <= 3 ? 0.5 : Math.ceil(of / 10);
  const count = Math.floor(of / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** Stored when the field loses the focus. */
function Comment({ comment, keep }: { readonly comment: string; readonly keep: (comment: string) => void }) {
  return (
    <textarea
      className="field mark-card__comment wide target"
      aria-label={WORDS.comment}
      placeholder={WORDS.comment}
      maxLength={2000}
      rows={1}
      defaultValue={comment}
      onBlur={({ currentTarget: { value } }) => {
        if (value !== comment) keep(value);
      }}
    />
  );
}
