import { expect, test } from "vitest";
import { studyJsonSchema } from "../../scenarios/study/jsonSchema.ts";
import { isStudy, parseStudy } from "../../scenarios/study/parse.ts";

test("the generated JSON Schema of studies is up to date (node tools/schemas.mjs)", async () => {
  const { default: written } = await import("../../scenarios/study/study.schema.json");
  expect(written).toEqual(JSON.parse(JSON.stringify(studyJsonSchema())));
});

const whole = { format: "irqscope-study", version: 1, name: "s", scenarios: ["ring-overflow"] };

const errorsOf = (input: unknown): readonly string[] => {
  const result = parseStudy(input);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
};

test("the smallest study is ten seeds of one scenario", () => {
  const result = parseStudy(JSON.stringify(whole));
  expect(result).toMatchObject({
    ok: true,
    study: { axes: [], seeds: { first: 1, count: 10 }, commonSeeds: true, warmUpCycles: 0, metrics: [] },
  });
  expect(isStudy(whole)).toBe(true);
  expect(isStudy({ format: "irqscope-scenario" })).toBe(false);
});

const axis = (fields: object) => ({ ...whole, axes: [fields] });
const stop = { metric: "x", halfWidth: 1 };

test.each<[unknown, string]>([
  ["{", "study: is not JSON"],
  [7, "study: must be an object"],
  [{ ...whole, format: "irqscope-lab" }, 'format: must be "irqscope-study"'],
  [{ ...whole, version: 2 }, "version: 2 was made by a newer irqscope"],
  [{ ...whole, seed: 1 }, 'seed: is not a known field; did you mean "seeds"?'],
  [{ ...whole, scenarios: [] }, "scenarios: must have at least 1 entry"],
  [{ ...whole, scenarios: ["a", "a"] }, 'scenarios[1]: is listed twice: "a"'],
  [{ ...whole, scenarios: [{ name: "a" }] }, "scenarios[0]: needs either from or scenario"],
  [{ ...whole, seeds: { count: 0 } }, "seeds.count: must be at least 1"],
  [{ ...whole, warmUpCycles: -1 }, "warmUpCycles: must be at least 0"],
  [{ ...whole, stop: { metric: "x", halfWidth: 0 } }, "stop.halfWidth"],
  [{ ...whole, stop, seeds: { count: 1 } }, "seeds.count: must be at least 2 with a stop rule"],
  [{ ...whole, stop: { ...stop, maximumSeeds: 5 } }, "stop.maximumSeeds: must be at least seeds.count, 10"],
  [
    axis({ kind: "fields" }),
    'axes[0].kind: must be one of "field", "together", "table", "windows", not "fields"',
  ],
  [axis({ kind: "field", field: "a" }), "axes[0].values: is missing"],
  [axis({ kind: "field", field: "a", values: [] }), "axes[0].values: must have at least 1 entry"],
  [axis({ kind: "field", field: "a", values: [1, 2], labels: ["x"] }), "axes[0].labels: must have 2 labels"],
  [
    axis({ kind: "field", field: "a", values: [1, 2], labels: ["x", "x"] }),
    "axes[0].labels[1]: is listed twice",
  ],
  [axis({ kind: "field", field: "a", values: "1..2", labels: ["x"] }), "axes[0].labels: need a list"],
  [
    axis({
      kind: "together",
      fields: [
        { field: "a", values: [1, 2] },
        { field: "b", values: [1] },
      ],
    }),
    "axes[0].fields[1].values: must have 2 values as the first field, not 1",
  ],
  [axis({ kind: "table", fields: ["a", "b"], rows: [[1]] }), "axes[0].rows[0]: must have 2 values, not 1"],
])("a study is refused as %j", (input, message) => {
  expect(errorsOf(input).join("\n")).toContain(message);
});
