/** Source 003: its stream has the counts of table I. */
import { beforeAll, describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import type { Paper } from "../../lib/papers/paper.ts";
import { scenarioOf } from "../../lib/papers/plan.ts";
import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import { ALU_REGISTER, switchStream, TABLE_I, UNCACHED } from "../../scenarios/papers/003.stream.ts";

const counted = (sequence: readonly string[], ...begins: readonly string[]) =>
  sequence.filter((text) => begins.some((begin) => text.startsWith(begin))).length;

describe("the instruction stream of source 003", () => {
  const stream = switchStream();
  const { sequence } = stream;

  test("has the instruction classes of table I", () => {
    expect(sequence).toHaveLength(627);
    expect(counted(sequence, "load")).toBe(TABLE_I.load);
    expect(counted(sequence, "store")).toBe(TABLE_I.store);
    expect(counted(sequence, "branch")).toBe(TABLE_I.branch);
    for (const name of ["logical", "shift", "arithmetic", "other"] as const) {
      const register = ALU_REGISTER[name];
      const count = sequence.filter((text) => new RegExp(`^alu ${register}(,|$)`).test(text)).length;
      const jumps = name === "other" ? counted(sequence, "jump") : 0;
      expect(count + jumps).toBe(TABLE_I[name]);
    }
  });

  test("loops 15 times around the cache, 9 of them with loads", () => {
    expect(sequence.filter((text) => text.includes(UNCACHED))).toHaveLength(15);
    expect(counted(sequence, `load r2, r1 [${UNCACHED}]`)).toBe(9);
  });

  test("moves the same words in bursts", () => {
    const bursts = switchStream({ bursts: true }).sequence.filter((text) => text.includes(UNCACHED));
    const words = bursts.map((text) => Number(/ x(\d+)$/.exec(text)?.[1] ?? 1));
    expect(words).toEqual([2, 5, 4, 2, 2]);
  });

  test("has jumps, and branches that read the comparison before them", () => {
    expect(counted(sequence, "jump")).toBe(6);
    expect(counted(sequence, "branch r10")).toBe(21);
    expect(stream.loadUse).toHaveLength(21);
    expect(stream.loadUse.every((at) => sequence[at] === "alu r8, r2")).toBe(true);
  });

  test("annuls the slots of 12 branches", () => {
    expect(counted(sequence, "branch taken")).toBe(12);
    expect(stream.annulled).toHaveLength(12);
    expect(stream.annulled.every((at) => sequence[at] === "branch taken")).toBe(true);
  });

  test.each([
    ["tasks", 18],
    ["even", 0],
    ["compiled", 33],
  ] as const)(
    "with stores in the order %s has %i of 42 closer than 13 to the previous one",
    (stores, close) => {
      const ordered = switchStream({ stores }).sequence;
      const places = ordered.flatMap((text, at) => (text.startsWith("store") ? [at] : []));
      expect(places.filter((at, n) => n > 0 && at - (places[n - 1] ?? 0) < 13)).toHaveLength(close);
      expect(counted(ordered, "store")).toBe(TABLE_I.store);
      expect(ordered).toHaveLength(627);
    },
  );

  test.each([
    [64, 627],
    [256, 666],
    [512, 760],
    [1024, 963],
  ])("of %i bytes has %i instructions, as in table IV", (_, instructions) => {
    expect(switchStream({ furtherInstructions: instructions - 627 }).sequence).toHaveLength(instructions);
  });
});

describe("the paper of source 003", () => {
  let paper: Paper | undefined;
  beforeAll(async () => {
    paper = (await loadPapers()).find(({ id }) => id === "003");
  });

  test("has the scenario's value as the first value of each free parameter", async () => {
    const base = await scenarioOf({ scenario: "003-64", set: {}, warmUpCycles: 0, text: "" }, "003");
    for (const { fields, values } of paper?.free ?? [])
      for (const field of fields) expect(readField(base, parseFieldPath(field) ?? [])).toBe(values[0]);
  });
});
