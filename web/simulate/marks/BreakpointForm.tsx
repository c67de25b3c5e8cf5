import { type SubmitEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { compileCondition } from "../../../lib/breakpoints/condition.ts";
import type { ProgramNames } from "../../../lib/breakpoints/programWords.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { CONDITION_CHARACTER_LIMIT } from "../../../scenarios/link/marks.ts";
import { hasPrograms } from "../../../scenarios/software/hasPrograms.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { type Preset, presetsOf } from "./presets.ts";

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
export function BreakpointForm({ scenario, onAdd }: BreakpointFormProps) {
  const presets = useMemo(() => presetsOf(scenario), [scenario]);
  const [draft, setDraft] = useState<Draft>(() => draftOf(presets[0], ""));
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();
  const when = useRef<HTMLSelectElement>(null);
  // It came after the popup, which has looked for what to focus.
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
          ? t("a condition is missing")
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
          title={t("the condition, in words of the expression language")}
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

/** Machines with programs have more names; the assembler says which, and is loaded with the first of them. */
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
