/** The end of the greatest latency of a study, compared with the rows of interrupts of that run. */
import { expect, it } from "vitest";
import { findGreatest, greatestText } from "../../cli/study/greatest.ts";
import { summaryCsv } from "../../cli/study/summaryText.ts";
import { studyReportHtml } from "../../lib/export/report/studyReport.ts";
import { interruptRows } from "../../lib/export/tables.ts";
import { walkRun } from "../../lib/export/walk.ts";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { greatestRuns } from "../../lib/study/greatestRun.ts";
import { planStudy } from "../../lib/study/plan.ts";
import { reachedCycle } from "../../lib/study/reachedCycle.ts";
import { rowOf } from "../../lib/study/row.ts";
import { summaryOf } from "../../lib/study/summaryJson.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { answerReach, type ReachPart, type ReachTask } from "../../web/engine/machineTasks.ts";
import type { TaskPort } from "../../web/engine/oneTask.ts";
import { reachApart } from "../../web/engine/reacher.ts";
import type { TaskAnswer } from "../../web/engine/tasks.ts";
import { openCore } from "../boundary/support.ts";
import { long } from "../support/long.ts";
import { scenariosOf, study } from "./support.ts";

const core = await openCore();
const NAME = "interrupt.latency.maximum in ns";
const FILL = 'nic["eth0"].ring[0].fill.maximum';
const WARM_UP = 100_000;

async function ran(warmUpCycles: number) {
  const of = study({
    ...{ scenarios: ["ring-overflow"], set: { runCycles: 600_000 }, seeds: { count: 3 }, warmUpCycles },
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }],
    metrics: [NAME, FILL, "interrupts"],
  });
  const scenarios = await scenariosOf(of);
  const planned = planStudy(of, scenarios);
  if (!planned.ok) throw new Error(JSON.stringify(planned.errors));
  const { plan } = planned;
  const rows = plan.runs.map((run) => {
    const outcome = runToOutcome(core, run.scenario, warmUpCycles);
    if (outcome === undefined) throw new Error("stopped");
    return rowOf(plan, run, outcome);
  });
  return { loaded: { subject: "a.study.json", study: of, scenarios, plan }, rows };
}

/** The greatest latency that ends after the warm-up, and the first cycle in which it ends, from the event log. */
function greatestOf(
  scenario: Scenario,
  warmUpCycles: number,
): { readonly latency: number; readonly end: number } {
  const source = interruptRows(scenario);
  const at = (name: string) => source.columns.findIndex((column) => column.name === name);
  const [latency, end] = [at("latency_cycles"), at("end_cycle")];
  let best = { latency: -1, end: -1 };
  for (const batch of walkRun(core, scenario, { from: 0, to: scenario.runCycles }, {}))
    for (const row of source.take(batch)) {
      const one = { latency: Number(row[latency]), end: Number(row[end]) };
      if (one.end >= warmUpCycles && one.latency > best.latency) best = one;
    }
  return best;
}

/** The first cycle after the warm-up in which the ring holds so many frames, from the event log. */
function filledIn(scenario: Scenario, frames: number, warmUpCycles: number): number | undefined {
  for (const { events } of walkRun(core, scenario, { from: 0, to: scenario.runCycles }, {}))
    for (const { kind, cycle, value } of events)
      if (kind === "rx-fill" && value === frames && cycle >= warmUpCycles) return cycle;
  return undefined;
}

/** Takes the place of the page's worker. */
function workerOf(): TaskPort<ReachTask, ReachPart> {
  let hear: ((answer: TaskAnswer<ReachPart>) => void) | undefined;
  return {
    post: (task) => {
      for (const answer of answerReach(core, task)) hear?.(answer);
    },
    listen: (onAnswer) => {
      hear = onAnswer;
    },
    close: () => {
      hear = undefined;
    },
  };
}

async function expectReached(warmUpCycles: number): Promise<void> {
  const { loaded, rows } = await ran(warmUpCycles);
  const [found, ofFill, ...others] = greatestRuns(loaded.plan, rows);
  if (found === undefined || ofFill === undefined) throw new Error("no greatest run");
  expect(others).toEqual([]);
  const { scenario, column, value, row, number } = found;
  expect(value).toBe(Math.max(...rows.map(({ metrics }) => metrics[NAME] ?? 0)));
  expect(row.point).toEqual(loaded.plan.points[number]?.values);
  const known = greatestOf(scenario, warmUpCycles);
  const reach = { scenario, warmUpCycles, column, value };
  expect(reachedCycle(core, reach)).toBe(known.end);
  expect(await reachApart(reach, new AbortController().signal, workerOf)).toBe(known.end);
  if (warmUpCycles === 0) expect(value).toBeCloseTo((known.latency * 1e9) / scenario.machine.clockHertz, 6);
  expect(ofFill.value).toBe(Math.max(...rows.map(({ metrics }) => metrics[FILL] ?? 0)));
  const filled = filledIn(ofFill.scenario, ofFill.value, warmUpCycles);
  const greatest = await findGreatest(loaded, rows);
  expect(greatest.map(({ cycle }) => cycle)).toEqual([known.end, filled]);
  const text = greatestText(greatest);
  expect(text).toContain(`reached in cycle ${filled?.toLocaleString("en-US")}\n  #ring-overflow@${filled}?`);
  const csv = summaryCsv(summaryOf(loaded.plan, rows, "c"), greatest).split("\n");
  for (const { row, cycle, link } of greatest) {
    const lines = csv.filter((line) => line.includes(`,${cycle},${link},`));
    expect(lines.map((line) => line.split(",")[1])).toEqual([String(row.point.ring)]);
  }
  const page = studyReportHtml({ ...loaded, rows, greatest });
  expect(page).toContain(`<td>${filled?.toLocaleString("en-US")}</td><td>#ring-overflow@${filled}?`);
  expect(text).toContain(`(--point ${number + 1} --seed ${row.seed})`);
  expect(text).toContain(
    `ends in cycle ${known.end.toLocaleString("en-US")}\n  #ring-overflow@${known.end}?`,
  );
}

const REACHED =
  "the greatest value of a study is reached in the cycle in which its packet ends, with a warm-up of %i";
it.each([WARM_UP])(REACHED, expectReached);
it.each([0])(REACHED, long("It adds a study without a warm-up, for 2 s of CPU."), expectReached);

it("a run that never reaches the value has no cycle for it", async () => {
  const { loaded, rows } = await ran(0);
  const [found] = greatestRuns(loaded.plan, rows);
  if (found === undefined) throw new Error("no greatest run");
  const reach = { ...found, warmUpCycles: 0, value: found.value + 1 };
  expect(reachedCycle(core, reach)).toBeUndefined();
  expect(await reachApart(reach, new AbortController().signal, workerOf)).toBeUndefined();
  const given = new AbortController();
  given.abort();
  expect(await reachApart({ ...reach, value: found.value }, given.signal, workerOf)).toBeUndefined();
  expect(greatestRuns({ ...loaded.plan, asked: loaded.plan.asked.slice(2) }, rows)).toEqual([]);
});
