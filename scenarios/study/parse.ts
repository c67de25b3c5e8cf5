/** The one door for studies from outside. Never throws. */

import { fieldName } from "../base/fieldName.ts";
import { ERROR_LIMIT } from "../base/limits.ts";
import { describeIssues, type ScenarioError } from "../base/messages.ts";
import { firstRepeated, isObject } from "../base/values.ts";
import { readJson } from "../read/json.ts";
import { STUDY_FORMAT, STUDY_VERSION, type Study, studySchema } from "./study.ts";

type StudyResult =
  | { readonly ok: true; readonly study: Study }
  | {
      readonly ok: false;
      /** The first ERROR_LIMIT of them. */
      readonly errors: readonly ScenarioError[];
      readonly errorCount: number;
    };

/** Field of an error about the whole study. */
const WHOLE = "study";

/** Whether a JSON value says that it is a study, right or wrong. */
export function isStudy(value: unknown): boolean {
  return isObject(value) && value.format === STUDY_FORMAT;
}

/** `input` is JSON text, or its value. */
export function parseStudy(input: unknown): StudyResult {
  if (typeof input !== "string") return parseValue(input);
  const json = readJson(input);
  if (json.ok) return parseValue(json.value);
  const { path, message } = json.error;
  return failed([{ field: path === undefined ? WHOLE : fieldName(path), message }]);
}

function parseValue(value: unknown): StudyResult {
  if (!isObject(value)) return failed([{ field: WHOLE, message: "must be an object" }]);
  if (value.format !== STUDY_FORMAT)
    return failed([{ field: "format", message: `must be "${STUDY_FORMAT}": this is not an irqscope study` }]);
  const { version } = value;
  if (typeof version === "number" && version > STUDY_VERSION) {
    const message = `${version} was made by a newer irqscope; this one reads up to ${STUDY_VERSION}`;
    return failed([{ field: "version", message }]);
  }
  const parsed = studySchema.safeParse(value);
  if (!parsed.success) return failed(describeIssues(studySchema, value, parsed.error.issues));
  const errors = checkStudy(parsed.data);
  return errors.length > 0 ? failed(errors) : { ok: true, study: parsed.data };
}

/** Checks that the schema cannot express. */
function checkStudy({ scenarios, axes, seeds, stop, search }: Study): readonly ScenarioError[] {
  const errors: ScenarioError[] = [];
  scenarios.forEach((one, index) => {
    if (typeof one !== "string" && (one.from === undefined) === (one.scenario === undefined))
      errors.push({ field: `scenarios[${index}]`, message: "needs either from or scenario" });
  });
  const names = scenarios.map((one) => (typeof one === "string" ? one : one.name));
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index)
      errors.push({ field: `scenarios[${index}]`, message: `is listed twice: ${JSON.stringify(name)}` });
  });
  axes.forEach((axis, index) => {
    errors.push(...checkAxis(axis, `axes[${index}]`));
  });
  if (stop !== undefined && stop.maximumSeeds < seeds.count)
    errors.push({ field: "stop.maximumSeeds", message: `must be at least seeds.count, ${seeds.count}` });
  if (stop !== undefined && seeds.count < 2)
    errors.push({
      field: "seeds.count",
      message: "must be at least 2 with a stop rule: one seed has no interval",
    });
  const windows = axes.flatMap(({ kind }, index) => (kind === "windows" ? [index] : []));
  if (windows.length > 1)
    errors.push({
      field: `axes[${windows[1]}]`,
      message: "must not be a second axis of kind windows: a study has at most one",
    });
  if (windows.length > 0 && stop !== undefined)
    errors.push({
      field: "stop",
      message:
        "adds seeds, but the intervals are over windows: a longer capture or shorter windows make them narrower",
    });
  if (windows.length > 0 && search !== undefined)
    errors.push({
      field: "search",
      message: "cannot be combined with an axis of kind windows: sweep the windows, or search in one of them",
    });
  search?.over.forEach((column, index) => {
    if (search.over.indexOf(column) !== index)
      errors.push({ field: `search.over[${index}]`, message: "is listed twice" });
  });
  return errors;
}

function checkAxis(axis: Study["axes"][number], place: string): readonly ScenarioError[] {
  if (axis.kind === "table")
    return axis.rows.flatMap((row, index) =>
      row.length === axis.fields.length
        ? []
        : [
            {
              field: `${place}.rows[${index}]`,
              message: `must have ${axis.fields.length} values, not ${row.length}`,
            },
          ],
    );
  if (axis.kind === "windows") return [];
  if (axis.kind === "field") return checkLabels(axis, place);
  const [first] = axis.fields;
  return axis.fields.flatMap((one, index) => {
    const at = `${place}.fields[${index}]`;
    const wanted = first?.values.length;
    const length =
      one.values.length === wanted
        ? []
        : [
            {
              field: `${at}.values`,
              message: `must have ${wanted} values as the first field, not ${one.values.length}`,
            },
          ];
    return [...length, ...checkLabels(one, at)];
  });
}

function checkLabels(
  {
    values,
    labels,
  }: { readonly values: string | readonly unknown[]; readonly labels?: readonly string[] | undefined },
  place: string,
): readonly ScenarioError[] {
  if (labels === undefined) return [];
  if (typeof values === "string")
    return [{ field: `${place}.labels`, message: "need a list of values, not a range" }];
  if (labels.length !== values.length)
    return [
      {
        field: `${place}.labels`,
        message: `must have ${values.length} labels, one for each value, not ${labels.length}`,
      },
    ];
  const twice = firstRepeated(labels);
  return twice < 0 ? [] : [{ field: `${place}.labels[${twice}]`, message: "is listed twice" }];
}

function failed(errors: readonly ScenarioError[]): StudyResult {
  return { ok: false, errors: errors.slice(0, ERROR_LIMIT), errorCount: errors.length };
}
