/** The columns of a study for programs that draw its rows. */
import type { StudyAxis } from "../../scenarios/study/study.ts";
import { columnName } from "../sweep/column.ts";
import type { StudyPlan } from "./plan.ts";
import { SCENARIO_COLUMN } from "./points.ts";
import { targetNamed } from "./targets.ts";

interface StudyColumns {
  /** Columns of a point that change together. Every combination of the axes may be a point. */
  readonly axes: readonly (readonly string[])[];
  readonly metrics: readonly string[];
  /** Units of the columns and metrics that have one. */
  readonly units: Readonly<Record<string, string>>;
}

export function studyColumns({ study, columns, metrics, points }: StudyPlan): StudyColumns {
  const [scenarioColumn, rest] =
    columns[0] === SCENARIO_COLUMN ? [[SCENARIO_COLUMN], columns.slice(1)] : [undefined, columns];
  const scenario = points[0]?.scenario;
  const units: Record<string, string> = {};
  const axes: (readonly string[])[] = scenarioColumn === undefined ? [] : [scenarioColumn];
  let from = 0;
  for (const axis of study.axes) {
    const fields = fieldsOf(axis);
    const names = rest.slice(from, from + fields.length);
    from += fields.length;
    axes.push(names);
    for (const [index, name] of names.entries()) {
      const unit = scenario && unitOfField(scenario, fields[index]);
      if (unit !== undefined && unit !== "") units[name] = unit;
    }
  }
  for (const metric of metrics) if (metric.unit !== "") units[columnName(metric)] = metric.unit;
  return { axes, metrics: metrics.map(columnName), units };
}

interface AxisField {
  readonly field: string;
  /** If several fields have that end, the field that accepts these values is meant. */
  readonly values: Parameters<typeof targetNamed>[2];
}

function fieldsOf(axis: StudyAxis): readonly AxisField[] {
  switch (axis.kind) {
    case "field":
      return [{ field: axis.field, values: typeof axis.values === "string" ? [] : axis.values }];
    case "together":
      return axis.fields;
    case "table":
      return axis.fields.map((field, at) => ({
        field,
        values: axis.rows.flatMap((row) => row.slice(at, at + 1)),
      }));
    default:
      return [{ field: "", values: [] }];
  }
}

function unitOfField(
  scenario: Parameters<typeof targetNamed>[0],
  of: AxisField | undefined,
): string | undefined {
  const found = of === undefined ? undefined : targetNamed(scenario, of.field, of.values);
  return found?.ok === true && found.target.kind === "path" ? found.target.field?.unit : undefined;
}
