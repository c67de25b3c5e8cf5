/** Values to begin with: of a new entry, of the other alternative, of a field that was left out. What has a
 * default is left out of them. */
import { isObject } from "../../scenarios/base/values.ts";
import type { FieldForm } from "./form.ts";
import { freeName, namesOf } from "./names.ts";

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

/** The other alternative, with what both have in common. */
export function alternativeValue(option: FieldForm, before: unknown, scenario: unknown): unknown {
  const value = defaultValue(option, scenario);
  if (!isObject(value) || !isObject(before) || option.control.kind !== "group") return value;
  const kept = option.control
    .fields()
    .filter(({ key, form }) => mayHold(form, before[key]))
    .map(({ key }) => [key, before[key]]);
  return { ...value, ...Object.fromEntries(kept) };
}

/** Enough for what two alternatives call by the same name. */
function mayHold({ control }: FieldForm, value: unknown): boolean {
  if (value === undefined || control.kind === "fixed") return false;
  return control.kind !== "choice" || (typeof value === "string" && control.options.includes(value));
}

/** A new entry of a list: like its last one, with a name of its own. */
export function newEntry(entry: FieldForm, list: readonly unknown[], scenario: unknown): unknown {
  const value = list.at(-1) ?? defaultValue(entry, scenario);
  if (!isObject(value) || typeof value.name !== "string") return value;
  const taken = list.flatMap((one) => (isObject(one) && typeof one.name === "string" ? [one.name] : []));
  const wanted = value.name === "" ? entry.title.toLowerCase() : value.name;
  return { ...value, name: freeName(wanted, taken) };
}
