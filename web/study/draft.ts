/** What the form edits: a study as it is written. Pure changes of it, which keep what the form does not know. */
import { isObject } from "../../scenarios/base/values.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { STUDY_FORMAT, STUDY_VERSION, type StudyInput } from "../../scenarios/study/study.ts";

export type Draft = Readonly<Record<string, unknown>>;

export interface AxisLine {
  readonly field: string;
  /** As it is typed: "4..64*2" or "1, 2, 3". */
  readonly values: string;
}

/** undefined: the axis is more than a line of the form can say (docs/studies.md); it is changed in the file. */
export function axisLines(draft: Draft): readonly (AxisLine | undefined)[] {
  const { axes } = draft;
  if (!Array.isArray(axes)) return [];
  return axes.map((axis: unknown) => {
    if (!isObject(axis) || axis.kind !== "field" || typeof axis.field !== "string") return undefined;
    const { field, values, labels } = axis;
    if (typeof values === "string") return { field, values };
    if (labels !== undefined || !Array.isArray(values)) return undefined;
    const isPlain = values.every((value: unknown) =>
      typeof value === "string" ? !/[,\s]/.test(value) : ["number", "boolean"].includes(typeof value),
    );
    return isPlain ? { field, values: values.join(", ") } : undefined;
  });
}

/** Of the axes that a search can take: those of one field. */
export function axisColumns(draft: Draft): readonly string[] {
  if (!Array.isArray(draft.axes)) return [];
  return draft.axes.flatMap((axis: unknown) =>
    isObject(axis) && axis.kind === "field" && typeof axis.field === "string"
      ? [typeof axis.name === "string" ? axis.name : axis.field]
      : [],
  );
}

/** A list of what is no range stands as typed: numbers as numbers. */
export function withAxis(draft: Draft, at: number, { field, values }: AxisLine): Draft {
  const axes = Array.isArray(draft.axes) ? [...draft.axes] : [];
  const before: unknown = axes[at];
  const name =
    isObject(before) && typeof before.name === "string" && before.field === field ? before.name : undefined;
  axes[at] = { kind: "field", field, ...(name === undefined ? {} : { name }), values };
  return withoutLostSearch({ ...draft, axes });
}

/** A search is about columns that are there. */
function withoutLostSearch(draft: Draft): Draft {
  const { search } = draft;
  const columns = axisColumns(draft);
  const isKnown =
    isObject(search) && Array.isArray(search.over) && search.over.every((one) => columns.includes(one));
  return search === undefined || isKnown ? draft : { ...draft, search: undefined };
}

export function withoutAxis(draft: Draft, at: number): Draft {
  const axes = Array.isArray(draft.axes) ? draft.axes.filter((_, index) => index !== at) : [];
  return withoutLostSearch({ ...draft, axes, compare: undefined });
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function numberAt(draft: Draft, ...path: readonly string[]): number | undefined {
  const found = path.reduce<unknown>((here, key) => (isObject(here) ? here[key] : undefined), draft);
  return typeof found === "number" ? found : undefined;
}

/** undefined takes the field away. */
export function withField(draft: Draft, [first = "", ...rest]: readonly string[], value: unknown): Draft {
  if (rest.length === 0) return { ...draft, [first]: value };
  const inner = draft[first];
  return { ...draft, [first]: withField(isObject(inner) ? inner : {}, rest, value) };
}

/** What `set` says of a field is taken back: the scenario's own value counts again. */
export function withoutSet(draft: Draft, field: string): Draft {
  const set = isObject(draft.set) ? draft.set : {};
  return { ...draft, set: Object.fromEntries(Object.entries(set).filter(([name]) => name !== field)) };
}

/** So many blocks make another sample of a capture, of at least so many events, so that bursts stay whole. */
const BLOCKS = 20;
const LEAST_BLOCK_EVENTS = 50;

export const resampleField = (index: number): string => `traffic[${index}].resample`;

/** Recorded traffic, by its place: another sample of it with each seed. Without that intervals say nothing about it. */
function resampled({ traffic }: Scenario): Readonly<Record<string, { readonly blockEvents: number }>> {
  return Object.fromEntries(
    traffic.flatMap((one, index) => {
      if (one.kind !== "trace" || one.resample !== undefined) return [];
      const { length } = one.events.sizesBytes;
      const blockEvents = Math.min(length, Math.max(LEAST_BLOCK_EVENTS, Math.ceil(length / BLOCKS)));
      return [[resampleField(index), { blockEvents }]];
    }),
  );
}

/** A first question about the open scenario: how many contexts, how deep a ring. */
export function draftOf(scenario: Scenario, builtinId: string | undefined): Draft {
  const ring = scenario.machine.nics[0];
  const axes: StudyInput["axes"] = [
    { kind: "field", field: "contexts", values: [1, 2, 3] },
    ...(ring === undefined
      ? []
      : [
          {
            kind: "field" as const,
            field: `machine.nics["${ring.name}"].rxRingFrames`,
            name: "ring",
            values: "4..64*2",
          },
        ]),
  ];
  const set = resampled(scenario);
  const isResampled = Object.keys(set).length > 0;
  return {
    format: STUDY_FORMAT,
    version: STUDY_VERSION,
    name: scenario.name,
    scenarios: [builtinId ?? { name: scenario.name, scenario }],
    ...(isResampled ? { set } : {}),
    axes,
    seeds: { count: isResampled ? 10 : 5 },
  };
}
