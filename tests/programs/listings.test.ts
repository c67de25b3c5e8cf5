/** Listings of linked files, compared with what binutils reads in them (tests/fixtures/elf/build.sh). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileCondition } from "../../lib/breakpoints/condition.ts";
import { codeFrom, type Listing, listingsOf } from "../../lib/programs/listings.ts";
import { programPlaces } from "../../lib/programs/places.ts";
import { programNames } from "../../lib/programs/programNames.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/elf/${name}`, import.meta.url));
const START = "../../../scenarios/programs/c/start.S";
const SUM = fixture("sum.c").toString();

function scenarioOf(program: object, beside: object = {}): Scenario {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "linked",
    software: { routines: [{ name: "the sum", kind: "program", program, ...beside }] },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

function linked(elf: string, files: readonly string[]): Scenario {
  const sources = files.map((file) => ({ file, text: file === "sum.c" ? SUM : "# another\n" }));
  return scenarioOf({ elf: fixture(elf).toString("base64") }, sources.length === 0 ? {} : { sources });
}

function listings(scenario: Scenario): readonly Listing[] {
  const [routine] = scenario.software.routines;
  const [placed] = placeRoutines(scenario, assembleProgram);
  if (routine?.kind !== "program" || placed === undefined) throw new Error("no program");
  return listingsOf(routine, placed);
}

/** By address: the file's name and the line that addr2line prints. */
const placesOfBinutils = (elf: string): ReadonlyMap<number, string> =>
  new Map(
    fixture(`${elf}.txt`)
      .toString()
      .split("lines:\n")[1]
      ?.trim()
      .split("\n")
      .map((row) => row.split(" "))
      .map(([address = "", place = ""]) => [Number.parseInt(address, 16), place]),
  );

describe("the listing of a source", () => {
  it.each(["gcc-dwarf2.elf", "gcc-dwarf4.elf", "gcc-dwarf5.elf", "clang-dwarf3.elf", "clang-dwarf5.elf"])(
    "of %s has each instruction on the line that addr2line names, with its lowest address",
    (elf) => {
      const [sum] = listings(linked(elf, ["sum.c"]));
      if (sum === undefined) throw new Error("no listing");
      expect([sum.file, sum.text]).toEqual(["sum.c", SUM]);
      const expected = placesOfBinutils(elf);
      expect(expected.size).toBeGreaterThan(20);
      const lowest = new Map<number, number>();
      for (const [address, place] of expected) {
        const line = /^sum\.c:(\d+)$/.exec(place)?.[1];
        expect(sum.lineAt(address), place).toBe(line === undefined ? undefined : Number(line));
        if (line !== undefined && !lowest.has(Number(line))) lowest.set(Number(line), address);
      }
      expect(sum.code).toEqual(
        Array.from(lowest, ([line, address]) => ({ line, address })).sort((a, b) => a.line - b.line),
      );
      const [first, second] = sum.code;
      if (first === undefined || second === undefined) throw new Error("no code");
      expect(codeFrom(sum, 1)).toEqual(first);
      expect(codeFrom(sum, first.line + 1)).toEqual(second);
      expect(codeFrom(sum, 999)).toBeUndefined();
    },
  );

  it("has one range for a line, without gaps between its statements", () => {
    const elf = "gcc-dwarf5.elf";
    const [sum] = listings(linked(elf, ["sum.c"]));
    const expected = placesOfBinutils(elf);
    for (const [address, place] of expected) {
      const { address: begin, end } = sum?.stretchAt(address) ?? {};
      if (!place.startsWith("sum.c:")) expect(begin).toBeUndefined();
      else {
        if (begin === undefined || end === undefined) throw new Error(place);
        for (let at = begin; at < end; at += 4) expect(expected.get(at)).toBe(place);
        expect([expected.get(begin - 4), expected.get(end)]).not.toContain(place);
      }
    }
  });

  it("follows the order of the scenario and omits a source without instructions", () => {
    const files = (elf: string, names: readonly string[]) =>
      listings(linked(elf, names)).map(({ file }) => file);
    expect(files("gcc-dwarf5.elf", [START, "sum.c"])).toEqual([START, "sum.c", undefined]);
    expect(files("gcc-dwarf5.elf", ["sum.c", "other.c"])).toEqual(["sum.c", undefined]);
    expect(files("stripped.elf", ["sum.c"])).toEqual([undefined]);
    expect(files("gcc-dwarf5.elf", [])).toEqual([undefined]);
  });
});

describe("the listing of instructions", () => {
  it("is grouped by function, with source lines", () => {
    const instructions = listings(linked("gcc-dwarf5.elf", [])).at(-1);
    const rows = instructions?.text.split("\n") ?? [];
    expect(rows.slice(0, 4)).toEqual([
      "_start:",
      `        # ${START}:8`,
      "  0x1000  auipc gp, 0x20000",
      expect.stringMatching(/^ {2}0x1004 {2}addi gp, gp, /),
    ]);
    expect(rows.filter((row) => row.endsWith(":"))).toEqual(["_start:", "sum_of:", "main:"]);
    for (const [address] of placesOfBinutils("gcc-dwarf5.elf"))
      expect(rows[(instructions?.lineAt(address) ?? 0) - 1]).toContain(`0x${address.toString(16)} `);
  });

  it("has two-byte instructions at their addresses", () => {
    const instructions = listings(linked("compressed.elf", [])).at(-1);
    const addresses = instructions?.code.map(({ address }) => address) ?? [];
    const steps = addresses.slice(1).map((address, index) => address - (addresses[index] ?? 0));
    expect(new Set(steps)).toEqual(new Set([2, 4]));
    expect(instructions?.text).toContain("  ret");
  });

  it("of machine code without a source shows the words", () => {
    const [only, ...rest] = listings(scenarioOf({ words: [0x0015_0513, 0x8067] }));
    expect(only?.text).toBe("  0x1000  addi a0, a0, 1\n  0x1004  ret");
    expect(rest).toEqual([]);
  });
});

it("the listing shows control and status registers by name", () => {
  // csrw mline, t0; csrsi mstatus, 8; csrr a0, mcause; csrrc t0, mie, t1; csrw mtvec, zero
  const words = [0x7c02_9073, 0x3004_6073, 0x3420_2573, 0x3043_32f3, 0x3050_1073];
  expect(
    listings(scenarioOf({ words }))[0]
      ?.text.split("\n")
      .map((row) => row.slice(10)),
  ).toEqual([
    "csrw mline, t0",
    "csrsi mstatus, 8",
    "csrr a0, mcause",
    "csrrc t0, mie, t1",
    "csrw mtvec, zero",
  ]);
});

describe("breakpoint conditions and places of a program", () => {
  const scenario = linked("gcc-dwarf5.elf", ["sum.c"]);
  const placed = placeRoutines(scenario, assembleProgram);

  it("name a line by routine and file", () => {
    const names = programNames(scenario, placed);
    if (names === undefined) throw new Error("no program");
    const [sum] = listings(scenario);
    const places = programPlaces(placed);
    for (const { line } of sum?.code ?? []) {
      const entries = names.lineEntries("the sum", line, "sum.c");
      expect(entries.length).toBeGreaterThan(0);
      // If several statements begin at one address, its line is the last of them (tests/elf has entries by hand).
      for (const entry of entries) expect(places.codeAt(entry)?.file).toBe("sum.c");
    }
    expect(compileCondition('pc == line["the sum"]["sum.c"][9]', scenario, names)).toMatchObject({
      ok: true,
    });
    for (const wrong of [
      'pc == line["the sum"]["sum.c"][1]',
      'pc == line["the sum"]["other.c"][9]',
      'pc == line["other"]["sum.c"][9]',
      'pc == line["the sum"][9]',
      'pc == line["the sum"]["sum.c"][9][9]',
    ])
      expect(compileCondition(wrong, scenario, names), wrong).toMatchObject({ ok: false });
  });

  it("state the file of an address", () => {
    const places = programPlaces(placed);
    for (const [address, place] of placesOfBinutils("gcc-dwarf5.elf")) {
      const { file, line } = places.codeAt(address) ?? {};
      expect(`${file?.split("/").at(-1)}:${line}`).toBe(place);
    }
  });
});
