/** Messages of tasks name fields and metrics as the page does. */
import { expect, test } from "vitest";
import { judgeTask } from "../../lib/labs/judge.ts";
import { stepOf } from "../../lib/labs/lab.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import { withPageNames } from "../../web/labs/pageNames.ts";
import { openBench } from "./support.ts";

async function design(id: string) {
  const bench = await openBench(id);
  const step = stepOf(bench.lab, "design");
  if (step?.task === undefined) throw new Error("no task");
  return { bench, step, task: step.task, scenario: bench.scenarioOf(step.machine) };
}

test("a refused value names the field as its label does", async () => {
  const { scenario } = await design("contexts");
  const path = ["software", "threads", "Driver ISR", "context"];
  const changed = changeField(scenario, { path, name: "" }, 2);
  expect(changed.ok ? "" : withPageNames(changed.message, scenario)).toBe(
    "Context (Driver ISR) must be below the number of contexts, 2",
  );
});

test("a condition that does not hold names the metric as the page does", async () => {
  const { bench, step, task, scenario } = await design("lost-interrupts");
  const judged = await judgeTask(bench, step, task, []);
  const message = judged.ok ? judged.findings[1]?.message : undefined;
  expect(withPageNames(message ?? "", scenario)).toBe("Frames lost is 1600 and must be exactly 0");
}, 30_000);

test.each([
  ['timer["wheel"].overruns is 3', "overruns of timer wheel is 3"],
  ['machine.nics["eth0"].coalescing.frames is 8 frames', "Frames (eth0) is 8 frames"],
  ["receive.latency.p99 has no value", "Receive latency, 99th percentile has no value"],
  ['word["ticks"] is 3', "the word ticks is 3"],
  ["machine.nics[7].name is 3.5, see labs.json", "machine.nics[7].name is 3.5, see labs.json"],
])("%s", async (message, shown) => {
  const { scenario } = await design("lost-interrupts");
  expect(withPageNames(message, scenario)).toBe(shown);
});
