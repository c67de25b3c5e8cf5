/** The columns of a draft's points, and what is about them. */
import { isObject } from "../../../scenarios/base/values.ts";
import { type Draft, textsOf } from "./draft.ts";

/** A field with its values, as the format has it. */
export type Line = Readonly<Record<string, unknown>>;

/** Not checked: what a file has. */
export const axesOf = ({ axes }: Draft): readonly unknown[] => (Array.isArray(axes) ? axes : []);

/** Of fields that go together. */
export const linesOf = ({ fields }: Line): readonly Line[] =>
  Array.isArray(fields) ? fields.filter(isObject) : [];

export const scenariosOf = ({ scenarios }: Draft): readonly unknown[] =>
  Array.isArray(scenarios) ? scenarios : [];

export const columnOf = ({ field, name }: Line): string => String(typeof name === "string" ? name : field);

/** Of the axes that a search can take: those of one field. */
export function axisColumns(draft: Draft): readonly string[] {
  return axesOf(draft).flatMap((axis) =>
    isObject(axis) && axis.kind === "field" && typeof axis.field === "string" ? [columnOf(axis)] : [],
  );
}

/** Of the points, in their order. */
export function pointColumns(draft: Draft): readonly string[] {
  const ofAxes = axesOf(draft).flatMap((axis) => {
    if (!isObject(axis)) return [];
    if (axis.kind === "table") return textsOf(axis.fields);
    // Its windows are one point.
    if (axis.kind === "windows") return [];
    return (axis.kind === "together" ? linesOf(axis) : [axis]).map(columnOf);
  });
  return scenariosOf(draft).length > 1 ? ["scenario", ...ofAxes] : ofAxes;
}

/** A search and a comparison are about columns that are there; else they are given up. */
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
