import { describe, expect, test } from "vitest";
import { SCENARIO_JSON_SCHEMA } from "../../lib/settings/jsonSchema.ts";
import { formatJson, formatScenario } from "../../scenarios/format/format.ts";
import { scenarioJsonSchema } from "../../scenarios/format/jsonSchema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { randomScenario } from "../support/randomScenario.ts";
import { writtenScenario } from "../support/writtenScenario.ts";

const paperText = formatJson(writtenScenario("000-receive-three-contexts"));

/** The paper's scenario with one place changed. */
function withChange(path: readonly (string | number)[], value: unknown): unknown {
  const scenario: unknown = JSON.parse(paperText);
  const parents = path.slice(0, -1);
  const parent = parents.reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], scenario);
  (parent as Record<string, unknown>)[path.at(-1) ?? ""] = value;
  return scenario;
}

function errorsOf(input: unknown): readonly string[] {
  const result = parseScenario(input);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
}

describe("built-in scenarios", () => {
  test.each(BUILTIN_SCENARIOS.map(({ id, load, name }) => ({ id, load, name })))(
    "include $id, which is valid and listed under its own name",
    async ({ load, name }) => {
      const result = await load();
      expect(result).toMatchObject({ ok: true, scenario: { name } });
    },
  );

  test("have unique ids", () => {
    const ids = BUILTIN_SCENARIOS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a written scenario", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is unchanged after random scenario %i is written without defaults and read",
    (seed) => {
      const first = parseScenario(randomScenario(seed));
      if (!first.ok) throw new Error(JSON.stringify(first.errors));
      expect(parseScenario(formatScenario(first.scenario))).toEqual(first);
    },
  );

  test("is in the house format for each built-in scenario", () => {
    const files = import.meta.glob<string>("../../scenarios/{demos,papers}/*.json", {
      query: "?raw",
      import: "default",
      eager: true,
    });
    expect(Object.keys(files).length).toBeGreaterThan(50);
    for (const [path, text] of Object.entries(files)) expect(formatJson(JSON.parse(text)), path).toBe(text);
  });
});

test("the generated JSON Schema of scenarios is up to date (node tools/schemas.mjs)", () => {
  expect(SCENARIO_JSON_SCHEMA).toEqual(JSON.parse(JSON.stringify(scenarioJsonSchema())));
});

describe("one wrong field gives one error that names it", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
  const cases: readonly (readonly [readonly (string | number)[], unknown, string])[] = [
    [["format"], "irqscope", 'format: must be "irqscope-scenario": this is not an irqscope scenario'],
    [["format"], "irqscope-lab", 'format: must be "irqscope-scenario": this is a lab, which Labs opens'],
    [["version"], 2, "version: 2 was made by a newer irqscope; this one reads up to 1"],
    [["version"], 0, "version: must be a whole number from 1"],
    [["version"], "1", "version: must be a whole number from 1"],
    [["name"], "", "name: must have at least 1 character"],
    [["name"], "a\u001b[31m", "name: holds a control character"],
    [["name"], "a\u202eb", "name: holds a control character"],
    [["seed"], -1, "seed: must be at least 0"],
    [["runCycles"], 1.5, "runCycles: must be a whole number, not 1.5"],
    [["runCycles"], 1e13, "runCycles: must be at most 1000000000000"],
    [["machine", "clockHertz"], 0, "machine.clockHertz: must be at least 1"],
    [["machine", "clockHertz"], 1e30, "machine.clockHertz: must be at most 10000000000"],
    [["machine", "core", "contexts"], 17, "machine.core.contexts: must be at most 16"],
    [
      ["machine", "core", "policy"],
      "on-evnt",
      'machine.core.policy: must be one of "single", "on-event", "round-robin", "fixed-priority", "weighted-round-robin", "smt", not "on-evnt"; did you mean "on-event"?',
    ],
    [
      ["machine", "core", "policy"],
      "single",
      'machine.core.contexts: must be 1 with policy "single" (Context selection)',
    ],
    [
      ["machine", "core", "pipelines"],
      {},
      'machine.core.pipelines: is not a known field; did you mean "pipeline"?',
    ],
    [
      ["machine", "interrupts", "saveRestore", "saveCycles"],
      65_536,
      "machine.interrupts.saveRestore.saveCycles: must be at most 65535",
    ],
    [
      ["machine", "interrupts", "saveRestore", "kind"],
      "words",
      "machine.interrupts.saveRestore.saveWords: is missing",
    ],
    [["machine", "bus", "dma"], { cyclesPerBeat: 0 }, "machine.bus.dma.cyclesPerBeat: must be at least 1"],
    [
      ["machine", "core"],
      { policy: "round-robin", cores: 8, contexts: 5 },
      "machine.core.cores: have 40 contexts in total, but the limit is 32",
    ],
    [
      ["machine", "core"],
      { policy: "weighted-round-robin", contexts: 3, contextWeights: [1, 1, 1, 1] },
      "machine.core.contextWeights: has 4 entries, more than there are contexts (3)",
    ],
    [
      ["machine", "core"],
      { pipeline: { stages: ["EX"], accessStage: "EX" } },
      "machine.core.pipeline.stages: must have at least 2 entries, not 1",
    ],
    [
      ["machine", "core"],
      { pipeline: { stages: ["EX", "MEM", "WB"] } },
      "machine.core.pipeline.executeStage: needs 1 to 8 stages before it",
    ],
    [
      ["machine", "core"],
      { pipeline: { stages: ["IF", "EX", ..."ABCDEFGHIJ"], accessStage: "EX" } },
      "machine.core.pipeline.stages: have more than 10 stages from the execution on",
    ],
    [
      ["machine", "core"],
      { pipeline: { stages: ["IF", "ID", "EX", "MEM"] } },
      "machine.core.pipeline.accessStage: must be the execution, or a stage after it that is not the last",
    ],
    [
      ["machine", "core"],
      { pipeline: { stages: ["IF", "EX"], accessStage: "EX", branchResolveStage: "IF" } },
      "machine.core.pipeline.branchResolveStage: must not be the stage that fetches",
    ],
    [
      ["machine"],
      {
        ...(JSON.parse(paperText).machine as object),
        core: { policy: "on-event", contexts: 3, pipeline: { stages: ["IF", "EX"], accessStage: "EX" } },
        memory: { tlb: { entries: 4, pageBytes: 4096, refillInstructions: 8 } },
      },
      "machine.memory.tlb.refillInstructions: needs a stage between fetch and execution (machine.core.pipeline.stages)",
    ],
    [
      ["machine", "interrupts", "lines"],
      many(65),
      "machine.interrupts.lines: must have at most 64 entries, not 65",
    ],
    [
      ["machine", "interrupts", "lines"],
      many(64),
      "machine.interrupts.lines: with those that devices bring along are 65, at most 64",
    ],
    [
      ["machine", "nics", 0, "moreRings"],
      many(8).map(() => ({})),
      "machine.nics[0].moreRings: must have at most 7 entries, not 8",
    ],
    [
      ["software", "threads"],
      many(65).map((named) => ({ ...(JSON.parse(paperText).software.threads[0] as object), ...named })),
      "software.threads: must have at most 64 entries, not 65",
    ],
    [["machine", "nics"], {}, "machine.nics: must be a list, not an object"],
    [
      ["machine", "nics", 0, "lineRateBitPerSecond"],
      -1,
      "machine.nics[0].lineRateBitPerSecond: must be at least 1",
    ],
    [["machine", "nics", 0, "rxRingFrames"], 0, "machine.nics[0].rxRingFrames: must be at least 1"],
    [["machine", "nics", 0, "line", "priority"], 256, "machine.nics[0].line.priority: must be at most 255"],
    [["software", "routines", 0, "cycles"], 0, "software.routines[0].cycles: must be at least 1"],
    [
      ["software", "routines", 0, "cyclesPerByte"],
      0.0001,
      "software.routines[0].cyclesPerByte: may have at most three decimals",
    ],
    [
      ["software", "routines", 1, "name"],
      "application loop",
      "software.routines[1].name: is also the name of software.routines[0]",
    ],
    [
      ["software", "routines", 0],
      { name: "application loop", kind: "sequence", sequence: ["add r1, r2"] },
      'software.routines[0].sequence[0]: is not an instruction such as "load r2, r1"',
    ],
    [
      ["software", "threads", 1, "context"],
      3,
      "software.threads[1].context: must be below the number of contexts, 3",
    ],
    [
      ["software", "threads", 1, "layer"],
      "save-restore",
      expect.stringContaining("software.threads[1].layer"),
    ],
    [
      ["software", "threads", 1, "start", "nic"],
      "eth1",
      'software.threads[1].start.nic: names no nic: "eth1"; did you mean "eth0"?',
    ],
    [
      ["software", "threads", 0, "steps", 0, "routine"],
      "nothing",
      'software.threads[0].steps[0].routine: names no routine: "nothing"; there is "application loop", "Driver ISR (Rx done)"',
    ],
    [
      ["software", "threads", 1, "steps", 1, "steps", 0],
      { do: "wait", queue: "q" },
      'software.threads[1].steps[1].steps[0].queue: names no queue: "q"; there is none',
    ],
    [["traffic", 0, "sizeBytes"], 0, "traffic[0].sizeBytes: must be at least 1"],
    [
      ["traffic", 0],
      { kind: "poisson", direction: "receive", nic: "eth0", sizeBytes: 1, rate: { bitPerSecond: 1e12 } },
      "traffic[0].rate: offers more than one frame a cycle",
    ],
    [
      ["traffic", 0],
      { kind: "poisson", direction: "receive", nic: "eth0", sizeBytes: 150_000, rate: { bitPerSecond: 1 } },
      "traffic[0].rate: offers less than one frame in 1000000000000 cycles",
    ],
    [["traffic", 0, "loop"], "open", "traffic[0].rate: is missing"],
    [
      ["traffic", 0, "direction"],
      "send",
      "traffic[0].send: is missing: packets to send need a queue and a thread that is raised",
    ],
    [["traffic", 0, "thinkCycles"], "5", 'traffic[0].thinkCycles: must be a number, not "5"'],
  ];
  test.each(cases)("%j = %j", (path, value, expected) => {
    expect(errorsOf(withChange(path, value))[0]).toEqual(expected);
  });
});
