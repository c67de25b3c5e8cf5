import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Path } from "../../lib/expressions/index.ts";
import { differencesOf } from "../../lib/settings/differences.ts";
import { alternativeValue, applyEdit, defaultValue, type Edit, newEntry } from "../../lib/settings/edit.ts";
import { createForm } from "../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../lib/settings/jsonSchema.ts";
import { nodesAlong, optionsOf, rootNode, searchFields, walk } from "../../lib/settings/node.ts";
import { readField, withField } from "../../scenarios/base/fieldPath.ts";
import { DEVICE_KINDS } from "../../scenarios/devices/kinds.ts";
import { scenarioSchema } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

const form = createForm(SCENARIO_JSON_SCHEMA);
const overflow = scenarioOf(
  readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8"),
);

function scenarioOf(text: unknown): unknown {
  const parsed = parseScenario(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

function edited(...edits: readonly Edit[]): unknown {
  return edits.reduce((scenario, edit) => applyEdit(form, scenario, edit), overflow);
}

function errorsOf(scenario: unknown): readonly string[] {
  const parsed = parseScenario(scenario);
  return parsed.ok ? [] : parsed.errors.map(({ field, message }) => `${field}: ${message}`);
}

const RING: Path = ["machine", "nics", 0, "rxRingFrames"];

describe("an edit in the settings", () => {
  test("sets a field, and errors name the field", () => {
    expect(readField(edited({ kind: "set", path: RING, value: 16 }), RING)).toBe(16);
    expect(errorsOf(edited({ kind: "set", path: RING, value: 99_999 }))).toEqual([
      "machine.nics[0].rxRingFrames: must be at most 8192",
    ]);
  });

  test("of a name changes all references to it", () => {
    const renamed = edited(
      { kind: "set", path: ["software", "queues", 0, "name"], value: "input" },
      { kind: "set", path: ["machine", "nics", 0, "name"], value: "lan" },
      { kind: "set", path: ["software", "threads", 2, "name"], value: "IP" },
      { kind: "set", path: ["software", "routines", 2, "name"], value: "stack" },
    );
    expect(errorsOf(renamed)).toEqual([]);
    expect(JSON.stringify(renamed)).not.toMatch(/"(backlog|eth0|protocol|IP and UDP)"(?!,"priority")/);
  });

  test("inserts, moves and removes entries", () => {
    const routines: Path = ["software", "routines"];
    const named = (scenario: unknown) =>
      (readField(scenario, routines) as { name: string }[]).map(({ name }) => name);
    const [first = "", second = "", ...others] = named(overflow);
    expect(named(edited({ kind: "move", path: routines, from: 0, to: 1 }))).toEqual([
      second,
      first,
      ...others,
    ]);
    const copy = { ...(readField(overflow, [...routines, 0]) as object), name: "copy" };
    const more = edited({ kind: "insert", path: routines, index: 0, value: copy });
    expect(named(more)).toEqual(["copy", ...named(overflow)]);
    expect(applyEdit(form, more, { kind: "remove", path: [...routines, 0] })).toEqual(overflow);
  });

  test("of a missing place does nothing", () => {
    expect(edited({ kind: "set", path: ["machine", "nics", 7, "name"], value: "x" })).toBeUndefined();
    expect(edited({ kind: "insert", path: ["machine", "clockHertz"], index: 0, value: 1 })).toBeUndefined();
  });
});

/** References have an entry to refer to. */
function withOneOfEach(scenario: unknown): unknown {
  const lists: readonly Path[] = [
    ...DEVICE_KINDS.map(({ list }) => ["machine", list]),
    ["machine", "interrupts", "lines"],
    ...["queues", "routines", "locks", "threads"].map((key) => ["software", key]),
  ];
  return lists.reduce((whole, path) => {
    const list = nodesAlong(rootNode(form, whole), path).at(-1);
    if (list?.form.control.kind !== "list") throw new Error(path.join("."));
    const isEmpty = Array.isArray(list.value) && list.value.length === 0;
    return isEmpty ? withField(whole, path, [newEntry(list.form.control.entry(), [], whole)]) : whole;
  }, scenario);
}

/** Scenarios with locks, several kinds of devices, programs, traces and several cards. */
const VARIED = ["ring-overflow", "one-lock", "timer-network-disk", "checksum-program", "capture", "004-eta"];

describe("a new entry of a form is valid by the schema", () => {
  test.each(VARIED)("%s", async (id) => {
    const parsed = await builtinScenario(id)?.load();
    if (!parsed?.ok) throw new Error(id);
    const scenario = withOneOfEach(parsed.scenario);
    let tried = 0;
    const check = (path: Path, value: unknown) => {
      tried += 1;
      const { error } = scenarioSchema.safeParse(withField(scenario, path, value));
      expect(error?.issues ?? [], path.join(".")).toEqual([]);
    };
    walk(rootNode(form, scenario), (node) => {
      const { control } = node.form;
      const isNew = tried < 250;
      if (isNew && node.value === undefined) check(node.path, defaultValue(node.form, scenario));
      for (const option of isNew ? optionsOf(node.form) : [])
        check(node.path, alternativeValue(option, node.value, scenario));
      if (isNew && control.kind === "list" && Array.isArray(node.value))
        check(node.path, [...node.value, newEntry(control.entry(), node.value, scenario)]);
      return node.path.length < 7;
    });
    expect(tried).toBeGreaterThan(50);
  });
});

describe("the differences of two scenarios", () => {
  test("are empty between a scenario and itself", () => {
    expect(differencesOf(overflow, structuredClone(overflow))).toEqual([]);
  });

  const nic = readField(overflow, ["machine", "nics", 0]) as object;
  const thread: Path = ["software", "threads", 1, "steps"];
  const CHANGES: readonly (readonly [what: string, edits: readonly Edit[], fields: readonly string[]])[] = [
    ["a field", [{ kind: "set", path: RING, value: 16 }], ["changed machine.nics[0].rxRingFrames"]],
    [
      "an entry before the others",
      [{ kind: "insert", path: ["machine", "nics"], index: 0, value: { ...nic, name: "eth1" } }],
      ["added machine.nics[0]"],
    ],
    [
      "an entry that is gone",
      [{ kind: "remove", path: ["software", "routines", 1] }],
      ["removed software.routines[1]"],
    ],
    [
      "a name",
      [{ kind: "set", path: ["machine", "nics", 0, "name"], value: "lan" }],
      [
        "changed machine.nics[0].name",
        "changed software.threads[1].start.nic",
        "changed software.threads[1].steps[0].nic",
        "changed software.threads[1].steps[1].condition.nic",
        "changed software.threads[1].steps[1].steps[0].nic",
        "changed traffic[0].nic",
      ],
    ],
    [
      "a step between two",
      [{ kind: "insert", path: thread, index: 1, value: { do: "drop" } }],
      ["added software.threads[1].steps[1]"],
    ],
    [
      "another kind",
      [{ kind: "set", path: thread, value: [{ do: "drop" }] }],
      ["changed software.threads[1].steps[0]", "removed software.threads[1].steps[1]"],
    ],
    [
      "a field that was left out",
      [{ kind: "set", path: ["machine", "memory", "l2"], value: { sizeBytes: 65_536 } }],
      ["added machine.memory.l2"],
    ],
    [
      "the order",
      [{ kind: "move", path: ["software", "routines"], from: 0, to: 2 }],
      ["changed software.routines"],
    ],
  ];

  test.each(CHANGES)("give %s, and the way back", (_, edits, fields) => {
    const changed = edited(...edits);
    const differences = differencesOf(overflow, changed);
    expect(differences.map(({ kind, field }) => `${kind} ${field}`)).toEqual(fields);
    // From the last onwards, because the places before it stay.
    const back = differences.reduceRight(
      (scenario, { revert }) => (isThere(scenario, revert) ? applyEdit(form, scenario, revert) : scenario),
      changed,
    );
    expect(differencesOf(overflow, back)).toEqual([]);
  });

  function isThere(scenario: unknown, revert: Edit): boolean {
    return revert.kind !== "set" || readField(scenario, revert.path) !== revert.value;
  }
});

describe("the search in the settings", () => {
  const root = rootNode(form, overflow);
  const found = (query: string) => searchFields(root, query, 10).found.map(({ node }) => node.field);

  test("finds fields by title, name in the file, meaning and enclosing part", () => {
    expect(found("receive ring")[0]).toBe("machine.nics[0].rxRingFrames");
    expect(found("rxRingFrames")).toEqual(["machine.nics[0].rxRingFrames"]);
    expect(found("AAL5")).toEqual([]);
    expect(found("eth0 priority")[0]).toBe("machine.nics[0].line.priority");
    expect(found("L1D")[0]).toBe("machine.memory.l1d");
    expect(found("bubbles")).toEqual(["machine.core.pipeline.loadUseCycles"]);
  });

  test("states the number of matches", () => {
    const result = searchFields(root, "cycles", 5);
    expect(result.found).toHaveLength(5);
    expect(result.count).toBeGreaterThan(20);
    expect(searchFields(root, "  ", 5).count).toBe(0);
  });
});
