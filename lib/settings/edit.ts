/** Applies one change to a scenario. parseScenario decides whether the result is valid. */
import { readField, withField, withoutField } from "../../scenarios/base/fieldPath.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { byDeviceName } from "../../scenarios/devices/kinds.ts";
import type { Path } from "../expressions/index.ts";
import type { FieldValue } from "../scenarioFields/change.ts";
import type { FieldForm } from "./form.ts";
import { rootNode, walk } from "./node.ts";

export type Edit =
  | {
      readonly kind: "set";
      readonly path: Path;
      readonly value: unknown;
      /** Further fields that change with it. Their values are numbers, not names. */
      readonly along?: readonly FieldValue[];
    }
  /** A field that may be omitted, or an entry of a list. */
  | { readonly kind: "remove"; readonly path: Path }
  | { readonly kind: "insert"; readonly path: Path; readonly index: number; readonly value: unknown }
  | { readonly kind: "move"; readonly path: Path; readonly from: number; readonly to: number };

/** Undefined if the scenario has no such place. */
export function applyEdit(form: FieldForm, scenario: unknown, edit: Edit): unknown {
  switch (edit.kind) {
    case "set":
      return [edit, ...(edit.along ?? [])].reduce<unknown>(
        (so, { path, value }) => withField(withGroups(so, path), path, value),
        withRenamed(form, scenario, edit.path, edit.value),
      );
    case "remove":
      return withoutField(scenario, edit.path);
    case "insert":
      return withList(scenario, edit.path, (list) => list.toSpliced(edit.index, 0, edit.value));
    case "move":
      return withList(scenario, edit.path, (list) =>
        list.toSpliced(edit.from, 1).toSpliced(edit.to, 0, list[edit.from]),
      );
  }
}

/** Adds the groups around a field, because a file may omit them. */
function withGroups(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((so, part, length) => {
    const group = path.slice(0, length);
    return typeof part === "string" && readField(so, group) === undefined ? withField(so, group, {}) : so;
  }, value);
}

function withList(
  scenario: unknown,
  path: Path,
  change: (list: readonly unknown[]) => readonly unknown[],
): unknown {
  const list = readField(scenario, path);
  return Array.isArray(list) ? withField(scenario, path, change(list)) : undefined;
}

/** Updates references when the name that they refer to changes. */
function withRenamed(form: FieldForm, scenario: unknown, path: Path, name: unknown): unknown {
  const kind = path.at(-1) === "name" ? kindOfList(path.slice(0, -2)) : undefined;
  const before = readField(scenario, path);
  if (kind === undefined || typeof before !== "string" || typeof name !== "string" || name === "")
    return scenario;
  let changed = scenario;
  walk(rootNode(form, scenario), (node) => {
    const { control } = chosenForm(node.form, node.chosen);
    if (control.kind === "reference" && control.to === kind && node.value === before)
      changed = withField(changed, node.path, name);
    return true;
  });
  return changed;
}

function chosenForm(form: FieldForm, chosen: number): FieldForm {
  return form.control.kind === "alternatives" ? (form.control.options()[chosen] ?? form) : form;
}

/** Initial values: for a new entry, for another alternative, for an omitted field. Fields with a default are not
 * included. */
export function defaultValue(form: FieldForm, scenario: unknown): unknown {
  const { control, fallback, example } = form;
  const given = fallback ?? example;
  if (given !== undefined && control.kind !== "group") return given;
  switch (control.kind) {
    case "number":
      return Number.isFinite(control.minimum) ? control.minimum : 0;
    case "text":
      return "";
    case "choice":
      return control.options[0];
    case "toggle":
      return true;
    case "reference":
      return namesOf(scenario, control.to)[0] ?? "";
    case "fixed":
      return control.value;
    case "marks":
    case "values":
      return [];
    case "json":
      return null;
    case "column":
      return control.empty;
    case "list":
      return Array.from({ length: control.minimum }, () => defaultValue(control.entry(), scenario));
    case "alternatives": {
      const [first] = control.options();
      return first === undefined ? undefined : defaultValue(first, scenario);
    }
    case "group":
      return Object.fromEntries(
        control
          .fields()
          .filter(({ form: field }) => field.required || field.control.kind === "fixed")
          .map(({ key, form: field }) => [key, defaultValue(field, scenario)]),
      );
  }
}

/** The other alternative. It keeps the fields that both have. */
export function alternativeValue(option: FieldForm, before: unknown, scenario: unknown): unknown {
  const value = defaultValue(option, scenario);
  if (!isObject(value) || !isObject(before) || option.control.kind !== "group") return value;
  const kept = option.control
    .fields()
    .filter(({ key, form }) => mayHold(form, before[key]))
    .map(({ key }) => [key, before[key]]);
  return { ...value, ...Object.fromEntries(kept) };
}

/** Enough for the common fields of two alternatives. */
function mayHold({ control }: FieldForm, value: unknown): boolean {
  if (value === undefined || control.kind === "fixed") return false;
  return control.kind !== "choice" || (typeof value === "string" && control.options.includes(value));
}

/** A new entry of a list: a copy of its last entry with a new name. */
export function newEntry(entry: FieldForm, list: readonly unknown[], scenario: unknown): unknown {
  const value = list.at(-1) ?? defaultValue(entry, scenario);
  if (!isObject(value) || typeof value.name !== "string") return value;
  const taken = list.flatMap((one) => (isObject(one) && typeof one.name === "string" ? [one.name] : []));
  const wanted = value.name === "" ? entry.title.toLowerCase() : value.name;
  return { ...value, name: freeName(wanted, taken) };
}

const LISTS: Readonly<Record<string, Path>> = {
  line: ["machine", "interrupts", "lines"],
  ...byDeviceName(({ list }) => ["machine", list]),
  queue: ["software", "queues"],
  routine: ["software", "routines"],
  lock: ["software", "locks"],
  thread: ["software", "threads"],
};

/** The parts of a scenario that have a name and can be referred to by it. */
export function namesOf(scenario: unknown, kind: string): readonly string[] {
  const entries = readField(scenario, LISTS[kind] ?? []);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.name === "string" ? [entry.name] : [],
  );
}

/** Kind of the entries in this list. Undefined if nothing refers to them. */
export function kindOfList(path: Path): string | undefined {
  return Object.keys(LISTS).find((kind) => LISTS[kind]?.join() === path.join());
}

/** "eth0" becomes "eth1", "backlog" becomes "backlog 2": the next unused name. */
function freeName(wanted: string, taken: readonly string[]): string {
  const [, stem = wanted, digits] = /^(.*?)(\d+)$/.exec(wanted) ?? [];
  if (!taken.includes(wanted)) return wanted;
  for (let number = digits === undefined ? 2 : Number(digits) + 1; ; number++) {
    const name = digits === undefined ? `${stem} ${number}` : `${stem}${number}`;
    if (!taken.includes(name)) return name;
  }
}
