/** What is wrong is said in our words: the built page has none of the schema library's (tools/ownWords.ts). */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { parseLab } from "../../lib/labs/lab.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { randomScenario } from "../support/randomScenario.ts";

const LIBRARY = "words of the library";
const before = z.config().localeError;

beforeAll(() => {
  z.config({ localeError: () => LIBRARY });
});

afterAll(() => {
  z.config({ localeError: before });
});

const WRONG = [null, true, -1, 0.5, 1e300, "", "x\u0000", "a b", "x".repeat(5000), [], [[]], {}, { zzz: 1 }];

/** The value with each of its places wrong in turn. */
function* damaged(value: unknown): Generator<unknown, void, void> {
  yield* WRONG;
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, "A key": Object.values(value)[0] };
  for (const [key, inner] of Object.entries(value).slice(0, 40))
    for (const wrong of damaged(inner)) {
      if (Array.isArray(value)) yield value.with(Number(key), wrong);
      else yield { ...value, [key]: wrong };
    }
}

const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

test.each([
  ["a scenario", randomScenario(3), parseScenario],
  ["one with traffic", json("../../scenarios/demos/one-lock.json"), parseScenario],
  ["a lab", json("../../scenarios/labs/rings/lab.json"), parseLab],
])("of %s", { timeout: 60_000 }, (_, whole, parse) => {
  const messages = new Set<string>();
  for (const wrong of damaged(whole)) {
    const read = parse(wrong);
    if (!read.ok) for (const { message } of read.errors) messages.add(message);
  }
  expect(messages.size).toBeGreaterThan(20);
  expect([...messages].filter((message) => message.includes(LIBRARY) || message === "Invalid input")).toEqual(
    [],
  );
});
