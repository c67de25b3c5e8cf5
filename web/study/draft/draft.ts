/** The form edits a study as it is written. These functions change it purely and keep everything that they do not name.
 */
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { typedText } from "./typed.ts";

export type Draft = Readonly<Record<string, unknown>>;

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function textAt(draft: Draft, ...path: readonly string[]): string | undefined {
  const found = valueAt(draft, path);
  return typeof found === "string" ? found : undefined;
}

export function numberAt(draft: Draft, ...path: readonly string[]): number | undefined {
  const found = valueAt(draft, path);
  return typeof found === "number" ? found : undefined;
}

function valueAt(draft: Draft, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (isObject(here) ? here[key] : undefined), draft);
}

/** undefined removes the field. */
export function withField(draft: Draft, [first = "", ...rest]: readonly string[], value: unknown): Draft {
  if (rest.length === 0) return { ...draft, [first]: value };
  const inner = draft[first];
  return { ...draft, [first]: withField(isObject(inner) ? inner : {}, rest, value) };
}

/** If `text` is "", the measure is removed. A stop rule that names a renamed measure follows the new name. */
export function withMetric(draft: Draft, at: number, text: string): Draft {
  const before = textsOf(draft.metrics);
  const metrics = text === "" ? before.toSpliced(at, 1) : before.toSpliced(at, 1, text);
  const isStopped = text !== "" && at < before.length && textAt(draft, "stop", "metric") === before[at];
  const changed = { ...draft, metrics };
  return isStopped ? withField(changed, ["stop", "metric"], text) : changed;
}

/** The columns of a draft's points, and functions about them. */
/** A field with its values, as the format has it. */
export type Line = Readonly<Record<string, unknown>>;

/** Not checked: any content of a file. */
export const axesOf = ({ axes }: Draft): readonly unknown[] => (Array.isArray(axes) ? axes : []);

/** Lines of fields that change together. */
export const linesOf = ({ fields }: Line): readonly Line[] =>
  Array.isArray(fields) ? fields.filter(isObject) : [];

export const scenariosOf = ({ scenarios }: Draft): readonly unknown[] =>
  Array.isArray(scenarios) ? scenarios : [];

export const columnOf = ({ field, name }: Line): string => String(typeof name === "string" ? name : field);

/** Columns of the axes that a search accepts: axes of one field. */
export function axisColumns(draft: Draft): readonly string[] {
  return axesOf(draft).flatMap((axis) =>
    isObject(axis) && axis.kind === "field" && typeof axis.field === "string" ? [columnOf(axis)] : [],
  );
}

/** Columns of the points, in their order. */
export function pointColumns(draft: Draft): readonly string[] {
  const ofAxes = axesOf(draft).flatMap((axis) => {
    if (!isObject(axis)) return [];
    if (axis.kind === "table") return textsOf(axis.fields);
    // The windows of an axis are one point.
    if (axis.kind === "windows") return [];
    return (axis.kind === "together" ? linesOf(axis) : [axis]).map(columnOf);
  });
  return scenariosOf(draft).length > 1 ? ["scenario", ...ofAxes] : ofAxes;
}

/** A search and a comparison must name existing columns. Otherwise they are removed. */
export function settled(draft: Draft): Draft {
  const { search, compare } = draft;
  const free = axisColumns(draft);
  const isSearched = isObject(search) && textsOf(search.over).every((one) => free.includes(one));
  const isCompared = typeof compare === "string" && pointColumns(draft).includes(compare);
  return {
    ...draft,
    ...(search === undefined || isSearched ? {} : { search: undefined }),
    ...(compare === undefined || isCompared ? {} : { compare: undefined }),
  };
}

/** Fields that a draft sets at every point. */
interface FixedLine {
  readonly field: string;
  /** Text as typed. */
  readonly value: string;
}

export const resampleField = (index: number): string => `traffic[${index}].resample`;

/** Indices of recorded traffic, which the form resamples in blocks. Empty without a scenario. */
export const recordedPlaces = (scenario: Scenario | undefined): readonly number[] =>
  (scenario?.traffic ?? []).flatMap(({ kind }, index) => (kind === "trace" ? [index] : []));

/** Fields that have no control of their own in the form. Excludes the length of a run as a number, and resampling in
 * blocks of the recorded traffic of `scenario`, the first of the study. */
export function fixedLines(draft: Draft, scenario: Scenario | undefined): readonly FixedLine[] {
  const blocks: ReadonlySet<string> = new Set(recordedPlaces(scenario).map(resampleField));
  const hasOwnPlace = (field: string, value: StudyValue) =>
    field === "runCycles" ? typeof value === "number" : blocks.has(field) && isBlocks(value);
  return entriesOf(draft).flatMap(([field, value]) =>
    hasOwnPlace(field, value) ? [] : [{ field, value: typedText(value) }],
  );
}

const isBlocks = (value: StudyValue): boolean =>
  isObject(value) && Object.keys(value).join() === "blockEvents" && typeof value.blockEvents === "number";

const entriesOf = ({ set }: Draft): readonly (readonly [string, StudyValue])[] =>
  isObject(set) ? (Object.entries(set) as [string, StudyValue][]) : [];

export function withFixed(draft: Draft, field: string, value: StudyValue): Draft {
  return { ...draft, set: { ...Object.fromEntries(entriesOf(draft)), [field]: value } };
}

/** In the same position, with its value. */
export function withFixedField(draft: Draft, from: string, to: string): Draft {
  const entries = entriesOf(draft).filter(([field]) => field !== to || field === from);
  return {
    ...draft,
    set: Object.fromEntries(entries.map(([field, value]) => [field === from ? to : field, value])),
  };
}

/** Removes a field from `set`, so that the scenario's own value is used again. */
export function withoutSet(draft: Draft, field: string): Draft {
  return { ...draft, set: Object.fromEntries(entriesOf(draft).filter(([name]) => name !== field)) };
}

/** The scenarios of a draft: naming, adding and removing them. */
export interface ShownScenario {
  /** In results. */
  readonly name: string;
  /** Id of a built-in scenario, or a file. Undefined if the study itself contains the scenario. */
  readonly from: string | undefined;
  /** True if it has a name of its own. */
  readonly isNamed: boolean;
}

export function shownScenarios(draft: Draft): readonly ShownScenario[] {
  return scenariosOf(draft).map((one) => {
    if (typeof one === "string") return { name: one, from: one, isNamed: false };
    const { name, from } = isObject(one) ? one : {};
    return {
      name: typeof name === "string" ? name : "",
      from: typeof from === "string" ? from : undefined,
      isNamed: true,
    };
  });
}

/** `from` is the id of a built-in scenario, or a scenario that is then written in the study itself. A name that is
 * taken gets a number. */
export function withScenario(draft: Draft, from: string | Scenario): Draft {
  const names = shownScenarios(draft).map((one) => one.name);
  const wanted = typeof from === "string" ? from : from.name;
  const name = freeName(wanted, names);
  const whole = typeof from === "string" ? { name, from } : { name, scenario: from };
  const one = typeof from === "string" && name === from ? from : whole;
  return { ...draft, scenarios: [...scenariosOf(draft), one] };
}

/** Returns `wanted`, with a number appended if that name is taken. */
export function freeName(wanted: string, taken: readonly unknown[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted} ${number}`;
  return name;
}

export function withoutScenario(draft: Draft, at: number): Draft {
  return settled({ ...draft, scenarios: scenariosOf(draft).toSpliced(at, 1) });
}

/** A built-in one that is called by its id needs no name. */
export function withScenarioName(draft: Draft, at: number, name: string): Draft {
  const one = scenariosOf(draft)[at];
  const from = typeof one === "string" ? one : isObject(one) ? one.from : undefined;
  const changed = name === from ? from : { ...(isObject(one) ? one : { from }), name };
  return { ...draft, scenarios: scenariosOf(draft).toSpliced(at, 1, changed) };
}
