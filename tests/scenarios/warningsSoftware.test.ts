/** Software of a scenario that can never work gets a warning. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

function read(part: object): Scenario {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "m",
    runCycles: 1000,
    ...part,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe("a warning names software that can never work", () => {
  const nic = { name: "n" };
  const disk = { name: "d", rateBitPerSecond: 1e9 };
  const exec = { do: "exec", routine: "r" };
  const put = { do: "put", queue: "q" };
  const give = { do: "give-frame", nic: "n" };
  const waitDisk = { do: "wait-disk", disk: "d" };
  const sent = {
    kind: "constant",
    direction: "send",
    nic: "n",
    sizeBytes: 64,
    rate: { framesPerSecond: 1 },
    send: { queue: "q", thread: "soft" },
  };
  const soft = { name: "soft", layer: "protocol", priority: 2, start: { on: "soft" }, steps: [exec] };
  const scenario = (steps: readonly object[], more: object = {}): Scenario =>
    read({
      machine: { nics: [nic], disks: [disk] },
      software: {
        queues: [{ name: "q" }],
        routines: [{ name: "r", kind: "cycles", cycles: 5 }],
        threads: [
          { name: "t", layer: "application", priority: 9, start: { on: "always" }, steps: [exec, ...steps] },
          soft,
        ],
      },
      ...more,
    });
  const QUEUE = "software.queues[0]";
  const RING = "machine.nics[0].txQueueFrames";
  const poisson = { ...sent, kind: "poisson", direction: "receive", send: undefined };
  const trace = {
    kind: "trace",
    nic: "n",
    events: { timesNanoseconds: [1], sizesBytes: [64], directions: "r" },
  };

  test.each([
    ["a queue that is not used", [], {}, []],
    ["a queue that nothing takes from", [put], {}, [QUEUE]],
    ["copies that nothing takes", [{ do: "copy", queue: "q" }], {}, [QUEUE]],
    ["a queue that is waited for, not taken from", [put, { do: "wait", queue: "q" }], {}, [QUEUE]],
    ["what is sent, in a queue that nothing takes from", [], { traffic: [sent] }, [QUEUE]],
    ["a queue that is taken from", [put, { do: "take", queue: "q" }], {}, []],
    [
      "one that is taken from in a loop",
      [put, { do: "while", condition: { on: "budget-left" }, steps: [{ do: "take", queue: "q" }] }],
      {},
      [],
    ],
    ["sent frames that nothing reaps", [give], {}, [RING]],
    ["sent frames that are reaped", [give, { do: "reap", nic: "n" }], {}, []],
    ["a disk that is waited for and never taken from", [waitDisk], {}, ["software.threads[0].steps[1]"]],
    [
      "the same inside a branch",
      [{ do: "if", condition: { on: "budget-left" }, steps: [exec], else: [exec, waitDisk] }],
      {},
      ["software.threads[0].steps[1].else[1]"],
    ],
    ["a disk that is taken from", [waitDisk, { do: "take-disk", disk: "d" }], {}, []],
    ["a seed where nothing is drawn", [], { seed: 7 }, ["seed"]],
    ["the usual seed", [], { seed: 1 }, []],
    ["a seed of drawn gaps", [], { seed: 7, traffic: [poisson] }, []],
    ["a seed of recorded traffic, nothing else being drawn", [], { seed: 7, traffic: [trace] }, ["seed"]],
  ])("%s", (_, steps, more, fields) => {
    expect(warningsOf(scenario(steps, more)).map(({ field }) => field)).toEqual(fields);
  });

  test("a warning says that a seed changes only drawn instructions with recorded traffic", () => {
    const software = { routines: [{ name: "r", kind: "instructions", instructions: 9 }] };
    expect(warningsOf(read({ seed: 7, machine: { nics: [nic] }, software, traffic: [trace] }))).toEqual([
      { field: "seed", message: expect.stringContaining("changes no arrival") },
    ]);
    expect(warningsOf(read({ seed: 7, software }))).toEqual([]);
  });

  test("a seed with a warning changes nothing", async () => {
    const core = await openCore();
    const hashOf = (seed: number) => {
      const machine = createMachine(core, compileScenario(scenario([put], { seed, traffic: [sent] })));
      machine.step(100_000);
      return machine.counters();
    };
    expect(hashOf(7)).toEqual(hashOf(8));
  });

  test("a warning names data that an address shares between cores", () => {
    const shared = (data: object, cores: number) =>
      warningsOf(
        read({
          machine: { core: { cores: 2 }, memory: { l1d: { sizeBytes: 8192 } } },
          software: {
            routines: [{ name: "r", kind: "instructions", instructions: 9, data }],
            threads: [0, 1].map((at) => ({ ...soft, name: `t${at}`, core: at % cores })),
          },
        }),
      ).map(({ field }) => field);
    const address = 0x0200_0000;
    expect(shared({ address }, 2)).toEqual(["software.routines[0].data.address"]);
    expect(shared({ address }, 1)).toEqual([]);
    expect(shared({ address, sharing: "shared" }, 2)).toEqual([]);
    expect(shared({ address, sharing: "thread" }, 2)).toEqual([]);
    expect(shared({}, 2)).toEqual([]);
  });
});
