/** Formulas for every way of serving a card, and for what coalescing trades. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { pathText } from "../../lib/expressions/syntax.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

const CLOCK = 100_000_000;
const SERVICE = 1000;
/** The six steps of an entry. Nothing drains when nothing else runs. */
const ENTRY = 6;
const BUDGET = 8;
/** Cycles of one poll of an empty ring. */
const LOOK = 10;
const RUN = 10_000_000;

const exec = { do: "exec", routine: "serve" };
const serveOne = [{ do: "take-frame", nic: "card" }, exec, { do: "deliver" }];
const acknowledge = { do: "acknowledge", nic: "card" };
const whileFrames = { on: "rx-not-empty", nic: "card" };

/** How software serves the card, and the cost of a frame beyond its service when frames always wait. */
const SERVERS = {
  "an interrupt for each frame": {
    overhead: ENTRY,
    threads: [{ name: "handler", start: { on: "line", nic: "card" }, steps: [acknowledge, ...serveOne] }],
  },
  "an interrupt, then until the ring is empty": {
    overhead: 0,
    threads: [
      {
        name: "handler",
        start: { on: "line", nic: "card" },
        steps: [acknowledge, { do: "while", condition: whileFrames, steps: serveOne }],
      },
    ],
  },
  "an interrupt that schedules polls with a budget": {
    overhead: ENTRY / BUDGET,
    threads: [
      {
        name: "handler",
        start: { on: "line", nic: "card" },
        steps: [acknowledge, { do: "mask", nic: "card" }, { do: "raise", thread: "poll" }],
      },
      {
        name: "poll",
        start: { on: "soft" },
        budget: BUDGET,
        steps: [
          {
            do: "while",
            condition: { on: "all", of: [whileFrames, { on: "budget-left" }] },
            steps: serveOne,
          },
          {
            do: "if",
            condition: { on: "budget-left" },
            steps: [{ do: "unmask", nic: "card" }],
            else: [{ do: "raise", thread: "poll" }],
          },
        ],
      },
    ],
  },
  polling: {
    overhead: 0,
    threads: [
      {
        name: "poll",
        start: { on: "always" },
        steps: [
          { do: "while", condition: whileFrames, steps: serveOne },
          { do: "exec", routine: "look" },
        ],
      },
    ],
  },
} as const;

interface Options {
  readonly receive?: "ring" | "remote";
  readonly dma?: unknown;
  readonly coalescing?: unknown;
  readonly intervalCycles: number;
  readonly kind?: "constant" | "poisson";
}

function measure(server: keyof typeof SERVERS, { receive = "ring", dma = "instant", ...options }: Options) {
  const { coalescing = {}, intervalCycles, kind = "constant" } = options;
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: server,
    seed: 11,
    machine: {
      clockHertz: CLOCK,
      bus: { dma },
      nics: [{ name: "card", lineRateBitPerSecond: "ideal", receive, rxRingFrames: 64, coalescing }],
    },
    software: {
      routines: [
        { name: "serve", kind: "cycles", cycles: SERVICE },
        { name: "look", kind: "cycles", cycles: LOOK },
      ],
      threads: SERVERS[server].threads.map((thread, index) => ({
        layer: "driver-isr",
        priority: index + 1,
        ...thread,
      })),
    },
    traffic: [{ kind, direction: "receive", nic: "card", sizeBytes: 256, rate: { intervalCycles } }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(RUN);
  expect(machine.checkInvariants()).toBe(0);
  const dictionary = dictionaryOf(parsed.scenario);
  const measured = measureRun(machine);
  return (...path: (string | number)[]) => dictionary.get(pathText(path))?.read(measured) ?? Number.NaN;
}

const NAMES = Object.keys(SERVERS) as (keyof typeof SERVERS)[];

describe.each(NAMES)("%s", (name) => {
  const cost = SERVICE + SERVERS[name].overhead;

  test.each(["ring", "remote"] as const)(
    "saturated, with frames in the %s, serves one frame for each service time",
    (receive) => {
      const value = measure(name, { receive, intervalCycles: 300 });
      /** Within one frame at each end of the run. */
      expect(Math.abs(value("receive", "delivered") - RUN / cost)).toBeLessThan(2 + RUN / cost / 1000);
      expect(value("receive", "dropped")).toBeGreaterThan(0);
      expect(value("busy")).toBeGreaterThan(0.999);
    },
  );

  test("at half of that load loses nothing, and is as busy as the frames require", () => {
    const intervalCycles = Math.round(2 * cost);
    const value = measure(name, { intervalCycles });
    expect(value("receive", "dropped")).toBe(0);
    const service = value("layer", "driver-isr", "cycles") - (name === "polling" ? polls(value) : 0);
    expect(Math.abs(service - value("receive", "delivered") * SERVICE)).toBeLessThanOrEqual(SERVICE);
    expect(value("busy")).toBeCloseTo(name === "polling" ? 1 : (SERVICE + entries(name)) / intervalCycles, 2);
  });
});

/** Cycles of polling, which are not service. */
function polls(value: (...path: string[]) => number): number {
  return value("cycles") - Math.round((value("cycles") - 1) / (2 * SERVICE)) * SERVICE;
}

/** Cost of one frame below saturation: one interrupt, plus the poll that it schedules. */
function entries(name: keyof typeof SERVERS): number {
  return name === "an interrupt that schedules polls with a budget" ? 2 * ENTRY : ENTRY;
}

test("frames that the driver fetches are limited by the slower of service and DMA", () => {
  /** 256 bytes = 64 beats of 30 cycles in bursts of 16, each with a gap of 2. */
  const dma = { bytesPerBeat: 4, cyclesPerBeat: 30, beatsPerBurst: 16, burstGapCycles: 2 };
  const transfer = 64 * 30 + 4 * 2;
  const value = measure("an interrupt, then until the ring is empty", {
    receive: "remote",
    dma,
    intervalCycles: 300,
  });
  expect(transfer).toBeGreaterThan(SERVICE);
  expect(value("receive", "delivered") / (RUN / transfer)).toBeCloseTo(1, 1);
});

describe("coalescing trades latency for interrupts", () => {
  const at = (frames: number) => {
    const value = measure("an interrupt, then until the ring is empty", {
      coalescing: { frames, absoluteNanoseconds: 2_000_000 },
      intervalCycles: 2 * SERVICE,
      kind: "poisson",
    });
    return {
      interrupts: value("interrupts") / value("receive", "delivered"),
      latency: value("receive", "latency", "mean"),
      loss: value("receive", "loss"),
    };
  };

  test("with more frames for each interrupt: fewer interrupts, longer waits", () => {
    const points = [1, 2, 4, 8, 16].map(at);
    for (let i = 1; i < points.length; i++) {
      expect(points[i]?.interrupts).toBeLessThan(points[i - 1]?.interrupts ?? 0);
      expect(points[i]?.latency).toBeGreaterThan(points[i - 1]?.latency ?? 0);
      expect(points[i]?.loss).toBe(0);
    }
    /** A frame waits for (n - 1) / 2 others on average, so its latency is longer by at least that many gaps. */
    const gapSeconds = (2 * SERVICE) / CLOCK;
    expect((points[4]?.latency ?? 0) - (points[0]?.latency ?? 0)).toBeGreaterThan(0.8 * 7.5 * gapSeconds);
    expect(points[4]?.interrupts).toBeLessThan(1 / 12);
  });
});
