/** The results that come along with the built-in studies are complete, and the machine gives them again. */
import { expect, test } from "vitest";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { planStudy, type StudyPlan } from "../../lib/study/plan.ts";
import { rowKey, rowOf, rowsByKey, type StudyRow } from "../../lib/study/row.ts";
import { pointSeedsWanted } from "../../lib/study/seeds.ts";
import { storedRows } from "../../lib/study/storedRows.ts";
import { BUILTIN_STUDIES, builtinStudy } from "../../scenarios/studies/index.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import { fastCore } from "../support/cores.ts";
import { long } from "../support/long.ts";
import { scenariosOf } from "./support.ts";

const AGAIN = "node cli/build.mjs && node tools/storedStudies.mjs";

async function stored(id: string): Promise<{ readonly plan: StudyPlan; readonly rows: readonly StudyRow[] }> {
  const builtin = builtinStudy(id);
  const read = parseStudy(await builtin?.load());
  if (builtin === undefined || !read.ok) throw new Error(`no study ${id}`);
  const planned = planStudy(read.study, await scenariosOf(read.study));
  if (!planned.ok) throw new Error(JSON.stringify(planned.errors));
  return { plan: planned.plan, rows: storedRows(planned.plan, await builtin.rows()) };
}

const IDS = BUILTIN_STUDIES.map(({ id }) => id);

test.each(IDS)("the stored results of %s have every run that the study asks for", async (id) => {
  const { plan, rows } = await stored(id);
  const known = rowsByKey(rows);
  const wanted = plan.points.map((point) =>
    pointSeedsWanted(plan, point, (seed) => known.get(rowKey({ point: point.values, seed }))),
  );
  const counted = plan.points.map(
    ({ values }) => rows.filter(({ point }) => JSON.stringify(point) === JSON.stringify(values)).length,
  );
  expect(counted, AGAIN).toEqual(wanted);
  expect(known.size).toBe(rows.length);
});

/** The version of irqscope and the command may differ: a model gives the same results in each version. */
async function compareRuns(id: string, most: number): Promise<void> {
  const { plan, rows } = await stored(id);
  const core = await fastCore();
  const stride = Math.max(1, Math.ceil(rows.length / most));
  const chosen = rows.filter((_, at) => at % stride === 0);
  expect(chosen.length).toBeGreaterThan(4);
  for (const { program, command, ...row } of chosen) {
    const point = plan.points.find(({ values }) => JSON.stringify(values) === JSON.stringify(row.point));
    if (point === undefined) throw new Error("a stored run of no point");
    const scenario = { ...point.scenario, seed: row.seed };
    const outcome = runToOutcome(core, scenario, plan.study.warmUpCycles);
    if (outcome === undefined) throw new Error("a run without an end");
    const again = rowOf(plan, { point, seed: row.seed, scenario }, outcome);
    expect({ ...again, program, command }, AGAIN).toEqual({ ...row, program, command });
  }
}

test.each(IDS)("the machine gives stored results of %s again", (id) => compareRuns(id, 9));

test.each(IDS)(
  "the machine gives all stored results of %s again",
  { ...long("It adds the other runs of each study: half a minute of machine time."), timeout: 300_000 },
  (id) => compareRuns(id, Number.POSITIVE_INFINITY),
);

test("results of a study that was changed are not shown with it", async () => {
  const { plan } = await stored("contexts-ring-rate");
  const rows = await builtinStudy("contexts-ring-rate")?.rows();
  if (rows === undefined) throw new Error("no results");
  expect(storedRows(plan, rows)).toHaveLength(180);
  expect(storedRows({ ...plan, studyHash: "0" }, rows)).toEqual([]);
});
