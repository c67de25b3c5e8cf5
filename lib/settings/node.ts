/** A form with a value: the fields that exist now, their paths, and their values. */
import { fieldName } from "../../scenarios/base/fieldName.ts";
import { isObject } from "../../scenarios/base/values.ts";
import type { Path } from "../expressions/index.ts";
import type { FieldForm, NamedForm } from "./form.ts";

export interface FieldNode {
  readonly path: Path;
  /** The path that errors contain: `machine.nics[0].rxRingFrames`. */
  readonly field: string;
  /** `axes[]:table.rows`: place in the format, equal for all entries, with the kind of the object around it. */
  readonly place: string;
  readonly title: string;
  readonly form: FieldForm;
  /** Undefined if the field is omitted. */
  readonly value: unknown;
  /** Only for alternatives: the index of the alternative that the value matches, or -1. */
  readonly chosen: number;
  /** An entry of a list, which the user can remove. */
  readonly isEntry: boolean;
}

export function rootNode(form: FieldForm, value: unknown): FieldNode {
  return nodeAt(form, value, [], "", form.title, false);
}

/** Fields of a group or of the matching alternative, or entries of a list. */
export function childrenOf(node: FieldNode): readonly FieldNode[] {
  const { value, path } = node;
  const form = node.chosen < 0 ? node.form : (optionsOf(node.form)[node.chosen] ?? node.form);
  const { control } = form;
  const place = placeWithin(node);
  if (control.kind === "list") {
    const entries = Array.isArray(value) ? value : [];
    return entries.map((entry: unknown, index) =>
      nodeAt(
        control.entry(),
        entry,
        [...path, index],
        `${place}[]`,
        entryTitle(control.entry(), entry, index),
        true,
      ),
    );
  }
  if (!isObject(value)) return [];
  return fieldsOf(form).map(({ key, form: field }) =>
    nodeAt(field, value[key], [...path, key], place === "" ? key : `${place}.${key}`, field.title, false),
  );
}

/** The place of a node. It contains the kind of each alternative, as in the file. */
function placeWithin({ place, chosen, value }: FieldNode): string {
  return chosen >= 0 && isObject(value) && typeof value.kind === "string" ? `${place}:${value.kind}` : place;
}

/** The fields that a form shows. A field that is the same in every object of a kind is not shown. */
export function fieldsOf({ control }: FieldForm): readonly NamedForm[] {
  if (control.kind !== "group") return [];
  return control.fields().filter(({ form }) => form.control.kind !== "fixed");
}

export function optionsOf({ control }: FieldForm): readonly FieldForm[] {
  return control.kind === "alternatives" ? control.options() : [];
}

/** Depth first. If the visitor returns false, the walk skips the fields below. */
export function walk(
  node: FieldNode,
  visit: (node: FieldNode, above: readonly FieldNode[]) => boolean,
): void {
  function go(here: FieldNode, above: readonly FieldNode[]): void {
    if (!visit(here, above)) return;
    for (const child of childrenOf(here)) go(child, [...above, here]);
  }
  go(node, []);
}

/** The nodes from the outermost one to the place, as far as the form knows it. */
export function nodesAlong(root: FieldNode, path: Path): readonly FieldNode[] {
  const nodes: FieldNode[] = [];
  let here = root;
  for (const part of path) {
    const next = childrenOf(here).find((child) => child.path.at(-1) === part);
    if (next === undefined) break;
    nodes.push(next);
    here = next;
  }
  return nodes;
}

/** True if `field` is `outer` or lies inside it. Both are paths as in errors. */
export function isWithin(field: string, outer: string): boolean {
  return (
    field.startsWith(outer) && (field.length === outer.length || ".[ ".includes(field.charAt(outer.length)))
  );
}

/** The nodes on the path to the field of an error, from the outermost one, as far as the form knows it. */
export function nodesToward(root: FieldNode, field: string): readonly FieldNode[] {
  const nodes: FieldNode[] = [];
  let here: FieldNode | undefined = root;
  while (here !== undefined) {
    here = childrenOf(here).find((child) => isWithin(field, child.field));
    if (here !== undefined) nodes.push(here);
  }
  return nodes;
}

function nodeAt(
  form: FieldForm,
  given: unknown,
  path: Path,
  place: string,
  title: string,
  isEntry: boolean,
): FieldNode {
  const value = given === undefined ? form.fallback : given;
  const options = optionsOf(form);
  const chosen = options.length === 0 ? -1 : options.findIndex((option) => fits(option, value));
  return { path, field: fieldName(path), place, title, form, value, chosen, isEntry };
}

function entryTitle(form: FieldForm, entry: unknown, index: number): string {
  if (isObject(entry) && typeof entry.name === "string" && entry.name !== "") return entry.name;
  const option = optionsOf(form).find((one) => fits(one, entry));
  return `${index + 1}. ${option?.title ?? form.title}`;
}

/** Distinguishes alternatives by the constants of an object, the field of a one-field object, or the type. */
function fits({ control }: FieldForm, value: unknown): boolean {
  switch (control.kind) {
    case "fixed":
      return value === control.value;
    case "number":
      return typeof value === "number";
    case "reference":
    case "text":
      return typeof value === "string";
    case "list":
      return Array.isArray(value);
    case "group": {
      if (!isObject(value)) return false;
      const fields = control.fields();
      const [only, ...more] = fields;
      if (only !== undefined && more.length === 0 && only.form.control.kind !== "fixed")
        return value[only.key] !== undefined;
      return fields.every(({ key, form }) => {
        if (form.control.kind !== "fixed") return true;
        return (value[key] === undefined ? form.fallback : value[key]) === form.control.value;
      });
    }
    default:
      return false;
  }
}

/** Search of fields by name, meaning, unit or path. */
export interface Found {
  readonly node: FieldNode;
  /** Titles from the outermost one inwards. */
  readonly above: readonly string[];
}

export interface SearchResult {
  readonly found: readonly Found[];
  /** Number of all matches. `found` holds at most `limit` of them. */
  readonly count: number;
}

export function searchFields(root: FieldNode, query: string, limit: number): SearchResult {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found: (Found & { readonly rank: number })[] = [];
  if (words.length === 0) return { found, count: 0 };
  walk(root, (node, above) => {
    if (above.length === 1 && FOR_READERS.has(String(node.path[0]))) return false;
    const rank = rankOf(node, above, words);
    if (rank !== undefined && above.length > 0)
      found.push({ node, above: above.slice(1).map(({ title }) => title), rank });
    return true;
  });
  const best = found.toSorted((a, b) => a.rank - b.rank);
  return { found: best.slice(0, limit), count: found.length };
}

/** Lists that name settings and are not settings. */
const FOR_READERS: ReadonlySet<string> = new Set(["knobs", "story"]);

/** 0: the title contains all words. 1: the field's own text contains them. 2: some are only in the text around it. */
function rankOf(node: FieldNode, above: readonly FieldNode[], words: readonly string[]): number | undefined {
  const title = node.title.toLowerCase();
  const name = String(node.path.at(-1) ?? "").toLowerCase();
  if (words.every((word) => title.includes(word) || word === name)) return 0;
  // A group matches only by its title and its name (L1D), because its fields match themselves.
  if (["group", "alternatives", "list"].includes(node.form.control.kind)) return undefined;
  const own = [title, name, node.form.description, node.form.unit].join(" ").toLowerCase();
  if (words.every((word) => own.includes(word))) return 1;
  const around = [own, ...above.map((one) => one.title)].join(" ").toLowerCase();
  const ownWords = words.filter((word) => own.includes(word));
  return ownWords.length > 0 && words.every((word) => around.includes(word)) ? 2 : undefined;
}
