/** The panel of breakpoints: a list of them, and a form for another one. */
import { type SubmitEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { compileCondition } from "../../../lib/breakpoints/condition.ts";
import type { ProgramNames } from "../../../lib/breakpoints/programWords.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import {
  BREAKPOINT_LIMIT,
  type Breakpoint,
  CONDITION_CHARACTER_LIMIT,
  HIT_NUMBER_LIMIT,
} from "../../../scenarios/link/marks.ts";
import { hasPrograms } from "../../../scenarios/software/steps.ts";
import { watchedFor } from "../../state/breakpointHits.ts";
import { useActions, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { translatedMessage } from "../../text/message.ts";
import { t, tCount } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { conditionText, type Preset, presetsOf } from "./presets.ts";
import "./marks.css";

const READING_INTERVAL_MS = 150;

/** Loaded when it is opened first. */
export default function BreakpointPanel() {
  const { setBreakpoints, runToBreakpoint } = useActions();
  const scenario = useApp((state) => state.scenario);
  const breakpoints = useApp((state) => state.breakpoints);
  const replace = (index: number, by: readonly Breakpoint[]) =>
    setBreakpoints(breakpoints.toSpliced(index, 1, ...by));
  if (scenario === undefined) return null;
  return (
    <div className="grid gap-3">
      <div className="row gap-2">
        <h2 className="grow t-13 w-600">{t("Breakpoints")}</h2>
        <button
          type="button"
          className="btn btn--small"
          disabled={breakpoints.length === 0}
          onClick={() => runToBreakpoint(-1)}
        >
          <Icon name="back" />
          {t("previous")}
          <kbd>{t("⇧B")}</kbd>
        </button>
        <button
          type="button"
          className="btn btn--small"
          disabled={breakpoints.length === 0}
          onClick={() => runToBreakpoint(1)}
        >
          {t("next")}
          <Icon name="forward" />
          <kbd>{t("B")}</kbd>
        </button>
      </div>
      {breakpoints.length === 0 ? (
        <p className="note">
          {t("Play stops right after the cycle in which a condition becomes true, whatever the speed.")}
        </p>
      ) : (
        <ul className="marks__list grid scroll-down" aria-label={t("Breakpoints")}>
          {breakpoints.map((breakpoint, index) => (
            <Row
              // Two may be the same: their place is what they are.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              breakpoint={breakpoint}
              scenario={scenario}
              onChange={(changed) => replace(index, [changed])}
              onRemove={() => replace(index, [])}
            />
          ))}
        </ul>
      )}
      {breakpoints.length < BREAKPOINT_LIMIT ? (
        <BreakpointForm
          scenario={scenario}
          onAdd={(condition) =>
            setBreakpoints([...breakpoints, { condition, fromHit: 1, everyHits: 1, enabled: true }])
          }
        />
      ) : null}
    </div>
  );
}

interface RowProps {
  readonly breakpoint: Breakpoint;
  readonly scenario: Scenario;
  readonly onChange: (breakpoint: Breakpoint) => void;
  readonly onRemove: () => void;
}

function Row({ breakpoint, scenario, onChange, onRemove }: RowProps) {
  const { condition, enabled, fromHit, everyHits } = breakpoint;
  const words = conditionText(condition, scenario);
  return (
    <li className="marks__row grid middle hair-below" data-off={!enabled}>
      <label className="marks__on row gap-2 slim press target">
        <input
          type="checkbox"
          checked={enabled}
          onChange={(event) => onChange({ ...breakpoint, enabled: event.currentTarget.checked })}
        />
        {words.isCode ? (
          <code className="mono">{condition}</code>
        ) : (
          <span className="marks__words grid slim">
            {words.text}
            <code className="mono">{condition}</code>
          </span>
        )}
      </label>
      <button
        type="button"
        className="btn btn--ghost btn--small btn--icon"
        aria-label={t("Remove {condition}", { condition })}
        title={t("Remove")}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
      <p className="marks__detail row wrap apart across note">
        <Hits breakpoint={breakpoint} />
        <span className="marks__counts flex gap-3">
          <CountField
            label={t("from hit")}
            of={condition}
            value={fromHit}
            onChange={(value) => onChange({ ...breakpoint, fromHit: value })}
          />
          <CountField
            label={t("every")}
            of={condition}
            value={everyHits}
            onChange={(value) => onChange({ ...breakpoint, everyHits: value })}
          />
        </span>
      </p>
    </li>
  );
}

/** Number of hits in the known part of the run. */
function Hits({ breakpoint }: { readonly breakpoint: Breakpoint }) {
  const watched = useThrottled(useLive().watch, READING_INTERVAL_MS);
  const endCycle = useApp((state) => state.endCycle);
  const stop = useApp((state) => state.stop);
  const condition = watchedFor(breakpoint, watched);
  if (condition?.refused !== undefined)
    return (
      <span className="loss" role="status">
        ✕ {translatedMessage(condition.refused)}
      </span>
    );
  const count = condition?.hits.length ?? 0;
  const isHere = stop?.breakpoint.condition === breakpoint.condition;
  const known = watched.knownTo >= endCycle ? "" : ` ${t("up to cycle {cycle}", { cycle: watched.knownTo })}`;
  const full =
    condition?.fullAtCycle === undefined
      ? ""
      : `, ${t("none are searched for after cycle {cycle}", { cycle: condition.fullAtCycle })}`;
  return (
    <span className="marks__hits">
      {isHere
        ? t("hit {number} of {of}", { number: stop.hit, of: count })
        : tCount(count, "{count} hit", "{count} hits")}
      {known}
      {full}
    </span>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly of: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function CountField({ label, of, value, onChange }: CountFieldProps) {
  return (
    <label>
      {label}
      <input
        className="field mono marks__count"
        type="number"
        min={1}
        max={HIT_NUMBER_LIMIT}
        value={value}
        aria-label={`${of}: ${label}`}
        onChange={(event) => {
          const read = event.currentTarget.valueAsNumber;
          if (Number.isSafeInteger(read) && read >= 1 && read <= HIT_NUMBER_LIMIT) onChange(read);
        }}
      />
    </label>
  );
}

interface BreakpointFormProps {
  readonly scenario: Scenario;
  readonly onAdd: (condition: string) => void;
}

const OWN = "own";

interface Draft {
  readonly preset: string;
  readonly choice: string;
  readonly number: string;
  readonly own: string;
}

/** A condition out of what people ask for, or in the words of docs/expressions.md. */
function BreakpointForm({ scenario, onAdd }: BreakpointFormProps) {
  const presets = useMemo(() => presetsOf(scenario), [scenario]);
  const [draft, setDraft] = useState<Draft>(() => draftOf(presets[0], ""));
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();
  const when = useRef<HTMLSelectElement>(null);
  // The popup has chosen its focus before this field exists, so the field takes it.
  useEffect(() => when.current?.focus({ preventScroll: true }), []);
  const preset = presets.find(({ id }) => id === draft.preset);
  const condition = preset === undefined ? draft.own : preset.condition(draft.choice, draft.number);

  function change(next: Draft): void {
    setDraft(next);
    setError(undefined);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const text = condition.trim();
    const compiled = compileCondition(text, scenario, await namesOf(scenario));
    if (compiled.ok) onAdd(text);
    else
      setError(
        text === ""
          ? t("enter a condition")
          : t("at {at}: {message}", {
              at: compiled.error.at + 1,
              message: translatedMessage(compiled.error.message),
            }),
      );
  }

  return (
    <form className="grid gap-2 t-12" onSubmit={submit} noValidate>
      <label className="marks__when">
        {t("stop when")}
        <select
          ref={when}
          className="field"
          value={draft.preset}
          onChange={(event) => {
            const picked = event.currentTarget.value;
            change(
              draftOf(
                presets.find(({ id }) => id === picked),
                condition,
              ),
            );
          }}
        >
          {presets.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
          <option value={OWN}>{t("custom condition")}</option>
        </select>
      </label>
      {preset === undefined ? (
        <input
          className="field mono"
          aria-label={t("Condition")}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          maxLength={CONDITION_CHARACTER_LIMIT}
          autoComplete="off"
          spellCheck={false}
          placeholder={t("ring.fill >= 8 and latency > 50 us")}
          value={draft.own}
          onChange={(event) => change({ ...draft, own: event.currentTarget.value })}
        />
      ) : (
        <Operands preset={preset} draft={draft} onChange={change} />
      )}
      {preset === undefined ? null : (
        <code
          className="mono marks__condition ink-2 sunk r-1"
          title={t("the condition, in the expression language")}
        >
          {condition}
        </code>
      )}
      {error === undefined ? null : (
        <p className="marks__error ink-drop" id={errorId} role="alert">
          {error}
        </p>
      )}
      <button type="submit" className="btn btn--primary btn--small marks__add">
        {t("Add breakpoint")}
      </button>
    </form>
  );
}

/** Machines with programs have more names. The assembler finds them, and loads with the first such machine. */
async function namesOf(scenario: Scenario): Promise<ProgramNames | undefined> {
  if (!hasPrograms(scenario)) return undefined;
  return (await import("./programNamesHere.ts")).programNamesHere(scenario);
}

function draftOf(preset: Preset | undefined, condition: string): Draft {
  return {
    preset: preset?.id ?? OWN,
    choice: preset?.choices?.[0]?.value ?? "",
    number: preset?.number?.initial ?? "",
    own: condition,
  };
}

interface OperandsProps {
  readonly preset: Preset;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function Operands({ preset, draft, onChange }: OperandsProps) {
  const { choices, number, text } = preset;
  if (choices === undefined && number === undefined) return null;
  return (
    <div className="marks__operands flex wrap gap-2">
      {choices === undefined ? null : (
        <select
          className="field"
          aria-label={text}
          value={draft.choice}
          onChange={(event) => onChange({ ...draft, choice: event.currentTarget.value })}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
      {number === undefined ? null : (
        <label className="marks__number">
          {number.label}
          <input
            className="field mono"
            inputMode="decimal"
            autoComplete="off"
            value={draft.number}
            onChange={(event) => onChange({ ...draft, number: event.currentTarget.value })}
          />
          {number.unit}
        </label>
      )}
    </div>
  );
}
