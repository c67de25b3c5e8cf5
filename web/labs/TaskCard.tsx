import { useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import { isAllowed, isProgramField, withChanges } from "../../lib/labs/changes.ts";
import { comparedFigure, type Finding, isBetter } from "../../lib/labs/judge.ts";
import { type LabStep, type LabTask, stepOf } from "../../lib/labs/lab.ts";
import { leaderOf } from "../../lib/labs/machines.ts";
import {
  type Aside,
  asJudged,
  draftPlace,
  isTaskOver,
  progressIn,
  showsBestKnown,
} from "../../lib/labs/progress.ts";
import { changeField, readFieldText } from "../../lib/scenarioFields/change.ts";
import { type Field, fieldsOf } from "../../lib/scenarioFields/describe.ts";
import { builtinLab } from "../../scenarios/labs/index.ts";
import { useApp } from "../state/hooks.ts";
import { translatedMessage } from "../text/message.ts";
import { editedNumber } from "../text/numbers.ts";
import { t, translated } from "../text/t.ts";
import { typedQuantity } from "../text/typedQuantity.ts";
import { Icon } from "../ui/Icon.tsx";
import { SmallButton } from "./labButtons.tsx";
import { type LabSession, type Trial, typedIn } from "./labSession.ts";
import { labText, numberText, unitText } from "./labText.ts";
import { TASK_PLACE } from "./OpenPart.tsx";
import { ProgramField } from "./ProgramField.tsx";
import { placeOf, withPageNames } from "./pageNames.ts";
import { useTyped } from "./useTyped.ts";
import { WORDS } from "./words.ts";

interface TaskCardProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly task: LabTask;
}

/** Fields that may be changed, and goals that tick as the machine meets them. */
export function TaskCard({ lab, step, task }: TaskCardProps) {
  const trial = useStore(lab.store, (state) => state.trial);
  const best = useStore(lab.store, (state) => progressIn(state.progress, step.id).task);
  const scenario = useApp((state) => state.scenario);
  const fields = useMemo(
    () =>
      scenario === undefined ? [] : fieldsOf(scenario).filter(({ name }) => isAllowed(name, task.change)),
    [scenario, task],
  );
  const program = fields.find(isSource);
  const isTyped = useStore(
    lab.store,
    (state) =>
      program !== undefined && typedIn(state, step.id, draftPlace({ field: program.name })) !== undefined,
  );
  const now = trial.status === "done" ? trial.judged : undefined;
  const met = now?.met ?? best?.met ?? [];
  const allMet = best?.met.every(Boolean) ?? false;
  const isBestShown = useStore(lab.store, (state) => showsBestKnown(progressIn(state.progress, step.id)));
  const leader = task.figure && leaderOf(lab.bench.lab, task.figure, lab.bench.seed);
  const figure = comparedFigure(task, met, now?.figure);
  return (
    <section className="task hair-2 r-3" id={TASK_PLACE} aria-label={WORDS.task}>
      <h3 className="lab__label">{WORDS.mayChange}</h3>
      <div className="task__fields grid around-2">
        {fields.map((field) =>
          isSource(field) ? (
            <ProgramField key={field.name} lab={lab} step={step} field={field} />
          ) : (
            <TaskField key={field.name} lab={lab} step={step} field={field} />
          ),
        )}
      </div>
      <StartAgain lab={lab} step={step} task={task} />
      <TakeOver lab={lab} step={step} task={task} field={program} />
      <h3 className="lab__label flex apart above-3">
        {WORDS.goals}
        <span className="mono">{WORDS.goalsMet(met.filter(Boolean).length, task.goals.length)}</span>
      </h3>
      <ul className={isTyped ? "checks dim" : "checks"}>
        {task.goals.map(({ text, reached, nearBest }, index) => (
          <li key={text} data-met={met[index] === true}>
            <span className="checks__box" aria-hidden="true">
              {met[index] === true ? <Icon name="check" /> : null}
            </span>
            <span>
              {labText(text)}
              <span className="sr-only">, {met[index] === true ? WORDS.met : WORDS.notMet}</span>
              {nearBest === undefined ? (
                <Reached value={now?.reached[index]} unit={reached?.unit} />
              ) : (
                <Reached value={figure} unit={task.figure?.unit} leader={leader} />
              )}
              <Found lab={lab} step={step} task={task} finding={now?.findings[index]} />
            </span>
          </li>
        ))}
      </ul>
      <p className="task__state t-12 ink-2 around-2" role="status">
        {withPageNames(stateText(trial, program, isTyped), lab.designOf(step))}
      </p>
      {best !== undefined && now !== undefined && isBetter(task, asJudged(best), now) ? (
        <p className="dim">{WORDS.bestIsHandedIn(best.met.filter(Boolean).length, task.goals.length)}</p>
      ) : null}
      {task.figure === undefined ? null : (
        <dl className="task__figures grid gap-2 hair-above above-3">
          <Figure
            name={WORDS.figure(labText(task.figure.text))}
            value={now?.figure}
            unit={task.figure.unit}
          />
          <Figure name={WORDS.best} value={allMet ? best?.figure : undefined} unit={task.figure.unit} />
          {isBestShown ? <Figure name={WORDS.leader} value={leader} unit={task.figure.unit} /> : null}
        </dl>
      )}
      {allMet ? null : <LeaveTask lab={lab} step={step} />}
    </section>
  );
}

/** Back to the machine of the lab, and from there back to the student's own design. */
function StartAgain({ lab, step, task }: TaskCardProps) {
  const aside = useStore(lab.store, (state) => progressIn(state.progress, step.id).aside);
  const go = (instead: Aside | undefined) => exchange({ lab, step, task }, instead);
  return (
    <div className="row wrap gap-2">
      <SmallButton name={WORDS.startAgain} onPress={() => go(undefined)} />
      {aside === undefined ? null : (
        <SmallButton
          name={task.change.some(isProgramField) ? WORDS.bringProgramBack : WORDS.bringBack}
          onPress={() => go(aside)}
        />
      )}
    </div>
  );
}

/** Puts the design and all typed text aside. Undefined: the machine of the lab replaces the design. */
function exchange({ lab, step, task }: TaskCardProps, instead: Aside | undefined): void {
  const made = withChanges(lab.bench.scenarioOf(step.machine), instead?.changes ?? [], task.change);
  lab.tell({ do: "set-aside", step: step.id, instead });
  if (made.ok) void lab.change(step, made.scenario);
}

/** Puts the student's program of an earlier step or lab into the editor. The previous text can be restored. */
function TakeOver({ lab, step, task, field }: TaskCardProps & { readonly field: Field | undefined }) {
  const { startsFrom } = task;
  const program = startsFrom && lab.programIn(startsFrom);
  if (startsFrom === undefined || field === undefined || program === undefined) return null;
  const from =
    startsFrom.lab === undefined
      ? labText(stepOf(lab.bench.lab, startsFrom.step)?.title ?? "")
      : translated(builtinLab(startsFrom.lab)?.title ?? "");
  const taken: Aside = { changes: [], drafts: { [draftPlace({ field: field.name })]: { text: program } } };
  return <SmallButton name={WORDS.takeOver(from)} onPress={() => exchange({ lab, step, task }, taken)} />;
}

function LeaveTask({ lab, step }: Omit<TaskCardProps, "task">) {
  const done = useStore(lab.store, (state) => progressIn(state.progress, step.id));
  const isOver = isTaskOver(done);
  return (
    <div className="row wrap gap-2 above-2">
      {done.taskLeft ? <span className="dim t-12">{isOver ? WORDS.taskOver : WORDS.taskLeft}</span> : null}
      {isOver ? null : done.taskLeft ? (
        <SmallButton name={WORDS.takeTaskBack} onPress={() => lab.tell({ do: "take-back", step })} />
      ) : (
        <SmallButton name={WORDS.leaveTask} onPress={() => lab.tell({ do: "leave-task", step: step.id })} />
      )}
    </div>
  );
}

/** True for the source of a program. */
const isSource = ({ path }: Field): boolean => path.at(-1) === "source" && path.at(-2) === "program";

interface ReachedProps {
  readonly value: number | undefined;
  readonly unit?: string | undefined;
  /** The best known value, if the goal is to come near it. It may be the answer to the task, so it is not shown itself. */
  readonly leader?: number | undefined;
}

/** The value of a goal on the machine that has just run. */
function Reached({ value, unit = "", leader }: ReachedProps) {
  if (value === undefined) return null;
  const text = numberText(value, unit);
  return (
    <>
      {" "}
      <span className="mono dim">
        {leader === undefined
          ? WORDS.reached(text)
          : WORDS.reachedOfBest(text, numberText((100 * value) / leader, "%"))}
      </span>
    </>
  );
}

/** The actual contents on the machine that has just run, if they differ from the goal. */
function Found({ lab, step, task, finding }: TaskCardProps & { readonly finding: Finding | undefined }) {
  if (finding === undefined) return null;
  const { machine, message } = finding;
  const title = machine && lab.bench.lab.machines[machine]?.title;
  const { figure } = task;
  const said = translatedMessage(message);
  const text = withPageNames(
    figure === undefined ? said : said.replace(figure.value, labText(figure.text)),
    lab.designOf(step),
  );
  return (
    <span className="block ink-2 anywhere">
      {title === undefined ? text : WORDS.foundOn(labText(title), text)}
    </span>
  );
}

function Figure({
  name,
  value,
  unit,
}: {
  readonly name: string;
  readonly value: number | undefined;
  readonly unit: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono">{value === undefined ? "–" : numberText(value, unit)}</dd>
    </div>
  );
}

/** `isTyped`: the program has changed since it ran last. */
function stateText(trial: Trial, program: Field | undefined, isTyped: boolean): string {
  switch (trial.status) {
    case "none":
      return program === undefined ? WORDS.untouched : WORDS.programUntouched;
    case "running":
      return WORDS.running;
    case "refused":
      return WORDS.refused(trial.message);
    case "done":
      return isTyped ? WORDS.goalsOfLastRun : "";
  }
}

interface TaskFieldProps extends Omit<TaskCardProps, "task"> {
  readonly field: Field;
}

/** Enter and losing the focus accept the typed text. What is refused stays typed. */
function TaskField({ lab, step, field }: TaskFieldProps) {
  const id = useId();
  const before = typeof field.value === "number" ? editedNumber(field.value) : String(field.value ?? "");
  const [typed, setText, forget] = useTyped(lab, step.id, { field: field.name });
  const text = typed ?? before;
  const [error, setError] = useState<string | undefined>(undefined);

  const refuse = (message: string) => setError(withPageNames(translatedMessage(message), lab.designOf(step)));

  async function apply(value: string): Promise<void> {
    const read = readFieldText(field, field.of.kind === "number" ? typedQuantity(value) : value);
    const changed = read.ok ? changeField(lab.designOf(step), field, read.value) : read;
    if (!changed.ok) {
      refuse(changed.message);
      return;
    }
    setError(undefined);
    const outcome = await lab.change(step, changed.scenario);
    if (outcome.status === "refused") refuse(outcome.error.message);
    else forget();
  }

  return (
    <form
      className="task__field grid middle across"
      onSubmit={(event) => {
        event.preventDefault();
        void apply(text);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        if (text !== before) void apply(text);
        else if (typed !== undefined) forget();
      }}
    >
      <label htmlFor={id} title={translated(field.description)}>
        {translated(field.title)}
        <span className="block small">{placeOf(field)}</span>
      </label>
      <span className="task__input">
        {field.of.kind === "choice" || field.of.kind === "switch" ? (
          <select
            id={id}
            name={field.name}
            className="field"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              const { value } = event.currentTarget;
              void apply(value);
            }}
          >
            {(field.of.kind === "switch" ? ["false", "true"] : field.of.options).map((option) => (
              <option key={option} value={option}>
                {field.of.kind === "switch" ? (option === "true" ? t("on") : t("off")) : option}
              </option>
            ))}
          </select>
        ) : (
          <>
            <input
              id={id}
              name={field.name}
              className="field mono"
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              value={text}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-error`}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <span className="unit">{unitText(field.unit)}</span>
            <button type="submit" className="btn btn--small" disabled={text === before}>
              {WORDS.apply}
            </button>
          </>
        )}
      </span>
      <span className="question__error across" id={`${id}-error`}>
        {error}
      </span>
    </form>
  );
}
