/** The fields of a scenario as its schema describes them: for forms, and for what changes one field. */
import type { z } from "zod";
import { valueAt } from "../../scenarios/base/values.ts";
import { leavesOf, metaOf } from "../../scenarios/base/walk.ts";
import { type Scenario, scenarioSchema } from "../../scenarios/format/schema.ts";
import { type Path, pathText } from "../expressions/index.ts";

type FieldKind =
  /** Values are whole multiples of `step`. 0: any number. */
  | {
      readonly kind: "number";
      readonly minimum: number;
      readonly maximum: number;
      readonly step: number;
      /** Words that are allowed instead of a number: "ideal", "auto". */
      readonly words: readonly (string | number)[];
    }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "switch" }
  | { readonly kind: "text" };

export interface Field {
  /** Entries of lists are addressed by name if they have one. */
  readonly path: Path;
  /** The path as text: `machine.nics["eth0"].rxRingFrames`. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly description: string;
  readonly of: FieldKind;
  /** Undefined if the field is optional and omitted. */
  readonly value: unknown;
}

/** Longer lists are data (a trace, a column), not settings. */
const LIST_LIMIT = 64;

/** Fields that describe the machine and are not settings. */
const ABOUT: ReadonlySet<unknown> = new Set(["knobs", "story"]);

/** Fields in the order of the schema. Omits fields that are neither number, choice, switch nor text. */
export function fieldsOf(scenario: Scenario): readonly Field[] {
  return [...leavesOf(scenarioSchema, scenario)].flatMap((leaf) => {
    const of = kindOf(leaf.schema);
    if (
      of === undefined ||
      ABOUT.has(leaf.path[0]) ||
      leaf.path.some((part) => typeof part === "number" && part >= LIST_LIMIT)
    )
      return [];
    const { title, unit, description } = metaOf(leaf.schema);
    const path = namedPath(scenario, leaf.path);
    return [
      {
        path,
        name: pathText(path),
        title: textOf(title) || lastName(path),
        unit: textOf(unit),
        description: textOf(description),
        of,
        value: leaf.value,
      },
    ];
  });
}

function kindOf(schema: z.core.$ZodType): FieldKind | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "default":
    case "prefault":
    case "optional":
      return kindOf(def.innerType);
    case "union":
      return unionKind(def.options);
    case "number":
      return numberKind(def);
    case "boolean":
      return { kind: "switch" };
    case "enum":
      return { kind: "choice", options: Object.values(def.entries).map(String) };
    case "string":
      return { kind: "text" };
    default:
      return undefined;
  }
}

/** A number, or words instead of it. */
function unionKind(options: readonly z.core.$ZodType[]): FieldKind | undefined {
  const words: (string | number)[] = [];
  let number: FieldKind | undefined;
  for (const option of options) {
    const { def } = (option as z.core.$ZodTypes)._zod;
    if (def.type === "literal")
      words.push(...def.values.filter((one) => typeof one === "string" || typeof one === "number"));
    else if (def.type === "number") number = numberKind(def);
    else return undefined;
  }
  return number?.kind === "number" ? { ...number, words } : undefined;
}

function numberKind(def: z.core.$ZodNumberDef): FieldKind {
  const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  let step = "format" in def && def.format === "safeint" ? 1 : 0;
  for (const check of def.checks ?? []) {
    const one = check._zod.def as { readonly check: string; readonly value?: unknown };
    if (typeof one.value !== "number") continue;
    if (one.check === "greater_than") bounds.minimum = Math.max(bounds.minimum, one.value);
    else if (one.check === "less_than") bounds.maximum = Math.min(bounds.maximum, one.value);
    else if (one.check === "multiple_of") step = one.value;
  }
  return { kind: "number", ...bounds, step, words: [] };
}

/** Addresses an entry of a list by its name if no other entry has it. */
export function namedPath(scenario: Scenario, path: Path): Path {
  return path.map((part, index) => {
    if (typeof part === "string") return part;
    const list = valueAt(path.slice(0, index), scenario);
    const names = Array.isArray(list) ? list.map(nameOf) : [];
    const name = names[part];
    return name !== undefined && names.indexOf(name) === names.lastIndexOf(name) ? name : part;
  });
}

function nameOf(entry: unknown): string | undefined {
  return typeof entry === "object" && entry !== null && "name" in entry && typeof entry.name === "string"
    ? entry.name
    : undefined;
}

/** "rxRingFrames" -> "Rx ring frames". */
function lastName(path: Path): string {
  const name = path.findLast((part) => typeof part === "string") ?? "";
  const words = String(name)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
