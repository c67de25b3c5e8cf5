/** The services of the program editor: help, completion, errors of an unfinished source. */
import { describe, expect, it } from "vitest";
import { isDirective } from "../../lib/assembler/directives.ts";
import { instructionNames, isInstruction } from "../../lib/assembler/encode.ts";
import { csrNumber, REGISTER_NAMES } from "../../lib/assembler/registers.ts";
import { HELP, instructionHelp, withForm } from "../../lib/programs/assemblyHelp.ts";
import { checkSource, withSource } from "../../lib/programs/checkSource.ts";
import { assemblyCompletionsAt } from "../../lib/programs/completions.ts";
import demo from "../../scenarios/demos/checksum-program.json" with { type: "json" };
import { parseScenario } from "../../scenarios/read/parse.ts";

/** The cursor is at the bar, which is not part of the source. */
function offered(withBar: string) {
  const position = withBar.indexOf("|");
  const source = withBar.replace("|", "");
  const found = assemblyCompletionsAt(source, position);
  return found && { ...found, labels: found.options.map(({ label }) => label), source };
}

describe("the help of the assembly editor", () => {
  it("exists for every instruction and nothing else", () => {
    const names = instructionNames();
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => !isInstruction(name))).toEqual([]);
    expect(names.filter((name) => instructionHelp(name) === undefined)).toEqual([]);
    expect([...HELP.instruction.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it("exists for every register and for real directives only", () => {
    expect([...HELP.register.keys()].sort()).toEqual([...REGISTER_NAMES].sort());
    expect(
      [...HELP.directive.keys()].filter((name) => !isDirective(name) && !/macro|rept|if/.test(name)),
    ).toEqual([]);
  });

  it("of a two-byte instruction or a memory ordering is that of the full instruction", () => {
    expect(instructionHelp("c.lwsp")).toBe(instructionHelp("lw"));
    expect(instructionHelp("amoadd.w.aqrl")).toBe(instructionHelp("amoadd.w"));
    expect(instructionHelp("c.add.")).toBeUndefined();
  });
});

describe("the completion of the assembly editor", () => {
  it("offers instructions and directives at the start of a statement", () => {
    for (const place of ["|", "  ad|", "next: |", "next: l|w", "nop; |", "1: a: b|"]) {
      const found = offered(place);
      expect(found?.labels, place).toEqual(expect.arrayContaining(["addi", "beqz", ".word"]));
      expect(found?.labels, place).not.toContain("a0");
    }
  });

  it("offers registers and labels as operands, and CSRs to instructions that take them", () => {
    const source = "  add a0, |\nnext: nop\n.equ SIZE, 4\nCOUNT = 7\n";
    const labels = offered(source)?.labels ?? [];
    expect(labels.slice(0, 35)).toEqual([...REGISTER_NAMES, "next", "SIZE", "COUNT"]);
    expect(labels).toContain("NICRING0_HELD0");
    const csrs = offered("csrr t0, m|")?.labels ?? [];
    expect(csrs).toEqual(expect.arrayContaining(["mcycle", "t0"]));
    const first = csrs.slice(0, csrs.indexOf("zero"));
    expect(first.filter((one) => csrNumber(one) === undefined)).toEqual([]);
    expect(offered(" .word |\nhere: ret")?.labels).toContain("here");
  });

  it("replaces the whole word at the cursor", () => {
    const found = offered("x: ad|dz t0");
    expect(found?.source.slice(found.from, found.to)).toBe("addz");
  });

  it("offers nothing in comments and strings", () => {
    for (const place of ["# a|", "nop // x|", ' .asciz "ab|', " li a0, 1 # |"])
      expect(offered(place), place).toBeUndefined();
    expect(offered(` li a0, '#' ; |`)?.labels).toContain("addi");
    expect(offered(' .asciz "a#b" ; |')?.labels).toContain("addi");
  });
});

describe("an assembly source in the editor", () => {
  const parsed = parseScenario(demo);
  if (!parsed.ok) throw new Error("the demo is wrong");
  const { scenario } = parsed;

  it("reports errors with their places, and the size of the program", () => {
    const wrong = checkSource(scenario, 1, "  addi a0, a1\n nop\n lw a0, 4(b0)\n");
    expect(wrong.errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "1 operand 3 of addi is missing: addi rd, rs1, -2048..2047",
      '3 is not a register: "b0"',
    ]);
    expect(wrong.placed?.program?.assembled).toBeUndefined();
    const right = checkSource(scenario, 1, " ret\n");
    expect(right.errors).toEqual([]);
    expect(right.placed?.program?.assembled?.words).toEqual([0x8067]);
  });

  it("has the address that it has in the scenario, and moves no other program", () => {
    const applied = scenario.software.routines[1];
    const source = applied?.kind === "program" ? (applied.program.source ?? "") : "";
    const longer = checkSource(scenario, 0, ` nop\n${"  nop\n".repeat(40)} ret\n`);
    expect(longer.placed?.codeAddress).toBe(0x1000);
    expect(checkSource(scenario, 1, source).placed?.codeAddress).toBe(0x1080);
    const changed = withSource(scenario, 0, " ret\n");
    expect(changed.software.routines[1]).toBe(applied);
    expect(changed.software.routines[0]).toMatchObject({ program: { source: " ret\n" } });
  });

  it("knows the registers of devices", () => {
    expect(checkSource(scenario, 0, " li a0, NICRING0_HELD0\n ret\n").errors).toEqual([]);
  });

  it("marks lines that other assemblers read differently", () => {
    expect(checkSource(scenario, 0, " li a0, '\\0'\n ret\n").remarks).toHaveLength(1);
  });
});

it.each([
  ["operand 3 of add is missing", "operand 3 of add is missing: add rd, rs1, rs2"],
  ["operand 2 of lw is missing", "operand 2 of lw is missing: lw rd, offset(rs1)"],
  ["operand 2 of sw is missing", "operand 2 of sw is missing: sw rs2, offset(rs1)"],
  ["operand 3 of sw is missing", "operand 3 of sw is missing: sw rs2, label, rt"],
  ["operand 2 of fence is missing", "operand 2 of fence is missing"],
  ["names nothing: y", "names nothing: y"],
])("the editor adds the form of the instruction to %j", (message, told) => {
  expect(withForm({ message }).message).toBe(told);
});
