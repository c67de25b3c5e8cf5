import { expect, test } from "vitest";
import { runText } from "../../cli/runText.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();

async function textOf(scenario: Scenario, queueDrops?: number): Promise<string> {
  const machine = build(core, scenario);
  machine.step(scenario.runCycles);
  const report = reportRun(scenario, readMetrics(machine, scenario.machine));
  return runText(
    scenario,
    queueDrops === undefined
      ? report
      : { ...report, queues: report.queues.map((one) => ({ ...one, dropped: queueDrops })) },
    { hostSeconds: 1, simulatedCyclesPerSecond: 1 },
    { machineBytes: 0, stateBytes: 0 },
  );
}

test.each([
  [{ kind: "not-taken" }, "taken branches (all mispredicted)", "mispredicted branches"],
  [
    { kind: "backward-taken", targets: 0, returns: 0 },
    "mispredicted branches",
    "taken branches (all mispredicted)",
  ],
] as const)("the predictor %j is printed as %s", async (predictor, said, other) => {
  const loaded = await builtin("ring-overflow");
  const scenario = {
    ...loaded,
    runCycles: 100_000,
    machine: {
      ...loaded.machine,
      core: { ...loaded.machine.core, predictor },
    },
  };
  const text = await textOf(scenario);
  expect(text).toMatch(new RegExp(`\\n${said.replace(/[()]/g, "\\$&")} +[\\d,]+ of [\\d,]+\\n`));
  expect(text).not.toContain(other);
});

test("run prints what each thread had without a scheduler, and no column of zeros", async () => {
  const scenario = { ...(await builtin("ring-overflow")), runCycles: 1_000_000 };
  expect(scenario.software.scheduler.policy).toBe("none");
  const text = await textOf(scenario);
  const [head = "", ...rows] =
    text
      .slice(text.indexOf("\nthread ") + 1)
      .split("\n\n")[0]
      ?.split("\n") ?? [];
  expect(head).toMatch(/^thread +cycles +of all/);
  expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(scenario.software.threads.map(({ name }) => name));
  const columns = (line: string) => line.split(/ {2,}/);
  for (const at of columns(head).keys()) expect(rows.some((row) => columns(row)[at] !== "0")).toBe(true);
});

test("run prints no table for a single thread", async () => {
  const loaded = await builtin("ring-overflow");
  const [only] = loaded.software.threads;
  const text = await textOf({
    ...loaded,
    runCycles: 100_000,
    software: { ...loaded.software, threads: only === undefined ? [] : [only] },
  });
  expect(text).not.toMatch(/^thread /m);
});

test("run prints the queues once one of them has lost a frame", async () => {
  const scenario = { ...(await builtin("ring-overflow")), runCycles: 1000 };
  expect(await textOf(scenario, 0)).not.toMatch(/^queue /m);
  expect(await textOf(scenario, 1)).toMatch(/^queue .*\n.*\b1\b/m);
});
