/** The lab on deadlines teaches a bound. No run of any variant may exceed it. */
import { expect, test } from "vitest";
import type { LabBench, Ran } from "../../lib/labs/bench.ts";
import { withChanges } from "../../lib/labs/changes.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import { type LabStep, stepOf } from "../../lib/labs/lab.ts";
import { long } from "../support/long.ts";
import { openBench } from "./support.ts";

/** Cycles in which a program goes on between two stretches without interrupts. */
const BETWEEN = 2;

function stepIn({ lab }: LabBench, id: string): LabStep {
  const step = stepOf(lab, id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
}

async function numberOf(bench: LabBench, step: LabStep, text: string, ran?: Ran): Promise<number> {
  const { value } = await bench.valueOf(step, text, ran);
  if (typeof value !== "number") throw new Error(`${text} has no value`);
  return value;
}

/** The turn of the control loop, with the brake. */
async function expectTurnInBound(bench: LabBench): Promise<void> {
  const step = stepIn(bench, "response");
  const question = step.questions.find(({ id }) => id === "bound");
  if (question === undefined) throw new Error("no bound");
  const { expected = Number.NaN } = await judgeAnswer(bench, step, question, undefined);
  const longest = await numberOf(bench, step, 'thread["control loop"].response.maximum * clock');
  expect(longest, `seed ${bench.seed}`).toBeLessThanOrEqual(expected + BETWEEN);
  // A bound that no run comes near to would always hold.
  expect(longest).toBeGreaterThan(expected * 0.8);
}

/** The wait of the brake, with a section that just keeps to its deadline if nothing comes before the section. An
 * interrupt of the card that finds nothing to do may. */
async function expectWaitInBound(bench: LabBench, frames: number): Promise<void> {
  const step = stepIn(bench, "design");
  const [idle, restore, deadline] = await Promise.all([
    numberOf(bench, step, 'run["alone"].line["control"].latency.maximum * run["alone"].clock'),
    numberOf(bench, step, "machine.interrupts.saveRestore.restoreCycles"),
    numberOf(bench, step, 'machine.timers["brake"].line.deadlineNanoseconds * clock'),
  ]);
  const section = Math.floor(deadline - idle + 1e-6);
  const changes = [
    { field: 'software.routines["list"].cycles', value: section },
    { field: 'software.threads["driver"].interruptsEnabled', value: true },
    { field: 'software.threads["control loop"].interruptsEnabled', value: true },
    { field: 'machine.nics["eth0"].coalescing.frames', value: frames },
    { field: 'machine.nics["eth0"].coalescing.absoluteNanoseconds', value: 70_000 },
  ];
  const made = withChanges(bench.scenarioOf(step.machine), changes, step.task?.change ?? []);
  if (!made.ok) throw new Error(made.message);
  const ran = { scenario: made.scenario, outcome: await bench.run(made.scenario) };
  const longest = await numberOf(bench, step, 'line["brake"].latency.maximum * clock', ran);
  const name = `seed ${bench.seed}, ${frames} frames`;
  expect(longest, name).toBeLessThanOrEqual(section + restore + 2 * idle + BETWEEN);
  expect(longest, name).toBeGreaterThan(section);
}

async function expectBounds(seed: number): Promise<void> {
  const bench = await openBench("jitter", seed);
  await expectTurnInBound(bench);
  for (const frames of [1, 4, 8]) await expectWaitInBound(bench, frames);
}

test.each([0, 8])("the taught bounds hold in variant %d", { timeout: 60_000 }, expectBounds);

test("the taught bounds hold in many variants", {
  ...long("Its runs take some 5 s of CPU; two variants run each time."),
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 40; seed++) await expectBounds(seed);
});
