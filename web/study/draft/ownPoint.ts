/** The scenario as it is, added to the points of a draft. */

import { AS_IT_IS } from "../../../lib/scenarioFields/withContexts.ts";
import type { OwnColumn, OwnGaps } from "../../../lib/study/ownPoint.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { firstValues, withAxis } from "./axes.ts";
import { axesOf, type Line, linesOf } from "./columns.ts";
import type { Draft } from "./draft.ts";
import { freeName } from "./scenarios.ts";
import { listText } from "./typedValues.ts";

/** Each axis that lacks it gets the scenario's own value; what is set at every point stays. `scenario`: the first of the
 * study, of which ranges are read. */
export function withOwnPoint(draft: Draft, { axes }: OwnGaps, scenario: Scenario | undefined): Draft {
  return axes.reduce((changed, { axis: at, columns }) => {
    const axis = axesOf(changed)[at];
    if (!isObject(axis)) return changed;
    return withAxis(changed, at, withOwnStep(axis, columns, firstValues(changed, at, scenario)));
  }, draft);
}

/** `first`: values of an axis of one field, a range as a list. */
function withOwnStep(
  axis: Line,
  columns: readonly OwnColumn[],
  first: readonly StudyValue[] | undefined,
): Line {
  const values = columns.map(({ value }) => value);
  switch (axis.kind) {
    case "windows":
      return axis;
    case "table":
      return { ...axis, rows: [...(Array.isArray(axis.rows) ? axis.rows : []), values] };
    case "together":
      return {
        ...axis,
        fields: linesOf(axis).map((line, at) => withOwnValue(line, values[at] ?? null, true)),
      };
    default:
      return withOwnValue(
        isInRange(values[0]) ? axis : { ...axis, values: first ?? axis.values },
        values[0] ?? null,
        false,
      );
  }
}

/** Whether it can stand beside a range, as its text. */
const isInRange = (value: StudyValue | undefined): boolean => typeof value === "number" || value === AS_IT_IS;

/** `isWalked`: the order belongs to that of other fields. */
function withOwnValue(line: Line, value: StudyValue, isWalked: boolean): Line {
  const { values, labels } = line;
  if (typeof values === "string") return { ...line, values: `${values}, ${listText([value])}` };
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  if (Array.isArray(labels))
    return { ...line, values: [...list, value], labels: [...labels, freeName(AS_IT_IS, labels)] };
  const all = [...list, value];
  const numbers = all.filter((one) => typeof one === "number");
  const isSorted = !isWalked && numbers.length === all.length;
  return { ...line, values: isSorted ? numbers.toSorted((a, b) => a - b) : all };
}
