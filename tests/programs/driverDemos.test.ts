/** Drivers in machine code: the frames that they deliver, and their cost. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hartRegisters, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { namedEvents } from "../../lib/events/events.ts";
import { type Metrics, readMetrics } from "../../lib/metrics/metrics.ts";
import { programSymbols } from "../../lib/programs/ends.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";
import { long } from "../support/long.ts";

const core = await openCore();
const FRAMES = 600;

const DEVICES = readFileSync(new URL("../../docs/devices.md", import.meta.url), "utf8");

/** Only complete runs are cached, because each machine holds much memory. */
const runs = new Map<string, ReturnType<typeof runToEnd>>();

/** The machine at the end of its run, with this many cycles between frames: on average, or exactly if a number of
 * frames is given. */
function ended(id: string, intervalCycles = 600, frameCount = FRAMES) {
  if (frameCount !== FRAMES) return runToEnd(id, intervalCycles, frameCount);
  const key = `${id} ${intervalCycles}`;
  const run = runs.get(key) ?? runToEnd(id, intervalCycles, frameCount);
  runs.set(key, run);
  return run;
}

function runToEnd(id: string, intervalCycles: number, frameCount: number) {
  const text = readFileSync(new URL(`../../scenarios/demos/${id}.json`, import.meta.url), "utf8");
  const input = JSON.parse(text) as { traffic: object[]; runCycles: number };
  expect(input.traffic).toMatchObject([
    { kind: "poisson", frameCount: FRAMES, rate: { intervalCycles: 600 } },
  ]);
  const kind = frameCount === FRAMES ? "poisson" : "constant";
  input.traffic = input.traffic.map((one) => ({ ...one, kind, frameCount, rate: { intervalCycles } }));
  if (frameCount !== FRAMES) input.runCycles = 4000;
  const parsed = parseScenario(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { scenario } = parsed;
  const machine = build(core, scenario, { eventCapacity: 2 ** 16 });
  machine.step(scenario.runCycles);
  expect(machine.checkInvariants()).toBe(0);
  const symbols = programSymbols(placeRoutines(scenario, assembleProgram));
  const counters = machine.counters();
  expect(counters.program_faults).toBe(0);
  return {
    word: (name: string): number => {
      const at = symbols.get(name);
      if (at === undefined) throw new Error(`${id} has no ${name}`);
      const bytes = machine.programMemory(at - SIM_PROGRAM_MEMORY_BASE, 4);
      return new DataView(bytes.buffer).getUint32(0, true);
    },
    card: counters.nics[0],
    metrics: readMetrics(machine, scenario.machine),
    traps: hartRegisters(machine, 0)?.interrupts,
    raised: namedEvents(machine.readEvents(0)).filter(({ kind }) => kind === "line-asserted").length,
  };
}

describe.each(["polling-driver", "napi-driver"])("%s", (id) => {
  it("delivers every frame at its arrival rate", () => {
    const { card, word } = ended(id);
    expect(card).toMatchObject({ rx_offered: FRAMES, rx_delivered: FRAMES, rx_in_flight: 0 });
    expect(word("served")).toBe(FRAMES);
  });
});

describe("the driver demos", () => {
  it("poll without interrupts, mostly in vain, and read the same frames", () => {
    const polling = ended("polling-driver");
    expect([polling.traps, polling.raised]).toEqual([0, 0]);
    expect(polling.word("vain")).toBeGreaterThan(10 * FRAMES);
    expect(polling.word("sum")).toBe(ended("napi-driver").word("sum"));
  });

  it("take one interrupt of the line and one of software each time the hybrid found the ring empty", () => {
    const { word, traps, raised } = ended("napi-driver");
    expect(word("masked")).toBe(raised);
    expect(traps).toBe(2 * raised);
    expect(raised).toBeLessThan(FRAMES);
    expect(raised).toBeGreaterThan(FRAMES / 2);
    // The application runs meanwhile and keeps its registers.
    expect(word("rounds")).toBeGreaterThan(100);
    expect(word("wrong")).toBe(0);
  });

  it("have the costs that docs/devices.md states", () => {
    const polling = ended("polling-driver").metrics;
    const hybrid = ended("napi-driver");
    const own = hybrid.metrics.cyclesByLayer.find(({ layer }) => layer === "application")?.cycles ?? 0;
    const share = Math.round((100 * own) / hybrid.metrics.cycle);
    const median = ({ receive }: Metrics) => Math.round(receive.latency.p50);
    const rates = [2400, 600, 200].map((cycles) => {
      const { raised, word } = ended("napi-driver", cycles);
      return (raised / word("served")).toFixed(2);
    });
    for (const text of [
      `${FRAMES} frames arrive, every 600 cycles on average, and both drivers read each frame and lose none`,
      `no interrupt, ${median(polling)} cycles to delivery (median)`,
      `${hybrid.raised} interrupts of the line, ${median(hybrid.metrics)} cycles to delivery (median), ${share} % of the cycles for the application`,
      `${rates[0]} times for a frame at 2400 cycles between frames, ${rates[1]} at 600, ${rates[2]} at 200, and once in all at 100, where both drivers lose frames`,
    ])
      expect(DEVICES).toContain(text);
    const fastest = ["polling-driver", "napi-driver"].map((id) => ended(id, 100));
    expect(fastest.map(({ raised }) => raised)).toEqual([0, 1]);
    for (const { card } of fastest) expect(card?.rx_delivered).toBeLessThan(FRAMES);
  });

  it("take fewer interrupts for each frame the more arrive, and none while a frame is always running", () => {
    const ofFrame = [2400, 600, 200, 100].map((cycles) => {
      const { raised, word } = ended("napi-driver", cycles);
      return raised / word("served");
    });
    expect(ofFrame).toEqual(ofFrame.toSorted((a, b) => b - a));
    expect(ofFrame[0]).toBeGreaterThan(0.8);
    expect(ofFrame[3]).toBeLessThan(0.02);
  });

  /** The second of two frames arrives at any time from the first one's work to well after the unmask. */
  const expectServed = (first: number, step: number) => {
    for (let interval = first; interval <= 260; interval += step)
      expect([interval, ended("napi-driver", interval, 2).word("served")]).toEqual([interval, 2]);
  };
  it("lose no frame that arrives in every fourth cycle while the hybrid returns to interrupts", () =>
    expectServed(20, 4));
  it(
    "lose no frame that arrives in any cycle while the hybrid returns to interrupts",
    long("Every cycle takes 8 s of CPU, every fourth one 2 s."),
    () => expectServed(20, 1),
  );

  it("lose frames beyond their capacity, and serve all others", () => {
    for (const id of ["polling-driver", "napi-driver"]) {
      const { card, word } = ended(id, 50);
      expect(card?.rx_delivered).toBeLessThan(FRAMES);
      expect(card?.rx_delivered).toBeGreaterThan(FRAMES / 4);
      expect(card?.rx_in_flight).toBe(0);
      expect(word("served")).toBe(card?.rx_delivered);
    }
  });
});
