import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { completionsAt } from "../../lib/settings/completions.ts";
import { createForm } from "../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../lib/settings/jsonSchema.ts";
import { parseLoose, plainOf, spanAt } from "../../lib/settings/looseJson.ts";
import { readNumber, steppedNumber } from "../../lib/settings/numberText.ts";
import { changedPart } from "../../web/scenarios/settings/jsonEditor.ts";
import { createRandom } from "../support/random.ts";

const form = createForm(SCENARIO_JSON_SCHEMA);
const text = readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8");

/** | is the cursor. */
function offered(marked: string): readonly string[] {
  const offset = marked.indexOf("|");
  const found = completionsAt(form, marked.replace("|", ""), offset);
  return (found?.options ?? []).map(({ label }) => label);
}

/** What the completion of that name writes. */
function inserted(marked: string, label: string): string | undefined {
  const found = completionsAt(form, marked.replace("|", ""), marked.indexOf("|"));
  return found?.options.find((one) => one.label === label)?.insert;
}

describe("a JSON text during typing", () => {
  test("a completed name brings a value, unless it has one", () => {
    expect(inserted('{ "name": "x", | }', "seed")).toMatch(/^"seed": \d+$/);
    expect(inserted('{ "see|" }', "seed")).toMatch(/^"seed": \d+$/);
    expect(inserted('{ "see|": 5 }', "seed")).toBe('"seed"');
  });

  test("is read as JSON if it is valid", () => {
    expect(plainOf(parseLoose(text))).toEqual(JSON.parse(text));
  });

  test("is read as far as possible at every length", () => {
    for (let end = 0; end <= text.length; end += 7) {
      const value = plainOf(parseLoose(text.slice(0, end)));
      expect(end < 2 || typeof value === "object").toBe(true);
    }
  });

  test("of random characters is read without failure or delay", () => {
    const random = createRandom(7);
    for (let round = 0; round < 300; round++) {
      const letters = Array.from({ length: random.integer(0, 60) }, () =>
        '{}[]",:\\ a1\n'.charAt(random.integer(0, 11)),
      );
      const noise = letters.join("");
      plainOf(parseLoose(noise));
      completionsAt(form, noise, random.integer(0, noise.length));
    }
    expect(plainOf(parseLoose("[".repeat(100_000)))).toBeDefined();
  });

  test("sets no prototype", () => {
    const value = plainOf(parseLoose('{"__proto__": {"polluted": 1}, "a": 2}'));
    expect(value).toEqual({ a: 2 });
    expect("polluted" in {}).toBe(false);
  });

  test("gives the place of a field, or of what encloses it", () => {
    const root = parseLoose(text);
    const { from, to } = spanAt(root, ["machine", "nics", 0, "rxRingFrames"]);
    expect(text.slice(from, to)).toBe("8");
    const around = spanAt(root, ["machine", "nics", 0, "moreRings", 3]);
    expect(text.slice(around.from, around.to)).toBe("{");
  });
});

describe("the completion of JSON", () => {
  test("offers the fields that are missing", () => {
    const labels = offered('{"machine": {"nics": [{"name": "eth0", |}]}}');
    expect(labels).toContain("rxRingFrames");
    expect(labels).not.toContain("name");
    expect(offered('{"machine": {"core": {"pol|"}}}')).toContain("policy");
  });

  test("offers values: words, switches, existing names", () => {
    expect(offered('{"machine": {"core": {"policy": |}}}')).toContain("round-robin");
    expect(offered('{"machine": {"core": {"policy": "r|"}}}')).toContain("round-robin");
    expect(offered('{"machine": {"interrupts": {"tailChain": |}}}')).toEqual(["true", "false"]);
    expect(
      offered(
        '{"software": {"queues": [{"name": "q7"}], "threads": [{"steps": [{"do": "put", "queue": |}]}]}}',
      ),
    ).toEqual(["q7"]);
    expect(offered('{"machine": {"nics": [{"lineRateBitPerSecond": |}]}}')).toEqual(["ideal"]);
  });

  test("offers the fields of the present variant", () => {
    const put = offered('{"software": {"threads": [{"steps": [{"do": "put", |}]}]}}');
    expect(put).toEqual(["queue", "whenFull"]);
    expect(offered('{"software": {"threads": [{"steps": [{"do": |}]}]}}')).toContain("take-frame");
    expect(offered('{"traffic": [{"kind": |}]}')).toEqual(["constant", "poisson", "trace"]);
  });

  test("offers nothing in unknown parts", () => {
    expect(offered('{"nothing": {"here": |}}')).toEqual([]);
    expect(offered("|")).toEqual([]);
  });
});

test("typed numbers are read with units and separators", () => {
  expect(["20 000 000", "20M", "1.5 k", "1\u202f000", "1_000", "-3", "0.001"].map(readNumber)).toEqual([
    20_000_000, 20_000_000, 1500, 1000, 1000, -3, 0.001,
  ]);
  const none = [
    "1e400",
    "9e307G",
    "",
    "x",
    "1e",
    "0x10",
    "0,125",
    "1,5",
    "20,00",
    "1 000,000",
    "1..2",
    "Infinity",
    "20 Mb",
    "1 2",
    "1 0000",
    "1000 000",
    "- 3",
  ];
  expect(none.map(readNumber)).toEqual(none.map(() => undefined));
});

test("a step of a number stays in the range, and sizes step by powers of two", () => {
  const range = { minimum: 4, maximum: 4096, step: 1, powersOfTwo: false };
  expect(steppedNumber(8, 1, false, range)).toBe(9);
  expect(steppedNumber(8, -1, true, range)).toBe(4);
  expect(steppedNumber(512, 1, false, { ...range, powersOfTwo: true })).toBe(1024);
  expect(steppedNumber(4, -1, false, { ...range, powersOfTwo: true })).toBe(4);
});

test("only the changed part of a JSON text is replaced", () => {
  expect(changedPart("abc", "abc")).toBeUndefined();
  expect(changedPart('{ "a": 8 }', '{ "a": 16 }')).toEqual({ from: 7, to: 8, insert: "16" });
  expect(changedPart("aa", "aaa")).toEqual({ from: 2, to: 2, insert: "a" });
  expect(changedPart("", "x")).toEqual({ from: 0, to: 0, insert: "x" });
});
