/** A new step or condition is in every place of docs/howto/step.md that no compiler checks. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sim_condition_names, sim_step_op_names } from "../../core-wasm/binding/index.ts";
import { flattenThread } from "../../scenarios/compile/flatten.ts";
import { indicesOf } from "../../scenarios/compile/names.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { conditionSchema, stepSchema } from "../../scenarios/software/stepSchema.ts";
import { randomScenario } from "../support/randomScenario.ts";
import { randomSystem } from "../support/randomSystem.ts";

const MODEL = readFileSync(new URL("../../docs/model.md", import.meta.url), "utf8");

const SCENARIOS = Array.from({ length: 50 }, (_, seed) => [randomScenario(seed), randomSystem(seed)])
  .flat()
  .map((input) => {
    const result = parseScenario(input);
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    return result.scenario;
  });

/** Texts behind `key`, at any depth. */
function* wordsOf(value: unknown, key: "do" | "on"): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value))
    if (name === key && typeof one === "string") yield one;
    else yield* wordsOf(one, key);
}

/** Values of the format for `key`. */
const wordsOfFormat = (options: readonly { readonly shape: object }[], key: "do" | "on") =>
  options.flatMap(({ shape }) => {
    const literal: unknown = Object.entries(shape).find(([name]) => name === key)?.[1];
    return typeof literal === "object" && literal !== null && "value" in literal
      ? [String(literal.value)]
      : [];
  });

const FORMAT = [
  { what: "step", key: "do", words: wordsOfFormat(stepSchema.options, "do") },
  { what: "condition", key: "on", words: wordsOfFormat(conditionSchema.options, "on") },
] as const;

test.each(FORMAT)(
  "random scenarios contain each $what (tests/support/randomSoftware.ts)",
  ({ key, words }) => {
    const drawn = new Set(SCENARIOS.flatMap(({ software }) => [...wordsOf(software.threads, key)]));
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => !drawn.has(word))).toEqual([]);
  },
);

test.each(FORMAT)("docs/model.md names each $what", ({ words }) => {
  expect(words.filter((word) => !MODEL.includes(`\`${word}\``))).toEqual([]);
});

test("the file format has each operation and condition of the core (scenarios/software/stepSchema.ts)", () => {
  const flat = SCENARIOS.flatMap((scenario) =>
    scenario.software.threads.flatMap(({ steps }) => flattenThread(steps, indicesOf(scenario))),
  );
  const operations = new Set(flat.map(({ op }) => op));
  const conditions = new Set(
    flat.filter(({ op }) => op === "jump-unless" || op === "wait").map(({ condition }) => condition),
  );
  expect(sim_step_op_names.filter((op) => !operations.has(op))).toEqual([]);
  expect(sim_condition_names.filter((condition) => !conditions.has(condition))).toEqual([]);
});
