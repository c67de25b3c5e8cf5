import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { DEVICE_KINDS } from "../../scenarios/devices/kinds.ts";
import { lineIndex, linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario, ScenarioInput } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const CHOICE = `software.threads[2].start: needs exactly one of ${["line", ...DEVICE_KINDS.map(({ kind }) => kind)].join(", ")}`;

const core = await fastCore();

const frame = { do: "exec", routine: "receive" } as const;

function handler(name: string, start: { on: "line"; line?: string; nic?: string }, nics: readonly string[]) {
  return {
    name,
    layer: "driver-isr" as const,
    priority: 1,
    start,
    steps: nics.flatMap((nic) => [
      { do: "acknowledge" as const, nic },
      {
        do: "while" as const,
        condition: { on: "rx-not-empty" as const, nic },
        steps: [{ do: "take-frame" as const, nic }, frame, { do: "deliver" as const }],
      },
    ]),
  };
}

const shared: ScenarioInput = {
  format: "irqscope-scenario",
  version: 1,
  name: "lines",
  machine: {
    interrupts: { lines: [{ name: "both cards", priority: 2 }] },
    nics: [
      { name: "eth0", line: "both cards" },
      { name: "eth1", line: { priority: 4, trigger: "edge" } },
      { name: "eth2", line: "both cards" },
    ],
  },
  software: {
    routines: [{ name: "receive", kind: "cycles", cycles: 100 }],
    threads: [
      handler("two cards", { on: "line", line: "both cards" }, ["eth0", "eth2"]),
      handler("one card", { on: "line", nic: "eth1" }, ["eth1"]),
    ],
  },
  traffic: ["eth0", "eth1", "eth2"].map((nic, index) => ({
    kind: "constant" as const,
    direction: "receive" as const,
    nic,
    sizeBytes: 64,
    startCycle: 100 * index,
    frameCount: 10,
    rate: { intervalCycles: 1000 },
  })),
};

function parsed(input: unknown): Scenario {
  const result = parseScenario(input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

function errorsOf(input: ScenarioInput): readonly string[] {
  const result = parseScenario(input);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
}

test("interrupt lines are numbered with named ones first, then those of cards", () => {
  const { machine } = parsed(shared);
  expect(linesOf(machine).map(({ name, priority, trigger }) => [name, priority, trigger])).toEqual([
    ["both cards", 2, "level"],
    ["eth1", 4, "edge"],
  ]);
  const choices = [{ line: "both cards" }, { nic: "eth0" }, { nic: "eth1" }, { nic: "eth2" }];
  expect(choices.map((choice) => lineIndex(machine, choice))).toEqual([0, 0, 1, 0]);
});

test("one thread serves the cards that share a line", () => {
  const machine = createMachine(core, compileScenario(parsed(shared)));
  machine.step(20_000);
  const { nics, lines } = machine.counters();
  expect(nics.slice(0, 3).map((nic) => nic.rx_delivered)).toEqual([10, 10, 10]);
  expect(lines[1]?.asserted).toBe(10);
  expect(lines[0]?.asserted).toBe(20);
  expect(machine.checkInvariants()).toBe(0);
});

describe("a line is refused", () => {
  const edit = (change: (scenario: ScenarioInput & typeof shared) => void): readonly string[] => {
    const copy = structuredClone(shared);
    change(copy);
    return errorsOf(copy);
  };
  const nic = (scenario: ScenarioInput, index: number) => {
    const found = scenario.machine?.nics?.[index];
    if (found === undefined) throw new Error("no such card");
    return found;
  };

  test("if it does not exist", () => {
    const errors = edit((scenario) => {
      nic(scenario, 0).line = "both card";
    });
    expect(errors[0]).toBe('machine.nics[0].line: names no line: "both card"; did you mean "both cards"?');
  });

  test("with a second thread", () => {
    const errors = edit((scenario) => {
      scenario.software?.threads?.push(handler("third", { on: "line", nic: "eth2" }, ["eth2"]));
    });
    expect(errors).toEqual(['software.threads[2].start.nic: its line already starts "two cards"']);
  });

  test("with neither line nor card, or both", () => {
    const start = (choice: { line?: string; nic?: string }) =>
      edit((scenario) => {
        scenario.software?.threads?.push(handler("third", { on: "line", ...choice }, ["eth2"]));
      });
    expect(start({})).toEqual([CHOICE]);
    expect(start({ line: "both cards", nic: "eth0" })).toContain(CHOICE);
  });

  test("with steering to a context that does not exist", () => {
    const errors = edit((scenario) => {
      nic(scenario, 1).line = { context: 3 };
    });
    expect(errors).toEqual(["machine.nics[1].line.context: must be below the number of contexts, 1"]);
  });
});
