/** The edited scenario: a value for the form and a text for the JSON editor, with the errors of the last change and an
 * undo history. A valid scenario is built at once. An invalid one waits here while the previous machine continues. */

import { createStore, type StoreApi } from "zustand/vanilla";
import { isSame } from "../../../lib/scenarioFields/same.ts";
import { type Difference, differencesOf } from "../../../lib/settings/differences.ts";
import { applyEdit, type Edit } from "../../../lib/settings/edit.ts";
import { createForm, type FieldForm } from "../../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../../lib/settings/jsonSchema.ts";
import { fieldName } from "../../../scenarios/base/fieldName.ts";
import { withoutDefaults } from "../../../scenarios/base/walk.ts";
import { formatJson } from "../../../scenarios/format/format.ts";
import { type Scenario, scenarioSchema } from "../../../scenarios/format/schema.ts";
import { readJson } from "../../../scenarios/read/json.ts";
import { parseScenario, type ScenarioError } from "../../../scenarios/read/parse.ts";
import type { Session } from "../../state/session.ts";
import type { KeyValueStore } from "../../ui/storage.ts";

/** Position at which a text is not JSON. */
export interface TextFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface SettingsState {
  /** The value in the form: the scenario after the last change there, or the last valid text. */
  readonly value: unknown;
  /** The text as typed. Undefined if it follows from the value. */
  readonly typed: string | undefined;
  readonly errors: readonly ScenarioError[];
  /** Number of all errors. `errors` may hold fewer. */
  readonly errorCount: number;
  readonly textFault: TextFault | undefined;
  readonly differences: readonly Difference[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface Settings {
  readonly store: StoreApi<SettingsState>;
  readonly form: FieldForm;
  readonly edit: (edit: Edit) => void;
  /** Shows the text at once, and checks it when the user stops typing. */
  readonly setText: (text: string) => void;
  /** Text for the JSON editor: as typed, or the value without its defaults. */
  readonly text: () => string;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Restores the scenario as it was opened. Can be undone. */
  readonly reset: () => void;
}

interface Step {
  readonly value: unknown;
  readonly typed: string | undefined;
}

/** Changes of the same field within this time are undone together. */
const SAME_CHANGE_MS = 1000;
const STEP_LIMIT = 200;
const TYPING_RESTS_MS = 400;

const NOTHING: Step = { value: undefined, typed: undefined };

export function createSettings(
  session: Session,
  now: () => number = () => performance.now(),
  storage: KeyValueStore = session.tabStorage,
): Settings {
  const drafts = createTextDrafts(storage);
  const form = createForm(SCENARIO_JSON_SCHEMA);
  const store = createStore<SettingsState>()(() => ({
    ...NOTHING,
    errors: [],
    errorCount: 0,
    textFault: undefined,
    differences: [],
    canUndo: false,
    canRedo: false,
  }));
  let steps: readonly Step[] = [NOTHING];
  let current = 0;
  let topic = "";
  let changedMs = Number.NEGATIVE_INFINITY;
  /** The scenario that the settings sent to the session. Its arrival is not a new change. */
  let asked: Scenario | undefined;
  let seen: Scenario | undefined;
  let seenOriginal: Scenario | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function show(change: Partial<SettingsState>): void {
    const step = steps[current] ?? NOTHING;
    const { original } = session.store.getState();
    store.setState({
      ...step,
      differences: original === undefined ? [] : differencesOf(original, step.value),
      canUndo: current > 0,
      canRedo: current < steps.length - 1,
      ...change,
    });
  }

  /** Another scenario was opened. */
  function adopt(): void {
    const { scenario, original } = session.store.getState();
    if (scenario === undefined || (scenario === seen && original === seenOriginal)) return;
    const isSaved = original !== seenOriginal && isSame(scenario, steps[current]?.value);
    seen = scenario;
    seenOriginal = original;
    // Differences count from the version that was saved last.
    if (isSaved) show({});
    if (isSaved || scenario === asked || isSame(scenario, steps[current]?.value)) return;
    steps = [{ value: scenario, typed: undefined }];
    current = 0;
    topic = "";
    show({ errors: [], errorCount: 0, textFault: undefined });
    takeUpDraft(scenario);
  }

  /** An earlier visit, or this one before another scenario, may have left an invalid text of this scenario. */
  function takeUpDraft(scenario: Scenario): void {
    const typed = drafts.find(textOf({ value: scenario, typed: undefined }));
    if (typed === undefined) return;
    take({ value: scenario, typed }, "text");
    void build();
  }

  /** Stores an invalid typed text until it becomes valid. */
  function keepDraft(): void {
    const { typed } = steps[current] ?? NOTHING;
    const { scenario } = session.store.getState();
    if (typed === undefined || scenario === undefined) drafts.drop();
    else drafts.keep(textOf({ value: scenario, typed: undefined }), typed);
  }

  function take(step: Step, about: string): void {
    const merges = about === topic && now() - changedMs < SAME_CHANGE_MS && current > 0;
    const kept = steps.slice(0, merges ? current : current + 1).slice(-STEP_LIMIT);
    steps = [...kept, step];
    current = steps.length - 1;
    topic = about;
    changedMs = now();
  }

  /** Checks the present value and builds it if it is valid. */
  async function build(): Promise<void> {
    clearTimeout(resting);
    const step = steps[current] ?? NOTHING;
    const json = step.typed === undefined ? { ok: true as const, value: step.value } : readJson(step.typed);
    if (!json.ok) {
      const { line = 1, column = 1, message, path } = json.error;
      const errors = [{ field: fieldName(path ?? []), message }];
      show({ errors, errorCount: 1, textFault: { line, column, message } });
      keepDraft();
      return;
    }
    const parsed = parseScenario(json.value);
    if (!parsed.ok) {
      show({ errors: parsed.errors, errorCount: parsed.errorCount, textFault: undefined });
      keepDraft();
      return;
    }
    drafts.drop();
    const { scenario } = parsed;
    steps = steps.with(current, { ...step, value: scenario });
    show({ errors: [], errorCount: 0, textFault: undefined });
    if (isSame(scenario, session.store.getState().scenario)) return;
    asked = scenario;
    const outcome = await session.actions.editScenario(scenario);
    if (outcome.status !== "refused" || asked !== scenario) return;
    const { field = "scenario", message } = outcome.error;
    show({ errors: [{ field, message }], errorCount: 1 });
  }

  function goTo(step: number): void {
    current = step;
    topic = "";
    void build();
  }

  session.store.subscribe(adopt);
  adopt();

  return {
    store,
    form,
    edit: (edit) => {
      const value = applyEdit(form, store.getState().value, edit);
      if (value === undefined) return;
      take({ value, typed: undefined }, `${edit.kind} ${edit.path.join("/")}`);
      void build();
    },
    setText: (text) => {
      if (text === textOf(steps[current] ?? NOTHING)) return;
      take({ value: store.getState().value, typed: text }, "text");
      show({});
      clearTimeout(resting);
      resting = setTimeout(build, TYPING_RESTS_MS);
    },
    text: () => textOf(steps[current] ?? NOTHING),
    undo: () => {
      if (current > 0) goTo(current - 1);
    },
    redo: () => {
      if (current < steps.length - 1) goTo(current + 1);
    },
    reset: () => {
      const { original } = session.store.getState();
      if (original === undefined || isSame(original, steps[current]?.value)) return;
      take({ value: original, typed: undefined }, "reset");
      void build();
    },
  };
}

function textOf({ value, typed }: Step): string {
  if (typed !== undefined) return typed;
  return value === undefined ? "" : formatJson(withoutDefaults(scenarioSchema, value));
}

const known = new WeakMap<Session, Settings>();

/** One for the whole visit, so closing the panel keeps the undo history. */
export function settingsOf(session: Session): Settings {
  const found = known.get(session);
  if (found !== undefined) return found;
  const settings = createSettings(session);
  known.set(session, settings);
  return settings;
}

/** Keeps an invalid JSON text over a reload, until it becomes valid or the user gives it up. One text per tab, of the
 * scenario edited last. */
const KEY = "irqscope.text";
/** Leaves room for other data in a browser's storage. */
const CHARACTER_LIMIT = 1_000_000;

interface TextDrafts {
  /** Undefined if there is no text of this scenario. */
  readonly find: (scenario: string) => string | undefined;
  readonly keep: (scenario: string, text: string) => void;
  readonly drop: () => void;
}

/** A scenario is identified by its own text. */
export function createTextDrafts(storage: KeyValueStore): TextDrafts {
  return {
    find: (scenario) => {
      const stored = storage.read(KEY) ?? "";
      const end = stored.indexOf("\n");
      return end > 0 && stored.slice(0, end) === markOf(scenario) ? stored.slice(end + 1) : undefined;
    },
    keep: (scenario, text) => {
      if (text.length <= CHARACTER_LIMIT) storage.write(KEY, `${markOf(scenario)}\n${text}`);
    },
    drop: () => storage.remove(KEY),
  };
}

/** Length and FNV-1a of the text. A wrong text would be noticed, because it is shown next to its scenario. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `${text.length} ${hash.toString(16)}`;
}
