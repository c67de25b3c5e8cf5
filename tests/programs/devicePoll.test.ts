/** A program that polls a device register reads it in the last cycle of the access (docs/model.md, Programs). So on
 * average it sees a frame half a round after its arrival, and not a round and a half. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();

const ACCESS_CYCLES = 200;
/** IF of the load after the branch, ID, EX, and the access. */
const ROUND_CYCLES = ACCESS_CYCLES + 4;
/** Cycles from the last cycle of the access to the end of the program. */
const END_CYCLES = 6;
const RUN_CYCLES = 40_000_000;
/** Far more cycles than a round, so that frames arrive at any moment of it and rarely during the work on the previous
 * frame. */
const MEAN_GAP_CYCLES = 40_000;

const POLL = `
    lui s0, 0xf0000
again:
    lw a0, 4(s0)
    beqz a0, again
    ecall`;

function polled() {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "poll",
    runCycles: RUN_CYCLES,
    machine: {
      clockHertz: 1_000_000_000,
      core: { policy: "single" },
      memory: { addressed: true, uncachedCycles: ACCESS_CYCLES },
      nics: [{ name: "card", line: { masked: true } }],
    },
    software: {
      routines: [{ name: "poll", kind: "program", program: { source: POLL } }],
      threads: [
        {
          name: "poller",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "poll" }, { do: "take-frame", nic: "card" }, { do: "deliver" }],
        },
      ],
    },
    traffic: [
      {
        kind: "poisson",
        nic: "card",
        direction: "receive",
        sizeBytes: 64,
        rate: { intervalCycles: MEAN_GAP_CYCLES },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(RUN_CYCLES);
  return readMetrics(machine, parsed.scenario.machine).receive;
}

test("the mean delay of a poll is half a round plus the program's end", () => {
  const { delivered, latency } = polled();
  expect(delivered).toBeGreaterThan(900);
  expect(latency.mean).toBeGreaterThan(ROUND_CYCLES / 2);
  expect(latency.mean).toBeLessThan(ROUND_CYCLES / 2 + 2 * END_CYCLES);
});
