/** A handler that ended by an exception has delivered nothing: its packet is lost with the cause fault. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { openCore } from "../boundary/support.ts";
import { oneHandler } from "../support/oneHandler.ts";

const core = await openCore();

/** Four frames. `source` is the handler's program. */
function run(source: string, more: { steps?: unknown } = {}) {
  const handle = [{ do: "take-frame", nic: "card" }, { do: "exec", routine: "program" }, { do: "deliver" }];
  const scenario = oneHandler({
    name: "faulted",
    frameCount: 4,
    steps: [
      { do: "acknowledge", nic: "card" },
      { do: "while", condition: { on: "rx-not-empty", nic: "card" }, steps: more.steps ?? handle },
    ],
    routines: [{ name: "program", kind: "program", program: { source } }],
    software: { queues: [{ name: "queue", capacity: 8 }] },
  });
  const machine = createMachine(core, compileScenario(scenario), { eventCapacity: 4096 });
  machine.step(100_000);
  expect(machine.checkInvariants()).toBe(0);
  const metrics = readMetrics(machine, scenario.machine);
  const dropped = metrics.receive.dropped.filter(({ count }) => count > 0);
  return { faults: metrics.programFaults, delivered: metrics.receive.delivered, dropped };
}

const FAULTS = "lw t0, 1(a0)\nret";

test("frames held by a faulting program are lost, and the others are delivered", () => {
  expect(run(FAULTS)).toEqual({ faults: 4, delivered: 0, dropped: [{ cause: "fault", count: 4 }] });
  expect(run("ret")).toEqual({ faults: 0, delivered: 4, dropped: [] });
});

test("a program that faults on some frames loses only those", () => {
  // The program counts each frame in memory. The second frame faults.
  const source = `
    lui t0, 0x20000
    lw t1, 0(t0)
    addi t1, t1, 1
    sw t1, 0(t0)
    li t2, 2
    bne t1, t2, good
    lw t3, 1(a0)
good:
    ret
    .data
count: .word 0`;
  expect(run(source)).toEqual({ faults: 1, delivered: 3, dropped: [{ cause: "fault", count: 1 }] });
});

test("steps after a fault that need a packet do nothing, and other steps run", () => {
  const steps = [
    { do: "take-frame", nic: "card" },
    { do: "exec", routine: "program" },
    { do: "put", queue: "queue" },
    { do: "take", queue: "queue" },
    { do: "deliver" },
  ];
  expect(run(FAULTS, { steps })).toEqual({
    faults: 4,
    delivered: 0,
    dropped: [{ cause: "fault", count: 4 }],
  });
});

test("a fault without a packet in hand loses none", () => {
  const steps = [{ do: "exec", routine: "program" }, { do: "take-frame", nic: "card" }, { do: "deliver" }];
  expect(run(FAULTS, { steps })).toEqual({ faults: 4, delivered: 4, dropped: [] });
});
