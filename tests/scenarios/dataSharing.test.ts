/** Threads that run one routine have their own data, unless the routine says that its data are shared. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { dataPlaces } from "../../scenarios/compile/memory.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { sharesData } from "../../scenarios/software/dataSharing.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();
const CYCLES = 200_000;

function read(software: object, cores = 1): Scenario {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "data",
    runCycles: CYCLES,
    machine: {
      core: { policy: "single", cores },
      memory: { l1d: { sizeBytes: 16_384, ways: 4 }, latencyCycles: 50, transferCycles: 20 },
    },
    software,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

const thread = (name: string, onCore: number, routine: string) => ({
  name,
  layer: "application",
  priority: 9,
  core: onCore,
  start: { on: "always" },
  steps: [{ do: "exec", routine }],
});

function outcome(scenario: Scenario) {
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(CYCLES);
  expect(machine.checkInvariants()).toBe(0);
  const { transfers, claims, instructions } = machine.counters();
  return { transfers, claims, instructions };
}

const app = (data: object) => ({ name: "app", kind: "instructions", instructions: 400, data });
/** One routine on each of this many cores. */
const onCores = (cores: number, data: object) =>
  read(
    {
      routines: [app(data)],
      threads: Array.from({ length: cores }, (_, index) => thread(`app ${index}`, index, "app")),
    },
    cores,
  );

describe("one routine on two cores", () => {
  test("moves no line between them by default, and many if its data are shared", () => {
    const own = outcome(onCores(2, {}));
    const shared = outcome(onCores(2, { sharing: "shared" }));
    expect(own.transfers + own.claims).toBe(0);
    expect(shared.transfers).toBeGreaterThan(500);
    expect(own.instructions).toBeGreaterThan(2 * shared.instructions);
  });

  test("is as fast as a copy of the routine for each core", () => {
    const own = outcome(onCores(2, {}));
    const copied = outcome(
      read(
        {
          routines: [app({}), { ...app({}), name: "app again" }],
          threads: [thread("one", 0, "app"), thread("other", 1, "app again")],
        },
        2,
      ),
    );
    expect(Math.abs(own.instructions / copied.instructions - 1)).toBeLessThan(0.05);
  });

  test("shares data with an address, unless the scenario says thread", () => {
    const address = 0x0200_0000;
    expect(outcome(onCores(2, { address })).transfers).toBeGreaterThan(500);
    expect(outcome(onCores(2, { address, sharing: "thread" })).transfers).toBe(0);
  });

  test("works on the thread's own data in a sequence without an address", () => {
    const of = (text: string, data: object = {}) =>
      outcome(
        read(
          {
            routines: [{ name: "write", kind: "sequence", sequence: [text], repeat: 50, data }],
            threads: [thread("one", 0, "write"), thread("other", 1, "write")],
          },
          2,
        ),
      );
    expect(of("store r1, r2").transfers).toBe(0);
    expect(of("store r1, r2", { sharing: "shared" }).transfers).toBeGreaterThan(100);
    expect(of("store r1, r2 [0x40]").transfers).toBeGreaterThan(100);
  });
});

describe("the addresses of data", () => {
  const routines = [
    { ...app({}), name: "a" },
    { ...app({ bytes: 5000 }), name: "b" },
    { ...app({ sharing: "shared" }), name: "c" },
    { ...app({ address: 0x0300_0000 }), name: "d" },
  ];
  const threads = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...thread(`t${index}`, 0, "a"),
      start: { on: "soft" },
      steps: routines.map(({ name }) => ({ do: "exec", routine: name })),
    }));
  const placesOf = (count: number) => dataPlaces(read({ routines, threads: threads(count) }).software);

  test("of the first thread stay the same, and those of others follow all routines", () => {
    expect(placesOf(1).map(({ address }) => address)).toEqual([
      0x1000_0000, 0x1000_1000, 0x1000_3000, 0x0300_0000,
    ]);
    expect(placesOf(1).every(({ copyBytes }) => copyBytes === 0)).toBe(true);
    const three = placesOf(3);
    expect(three.map(({ address }) => address)).toEqual(placesOf(1).map(({ address }) => address));
    expect(three.map(({ copyBytes }) => copyBytes)).toEqual([4096 + 640, 8192 + 640, 0, 0]);
    const [a, b] = three;
    expect(a?.copiesAddress).toBe(0x1000_4000 + 640);
    expect(b?.copiesAddress).toBe((a?.copiesAddress ?? 0) + 2 * (4096 + 640) + 640);
  });

  test("of a lock's routine are the lock's, and therefore shared", () => {
    const { software } = read({
      routines: [
        { ...app({}), name: "poll" },
        { ...app({ sharing: "thread" }), name: "free" },
      ],
      locks: [{ name: "lock", kind: "spin", acquire: "poll", release: "free" }],
      threads: [
        {
          ...thread("t", 0, "poll"),
          steps: [
            { do: "lock", lock: "lock" },
            { do: "exec", routine: "free" },
            { do: "unlock", lock: "lock" },
          ],
        },
      ],
    });
    const shared = software.routines.map((one) => one.kind !== "program" && sharesData(software, one));
    expect(shared).toEqual([true, false]);
  });
});
