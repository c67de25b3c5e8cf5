/** What a draft sets at every point. */
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import type { Draft } from "./draft.ts";
import { typedText } from "./typedValues.ts";

interface FixedLine {
  readonly field: string;
  /** As it is typed. */
  readonly value: string;
}

export const resampleField = (index: number): string => `traffic[${index}].resample`;

/** Places of recorded traffic, which the form resamples in blocks. undefined: there is no scenario. */
export const recordedPlaces = (scenario: Scenario | undefined): readonly number[] =>
  (scenario?.traffic ?? []).flatMap(({ kind }, index) => (kind === "trace" ? [index] : []));

/** Fields that have no place of their own in the form: not the length of a run as a number, nor resampling in blocks of
 * what is recorded in `scenario`, the first of the study. */
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

/** In the same place, with its value. */
export function withFixedField(draft: Draft, from: string, to: string): Draft {
  const entries = entriesOf(draft).filter(([field]) => field !== to || field === from);
  return {
    ...draft,
    set: Object.fromEntries(entries.map(([field, value]) => [field === from ? to : field, value])),
  };
}

/** What `set` says of a field is taken back: the scenario's own value counts again. */
export function withoutSet(draft: Draft, field: string): Draft {
  return { ...draft, set: Object.fromEntries(entriesOf(draft).filter(([name]) => name !== field)) };
}
