/** The explanations of the overload demos name settings and their effects: the test makes every change, and checks
 * every number. */
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { type Metrics, readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";
import { writtenScenario } from "../support/writtenScenario.ts";

const core = await fastCore();

interface Written {
  description: string;
  machine: {
    core: { pipeline: { memoryCycles: number } };
    interrupts: { saveRestore: { saveWords: number; restoreWords: number } };
    nics: { rxRingFrames: number }[];
  };
  software: {
    queues: { capacity: number }[];
    threads: { name: string; priority: number; interruptsEnabled?: boolean }[];
  };
}

function written(id: string): Written {
  return structuredClone(writtenScenario(id)) as Written;
}

const runs = new Map<string, Metrics>();

/** The unchanged scenario, run once. */
function asWritten(id: string): Metrics {
  const known = runs.get(id) ?? run(id, () => {});
  runs.set(id, known);
  return known;
}

function run(id: string, change: (scenario: Written) => void): Metrics {
  const scenario = written(id);
  change(scenario);
  const parsed = parseScenario(scenario);
  if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(parsed.scenario.runCycles);
  expect(machine.checkInvariants()).toBe(0);
  return readMetrics(machine, parsed.scenario.machine);
}

const lost = (metrics: Metrics, cause?: string) =>
  metrics.receive.dropped
    .filter((one) => cause === undefined || one.cause === cause)
    .reduce((sum, { count }) => sum + count, 0);
const applicationShare = ({ cyclesByLayer, cycle }: Metrics) =>
  (cyclesByLayer.find(({ layer }) => layer === "application")?.cycles ?? 0) / cycle;

function protocol(scenario: Written) {
  const found = scenario.software.threads.find(({ name }) => name === "protocol");
  if (found === undefined) throw new Error("no protocol");
  return found;
}
const ring = (frames: number) => (scenario: Written) => {
  for (const nic of scenario.machine.nics) nic.rxRingFrames = frames;
};
const words = (count: number) => (scenario: Written) => {
  Object.assign(scenario.machine.interrupts.saveRestore, { saveWords: count, restoreWords: count });
};

/** The number as the texts write it: "1,145". */
const number = (value: number) => value.toLocaleString("en-US");

describe("the explanation of a demo is true", { timeout: 120_000 }, () => {
  it("of ring overflow: the protocol delays the driver, and the ring is where packets are lost", () => {
    const { description } = written("ring-overflow");
    const asItIs = asWritten("ring-overflow");
    expect(description).toContain(`lost, ${number(lost(asItIs))} in the whole run`);
    expect(lost(asItIs, "rx-ring-full")).toBe(lost(asItIs));
    const of16 = run("ring-overflow", ring(16));
    expect(description).toContain(
      `A ring of 16 loses ${lost(of16, "rx-ring-full")}, and ${lost(of16, "queue-full")} more at the backlog`,
    );
    const of64 = run("ring-overflow", ring(64));
    expect(description).toContain(
      `with a ring of 64 all ${lost(of64, "queue-full")} losses are at the backlog`,
    );
    expect(lost(of64)).toBe(lost(of64, "queue-full"));
    const lessUrgent = run("ring-overflow", (scenario) => {
      protocol(scenario).priority = 7;
    });
    expect(description).toContain(
      `With the protocol at priority 7 the ring loses ${lost(lessUrgent, "rx-ring-full")} frame and the backlog ${lost(lessUrgent, "queue-full")} packets`,
    );
    // Interrupts enabled in the protocol change nothing while its priority excludes them.
    const enabled = run("ring-overflow", (scenario) => {
      protocol(scenario).interruptsEnabled = true;
    });
    expect(lost(enabled)).toBe(lost(asItIs));
  });

  it("of three contexts: a few losses less while the protocol is more urgent", () => {
    const one = asWritten("ring-overflow");
    const three = asWritten("ring-overflow-three-contexts");
    expect(written("ring-overflow-three-contexts").description).toContain(
      `loses ${number(lost(three))} frames instead of ${number(lost(one))}`,
    );
  });

  it("of one packet: the parts of its latency", () => {
    const { description } = written("one-packet");
    const { receive, interruptLatency } = asWritten("one-packet");
    const part = (name: string) =>
      Math.round(receive.parts?.find((one) => one.part === name)?.meanCycles ?? Number.NaN);
    expect(description).toContain(`takes ${number(Math.round(receive.latency.mean))} cycles on average`);
    expect(description).toContain(
      `${part("dma")} on the bus, ${Math.round(interruptLatency.mean)} until the handler begins, of which ${part("save")} save registers, ${part("protocol")} in the driver and ${part("delivery")} in the protocol`,
    );
  });

  it("of coalescing: fewer interrupts, longer waits, and a gain for the slowest packets", () => {
    const { description } = written("coalescing");
    const coalesced = (frames: number, absoluteNanoseconds = 0) =>
      run("coalescing", ({ machine: { nics } }) => {
        for (const nic of nics) Object.assign(nic, { coalescing: { frames, absoluteNanoseconds } });
      });
    const us = (cycles: number) => Math.round(cycles / 100);
    const [each, two, eight, sixteen, bounded] = [
      asWritten("coalescing"),
      coalesced(2),
      coalesced(8),
      coalesced(16),
      coalesced(16, 200_000),
    ];
    expect(description).toContain(
      `(${number(each.interrupts)} for ${number(each.receive.delivered)} frames)`,
    );
    expect(description).toContain(
      `8 frames raises ${number(eight.interrupts)} interrupts; a packet then takes ${us(eight.receive.latency.mean)} us on average instead of ${us(each.receive.latency.mean)}`,
    );
    expect(description).toContain(
      `the mean is ${us(two.receive.latency.mean)} us, but the 99th percentile falls from ${us(each.receive.latency.p99)} to ${us(two.receive.latency.p99)} us`,
    );
    expect(description).toContain(
      `16 frames and 200 us have a 99th percentile of ${us(bounded.receive.latency.p99)} us instead of ${us(sixteen.receive.latency.p99)}`,
    );
  });

  it("of overload: saved words, memory and contexts matter, the backlog does not", () => {
    const { description } = written("overload-one-context");
    const one = asWritten("overload-one-context");
    const three = asWritten("overload-three-contexts");
    const without = run("overload-one-context", words(0));
    expect(description).toContain(`${number(lost(one))} packets are lost`);
    expect(lost(one, "queue-full")).toBe(lost(one));
    expect(description).toContain(
      `16 words instead of 32 and ${number(lost(run("overload-one-context", words(16))))} are lost, with none ${lost(without)}, exactly`,
    );
    expect(lost(without)).toBe(lost(three));
    const fastMemory = run("overload-one-context", (scenario) => {
      scenario.machine.core.pipeline.memoryCycles = 1;
    });
    expect(lost(fastMemory)).toBe(0);
    const longBacklog = run("overload-one-context", (scenario) => {
      for (const queue of scenario.software.queues) queue.capacity = 128;
    });
    expect(description).toContain(`a backlog of 128 loses ${number(lost(longBacklog))}.`);
    expect(one.interrupts).toBeGreaterThan(0.75 * one.receive.offered);
    expect(applicationShare(one)).toBeLessThan(0.001);
  });

  it("of overload with three contexts: a sixth of the losses, half of the wait, and the application runs", () => {
    const one = asWritten("overload-one-context");
    const three = asWritten("overload-three-contexts");
    expect(written("overload-three-contexts").description).toContain(
      `${lost(three)} packets are lost instead of ${number(lost(one))}`,
    );
    expect(three.interruptLatency.mean / one.interruptLatency.mean).toBeCloseTo(0.5, 1);
    expect(applicationShare(three)).toBeGreaterThan(0.02);
    expect(builtinScenario("overload-three-contexts")?.summary).toContain("a sixth of the losses");
    expect(lost(one) / lost(three)).toBeGreaterThan(5.5);
    expect(lost(one) / lost(three)).toBeLessThan(6.5);
  });
});
