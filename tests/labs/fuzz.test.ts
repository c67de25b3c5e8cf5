/** For random files and texts, grading prints one clear line, the language names the place of an error, and nothing
 * throws. */
import { expect, test } from "vitest";
import { Grader } from "../../lib/labs/grade.ts";
import { readOwnLab } from "../../lib/labs/own.ts";
import { submissionText } from "../../lib/labs/submission.ts";
import { gradesCsv } from "../../lib/labs/table.ts";
import { filledText, templatesOf } from "../../lib/labs/templates.ts";
import FIRST_LAB from "../../web/labs/firstLab.json";
import { createRandom, type Random } from "../support/random.ts";
import { core, openBench, openLab, runMachine, solvedSubmission } from "./support.ts";

const seed = Date.now() % 2 ** 31;

const HOSTILE: readonly unknown[] = [
  null,
  true,
  "",
  "x",
  "=1+1",
  "\u001b[2J",
  "\u202e",
  "a".repeat(5000),
  -1,
  0.5,
  1e300,
  2 ** 53,
  [],
  {},
  [[[[]]]],
  { __proto__: null, constructor: 1 },
  "machine.clockHertz",
  "__proto__",
  'machine["nics"][0]',
  "runCycles",
];

/** A copy in which one value is changed, removed or repeated. */
function mutated(value: unknown, random: Random): unknown {
  const places: { readonly parent: Record<string, unknown> | unknown[]; readonly key: string }[] = [];
  const copy: unknown = structuredClone(value);
  const visit = (here: unknown): void => {
    if (typeof here !== "object" || here === null) return;
    for (const key of Object.keys(here)) {
      places.push({ parent: here as Record<string, unknown>, key });
      visit(Reflect.get(here, key));
    }
  };
  visit(copy);
  const place = places[random.integer(0, places.length - 1)];
  if (place === undefined) return copy;
  const { parent, key } = place;
  const action = random.integer(0, 4);
  if (action === 0 && Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
  else if (action === 0) Reflect.deleteProperty(parent, key);
  else if (action === 1) Reflect.set(parent, `${key}x`, 1);
  else Reflect.set(parent, key, HOSTILE[random.integer(0, HOSTILE.length - 1)]);
  return copy;
}

test(`grade prints a line for each random submission and continues (seed ${seed})`, async () => {
  const id = "interrupt-cost";
  const honest = JSON.parse(submissionText(await solvedSubmission(id)));
  const random = createRandom(seed);
  const grader = new Grader({
    labOf: async (name) => (name === id ? openLab(id) : undefined),
    runMachine,
    model: core.version,
  });
  const results = [];
  for (let round = 0; round < 400; round++) {
    let file: unknown = honest;
    for (let left = random.integer(1, 3); left > 0; left--) file = mutated(file, random);
    results.push(await grader.grade(`${round}.json`, JSON.stringify(file)));
  }
  const refused = results.filter(({ status }) => status === "refused");
  expect(refused.length).toBeGreaterThan(100);
  expect(results.length - refused.length).toBeGreaterThan(10);
  for (const result of results) {
    if (result.status === "refused") {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
      expect(result.reason).toMatch(/^[^\u0000-\u001f\u202a-\u202e]{3,300}$/);
      expect(result.reason).not.toMatch(/cannot be graded|undefined|\[object|TypeError/);
      continue;
    }
    expect(result.score).toBeGreaterThanOrEqual(0);
    expect(result.score).toBeLessThanOrEqual(result.of);
  }
  const rows = gradesCsv(await grader.withCopies(results))
    .trimEnd()
    .split("\r\n");
  expect(rows).toHaveLength(results.length + 1);
  expect(rows.filter((row) => /(^|,)"?[=+@]/.test(row))).toEqual([]);
});

test(`random labs are refused, or accepted and usable (seed ${seed})`, async () => {
  const random = createRandom(seed);
  let refused = 0;
  for (let round = 0; round < 100; round++) {
    const text = JSON.stringify(mutated(FIRST_LAB, random));
    const read = await readOwnLab(text);
    if (read.ok) continue;
    refused++;
    expect(read.errors.length).toBeGreaterThan(0);
    for (const { message } of read.errors) expect(message).not.toMatch(/undefined|\[object|TypeError/);
  }
  expect(refused).toBeGreaterThan(40);
}, 20_000);

const PIECES = [
  ..."1 2.5 0 20 us 5 % + - * / ( ) < == and or not min( abs( , . [ ] { } {{ }} in $".split(" "),
  "receive.loss",
  "receive.latency.p99",
  'run["even"].interrupts',
  'run["nobody"].cycles',
  'run["even"]',
  "run",
  'machine.nics["eth0"].rxRingFrames',
  "machine.nics[0].rxRingFrames",
  "machine.__proto__",
  "constructor.name",
  "traffic[9].x",
  "seed",
  '"',
  "\u0000",
  "😀",
];

test(`random conditions on machines and fields and random text templates never throw (seed ${seed})`, async () => {
  const bench = await openBench("rings");
  const [step] = bench.lab.steps;
  if (step === undefined) throw new Error("no step");
  const vocabulary = bench.vocabularyOf(step);
  const measured = await bench.measured(step, ["", ...bench.machines.keys()]);
  const random = createRandom(seed);
  let compiledCount = 0;
  for (let round = 0; round < 8000; round++) {
    const pieces = Array.from(
      { length: random.integer(0, 9) },
      () => PIECES[random.integer(0, PIECES.length - 1)] ?? "",
    );
    const text = pieces.join(random.integer(0, 1) === 0 ? "" : " ");
    const compiled = vocabulary.compile(text);
    if (compiled.ok) {
      compiledCount++;
      const { quantity } = compiled;
      for (const need of quantity.needs) expect(["", ...bench.machines.keys()]).toContain(need);
      for (const known of [measured, new Map()]) {
        const found = quantity.evaluate(known);
        if (quantity.type.kind === "condition") expect([true, false, undefined]).toContain(found);
        else expect(found === undefined || Number.isFinite(found)).toBe(true);
      }
    } else expect(compiled.error.at).toBeLessThanOrEqual(text.length);
    const filled = `before {{${text}}} after`;
    expect(filledText(filled, templatesOf(filled, vocabulary), measured)).toMatch(/^before .* after$/s);
  }
  expect(compiledCount).toBeGreaterThan(100); // About one text in forty is a condition or a number.
});
