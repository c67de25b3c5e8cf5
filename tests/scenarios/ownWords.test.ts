/** Errors have the project's own texts: the built page contains none of the schema library's (tools/slimBundle.ts). */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { parseLab } from "../../lib/labs/lab.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { long } from "../support/long.ts";
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

/** The field that distinguishes the members of a union. */
function kindOf(value: unknown): unknown {
  const { do: step, kind, on } = (value ?? {}) as Readonly<Record<"do" | "kind" | "on", unknown>>;
  return step ?? kind ?? on;
}

/** The value with each of its places wrong in turn. If a set of known fields is given, one place for each field. */
function* damaged(value: unknown, known?: Set<string>, field = ""): Generator<unknown, void, void> {
  const isNew = known?.has(field) !== true;
  known?.add(field);
  if (isNew) yield* WRONG;
  if (typeof value !== "object" || value === null) return;
  if (isNew && !Array.isArray(value)) yield { ...value, "A key": Object.values(value)[0] };
  for (const [key, inner] of Object.entries(value).slice(0, 40)) {
    const innerField = `${field}.${Array.isArray(value) ? "" : key} ${kindOf(inner)}`;
    for (const wrong of damaged(inner, known, innerField)) {
      if (Array.isArray(value)) yield value.with(Number(key), wrong);
      else yield { ...value, [key]: wrong };
    }
  }
}

const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

const WHOLES = [
  ["a scenario", randomScenario(3), parseScenario],
  ["one with traffic", json("../../scenarios/demos/one-lock.json"), parseScenario],
  ["a lab", json("../../scenarios/labs/rings/lab.json"), parseLab],
] as const;

function expectOwnWords(parse: (typeof WHOLES)[number][2], values: Iterable<unknown>): void {
  const messages = new Set<string>();
  for (const wrong of values) {
    const read = parse(wrong);
    if (!read.ok) for (const { message } of read.errors) messages.add(message);
  }
  expect(messages.size).toBeGreaterThan(20);
  expect([...messages].filter((message) => message.includes(LIBRARY) || message === "Invalid input")).toEqual(
    [],
  );
}

function* everyFifth(values: Iterable<unknown>): Generator<unknown, void, void> {
  let at = 0;
  for (const value of values) if (at++ % 5 === 0) yield value;
}

/** To read a lab takes long. 5 and the number of wrong values have no common divisor: each wrong value has its turn. */
test.each(WHOLES)("each field of %s has a text of its own", (_, whole, parse) => {
  const values = damaged(whole, new Set());
  expectOwnWords(parse, parse === parseLab ? everyFifth(values) : values);
});

test.each(WHOLES)(
  "each part of %s has a text of its own",
  long(
    "A field that stands in several places is tried in each of them with every wrong value, which takes 18 s of CPU.",
  ),
  (_, whole, parse) => {
    expectOwnWords(parse, damaged(whole));
  },
);
