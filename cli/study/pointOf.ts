/** A point of a study as a scenario, for commands that run one. */
import type { StudyPoint } from "../../lib/study/plan.ts";
import { pointText } from "../../lib/study/row.ts";
import { firstSeed } from "../../lib/study/seeds.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { builtinStudy } from "../../scenarios/studies/index.ts";
import { wholeNumber } from "../arguments.ts";
import { InputError } from "../command.ts";
import { loadScenario } from "../load.ts";
import { expectStudy, type LoadedStudy } from "./loadStudy.ts";

const POINT_LIMIT = 1e9;

/** `place`: from 1, in the order in which a summary lists them. */
export function pointAt({ subject, plan }: LoadedStudy, place: number): StudyPoint {
  const all = plan.points.length + plan.refused.length;
  const refused = plan.refused.find(({ number }) => number === place - 1);
  if (refused !== undefined)
    throw new InputError({
      subject,
      field: `point ${place}, ${pointText(refused.values)}`,
      reason: `${refused.field}: ${refused.message}`,
    });
  const point = plan.points.find(({ number }) => number === place - 1);
  if (point !== undefined) return point;
  throw new InputError({
    subject: "point",
    reason: `must be a whole number from 1 to ${all}, the points of ${subject}, not ${place}`,
  });
}

/** With the point's first seed. */
export function scenarioOf({ study, plan }: LoadedStudy, point: StudyPoint): Scenario {
  const values = plan.columns.length === 0 ? "" : `, ${pointText(point.values)}`;
  const name = `${study.name}${values}`.slice(0, NAME_CHARACTERS);
  return { ...point.scenario, name, seed: firstSeed(study, point.number) };
}

/** As the format allows. */
const NAME_CHARACTERS = 80;

/** A scenario; with `--point N` that of a study. */
export async function loadRun(subject: string, point: string | undefined): Promise<Scenario> {
  const place = wholeNumber(point, "--point", 1, POINT_LIMIT);
  if (place !== undefined) {
    const loaded = await expectStudy(subject);
    return scenarioOf(loaded, pointAt(loaded, place));
  }
  if (builtinStudy(subject) !== undefined && builtinScenario(subject) === undefined)
    throw new InputError({ subject, reason: "is a study; --point N takes one of its points" });
  return loadScenario(subject);
}
