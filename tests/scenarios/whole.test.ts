import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { from } from "../../scenarios/builtin.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { wholeText } from "../../tools/wholeScenarios.ts";

const text = readFileSync(
  new URL(`../../scenarios/demos/${DEFAULT_SCENARIO_ID}.json`, import.meta.url),
  "utf8",
);

test("the scenario that the build validated is the one that the validator returns", async () => {
  const built = from(async () => ({ default: JSON.parse(wholeText(text)) }));
  expect(await built.load()).toEqual(parseScenario(text));
});

test("the build stops at an invalid scenario and names the place", () => {
  expect(() => wholeText(text.replace('"seed": 4', '"seed": -4'))).toThrow("seed must be at least 0");
});

test("a file alone does not count as validated", () => {
  const forged = JSON.stringify({ whole: { name: "x" } });
  expect(parseScenario(forged)).toMatchObject({ ok: false });
});
