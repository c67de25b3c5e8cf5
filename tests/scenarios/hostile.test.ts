import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { fieldName } from "../../scenarios/base/fieldName.ts";
import { JSON_BYTE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { long } from "../support/long.ts";
import { randomScenario } from "../support/randomScenario.ts";

const HEAD = { format: "irqscope-scenario", version: 1, name: "hostile" };

function filled(seed: number): Scenario {
  const result = parseScenario(randomScenario(seed));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

type Leaf = { readonly path: readonly (string | number)[]; readonly value: unknown };

/** Every value of the scenario, and only the first entry of long lists. */
function leavesOf(value: unknown, path: readonly (string | number)[] = []): Leaf[] {
  if (Array.isArray(value)) {
    return value
      .slice(0, path.at(-1) === "steps" || value.length < 6 ? undefined : 1)
      .flatMap((entry, index) => leavesOf(entry, [...path, index]));
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
  }
  return [{ path, value }];
}

function replaced(scenario: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(scenario)) {
    return scenario.map((entry, index) => (index === key ? replaced(entry, rest, value) : entry));
  }
  const members = Object.entries(scenario as Record<string, unknown>);
  return Object.fromEntries(
    members.map(([name, one]) => [name, name === key ? replaced(one, rest, value) : one]),
  );
}

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  number: [-1, 1e300, 0.00005, "5", true, null, {}, [5]],
  string: ["", 5, null, {}, ["x"], "x".repeat(5000), "\u0000"],
  boolean: [1, "true", null, {}],
};

/** Replacements that happen to be valid, by the field's name. */
const VALID_TOO: Readonly<Record<string, unknown>> = {
  description: "",
  place: "",
  note: "",
  directions: "",
  lineRateBitPerSecond: 5,
  dma: {},
};

const SEEDS = [1, 2, 3, 4, 5, 6];
/** The leaves of each seed whose field no earlier seed has: `machine.nics.rxRingFrames`, with the kind of its parent. */
function firstOfTheirField(): ReadonlyMap<number, readonly Leaf[]> {
  const known = new Set<string>();
  const isNew = (scenario: unknown, path: Leaf["path"]) => {
    type Holder = Readonly<Record<string | number, unknown> & Record<"do" | "kind" | "on", unknown>>;
    let holder = scenario as unknown as Holder;
    const names: string[] = [];
    for (const key of path) {
      const kind = holder.do ?? holder.kind ?? holder.on;
      if (typeof key === "string") names.push(`${kind}.${key}`);
      holder = holder[key] as Holder;
    }
    const field = names.join(" ");
    return !known.has(field) && known.add(field);
  };
  return new Map(
    SEEDS.map((seed) => {
      const scenario = filled(seed);
      return [seed, leavesOf(scenario).filter(({ path }) => isNew(scenario, path))];
    }),
  );
}

/** A seed means 2,000 parsed scenarios, which take seconds on an idle machine. */
const PARTS = [1, 2, 3, 4];
const SEEDS_IN_PARTS = SEEDS.flatMap((seed) => PARTS.map((part) => ({ seed, part })));

describe("every field of random scenarios is refused out of range and with the wrong type", () => {
  const expectRefused = (scenario: Scenario, leaves: readonly Leaf[]) => {
    for (const { path, value } of leaves) {
      for (const wrong of WRONG[typeof value] ?? []) {
        if (isDeepStrictEqual(VALID_TOO[String(path.at(-1))], wrong)) continue;
        const result = parseScenario(replaced(scenario, path, wrong));
        const place = `${path.join(".")} = ${JSON.stringify(wrong)?.slice(0, 40)}`;
        expect(result.ok, place).toBe(false);
        if (result.ok) continue;
        expect(result.errors[0]?.message, place).toMatch(/\S/);
        if (wrong === 1e300) expect(result.errors[0]?.field).toBe(fieldName(path));
      }
    }
  };
  test("once for each field", () => {
    const all = firstOfTheirField();
    expect([...all.values()].flat().length).toBeGreaterThan(150);
    for (const [seed, leaves] of all) expectRefused(filled(seed), leaves);
  });
  test.each(SEEDS_IN_PARTS)(
    "for each place, seed $seed, part $part",
    long("A field stands in more than one place, and each place is tried here; these take 10 s of CPU."),
    ({ seed, part }) => {
      const scenario = filled(seed);
      const leaves = leavesOf(scenario);
      expect(leaves.length).toBeGreaterThan(80);
      expectRefused(
        scenario,
        leaves.filter((_, at) => at % PARTS.length === part - 1),
      );
    },
  );

  test.each(SEEDS)("seed %i: an unknown field anywhere is named", (seed) => {
    const scenario = filled(seed);
    const objects = new Set(leavesOf(scenario).map(({ path }) => JSON.stringify(path.slice(0, -1))));
    for (const text of objects) {
      const path: (string | number)[] = JSON.parse(text);
      const parent = path.reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], scenario);
      if (Array.isArray(parent)) continue;
      const result = parseScenario(replaced(scenario, path, { ...(parent as object), zzz: 1 }));
      const field = fieldName([...path, "zzz"]);
      expect(result).toMatchObject({
        ok: false,
        errors: [{ field, message: expect.stringContaining("known field") }],
      });
    }
  });
});

const objectOf = (fields: number) =>
  `{${Array.from({ length: fields }, (_, field) => `"${field},{":"${field}"`).join(",")}}`;

describe("a text that is not a scenario is refused", () => {
  test.each([
    ["", "is not JSON: line 1, column 1: the text ends where a value is expected"],
    ["{", "is not JSON: line 1, column 2: the text ends where a field name in double quotes is expected"],
    ['{"a": 1,\n "b": }', 'is not JSON: line 2, column 7: found "}" where a value is expected'],
    ['{"a": 1\n "b": 2}', 'is not JSON: line 2, column 2: found "\\"" where "," or "}" is expected'],
    ["{a: 1}", 'is not JSON: line 1, column 2: found "a" where a field name in double quotes is expected'],
    ['["a\nb"]', 'is not JSON: line 1, column 4: found "\\n" where the end of the quoted text is expected'],
    ['["\\x"]', 'is not JSON: line 1, column 4: found "x" where an escape such as \\n is expected'],
    ["[01]", 'is not JSON: line 1, column 3: found "1" where "," or "]" is expected'],
    ["null 1", 'is not JSON: line 1, column 6: found "1" where the end of the text is expected'],
    ["null", "must be an object"],
    ["[]", "must be an object"],
    ["[".repeat(1_000_000), "is nested more than 64 deep"],
    [" ".repeat(JSON_BYTE_LIMIT + 1), "is larger than 32 MB"],
    [objectOf(10_001), "has an object of more than 10000 fields"],
    [`{"machine":[${objectOf(20_000)}]}`, "has an object of more than 10000 fields"],
    [objectOf(200), "has 200 fields, at most 64 are allowed"],
    [objectOf(10_000), "has 10000 fields, at most 64 are allowed"],
  ])("%.30s", (text, message) => {
    const errors = [{ field: "scenario", message }];
    expect(parseScenario(text)).toEqual({ ok: false, errors, errorCount: 1 });
  });

  test.each([undefined, null, 5, true, Symbol("x"), () => 1, new Map(), new Date()])(
    "with the value %o",
    (value) => {
      expect(parseScenario(value).ok).toBe(false);
    },
  );
});

test("a text with millions of fields is refused before the fields cost memory", () => {
  const text = objectOf(300_000);
  const before = performance.now();
  expect(readJson(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining("fields") } });
  const tookMs = performance.now() - before;
  const parsing = performance.now();
  JSON.parse(text);
  expect(tookMs).toBeLessThan(performance.now() - parsing);
});

describe("a reference with terminal control characters", () => {
  const scenario = filled(SEEDS[0] ?? 1);
  const references = leavesOf(scenario).filter(
    ({ path, value }) =>
      typeof value === "string" && ["nic", "queue", "thread", "lock"].includes(String(path.at(-1))),
  );

  test.each(["\u202e", "\u2066", "\u001b", "\n"])("is refused: %j", (character) => {
    expect(references.length).toBeGreaterThan(0);
    for (const { path } of references) {
      const result = parseScenario(replaced(scenario, path, `x${character}y`));
      expect(result).toMatchObject({ ok: false });
      const messages = result.ok ? [] : result.errors.map(({ message }) => message);
      expect(messages).toContain("holds a control character");
      expect(messages.join()).not.toContain(character);
    }
  });
});

describe("a value that would be costly or harmful", () => {
  test("such as a list that contains itself is refused", () => {
    const endless: unknown[] = [];
    endless.push(endless);
    expect(parseScenario({ ...HEAD, traffic: endless })).toMatchObject({
      ok: false,
      errors: [{ message: "is nested more than 64 deep" }],
    });
  });

  test("such as an object that throws when read is refused", () => {
    const trap = {
      ...HEAD,
      get machine(): unknown {
        throw new Error("trap");
      },
    };
    expect(parseScenario(trap)).toMatchObject({
      ok: false,
      errors: [{ message: "cannot be read: Error: trap" }],
    });
  });

  test("such as a million entries in a short list is refused without reading them", () => {
    expect(parseScenario({ ...HEAD, traffic: new Array(1_000_000).fill(0) })).toEqual({
      ok: false,
      errors: [{ field: "traffic", message: "must have at most 1024 entries, not 1000000" }],
      errorCount: 1,
    });
  });

  test("such as a hundred thousand unknown fields is refused at once", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 1]));
    expect(parseScenario({ ...HEAD, machine: many })).toEqual({
      ok: false,
      errors: [{ field: "machine", message: "has 100000 fields, at most 64 are allowed" }],
      errorCount: 1,
    });
  });

  test("with many errors gives a list of 20 and a count of all", () => {
    const routines = new Array(64).fill({ name: 5, kind: "cycles" });
    const result = parseScenario({ ...HEAD, software: { routines } });
    expect(result).toMatchObject({ ok: false, errorCount: 128 });
    expect(!result.ok && result.errors.map(({ field }) => field)).toEqual(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? `software.routines[${index / 2}].name`
          : `software.routines[${(index - 1) / 2}].cycles`,
      ),
    );
  });

  test.each([
    ["a b", 'machine["a b"]'],
    ["", 'machine[""]'],
    ['x"y\n', 'machine["x\\"y\\n"]'],
    ["\u001b[31m\u009b\u202e", 'machine["\\u001b[31m\\u009b\\u202e"]'],
    ["k".repeat(5000), `machine["${"k".repeat(40)}…"]`],
  ])("such as the field name %.20j is shown on one short line", (name, field) => {
    expect(parseScenario({ ...HEAD, machine: { [name]: 1 } })).toMatchObject({
      ok: false,
      errors: [{ field, message: expect.stringMatching(/^is not a known field/) }],
    });
  });

  test.each(["__proto__", "constructor", "prototype", "toString"])(
    "such as the field %s is refused",
    (field) => {
      const text = `{"format":"irqscope-scenario","version":1,"name":"x","${field}":{"polluted":true}}`;
      expect(parseScenario(text)).toMatchObject({ ok: false, errors: [{ field }] });
      const inner = `{"format":"irqscope-scenario","version":1,"name":"x","machine":{"${field}":{"polluted":true}}}`;
      expect(parseScenario(inner)).toMatchObject({ ok: false, errors: [{ field: `machine.${field}` }] });
      expect({}).not.toHaveProperty("polluted");
    },
  );

  test("such as a while nested too deep is refused", () => {
    const condition = { on: "rx-not-empty", nic: "eth0" };
    const nested = Array.from({ length: 12 }).reduce<unknown>(
      (inner) => ({ do: "while", condition, steps: [inner] }),
      { do: "deliver" },
    );
    const threads = [{ name: "t", layer: "protocol", priority: 1, start: { on: "soft" }, steps: [nested] }];
    expect(
      parseScenario({ ...HEAD, machine: { nics: [{ name: "eth0" }] }, software: { threads } }),
    ).toMatchObject({
      ok: false,
      errors: [{ message: "has while, repeat or if inside one another more than 8 deep" }],
    });
  });
});

test("frozen built-in scenarios are valid, since the reader changes nothing in place", async () => {
  for (const { load } of BUILTIN_SCENARIOS) {
    const result = await load();
    if (!result.ok) throw new Error("invalid");
    const before = JSON.stringify(result.scenario);
    parseScenario(result.scenario);
    expect(JSON.stringify(result.scenario)).toBe(before);
  }
});
