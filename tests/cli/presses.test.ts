/** The study of one interrupt by the command: a list by --set, a search and a sweep of one entry, and `why` at the
 * worst point, without a file. */
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const PRESSES = "machine.buttons[0].pressCycles";
const SCENARIO = command.file(
  "stop.json",
  JSON.stringify({
    format: "irqscope-scenario",
    version: 1,
    name: "a button and a longer handler",
    runCycles: 20_000,
    machine: {
      core: { policy: "single" },
      nics: [],
      buttons: [
        { name: "stop", pressCycles: [15_000] },
        { name: "long", pressCycles: [5_000] },
      ],
    },
    software: {
      routines: [
        { name: "short", kind: "cycles", cycles: 10 },
        { name: "much", kind: "cycles", cycles: 1_000 },
      ],
      threads: ["stop", "long"].map((button, priority) => ({
        name: button,
        layer: "driver-isr",
        priority: 1 + priority,
        start: { on: "line", button },
        steps: [
          { do: "exec", routine: priority === 0 ? "short" : "much" },
          { do: "acknowledge-button", button },
        ],
      })),
    },
  }),
);

test("a sweep of --set finds the worst press time, and why shows what delayed the interrupt", () => {
  const list = `${PRESSES}=[1000,2000,12000]`;
  const over = `${PRESSES}[1]=4500..6500+250`;
  const metric = "interrupt.latency.mean";
  const asked = ["--over", over, "--maximize", metric, "--seeds", "1", "--set", list];
  const { output, errors, exitCode } = command.run("search", SCENARIO, ...asked);
  expect(exitCode, errors).toBe(0);
  const worst = Number(/^ +(\d+)/m.exec(output.slice(output.indexOf("Greatest")))?.[1]);
  expect([5_250, 5_500, 5_750, 6_000]).toContain(worst);

  const one = ["--set", list, "--set", `${PRESSES}[1]=${worst}`];
  const two = ["--set", list, "--set", `${PRESSES}[1]=4500,${worst}`];
  const { stateHash } = command.json("run", SCENARIO, ...one) as { readonly stateHash: string };
  const { runs } = command.json("sweep", SCENARIO, ...two, "--show", metric) as {
    readonly runs: readonly { readonly stateHash: string }[];
  };
  expect(runs.map((run) => run.stateHash === stateHash)).toEqual([false, true]);

  const why = (settings: readonly string[]) =>
    command.run("why", SCENARIO, "--interrupt", "2", ...settings).output;
  expect(why(one)).toMatch(/^Interrupt 2 \(stop\)[\s\S]*long ran/);
  expect(why(two.slice(0, 2))).not.toContain("long ran");
});

test.each([
  [[`${PRESSES}=[1000]`, `${PRESSES}[1]=5000`], `${PRESSES}[1]: is not a field`],
  [[`${PRESSES}=[2000,1000]`], `${PRESSES}[1]: is not later than the previous press`],
])("an error in --set %s names the field as in the file", (settings, message) => {
  const words = settings.flatMap((text) => ["--set", text]);
  for (const line of [["run"], ["why", "--interrupt", "0"]]) {
    const [name = "", ...more] = line;
    expect(command.run(name, SCENARIO, ...more, ...words)).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining(message),
    });
  }
});
