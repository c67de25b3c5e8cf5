/** Drivers in machine code: the one of docs/devices.md, and one that forwards between two cards. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();
const DOCUMENT = readFileSync(new URL("../../docs/devices.md", import.meta.url), "utf8");

const scenarioWith = (source: string, card: object = {}) => ({
  format: "irqscope-scenario",
  version: 1,
  name: "driver",
  machine: {
    nics: ["left", "right"].map((name) => ({ name, driver: "program", line: {}, ...card })),
  },
  software: {
    programs: { memoryBytes: 16_384 },
    routines: [{ name: "driver", kind: "program", program: { source } }],
    threads: [
      {
        name: "driver",
        layer: "driver-isr",
        priority: 3,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "driver" }],
      },
    ],
  },
  traffic: [
    {
      kind: "constant",
      nic: "left",
      direction: "receive",
      sizeBytes: 104,
      frameCount: 50,
      rate: { intervalCycles: 4000 },
    },
  ],
});

function run(source: string, card: object = {}) {
  const parsed = parseScenario(scenarioWith(source, card));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario), { eventCapacity: 4096 });
  for (let cycle = 10_000; cycle <= 300_000; cycle += 10_000) {
    machine.step(cycle);
    expect(machine.checkInvariants()).toBe(0);
  }
  return machine;
}

const RINGS = `
        .data
        .align 4
ring:   .word 0x20000100, 0, 0, 0, 0x20000900, 0, 0, 0, 0x20001100, 0, 0, 0, 0x20001900, 0, 0, 0
sent:   .zero 64`;

describe("a driver in machine code", () => {
  it("receives frames as docs/devices.md describes", () => {
    const sample = /```\n( +li {3}s0, NIC0_BASE.*?)```/s.exec(DOCUMENT)?.[1] ?? "";
    const [left] = run(sample + RINGS).counters().nics;
    expect(left?.rx_delivered).toBe(49);
    expect(left?.rx_offered).toBe(50); // The first frame arrives at cycle 0, before the driver has set the ring up.
    expect(left?.rx_in_flight).toBe(0);
  });

  it("forwards frames between two cards without a copy", () => {
    const bridge = `
        li   s0, NIC0_BASE
        li   s1, NIC1_BASE
        la   s2, ring
        la   s3, sent
        sw   s2, 0x00(s0)          # RXBASE
        sw   s3, 0x10(s1)          # TXBASE
        li   t0, 4
        sw   t0, 0x04(s0)          # RXSIZE
        sw   t0, 0x14(s1)          # TXSIZE
        sw   t0, 0x0c(s0)          # RXTAIL
        li   s4, 0                 # forwarded
        li   s5, 0                 # given again
next:   lw   t0, 0x08(s0)          # RXHEAD
        beq  t0, s4, again
        andi t1, s4, 3
        slli t1, t1, 4
        add  t2, t1, s2
        add  t3, t1, s3
        lw   t4, 0(t2)
        lhu  t5, 4(t2)
        sw   t4, 0(t3)
        sw   t5, 4(t3)
        addi s4, s4, 1
        sw   s4, 0x1c(s1)          # TXTAIL
again:  lw   t0, 0x18(s1)          # TXHEAD: what is sent frees its slot
        beq  t0, s5, next
        mv   s5, t0
        addi t0, t0, 4
        sw   t0, 0x0c(s0)          # RXTAIL
        j    next`;
    const machine = run(bridge + RINGS);
    const [left, right] = machine.counters().nics;
    expect([left?.rx_delivered, right?.tx_delivered]).toEqual([49, 49]);
    expect(right?.tx_offered_bytes).toBe(49 * 100);
    expect(machine.counters().program_faults).toBe(0);
  });
});

describe("a card with a program is refused", () => {
  const errorsOf = (input: object) => {
    const parsed = parseScenario(input);
    return parsed.ok ? [] : parsed.errors.map(({ field, message }) => `${field} ${message}`);
  };

  it.each([
    ["receive", { receive: "remote" }],
    ["moreRings", { moreRings: [{ rxRingFrames: 4, line: {} }] }],
    ["rxBuffers", { rxBuffers: 4, bufferBytes: 64 }],
    ["statusBy", { statusBy: "fill" }],
    ["offloads.mergeBytes", { offloads: { mergeBytes: 3000, mergeNanoseconds: 1000 } }],
    ["rxCutThroughBytes", { rxCutThroughBytes: 64, lineRateBitPerSecond: 1e9 }],
    ["txCutThroughBytes", { txCutThroughBytes: 64, lineRateBitPerSecond: 1e9 }],
    ["txQueueBytes", { txQueueBytes: 4000 }],
    ["txBuffers", { txBuffers: 4, txBufferBytes: 64 }],
  ])("%s", (field, card) => {
    const errors = errorsOf(scenarioWith("ret", card));
    expect(errors).toContain(`machine.nics[0].${field} goes with the driver steps alone`);
  });

  it.each(["take-frame", "give-frame", "reap"])("the step %s", (step) => {
    const scenario = scenarioWith("ret");
    const [thread] = scenario.software.threads;
    thread?.steps.push({ do: step, nic: "left" } as never);
    expect(errorsOf(scenario).join()).toMatch(
      /is served by programs: no step takes, gives or reaps its frames/,
    );
  });
});
