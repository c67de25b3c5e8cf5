/** Checks that the study has everything that its search needs: columns, metrics, conditions. */
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Study } from "../../scenarios/study/study.ts";
import { isCondition } from "../sweep/column.ts";
import type { StudyPoint } from "./plan.ts";

interface SearchedText {
  readonly text: string;
  readonly place: string;
  readonly isSearched: true;
}

/** Metrics that a search needs beside those of the study. */
export function searchedTexts({ search }: Pick<Study, "search">): readonly SearchedText[] {
  if (search === undefined) return [];
  const of = search.over.includes(search.of)
    ? []
    : [{ text: search.of, place: "search.of", isSearched: true as const }];
  const conditions = search.subjectTo.map((text, index) => ({
    text,
    place: `search.subjectTo[${index}]`,
    isSearched: true as const,
  }));
  return [...of, ...conditions];
}

/** `columns` are those of the study's points. */
export function searchColumnFault(
  { search, axes }: Pick<Study, "search" | "axes">,
  columns: readonly string[],
): ScenarioError | undefined {
  const free = axes.flatMap((axis) => (axis.kind === "field" ? [axis.name ?? axis.field] : []));
  const index = search?.over.findIndex((column) => !free.includes(column)) ?? -1;
  const column = search?.over[index];
  if (column === undefined) return undefined;
  const message = columns.includes(column)
    ? `"${column}" is of an axis of another kind than field`
    : `"${column}" is no column; there are: ${free.join(", ")}`;
  return { field: `search.over[${index}]`, message };
}

/** Checks columns and metrics that are known. */
export function searchFault(
  { search }: Pick<Study, "search">,
  points: readonly StudyPoint[],
): ScenarioError | undefined {
  const [first] = points;
  if (search === undefined || first === undefined) return undefined;
  for (const [index, text] of search.subjectTo.entries())
    if (!isCondition(first.scenario, text))
      return {
        field: `search.subjectTo[${index}]: ${text}`,
        message: "is no condition, as receive.loss < 1 %",
      };
  if (search.over.includes(search.of))
    return points.every(({ values }) => typeof values[search.of] === "number")
      ? undefined
      : { field: "search.of", message: `"${search.of}" has values that are no numbers` };
  return isCondition(first.scenario, search.of)
    ? { field: "search.of", message: "is a condition; it stands in subjectTo" }
    : undefined;
}
