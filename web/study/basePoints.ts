/** The points of a study that are equal to an unchanged scenario. In a study of a paper, the paper's point. */
import { isOwnPoint, type OwnGaps, ownGaps } from "../../lib/study/ownPoint.ts";
import type { PointValues } from "../../lib/study/plan.ts";
import { shownPoints } from "../../lib/study/replicates.ts";
import { pointKey } from "../../lib/study/row.ts";
import { scenarioSources } from "../../lib/study/sources.ts";
import type { ViewAxis } from "../../lib/study/views.ts";
import { SCENARIO_GROUPS } from "../../scenarios/groups.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { t, translated } from "../text/t.ts";
import { columnLabel, fieldText, type StudyWords } from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";

interface BasePoint {
  readonly values: PointValues;
  /** Name beside its open circle. */
  readonly label: string;
  /** Meaning of the circle, for the line below a title. */
  readonly meaning: string;
}

interface MissingBase {
  readonly name: string;
  readonly gaps: OwnGaps;
}

export interface BasePoints {
  readonly all: readonly BasePoint[];
  /** Undefined if the machine of the point differs from every scenario of the study. */
  readonly of: (point: PointValues) => BasePoint | undefined;
  /** Scenarios that are equal to none of the points. */
  readonly missing: readonly MissingBase[];
}

export const NO_BASE: BasePoints = { all: [], of: () => undefined, missing: [] };

export function basePoints({ study, scenarios, plan }: LoadedStudy): BasePoints {
  const all: BasePoint[] = [];
  const missing: MissingBase[] = [];
  for (const { name, of } of scenarioSources(study)) {
    const scenario = scenarios.get(name);
    if (scenario === undefined) continue;
    const own = shownPoints(plan).filter((point) => isOwnPoint(point.scenario, scenario));
    const paper = of.kind === "from" ? paperOf(of.from) : undefined;
    if (own.length === 0) missing.push({ name: scenario.name, gaps: ownGaps(study, scenario) });
    const label = paper ?? t("as it is|scenario");
    const meaning =
      paper === undefined
        ? t("the scenario as it is")
        : t("{scenario}, as it is ({paper})", { scenario: scenario.name, paper });
    all.push(...own.map(({ values }) => ({ values, label, meaning })));
  }
  const byKey = new Map(all.map((one) => [pointKey(one.values), one]));
  return { all, of: (point) => byKey.get(pointKey(point)), missing };
}

/** Name of the paper in the gallery, for a built-in scenario. */
function paperOf(id: string): string | undefined {
  const group = builtinScenario(id)?.group;
  const found = SCENARIO_GROUPS.find((one) => one.id === group && one.part === "Published experiments");
  return found && translated(found.title);
}

const CIRCLE = "○";

/**
 * For a picture with these columns free and the others fixed: the meaning of its circle, or where the circle
 * would be.
 */
export function baseNote(
  base: BasePoints,
  axes: readonly ViewAxis[],
  fixed: PointValues,
  free: readonly (string | undefined)[],
  words: StudyWords,
): string {
  const elsewhereIn = ({ values }: BasePoint) =>
    axes.filter(
      ({ column }) =>
        !free.includes(column) && fieldText(values[column] ?? null) !== fieldText(fixed[column] ?? null),
    );
  const shown = base.all.filter((one) => elsewhereIn(one).length === 0);
  if (shown.length > 0) return `${CIRCLE} ${[...new Set(shown.map(({ meaning }) => meaning))].join(", ")}`;
  const [first] = base.all;
  if (first === undefined) return base.missing.length === 0 ? "" : t("no point is the scenario as it is");
  const place = elsewhereIn(first)
    .map(({ column }) => `${columnLabel(column, words)} ${fieldText(first.values[column] ?? null)}`)
    .join(" · ");
  return t("{base}: at {point}, not in this picture", { base: first.meaning, point: place });
}
