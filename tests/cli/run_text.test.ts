import { expect, test } from "vitest";
import { runText } from "../../cli/run_text.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();

test.each([
  [{ kind: "not-taken" }, "branches taken, none predicted so", "mispredicted branches"],
  [
    { kind: "backward-taken", targets: 0, returns: 0 },
    "mispredicted branches",
    "branches taken, none predicted so",
  ],
] as const)("predictor %j: %s", async (predictor, said, other) => {
  const loaded = await builtin("ring-overflow");
  const scenario = {
    ...loaded,
    runCycles: 100_000,
    machine: {
      ...loaded.machine,
      core: { ...loaded.machine.core, predictor },
    },
  };
  const machine = build(core, scenario);
  machine.step(scenario.runCycles);
  const report = reportRun(scenario, readMetrics(machine, scenario.machine));
  const text = runText(
    scenario,
    report,
    { hostSeconds: 1, simulatedCyclesPerSecond: 1 },
    { machineBytes: 0, stateBytes: 0 },
  );
  expect(text).toMatch(new RegExp(`\\n${said} +[\\d,]+ of [\\d,]+\\n`));
  expect(text).not.toContain(other);
});
