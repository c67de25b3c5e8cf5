/** What a goal says when its condition does not hold: the part that does not, with its value. */
import { expect, it } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { oneStepLab } from "./oneStepLab.ts";
import { openBench, runMachine } from "./support.ts";

const scenario = {
  format: "irqscope-scenario",
  version: 1,
  name: "list",
  runCycles: 1000,
  machine: { nics: [] },
  software: {
    routines: [{ name: "list", kind: "cycles", cycles: 40 }],
    threads: [
      {
        ...{ name: "t", layer: "application", priority: 3, start: { on: "always" } },
        steps: [{ do: "exec", routine: "list" }],
      },
    ],
  },
};

const LIST = 'software.routines["list"].cycles';

async function found(goal: object) {
  const lab = oneStepLab(
    "list",
    { own: scenario },
    { machine: "own", task: { change: [LIST], goals: [{ text: "g", points: 1, ...goal }] } },
  );
  const bench = await LabBench.open(lab, 0, runMachine);
  const [step] = lab.steps;
  if (step?.task === undefined) throw new Error("no task");
  const judged = await judgeTask(bench, step, step.task, []);
  return judged.ok ? judged.findings[0]?.message : judged.message;
}

it.each([
  [
    `interrupts == 0 and ${LIST} > 40 cycles`,
    `${LIST} is 40\u00a0cycles and must be more than 40\u00a0cycles`,
  ],
  [
    "(1 - busy) <= 1 % and cycles != 1000 cycles",
    "cycles is 1000\u00a0cycles and must be other than 1000\u00a0cycles",
  ],
  ["seconds < 1 us", "seconds is 5\u00a0µs and must be less than 1\u00a0µs"],
  ["busy <= 50 %", "busy is 100\u00a0% and must be at most 50\u00a0%"],
  ["max(interrupts, 3) >= 2 + 2", "max(interrupts, 3) is 3 and must be at least 4"],
  ["interrupt.latency.p99 <= 3 us", "interrupt.latency.p99 has no value"],
  ["interrupts == 1 or busy < 1", undefined],
])("%s", async (goal, message) => {
  expect(await found({ goal })).toBe(message);
});

it("says nothing that the value beside the goal says, but names the other parts of its condition", async () => {
  const reached = { value: "seconds", unit: "us" };
  expect(await found({ goal: "seconds < 1 us", reached })).toBeUndefined();
  expect(await found({ goal: "seconds < 1 s and interrupts == 5", reached })).toBe(
    "interrupts is 0 and must be exactly 5",
  );
});

it("names the lost frames, and the limit that the seed has chosen", async () => {
  const bench = await openBench("lost-interrupts");
  const step = bench.lab.steps.at(-1);
  if (step?.task === undefined) throw new Error("no task");
  const trigger = { field: 'machine.nics["eth0"].line.trigger', value: "level" };
  const judged = async (changes: Parameters<typeof judgeTask>[3]) => {
    const one = step.task && (await judgeTask(bench, step, step.task, changes));
    return one?.ok === true ? one.findings[1]?.message : undefined;
  };
  expect(await judged([])).toBe("receive.dropped is 1600 and must be exactly 0");
  const slow = [
    { field: 'machine.nics["eth0"].coalescing.frames', value: 60 },
    { field: 'machine.nics["eth0"].coalescing.absoluteNanoseconds', value: 400_000 },
  ];
  expect(await judged([trigger, ...slow])).toMatch(
    /^receive\.latency\.p99 is [\d.]+\u00a0µs and must be at most 150\u00a0µs$/,
  );
}, 30_000);
