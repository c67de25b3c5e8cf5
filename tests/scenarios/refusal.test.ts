/** Every refusal of the core is reported with a field of the scenario, and the file format finds refusable values
 * first. */
import { describe, expect, test } from "vitest";
import { CoreRefusedError } from "../../core-wasm/binding/index.ts";
import { sim_config } from "../../core-wasm/binding/layout.gen.ts";
import type { RecordLayout } from "../../core-wasm/binding/record.ts";
import { refusalIn, scenarioField } from "../../scenarios/check/refusal.ts";
import { scenarioJsonSchema } from "../../scenarios/format/jsonSchema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

const jsonSchema = scenarioJsonSchema();

/** Every path that the core can name, with the first three entries of each list. */
function* pathsOf({ fields }: RecordLayout, before = ""): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    for (let index = 0; index < Math.min(field.count, 3); index++) {
      const path = `${before}${name}${field.array ? `[${index}]` : ""}`;
      if (field.type === "record") yield* pathsOf(field.record, `${path}.`);
      else yield path;
    }
  }
}

type Node = { readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** All schemas that a value may have, through references and alternatives. */
function kindsOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  const { $ref: reference, anyOf = [], oneOf = [], allOf = [] } = node;
  const aim =
    typeof reference === "string"
      ? reference
          .slice(2)
          .split("/")
          .reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), jsonSchema)
      : undefined;
  return [node, ...[aim, ...[anyOf, oneOf, allOf].flat()].flatMap(kindsOf)];
}

function isKnown(field: string): boolean {
  const keys = field.split(/[.[\]]+/).filter((key) => key !== "");
  let nodes = kindsOf(jsonSchema);
  for (const key of keys) {
    nodes = nodes.flatMap((node) => {
      const child = /^\d+$/.test(key)
        ? node.items
        : isNode(node.properties)
          ? node.properties[key]
          : undefined;
      return kindsOf(child);
    });
  }
  return nodes.length > 0;
}

describe("a refusal of the core", () => {
  const paths = [...pathsOf(sim_config)].filter((path) => !/^(reserved|cookie)/.test(path));

  test("names a field of the scenario, whatever record it is about", () => {
    expect(paths.length).toBeGreaterThan(300);
    const wrong = paths.filter((path) => {
      const field = scenarioField(path);
      return field === "scenario" || field.includes("_") || !isKnown(field);
    });
    expect(wrong, "none stands in the file; what is reserved is called reserved_..").toEqual([]);
  });

  test.each([
    ["threads[2].interrupts_enabled", "software.threads[2].interruptsEnabled"],
    ["traffic[0].size_bytes", "traffic[0].sizeBytes"],
    ["caches[1].pinned_sets", "machine.memory.l1d.pinnedSets"],
    ["nics[1].rings[0].coalesce_frames", "machine.nics[1].coalescing.frames"],
    ["nics[1].rings[2].frames", "machine.nics[1].moreRings[1].rxRingFrames"],
    ["timers[0].period_cycles_numerator", "machine.timers[0].periodNanoseconds"],
    ["contexts[3].weight", "machine.core.contextWeights[3]"],
    ["traffic[1].sizes[4]", "traffic[1].sizeBytes"],
    ["steps[7].index", "software.threads"],
    ["lines[3].core", "machine.interrupts.lines"],
    ["memory_cycles", "machine.core.pipeline.memoryCycles"],
    ["cookie", "scenario"],
    [undefined, "scenario"],
  ])("about %s names %s", (path, field) => {
    expect(scenarioField(path)).toBe(field);
  });

  test("states the scenario's value and a reason", () => {
    const scenario = { machine: { timers: [{ periodNanoseconds: 5 }] } };
    const error = new CoreRefusedError("inconsistent", "timers[0].period_cycles_numerator", 1);
    expect(refusalIn(scenario, error)).toEqual({
      field: "machine.timers[0].periodNanoseconds",
      message: "does not fit the rest of the scenario: 5",
    });
    const steps = new CoreRefusedError("bad-reference", "steps[7].index", 3);
    expect(refusalIn(scenario, steps)).toEqual({
      field: "software.threads",
      message: "names something that does not exist",
    });
  });
});

const base = { format: "irqscope-scenario", version: 1, name: "m", runCycles: 1000 };

describe("the range checks of the file format", () => {
  const small = { sizeBytes: 32, ways: 4, lineBytes: 32 };
  const cache = { sizeBytes: 256, ways: 2, lineBytes: 32 };
  const tooSmall =
    "must be ways × lineBytes × a power of two, not 32; with 4 ways of 32-byte lines for example 128";
  test.each([
    [{ memory: { l1i: small } }, "machine.memory.l1i.sizeBytes", tooSmall],
    [{ memory: { l1d: small } }, "machine.memory.l1d.sizeBytes", tooSmall],
    [{ memory: { l2: small } }, "machine.memory.l2.sizeBytes", tooSmall],
    [
      { memory: { l1d: { ...cache, pinnedWays: [0], pinnedSets: 5 } } },
      "machine.memory.l1d.pinnedSets",
      "must be at most the number of sets, 4, not 5",
    ],
    [
      { memory: { l1i: { ...cache, pinnedSets: 2 } } },
      "machine.memory.l1i.pinnedSets",
      "2 needs pinnedWays or pinnedLines: nothing is pinned",
    ],
    [
      { memory: { l1i: { ...cache, pinnedLines: 3 } } },
      "machine.memory.l1i.pinnedLines",
      "must be at most the number of ways, 2",
    ],
    [
      { memory: { l2: { ...cache, pinnedLines: 1, pinnedWays: [1] } } },
      "machine.memory.l2.pinnedLines",
      "must be 0 where ways are pinned: a cache pins ways or lines",
    ],
    [
      { clockHertz: 100_000_000, timers: [{ name: "t", periodNanoseconds: 5 }] },
      "machine.timers[0].periodNanoseconds",
      "5 is shorter than a cycle of this clock; at least 10",
    ],
  ])("refuse what the core refuses, with field, value and reason: %j", (machine, field, message) => {
    const result = parseScenario({ ...base, machine });
    expect(result).toMatchObject({ ok: false, errors: [{ field, message }], errorCount: 1 });
  });

  test("accept values at the limits", () => {
    const memory = { l1d: { ...cache, pinnedWays: [0], pinnedSets: 4 } };
    const timers = [{ name: "t", periodNanoseconds: 10 }];
    expect(parseScenario({ ...base, machine: { clockHertz: 100_000_000, memory, timers } }).ok).toBe(true);
  });
});
