/** The scenario as it is, added to the points of a draft. */

import { AS_IT_IS } from "../../../lib/scenarioFields/withContexts.ts";
import type { OwnColumn, OwnGaps } from "../../../lib/study/ownPoint.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { withAxis } from "./axes.ts";
import { axesOf, type Line, linesOf } from "./columns.ts";
import type { Draft } from "./draft.ts";
import { listText } from "./typedValues.ts";

/** Each axis that lacks it gets the scenario's own value; what is set at every point stays. */
export function withOwnPoint(draft: Draft, { axes }: OwnGaps): Draft {
  return axes.reduce((changed, { axis: at, columns }) => {
    const axis = axesOf(changed)[at];
    return isObject(axis) ? withAxis(changed, at, withOwnStep(axis, columns)) : changed;
  }, draft);
}

function withOwnStep(axis: Line, columns: readonly OwnColumn[]): Line {
  const values = columns.map(({ value }) => value);
  switch (axis.kind) {
    case "table":
      return { ...axis, rows: [...(Array.isArray(axis.rows) ? axis.rows : []), values] };
    case "together":
      return {
        ...axis,
        fields: linesOf(axis).map((line, at) => withOwnValue(line, values[at] ?? null, true)),
      };
    default:
      return withOwnValue(axis, values[0] ?? null, false);
  }
}

/** `isWalked`: the order belongs to that of other fields. */
function withOwnValue(line: Line, value: StudyValue, isWalked: boolean): Line {
  const { values, labels } = line;
  if (typeof values === "string") return { ...line, values: `${values}, ${listText([value])}` };
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  if (Array.isArray(labels)) return { ...line, values: [...list, value], labels: [...labels, AS_IT_IS] };
  const all = [...list, value];
  const numbers = all.filter((one) => typeof one === "number");
  const isSorted = !isWalked && numbers.length === all.length;
  return { ...line, values: isSorted ? numbers.toSorted((a, b) => a - b) : all };
}
