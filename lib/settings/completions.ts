/** Completions at a place of the JSON text: names of missing fields, and values of a field. */
import type { Path } from "../expressions/index.ts";
import { defaultValue, namesOf } from "./edit.ts";
import type { FieldForm } from "./form.ts";
import { type LooseValue, parseLoose, plainOf, type Span } from "./looseJson.ts";
import { childrenOf, type FieldNode, optionsOf, rootNode } from "./node.ts";

interface Completion {
  /** Text in the list. */
  readonly label: string;
  /** Text that is inserted. */
  readonly insert: string;
  readonly detail: string;
  readonly info: string;
}

interface Completions extends Span {
  readonly options: readonly Completion[];
}

/** Words of a completion besides titles and units. */
interface CompletionWords {
  readonly needed: string;
  readonly fallback: string;
  readonly list: string;
}

const WORDS: CompletionWords = { needed: "required", fallback: "default", list: "list" };

/** Undefined if there is nothing to offer. */
export function completionsAt(
  form: FieldForm,
  text: string,
  offset: number,
  words = WORDS,
): Completions | undefined {
  const root = parseLoose(text);
  const place = placeAt(root, offset);
  if (place === undefined) return undefined;
  const scenario = plainOf(root);
  const node = nodeOf(rootNode(form, scenario), place.path);
  if (node === undefined) return undefined;
  const { from, to } = place.span;
  const options =
    place.kind === "key" ? keys(node, place, scenario, words) : values(node.form, scenario, words);
  return options.length === 0 ? undefined : { from, to, options };
}

interface Place {
  readonly kind: "key" | "value";
  /** Path of the object that gets the key, or of the value. */
  readonly path: Path;
  readonly span: Span;
  /** True if the key already has a value. */
  readonly hasValue: boolean;
  readonly taken: readonly string[];
}

function placeAt(root: LooseValue, offset: number, path: Path = []): Place | undefined {
  const nothing = { hasValue: false, taken: [] };
  if (root.kind === "scalar" || root.kind === "missing")
    return { kind: "value", path, span: root, ...nothing };
  if (offset <= root.from || (root.closed && offset >= root.to)) return undefined;
  if (root.kind === "list") {
    const index = root.entries.findIndex((entry) => offset >= entry.from && offset <= entry.to);
    const entry = root.entries[index];
    if (entry !== undefined) return placeAt(entry, offset, [...path, index]);
    const span = { from: offset, to: offset };
    return { kind: "value", path: [...path, root.entries.length], span, ...nothing };
  }
  const taken = root.members.map(({ key }) => key);
  for (const { key, keySpan, value } of root.members) {
    if (offset >= keySpan.from && offset <= keySpan.to) {
      const others = taken.filter((name) => name !== key);
      return { kind: "key", path, span: keySpan, hasValue: value !== undefined, taken: others };
    }
    if (value !== undefined && offset > keySpan.to && offset <= Math.max(value.to, value.from)) {
      const inner = placeAt(value, Math.max(offset, value.from), [...path, key]);
      if (inner?.span.from === inner?.span.to && inner?.kind === "value")
        return { ...inner, span: { from: offset, to: offset } };
      return inner;
    }
  }
  return { kind: "key", path, span: { from: offset, to: offset }, hasValue: false, taken };
}

function nodeOf(root: FieldNode, path: Path): FieldNode | undefined {
  return path.reduce<FieldNode | undefined>((here, part) => {
    if (here === undefined) return undefined;
    const child = childrenOf(here).find((one) => one.path.at(-1) === part);
    return child ?? entryNode(here, part) ?? fixedNode(here, part);
  }, root);
}

/** An entry that is being typed does not count yet. */
function entryNode(list: FieldNode, part: string | number): FieldNode | undefined {
  const { control } = list.form;
  if (typeof part !== "number") return undefined;
  const form =
    control.kind === "list" ? control.entry() : control.kind === "values" ? control.entry : undefined;
  if (form === undefined && control.kind !== "marks") return undefined;
  const options = control.kind === "marks" ? control.options : [];
  const entry: FieldForm = form ?? { ...list.form, control: { kind: "choice", options } };
  return { ...list, form: entry, path: [...list.path, part], value: undefined, chosen: -1, isEntry: true };
}

/** `kind`, `do` and `on` decide between alternatives. */
function fixedNode(node: FieldNode, part: string | number): FieldNode | undefined {
  const options = groupsOf(node).flatMap((group) =>
    fieldForms(group).flatMap(({ key, form }) => {
      const { control } = form;
      return key === part && control.kind === "fixed" && typeof control.value === "string"
        ? [control.value]
        : [];
    }),
  );
  if (options.length === 0) return undefined;
  const form: FieldForm = { ...node.form, control: { kind: "choice", options: [...new Set(options)] } };
  return { ...node, form, path: [...node.path, part], value: undefined, chosen: -1 };
}

/** The alternative that applies, or all of them. */
function groupsOf({ form, chosen, value }: FieldNode): readonly FieldForm[] {
  const options = optionsOf(form);
  const isOpen = typeof value === "object" && value !== null;
  const option = chosen < 0 || !isOpen ? undefined : options[chosen];
  if (options.length === 0) return [form];
  return option === undefined ? options : [option, ...options.filter((one) => one !== option)];
}

function fieldForms(form: FieldForm) {
  return form.control.kind === "group" ? form.control.fields() : [];
}

function keys(
  node: FieldNode,
  { taken, hasValue }: Place,
  scenario: unknown,
  { needed }: CompletionWords,
): readonly Completion[] {
  const groups = groupsOf(node);
  const chosen = node.chosen >= 0 ? groups.slice(0, 1) : groups;
  const fields = new Map(chosen.flatMap(fieldForms).map(({ key, form }) => [key, form]));
  return [...fields]
    .filter(([key]) => !taken.includes(key))
    .map(([key, form]) => ({
      label: key,
      insert: hasValue ? JSON.stringify(key) : `${JSON.stringify(key)}: ${startOf(form, scenario)}`,
      detail: [form.unit, form.required ? needed : ""].filter(Boolean).join(", "),
      info: [form.title, form.description].filter(Boolean).join(". "),
    }));
}

function startOf(form: FieldForm, scenario: unknown): string {
  return JSON.stringify(defaultValue(form, scenario) ?? null);
}

function values(form: FieldForm, scenario: unknown, words: CompletionWords): readonly Completion[] {
  const info = [form.title, form.description].filter(Boolean).join(". ");
  const offer = (all: readonly unknown[], detail = ""): readonly Completion[] =>
    all.map((value) => ({ label: String(value), insert: JSON.stringify(value), detail, info }));
  const { control } = form;
  switch (control.kind) {
    case "choice":
      return offer(control.options);
    case "toggle":
      return offer([true, false]);
    case "reference":
      return offer(namesOf(scenario, control.to), control.to);
    case "fixed":
      return offer([control.value]);
    case "number":
      return [
        ...offer(control.words),
        ...(typeof form.fallback === "number"
          ? offer([form.fallback], `${words.fallback}, ${form.unit}`)
          : []),
      ];
    case "alternatives":
      return control.options().flatMap((option) => {
        if (option.control.kind === "reference") return values(option, scenario, words);
        const insert = JSON.stringify(defaultValue(option, scenario));
        return [{ label: option.title, insert, detail: "", info: option.description }];
      });
    case "marks":
      return [{ label: words.list, insert: JSON.stringify(form.fallback ?? []), detail: "", info }];
    default:
      return [];
  }
}
