/** Programs from linked files: they run, texts about them have their lines, and errors in them are reported. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { withLinkedFiles } from "../../cli/load.ts";
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { withFaultPlace } from "../../lib/metrics/faultPlace.ts";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import { programSymbols } from "../../lib/programs/ends.ts";
import { profileRun } from "../../lib/programs/profile.ts";
import { byFunction, byLine } from "../../lib/programs/profileViews.ts";
import { programMapsOf } from "../../lib/programs/programMap.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, builtin, openCore } from "../boundary/support.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const fixture = (name: string) => readFileSync(new URL(`../fixtures/elf/${name}`, import.meta.url));
const base64 = (name: string) => fixture(name).toString("base64");

async function valuesAfter(scenario: Scenario, names: readonly string[]): Promise<readonly number[]> {
  const machine = build(await openCore(), scenario);
  machine.step(scenario.runCycles);
  const symbols = programSymbols(placeRoutines(scenario, assembleProgram));
  return names.map((name) => {
    const at = symbols.get(name);
    if (at === undefined) throw new Error(`no ${name}`);
    const bytes = machine.programMemory(at - SIM_PROGRAM_MEMORY_BASE, 2);
    return (bytes[0] ?? 0) + 256 * (bytes[1] ?? 0);
  });
}

test("the handler in C computes the checksums of the one in assembly, frame by frame", async () => {
  const [inC, inAssembly] = await Promise.all(["checksum-in-c", "checksum-program"].map(builtin));
  if (inC === undefined || inAssembly === undefined) throw new Error("no scenario");
  // In the middle of the pause between two frames on both machines.
  for (const runCycles of [23_000, 778_000, 1_998_000])
    expect(await valuesAfter({ ...inC, runCycles }, ["frames", "last"])).toEqual(
      await valuesAfter({ ...inAssembly, runCycles }, ["frames", "last"]),
    );
});

test("a profile has functions and lines of C", async () => {
  const scenario = await builtin("checksum-in-c");
  const profile = profileRun(await openCore(), scenario, { from: 0, to: 100_000 });
  const placed = placeRoutines(scenario, assembleProgram);
  const maps = programMapsOf(scenario, placed);
  const functions = byFunction(profile, maps);
  expect(functions.map((one) => one.function)).toEqual(["count steps", "main", "_start"]);
  const [hottest] = byLine(profile, maps).filter(({ file }) => file !== undefined);
  const source = readFileSync(new URL("../../scenarios/programs/c/checksum.c", import.meta.url), "utf8");
  expect(hottest?.file).toBe("checksum.c");
  expect(source.split("\n")[(hottest?.line ?? 0) - 1]).toContain("sum += *half++");
});

test("the C examples contain the files that they were compiled from", async () => {
  const texts = await Promise.all(
    ["programs/handler-in-c", "programs/halves-in-c", "programs/echo-in-c", "demos/checksum-in-c"].map(
      (name) => readFileSync(new URL(`../../scenarios/${name}.json`, import.meta.url), "utf8"),
    ),
  );
  const all = texts.flatMap((text) => {
    const parsed = parseScenario(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    expect(warningsOf(parsed.scenario).filter(({ field }) => field.includes("sources"))).toEqual([]);
    return parsed.scenario.software.routines.flatMap((one) =>
      one.kind === "program" ? (one.sources ?? []) : [],
    );
  });
  expect(new Set(all.map(({ file }) => file))).toEqual(
    new Set(["handler.c", "halves.c", "checksum.c", "echo.c", "collatz.h", "start.S"]),
  );
  for (const { file, text } of all)
    expect(text, file).toBe(
      readFileSync(new URL(`../../scenarios/programs/c/${file}`, import.meta.url), "utf8"),
    );
});

test("a source whose name the line table does not have is refused", () => {
  const sources = [{ file: "src/sum.c", text: "" }];
  const parsed = parseScenario(scenarioWith({ elf: base64("gcc-dwarf5.elf") }, { sources }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  expect(warningsOf(parsed.scenario)).toContainEqual({
    field: "software.routines[0].sources[0].file",
    message: expect.stringMatching(
      /^no line comes from it: the line table of the linked file names .*"sum\.c"/,
    ),
  });
});

const scenarioWith = (program: object, more: object = {}) => ({
  format: "irqscope-scenario",
  version: 1,
  name: "linked",
  runCycles: 10_000,
  machine: { nics: [] },
  software: {
    routines: [
      { name: "linked", kind: "program", program, ...more },
      { name: "own", kind: "program", program: { source: "ret\n.data\nown: .word 7" } },
    ],
    threads: [
      {
        name: "t",
        layer: "application",
        priority: 3,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "linked" }],
      },
    ],
  },
});

test("a fault in a linked file names file, line and function", async () => {
  // Without a packet in hand a0 and a1 are 0. The third store of main goes to `seen`, and nothing faults, so 5 bytes
  // from address 0.
  const parsed = parseScenario(scenarioWith({ elf: base64("gcc-dwarf5.elf") }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const placed = placeRoutines(parsed.scenario, assembleProgram);
  expect(placed.map(({ codeAddress }) => codeAddress)).toEqual([0x1000, 0x1100]);
  expect(placed[1]?.program?.dataAddress).toBe(0x2000_0020);
  const fault = { cycle: 9, thread: 0, routine: 0, address: 0x1030, cause: 5 };
  const named = withFaultPlace({ fault } as Metrics, placed, () => disassemble);
  expect(named.fault?.place).toMatch(/^sum\.c:8, sum_of: /);
});

/** A copy with other bytes from `offset` onwards. */
function patched(offset: number, ...bytes: readonly number[]): string {
  const copy = Uint8Array.from(fixture("gcc-dwarf5.elf"));
  copy.set(bytes, offset);
  return Buffer.from(copy).toString("base64");
}

/** Replaces strings of its line table by others that are not longer. */
function withNames(names: Readonly<Record<string, string>>): Uint8Array {
  const copy = Buffer.from(fixture("gcc-dwarf5.elf"));
  for (const [old, next] of Object.entries(names))
    for (let at = copy.indexOf(`${old}\0`); at >= 0; at = copy.indexOf(`${old}\0`, at + 1))
      copy.write(next.padEnd(old.length, "\0"), at, "latin1");
  return Uint8Array.from(copy);
}

describe("a linked file is refused", () => {
  it.each<readonly [string, object, object, string, RegExp]>([
    ["no base64", { elf: "?" }, {}, "program.elf", /^must be a linked file in base64$/],
    ["a name", { elf: "file:a.elf" }, {}, "program.elf", /names a file: the command irqscope reads it/],
    ["no ELF", { elf: "AAAA" }, {}, "program.elf", /^e_ident: is not that of an ELF file$/],
    [
      "two programs in one",
      { elf: "AAAA", source: "ret" },
      {},
      "program",
      /^needs either source or words or elf$/,
    ],
    [
      "another begin",
      { elf: patched(24, 4) },
      {},
      "program.elf",
      /^e_entry: is 0x1004, and a program begins at/,
    ],
    [
      "code elsewhere",
      { elf: patched(60, 0, 0x10, 0, 0x80) },
      {},
      "program.elf",
      /^p_vaddr: code begins at 0x1000, at most 65536 bytes, and data at 0x20000000; this image is linked to 0x80001000/,
    ],
    [
      "data elsewhere",
      { elf: patched(92, 0, 0, 0, 0x30) },
      {},
      "program.elf",
      /^p_vaddr: 0x30000000 to 0x30000018 is not in the memory of programs/,
    ],
    ["code that is written to", { elf: patched(76, 7) }, {}, "program.elf", /^p_flags: 0x1000 is written to/],
    [
      "far too much data",
      { elf: patched(104, 0, 0, 1, 1) },
      {},
      "program.elf",
      /is not in the memory of programs/,
    ],
    [
      "sources without a linked file",
      { source: "ret" },
      { sources: [{ file: "a.c", text: "" }] },
      "sources",
      /^belong to a linked file \(elf\)$/,
    ],
    [
      "two sources of one name",
      { elf: base64("gcc-dwarf5.elf") },
      { sources: ["a.c", "b.c", "a.c"].map((file) => ({ file, text: "" })) },
      "sources[2].file",
      /^is also the name of software\.routines\[0\]\.sources\[0\]$/,
    ],
    [
      "a source of too many characters",
      { elf: base64("gcc-dwarf5.elf") },
      { sources: [{ file: "a.c", text: "x".repeat(65_537) }] },
      "sources[0].text",
      /^must have at most 65536 characters$/,
    ],
    [
      "a source with control characters",
      { elf: base64("gcc-dwarf5.elf") },
      { sources: [{ file: "a.c", text: "\u001b[2J" }] },
      "sources[0].text",
      /^holds a control character$/,
    ],
    [
      "a place of its own",
      { elf: base64("gcc-dwarf5.elf") },
      { codeAddress: 4096 },
      "codeAddress",
      /must be omitted$/,
    ],
  ])("%s", (_what, program, more, field, message) => {
    const parsed = parseScenario(scenarioWith(program, more));
    if (parsed.ok) throw new Error("was taken");
    const [error] = parsed.errors;
    expect(error?.field).toBe(`software.routines[0].${field}`);
    expect(error?.message).toMatch(message);
  });

  it("over another program at the same place", () => {
    const scenario = scenarioWith({ elf: base64("gcc-dwarf5.elf") });
    const [linked, own] = scenario.software.routines;
    const twice = {
      ...scenario,
      software: { ...scenario.software, routines: [linked, { ...own, ...linked, name: "b" }] },
    };
    const parsed = parseScenario(twice);
    expect(parsed.ok ? [] : parsed.errors).toContainEqual({
      field: "software.routines[1].program.elf",
      message: "lies over linked at 0x1000",
    });
  });
});

describe("the command reads a linked file", () => {
  it("relative to the scenario's folder, and embed writes it into the scenario", () => {
    command.file("sum.elf", Uint8Array.from(fixture("gcc-dwarf4.elf")));
    const named = command.file("named.json", JSON.stringify(scenarioWith({ elf: "file:sum.elf" })));
    expect(command.run("validate", named)).toMatchObject({ exitCode: 0 });
    const embedded = command.run("embed", named);
    expect(JSON.parse(embedded.output).software.routines[0].program).toEqual({
      elf: base64("gcc-dwarf4.elf"),
    });
    const whole = command.file("whole.json", embedded.output);
    const hashOf = (file: string) => (command.json("run", file) as { readonly stateHash: string }).stateHash;
    expect(hashOf(whole)).toBe(hashOf(named));
  });

  it("with the sources beside it, and no file from elsewhere", () => {
    const folder = join(command.folder, "a/b/c/d");
    mkdirSync(folder, { recursive: true });
    const put = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
    put("sum.elf", Uint8Array.from(fixture("gcc-dwarf5.elf")));
    put("named.json", JSON.stringify(scenarioWith({ elf: "file:sum.elf" })));
    put("sum.c", `${"\r\n".repeat(15)}\fint b;\n`);
    // As the line table names it, but outside of the folder.
    const start = "../../../scenarios/programs/c/start.S";
    mkdirSync(join(folder, "..", "..", "..", "scenarios/programs/c"), { recursive: true });
    writeFileSync(join(folder, start), "secret");
    const programOf = (...more: string[]) =>
      JSON.parse(command.run("embed", join(folder, "named.json"), ...more).output).software.routines[0];
    expect(programOf()).toMatchObject({
      program: { elf: base64("gcc-dwarf5.elf") },
      sources: [{ file: "sum.c", text: `${"\n".repeat(15)} int b;\n` }],
    });
    expect(programOf("--no-sources")).not.toHaveProperty("sources");
    const told = command.run("embed", join(folder, "named.json"), "-o", join(folder, "whole.json")).output;
    expect(told).toMatch(/bytes, with sum\.c; left out: \S+start\.S, sum\.h \(missing/m);
    // The command reads the sources for its output.
    expect(command.run("profile", join(folder, "named.json")).output).toMatch(/sum\.c:16 +int b;/);
    // From the folder of the scenario if the linked file is elsewhere. A link that leads out is not followed.
    mkdirSync(join(folder, "build"));
    renameSync(join(folder, "sum.elf"), join(folder, "build/sum.elf"));
    put("named.json", JSON.stringify(scenarioWith({ elf: "file:build/sum.elf" })));
    expect(programOf().sources).toHaveLength(1);
    renameSync(join(folder, "sum.c"), join(command.folder, "sum.c"));
    symlinkSync(join(command.folder, "sum.c"), join(folder, "sum.c"));
    expect(programOf()).not.toHaveProperty("sources");
  });

  it("with sources only, whatever its line table and symbolic links name", async () => {
    const folder = join(command.folder, "hidden");
    mkdirSync(join(folder, ".git"), { recursive: true });
    const put = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
    const named = join(folder, "named.json");
    put("named.json", JSON.stringify(scenarioWith({ elf: "file:sum.elf" })));
    const sources = async (start: string, sum = "sum.c") => {
      const [part = "", name = ""] = start.split("/");
      const names = { "../../../scenarios/programs/c": part, "start.S": name, "sum.c": sum };
      put("sum.elf", withNames(names));
      const whole = await withLinkedFiles(named, readFileSync(named, "utf8"), true);
      return JSON.parse(whole).software.routines[0].sources ?? [];
    };
    const secrets = [".git/config", ".git/a.c", ".env", "key"];
    for (const name of secrets) put(name, "secret");
    put("a.c", "int a;");
    expect(await sources("./a.c")).toEqual([{ file: "./a.c", text: "int a;" }]);
    for (const name of secrets)
      expect(await sources(name.includes("/") ? name : `./${name}`), name).toEqual([]);
    for (const name of [".git/a.c", ".env", "key"]) {
      rmSync(join(folder, "a.c"));
      symlinkSync(join(folder, name), join(folder, "a.c"));
      expect(await sources("./a.c"), `a.c -> ${name}`).toEqual([]);
    }
    // A hidden file is no source, even if it is a link to one.
    put("b.c", "int b;");
    symlinkSync(join(folder, "b.c"), join(folder, ".b.c"));
    expect(await sources("./.b.c")).toEqual([]);
    expect(await sources("./b.c", ".env")).toEqual([{ file: "./b.c", text: "int b;" }]);
    put("b.c", Uint8Array.of(0x7f, 0xff, 0xfe));
    expect(await sources("./b.c")).toEqual([]);
    put("b.c", "\u20ac".repeat(65_536));
    expect(await sources("./b.c")).toHaveLength(1);
    put("b.c", `${"\u20ac".repeat(65_536)};`);
    expect(await sources("./b.c")).toEqual([]);
  });

  it.each([
    ["file:missing.elf", /named\.json: software\.routines\[0\]\.program\.elf: missing\.elf: no such file/],
    ["file:named.json", /software\.routines\[0\]\.program\.elf: named\.json: is not an ELF file/],
  ])("unless it is refused: %s", (elf, reason) => {
    const named = command.file("named.json", JSON.stringify(scenarioWith({ elf })));
    const { errors, exitCode } = command.run("run", named);
    expect(exitCode).toBe(2);
    expect(errors).toMatch(reason);
  });
});
