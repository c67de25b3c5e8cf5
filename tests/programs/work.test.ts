/** The work limit of all programs of a scenario, counted in tried patterns. A link of 1 kB can hold 58 of the most
 * expensive programs. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { assemble, WorkBudget } from "../../lib/assembler/assemble.ts";
import { decodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { long } from "../support/long.ts";
import { OPTIONS, PATTERNS_TRIED_LIMIT, patternsTried } from "./assembling.ts";

const ROUTINES = 58;
/** Limit of all routines together. One alone may use half of it. */
const SCENARIO_LIMIT = 4 * PATTERNS_TRIED_LIMIT;

const BOMBS: readonly (readonly [name: string, source: string])[] = [
  ["a thousand million of nothing", ".rept 1000000000\n.endr"],
  ["nested thousands", `${".rept 1000\n".repeat(6)}1:\n${".endr\n".repeat(6)}`],
  ["data, as many as there can be", "ret\n.data\n.rept 30000\n.byte 1\n.endr"],
  ["long lines", `ret\n.data\n.rept ${262_144 / 128}\n.byte ${"1+".repeat(60)}0\n.endr`],
  ["many labels", `ret\n.data\n.rept 340\n${"1:".repeat(190)}\n.endr`],
  ["labels asked for", `ret\n.data\n1:\n.rept 330\n.fill 0,1,(1b${"+1b".repeat(120)})&0\n.endr`],
  ["constants", ".rept 20000\n.set i, 1\n.endr\nret"],
  ["many words of nothing", `.irp x,${"a ".repeat(150)}\n.irp y,${"b ".repeat(150)}\n1:\n.endr\n.endr\nret`],
  ["characters", `.irpc x,${"a".repeat(350)}\n.irpc y,${"b".repeat(350)}\n1:\n.endr\n.endr\nret`],
  ["conditions", ".rept 9000\n.if 1\n.else\n.endif\n.endr\nret"],
  ["macros", ".macro m\n1:\n.endm\n.rept 15000\nm\n.endr\nret"],
  ["depth", `${".rept 1\n".repeat(90)}${"1:\n".repeat(900)}${".endr\n".repeat(90)}ret`],
  ["rounds of sections", "ret\n.section .rodata\n.rept 9000\n.byte 1\n.endr\n.bss\n.byte 0"],
  ["a text as long as it may be", "nop # comment\n".repeat(4600)],
  ["wrong again and again", ".rept 20000\nx y: @\n.endr"],
];

const scenarioOf = (sources: readonly string[]) => ({
  format: "irqscope-scenario",
  version: 1,
  name: "bombs",
  machine: { nics: [] },
  software: {
    routines: sources.map((source, index) => ({ name: `r${index}`, kind: "program", program: { source } })),
    threads: [
      {
        name: "t",
        layer: "application",
        priority: 3,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "r0" }],
      },
    ],
  },
});

const TOO_MUCH =
  /: takes too long to assemble: all programs of a scenario together may have 524288 characters/;

describe("a scenario of expanding programs is parsed within a work limit", () => {
  it("with all kinds, and one error", () => {
    const fine = BOMBS.filter(([, source]) => assemble(source, OPTIONS).ok);
    const sources = Array.from({ length: ROUTINES }, (_, index) => fine[index % fine.length]?.[1] ?? "ret");
    const tried = patternsTried(() => {
      const result = parseScenario(scenarioOf(sources));
      if (result.ok) throw new Error("is taken");
      expect(result.errors.filter(({ message }) => TOO_MUCH.test(message))).toHaveLength(1);
      expect(result.errors.filter(({ field }) => field.endsWith("program.source"))).toHaveLength(1);
    });
    expect(tried).toBeLessThan(SCENARIO_LIMIT);
  });

  test.each(BOMBS)(
    "with %s",
    long(
      "Each kind fills all routines by itself, which takes 15 s of CPU; the short list has one machine of all kinds.",
    ),
    (_, source) => {
      const tried = patternsTried(() => {
        expect(parseScenario(scenarioOf(Array<string>(ROUTINES).fill(source)))).toMatchObject({ ok: false });
      });
      expect(tried).toBeLessThan(SCENARIO_LIMIT);
    },
  );
});

test("the link that froze the page is refused with one error", () => {
  const link = readFileSync(new URL("../fixtures/programs/freeze-link.txt", import.meta.url), "utf8").trim();
  const tried = patternsTried(() => {
    const result = decodeLink(link.replace(/^#/, ""));
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result)).toMatch(TOO_MUCH);
  });
  expect(tried).toBeLessThan(SCENARIO_LIMIT);
});

it("the work limit counts each repetition and each expansion", () => {
  const spent = (source: string) => {
    let characters = 0;
    const budget = new WorkBudget();
    budget.spend = (more) => {
      characters += more;
      return true;
    };
    assemble(source, { ...OPTIONS, budget });
    return characters;
  };
  expect(spent("nop\nret")).toBe(7);
  expect(spent(".rept 3\nnop\n.endr\nret")).toBe(21 + 3 * 4);
  expect(spent("ret\n.data\n.byte 1\n.bss\n.byte 0")).toBe(2 * 30);
});

test("the largest real sources stay within the work limit", () => {
  const source = `${"addi a0, a0, 1 # one more\n".repeat(60)}ret`;
  expect(parseScenario(scenarioOf(Array<string>(64).fill(source)))).toMatchObject({ ok: true });
});
