/** Settings without effect in a valid scenario get a warning, and have no effect. */
import { beforeAll, describe, expect, test } from "vitest";
import { type CoreModule, type Counters, createMachine } from "../../core-wasm/binding/index.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const base = { format: "irqscope-scenario", version: 1, name: "m", runCycles: 1000 };

interface Parts {
  readonly core?: object;
  readonly memory?: object;
}

function read(part: object): Scenario {
  const result = parseScenario({ ...base, ...part });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe("the warnings of a scenario", () => {
  const nic = (more: object) => ({ machine: { nics: [{ name: "n", ...more }] } });
  const routine = (data: object) => ({
    software: { routines: [{ name: "r", kind: "cycles", cycles: 1, data }] },
  });
  const warned = (part: object): readonly string[] => {
    return warningsOf(read(part)).map(({ field }) => field);
  };
  const place = "machine.nics[0]";
  test.each([
    [nic({ rxRingFrames: 2, coalescing: { frames: 3 } }), [`${place}.coalescing.frames`]],
    [nic({ rxRingFrames: 3, coalescing: { frames: 3 } }), []],
    [nic({ rxRingFrames: 2, coalescing: { frames: 3, packetNanoseconds: 1 } }), []],
    [
      nic({ moreRings: [{ rxRingFrames: 1, coalescing: { frames: 2 } }] }),
      [`${place}.moreRings[0].coalescing.frames`],
    ],
    [nic({ txQueueFrames: 2, txCoalescing: { frames: 3 } }), [`${place}.txCoalescing.frames`]],
    [nic({ offloads: { mergeBytes: 3000 } }), [`${place}.offloads.mergeBytes`]],
    [nic({ offloads: { mergeBytes: 3000, mergeNanoseconds: 1 } }), []],
    [{ machine: { memory: { dmaWrites: "place-in-l2" } } }, ["machine.memory.dmaWrites"]],
    [{ machine: { memory: { dmaWrites: "place-in-l2", l2: { sizeBytes: 8192 } } } }, []],
    [nic({ txBufferBytes: 512 }), [`${place}.txBufferBytes`]],
    [nic({ txBufferBytes: 512, txBuffers: 8 }), []],
    [
      nic({ lineRateBitPerSecond: 1e9, rxCutThroughBytes: 64, txCutThroughBytes: 64 }),
      [`${place}.rxCutThroughBytes`, `${place}.txCutThroughBytes`],
    ],
    [{ machine: { core: { policy: "on-event", contextWeights: [2] } } }, ["machine.core.contextWeights"]],
    [{ machine: { core: { policy: "weighted-round-robin", contextWeights: [2] } } }, []],
    [{ machine: { bus: { clockRatio: 2 } } }, ["machine.bus.clockRatio"]],
    [{ machine: { bus: { clockRatio: 2 }, memory: { addressed: true } } }, []],
    [{ machine: { bus: { inBusClocks: true } } }, ["machine.bus.inBusClocks"]],
    [{ machine: { memory: { storeBufferEntries: 2 } } }, ["machine.memory.storeBufferEntries"]],
    [{ machine: { memory: { nonBlocking: true, addressed: true } } }, ["machine.memory.nonBlocking"]],
    [{ machine: { memory: { uncachedRanges: [{ from: 0, to: 256 }] } } }, ["machine.memory.uncachedRanges"]],
    [
      { machine: { memory: { l1d: { sizeBytes: 8192, pinnedRanges: [{ from: 0, to: 64 }] } } } },
      ["machine.memory.l1d.pinnedRanges"],
    ],
    [
      {
        machine: {
          memory: { l1d: { sizeBytes: 8192, pinnedLines: 1, pinnedRanges: [{ from: 0, to: 64 }] } },
        },
      },
      [],
    ],
    [{ software: { scheduler: { switchCycles: 5 } } }, ["software.scheduler.switchCycles"]],
    [routine({ bytes: 64, hotBytes: 128 }), ["software.routines[0].data.hotBytes"]],
    [routine({ bytes: 64 }), []],
    [routine({ bytes: 128, hotBytes: 128 }), []],
  ])("name a setting without effect: %j", (part, fields) => {
    expect(warned(part)).toEqual(fields);
  });

  test.each([
    [{ from: 4, to: 40 }, "begins or ends inside a line of 32 bytes: pinned are the lines from 32 up to 64"],
    [{ from: 0, to: 40 }, "begins or ends inside a line of 32 bytes: pinned are the lines from 0 up to 64"],
    [{ from: 4, to: 32 }, "pins nothing: no line of 32 bytes begins in it"],
  ])("name a range to pin that covers no whole line: %j", (range, message) => {
    const l1d = { sizeBytes: 8192, pinnedLines: 1, pinnedRanges: [range] };
    expect(warningsOf(read({ machine: { memory: { l1d } } }))).toEqual([
      { field: "machine.memory.l1d.pinnedRanges[0]", message },
    ]);
  });

  test("are absent in built-in scenarios, except one whose experiments pin", async () => {
    const found = await Promise.all(
      BUILTIN_SCENARIOS.map(async ({ id, load }) => {
        const result = await load();
        if (!result.ok) return [`${id}: refused`];
        return warningsOf(result.scenario).map(({ field }) => `${id}: ${field}`);
      }),
    );
    /* The ways and lines that their experiments pin. */
    const pinnedLater = /^001-.*: software\.routines\[\d\]\.data\.pinned$/;
    expect(found.flat().filter((one) => !pinnedLater.test(one))).toEqual([]);
  });
});

describe("a setting with a warning changes nothing:", () => {
  const CYCLES = 40_000;
  const small = { sizeBytes: 256, ways: 2, lineBytes: 16 };
  const twoCores = { cores: 2, contexts: 2, policy: "round-robin" };
  let core: CoreModule;

  beforeAll(async () => {
    core = await openCore();
  });

  /** Two threads on each core that load, store, branch, prefetch and access a device. */
  function scenarioOf(machine: Parts, data: object, prefetch: number): Scenario {
    const mix = { alu: 40, load: 20, store: 20, branch: 15, multiply: 5, prefetch };
    const shared = { address: 0x1000_0000, bytes: 1024, sharing: "shared", ...data };
    const cores = (machine.core as typeof twoCores | undefined)?.cores ?? 1;
    const contexts = (machine.core as typeof twoCores | undefined)?.contexts ?? 1;
    return read({
      machine,
      software: {
        routines: [
          { name: "mixed", kind: "instructions", instructions: 500, profile: { mix }, data: shared },
          {
            name: "device",
            kind: "sequence",
            sequence: ["store r1, r2 [0xf0000000]", "load r3, r2 [0xf0000010]", "alu r4, r3"],
            data: shared,
          },
        ],
        threads: Array.from({ length: cores * contexts }, (_, index) => ({
          name: `t${index}`,
          layer: "application",
          priority: 5,
          core: Math.floor(index / contexts),
          context: index % contexts,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "mixed" },
            { do: "exec", routine: "device" },
          ],
        })),
      },
    });
  }

  function countersOf(scenario: Scenario): Counters {
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(CYCLES);
    expect(machine.checkInvariants()).toBe(0);
    return machine.counters();
  }

  interface Case {
    readonly name: string;
    readonly machine: Parts;
    readonly data?: object;
    /** The same scenario without the setting. */
    readonly plain: Parts;
    readonly fields: readonly string[];
  }
  const memory = (one: object) => ({ memory: one });
  const l1s = { l1i: small, l1d: small };
  const cases: readonly Case[] = [
    {
      name: "durations of memory without addresses",
      machine: memory({ uncachedCycles: 90, deviceBusCycles: 3, latencyCycles: 70, writeCycles: 9 }),
      plain: {},
      fields: ["uncachedCycles", "deviceBusCycles", "latencyCycles", "writeCycles"].map(
        (key) => `machine.memory.${key}`,
      ),
    },
    {
      name: "accesses to devices without addresses",
      machine: {},
      data: { uncachedPermille: 300 },
      plain: {},
      fields: ["software.routines[0].data.uncachedPermille", "software.routines[1].data.uncachedPermille"],
    },
    {
      name: "smt that issues one instruction a cycle",
      machine: { core: { ...twoCores, policy: "smt" }, ...memory(l1s) },
      plain: { core: twoCores, ...memory(l1s) },
      fields: ["machine.core.policy"],
    },
    {
      name: "posted writes without a store buffer",
      machine: memory({ ...l1s, postedDeviceWrites: true }),
      plain: memory(l1s),
      fields: ["machine.memory.postedDeviceWrites"],
    },
    {
      name: "pinned routines without room to pin in",
      machine: memory(l1s),
      data: { pinned: true },
      plain: memory(l1s),
      fields: ["software.routines[0].data.pinned", "software.routines[1].data.pinned"],
    },
    {
      name: "transfers and claims of one core",
      machine: memory({ ...l1s, transferCycles: 99, claimCycles: 99 }),
      plain: memory(l1s),
      fields: ["machine.memory.transferCycles", "machine.memory.claimCycles"],
    },
    {
      name: "transfers and claims without L1 data caches",
      machine: { core: twoCores, ...memory({ l2: small, transferCycles: 99, claimCycles: 99 }) },
      plain: { core: twoCores, ...memory({ l2: small }) },
      fields: ["machine.memory.transferCycles", "machine.memory.claimCycles"],
    },
    {
      name: "the time of an L2 that there is not",
      machine: memory({ ...l1s, l2Cycles: 60 }),
      plain: memory(l1s),
      fields: ["machine.memory.l2Cycles"],
    },
    {
      name: "how an instruction cache is written",
      machine: memory({ l1d: small, l1i: { ...small, writePolicy: "write-through", writeAllocate: false } }),
      plain: memory(l1s),
      fields: ["machine.memory.l1i.writePolicy", "machine.memory.l1i.writeAllocate"],
    },
    {
      name: "returns without programs",
      machine: { core: { predictor: { kind: "backward-taken", targets: 64, returns: 8 } } },
      plain: { core: { predictor: { kind: "backward-taken", targets: 64 } } },
      fields: ["machine.core.predictor.returns"],
    },
    {
      name: "delays without forwarding",
      machine: { core: { pipeline: { forwarding: "none", loadUseCycles: 3, compareBranchCycles: 1 } } },
      plain: { core: { pipeline: { forwarding: "none" } } },
      fields: ["machine.core.pipeline.loadUseCycles", "machine.core.pipeline.compareBranchCycles"],
    },
    {
      name: "a comparison that waits anyway",
      machine: { core: { pipeline: { branchResolveStage: "ID", compareBranchCycles: 1 } } },
      plain: { core: { pipeline: { branchResolveStage: "ID" } } },
      fields: ["machine.core.pipeline.compareBranchCycles"],
    },
    {
      name: "condition codes in EX",
      machine: { core: { pipeline: { branchOperands: "condition-codes" } } },
      plain: {},
      fields: ["machine.core.pipeline.branchOperands"],
    },
    {
      name: "a range that others overlap",
      machine: memory({
        l1d: {
          ...small,
          pinnedLines: 1,
          pinnedRanges: [
            { from: 0x1000_0000, to: 0x1000_0040 },
            { from: 0x1000_0020, to: 0x1000_0040 },
          ],
        },
      }),
      plain: memory({
        l1d: { ...small, pinnedLines: 1, pinnedRanges: [{ from: 0x1000_0000, to: 0x1000_0040 }] },
      }),
      fields: ["machine.memory.l1d.pinnedRanges[1]"],
    },
    {
      name: "the parts of lines of a range",
      machine: memory({
        l1d: { ...small, pinnedLines: 1, pinnedRanges: [{ from: 0x1000_0004, to: 0x1000_0024 }] },
      }),
      plain: memory({
        l1d: { ...small, pinnedLines: 1, pinnedRanges: [{ from: 0x1000_0010, to: 0x1000_0030 }] },
      }),
      fields: ["machine.memory.l1d.pinnedRanges[0]"],
    },
  ];

  test.each(cases)("$name", ({ machine, data = {}, plain, fields }) => {
    const scenario = scenarioOf(machine, data, 0);
    expect(warningsOf(scenario).map(({ field }) => field)).toEqual(fields);
    const without = scenarioOf(plain, {}, 0);
    expect(warningsOf(without)).toEqual([]);
    expect(countersOf(scenario)).toEqual(countersOf(without));
  });

  test("prefetches without an L1 data cache load no line", () => {
    const scenario = scenarioOf(memory({ l1i: small }), {}, 50);
    expect(warningsOf(scenario)).toEqual([
      {
        field: "software.routines[0].profile.mix.prefetch",
        message: "brings no line without an L1 data cache",
      },
    ]);
    expect(countersOf(scenario)).toMatchObject({ prefetches: 0, prefetched_lines: 0 });
  });

  test("a way that is listed twice is pinned once", () => {
    const once = scenarioOf(memory({ l1d: { ...small, pinnedWays: [1] } }), { pinned: true }, 0);
    const twice = scenarioOf(memory({ l1d: { ...small, pinnedWays: [1, 1] } }), { pinned: true }, 0);
    expect(warningsOf(twice)).toEqual([
      { field: "machine.memory.l1d.pinnedWays[1]", message: "names way 1 twice" },
    ]);
    expect(countersOf(twice)).toEqual(countersOf(once));
  });

  test("nothing is cached if all ways are reserved for no thread", () => {
    const closed = { ...small, pinnedWays: [0, 1] };
    const scenario = scenarioOf(memory({ l1d: closed }), {}, 0);
    expect(warningsOf(scenario)).toEqual([
      {
        field: "machine.memory.l1d.pinnedWays",
        message: "are all ways, and no routine or range is pinned: nothing stays in this cache",
      },
    ]);
    const [, l1d] = countersOf(scenario).caches;
    const sum = (by: readonly number[] = []) => by.reduce((all, one) => all + one, 0);
    expect(sum(l1d?.accesses)).toBeGreaterThan(0);
    expect(sum(l1d?.misses)).toBe(sum(l1d?.accesses));
    expect(warningsOf(scenarioOf(memory({ l1d: closed }), { pinned: true }, 0))).toEqual([]);
  });
});
