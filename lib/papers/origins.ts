/** The origin of each parameter of a paper's scenarios. A prediction may not depend on a parameter without an origin.
 */
import { DEVICE_KINDS } from "../../scenarios/devices/kinds.ts";
import { type Path, pathText } from "../expressions/index.ts";
import type { Paper } from "./paper.ts";

interface UnknownOrigin {
  readonly scenario: string;
  readonly field: string;
}

type Origin = Paper["origins"][number];

/** The numbers, switches and modes of a scenario file that no origin covers. */
export function unknownOrigins(paper: Paper, scenario: string, written: unknown): UnknownOrigin[] {
  const patterns = paper.origins
    .filter(({ scenarios }) => scenarios === undefined || scenarios.includes(scenario))
    .map(partsOf);
  return leavesOf(written, [])
    .filter((path) => !patterns.some((pattern) => covers(pattern, path)))
    .map((path) => ({ scenario, field: pathText(path) }));
}

/** Free fields of a scenario file, with the parameter's id. */
export function freeFields(paper: Paper, scenario: string, written: unknown) {
  const free = paper.origins.filter(
    ({ from, scenarios }) => from === "free" && (scenarios?.includes(scenario) ?? true),
  );
  const leaves = leavesOf(written, []);
  return free
    .filter((origin) => leaves.some((path) => covers(partsOf(origin), path)))
    .map(({ where }) => where);
}

/** Origins that cover no field of any scenario: remains of an earlier version. */
export function idleOrigins(paper: Paper, written: ReadonlyMap<string, unknown>): Origin[] {
  const leaves = [
    ...[...written].flatMap(([scenario, value]) => leavesOf(value, []).map((path) => ({ scenario, path }))),
    ...settingsOf(paper).map(({ scenario, field }) => ({ scenario, path: partsOf({ field }) })),
  ];
  return paper.origins.filter((origin) => !leaves.some(({ scenario, path }) => isOf(origin, scenario, path)));
}

/** Settings of runs and free parameters that no origin of their scenario covers. */
export function unknownSettings(paper: Paper): UnknownOrigin[] {
  return settingsOf(paper).filter(({ scenario, field }) => {
    const path = partsOf({ field });
    return !(describes(path) || paper.origins.some((origin) => isOf(origin, scenario, path)));
  });
}

function settingsOf(paper: Paper): UnknownOrigin[] {
  const all = paper.experiments.flatMap(({ runs, free }) => {
    const swept = paper.free.filter(({ id }) => free.includes(id));
    const varied = swept.flatMap((one) => [...one.fields, ...one.with.flatMap((also) => Object.keys(also))]);
    return Object.values(runs).flatMap(({ scenario, set }) =>
      [...Object.keys(set), ...varied].map((field) => ({ scenario, field })),
    );
  });
  return [...new Map(all.map((one) => [`${one.scenario} ${one.field}`, one])).values()];
}

function isOf(origin: Origin, scenario: string, path: Leaf): boolean {
  return (origin.scenarios?.includes(scenario) ?? true) && covers(partsOf(origin), path);
}

/** Finds origins that cite a number which the simulation has to give, because the number equals that of a claim. Whole
 * numbers below ten are too common to compare. */
export function borrowedResults(paper: Paper): { readonly field: string; readonly claim: string }[] {
  const claims = paper.experiments.flatMap((experiment) => experiment.claims);
  const inputs = new Set(
    claims.flatMap((claim) => (claim.kind === "calibration" ? [keyOf(claim.place, claim.printed)] : [])),
  );
  const results = claims.flatMap((claim) =>
    claim.kind === "prediction" && !inputs.has(keyOf(claim.place, claim.printed)) ? [claim] : [],
  );
  return paper.origins
    .filter(({ from }) => from === "source")
    .flatMap(({ field, where }) => {
      const numbers = Array.from(where.replaceAll(PLACE, "").matchAll(/\d[\d,]*(?:\.\d+)?/g), ([text]) =>
        Number(text.replaceAll(",", "")),
      );
      return results
        .filter(
          ({ id, place, printed }) =>
            where.includes(id) ||
            (where.startsWith(place) && isTelling(printed) && numbers.includes(Math.abs(printed))),
        )
        .map(({ id }) => ({ field, claim: id }));
    });
}

function isTelling(printed: number): boolean {
  return Math.abs(printed) >= 10 || !Number.isInteger(printed);
}

const PLACE = /\b(?:figures?|tables?|sections?|slides?|rows?) [\d.]+/g;

function keyOf(place: string, printed: number): string {
  return `${place} ${printed}`;
}

type Leaf = readonly (string | number)[];

function coversField(pattern: string, path: Leaf): boolean {
  return covers(partsOf({ field: pattern }), path);
}

/** The same path, with names instead of indices for entries that have one. */
function namedPath(value: unknown, path: Leaf): Leaf {
  let here = value;
  return path.map((part) => {
    const next: unknown = typeof here === "object" && here !== null ? Reflect.get(here, part) : undefined;
    const name = Array.isArray(here) ? nameOf(next) : undefined;
    here = next;
    return name ?? part;
  });
}

/** Names, descriptions, references and the start of a thread describe the machine. They are not parameters. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  ...["format", "version", "name", "description", "kind", "do", "on", "layer", "direction", "operation"],
  ...["routine", "queue", "thread", "lock", "bits", "ring", "send"],
  ...DEVICE_KINDS.map(({ kind }) => kind),
]);
const DESCRIPTIVE_WHOLE: ReadonlySet<string> = new Set(["source", "start", "condition", "knobs", "story"]);

function leavesOf(value: unknown, path: Leaf): Leaf[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => leavesOf(entry, [...path, nameOf(entry) ?? index]));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  return describes(path) ? [] : [path];
}

function describes(path: Leaf): boolean {
  const names = path.filter((part) => typeof part === "string");
  return DESCRIPTIVE.has(names.at(-1) ?? "") || names.some((part) => DESCRIPTIVE_WHOLE.has(part));
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || !("name" in entry)) return undefined;
  return typeof entry.name === "string" ? entry.name : undefined;
}

/** * in a pattern matches one name or index, and a final ** everything below. */
function covers(pattern: readonly string[], path: Leaf): boolean {
  const isOpen = pattern.at(-1) === "**";
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? path.length < fixed.length : path.length !== fixed.length) return false;
  return fixed.every((part, index) => part === "*" || part === String(path[index]));
}

/** `a.b["the name"].*`, `a[0]`. */
function partsOf({ field }: Pick<Origin, "field">): string[] {
  return Array.from(
    field.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g),
    ([, quoted, index, plain]) => quoted ?? index ?? plain ?? "",
  );
}

/** Finds the paper's origin of a value in a scenario. */
export interface FieldOrigin {
  readonly from: Paper["origins"][number]["from"] | "calibration";
  /**
   * The place in the source or in the literature, the reason for a convention, or the meaning of a free
   * parameter.
   */
  readonly where: string;
  /** Free parameter: the reason for its range. Calibration: the meaning of the printed number. */
  readonly more: string;
  /** Only for a calibration. */
  readonly printed?: { readonly value: number; readonly unit: string };
}

/** `scenario` is the id if the scenario is built in. The path uses indices or names. */
export function fieldOrigin(
  paper: Paper,
  scenario: string | undefined,
  value: unknown,
  path: Path,
): FieldOrigin | undefined {
  const named = namedPath(value, path);
  const calibration = calibrationOf(paper, scenario, named);
  if (calibration !== undefined) return calibration;
  const [origin] = paper.origins
    .filter(
      ({ field, scenarios }) =>
        (scenarios === undefined || (scenario !== undefined && scenarios.includes(scenario))) &&
        coversField(field, named),
    )
    // Origins for this scenario, and for this field, come first.
    .sort(
      (a, b) => Number(b.scenarios !== undefined) - Number(a.scenarios !== undefined) || stars(a) - stars(b),
    );
  if (origin === undefined) return undefined;
  const free = origin.from === "free" ? paper.free.find(({ id }) => id === origin.where) : undefined;
  if (free !== undefined) return { from: "free", where: free.text, more: free.reason };
  return { from: origin.from, where: origin.where, more: "" };
}

function stars({ field }: { readonly field: string }): number {
  return field.split("*").length;
}

/** The source prints the number, and the scenario contains it. */
function calibrationOf(paper: Paper, scenario: string | undefined, path: Path): FieldOrigin | undefined {
  for (const { claims, runs } of paper.experiments)
    for (const claim of claims) {
      if (claim.kind !== "calibration" || !claim.fields.some((field) => coversField(field, path))) continue;
      const isRun = claim.runs.some((name) => runs[name]?.scenario === scenario);
      if (!isRun) continue;
      const printed = { value: claim.printed, unit: claim.unit };
      return { from: "calibration", where: claim.place, more: claim.text, printed };
    }
  return undefined;
}
