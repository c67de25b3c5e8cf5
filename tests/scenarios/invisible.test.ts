/** An error shows characters without a shape by their numbers wherever it quotes them. */
import { describe, expect, it } from "vitest";
import { complaintText } from "../../cli/command.ts";
import { quotedVisibly } from "../../lib/assembler/visible.ts";
import { parseExpression } from "../../lib/expressions/parse.ts";
import { checkSource } from "../../lib/programs/checkSource.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { oneProgram } from "../programs/oneProgram.ts";

describe("invisible characters are shown as escapes in errors", () => {
  it.each([
    ["\u200b", '"\\u200b"'],
    ["a\u00a0b", '"a\\u00a0b"'],
    ["\u2009", '"\\u2009"'],
    ["\ufeff", '"\\ufeff"'],
    ["\u00ad", '"\\u00ad"'],
    ["\u2060", '"\\u2060"'],
    ["\u202e", '"\\u202e"'],
    ["\u3164", '"\\u3164"'],
    ["\ufe0f", '"\\ufe0f"'],
    ["\u{e0041}", '"\\u{e0041}"'],
    ["\u001a", '"\\u001a"'],
    ["a b ü 日 €", '"a b ü 日 €"'],
    ['"', '"\\""'],
  ])("%j", (text, shown) => {
    expect(quotedVisibly(text)).toBe(shown);
  });

  it("of a program", () => {
    const { errors } = checkSource(oneProgram("ret"), 0, "    li a0, 1\u200b\n    ret\n");
    expect(errors).toEqual([{ line: 1, column: 13, message: '"\\u200b" does not belong here' }]);
    expect(checkSource(oneProgram("ret"), 0, "li a0\u2060, 1\n").errors[0]?.message).toContain("\\u2060");
  });

  it("of JSON, of an expression, and of a name in a reference", () => {
    expect(readJson("{\u200b}")).toMatchObject({
      error: {
        message:
          'is not JSON: line 1, column 2: found "\\u200b" where a field name in double quotes is expected',
      },
    });
    expect(JSON.stringify(parseExpression("cycles\u200b > 1"))).toContain("\\\\u200b");
    const scenario = { ...oneProgram("ret") };
    const [thread] = scenario.software.threads;
    const steps = [{ do: "exec", routine: "pro\u200bgram" }];
    const parsed = parseScenario({
      ...scenario,
      software: { ...scenario.software, threads: [{ ...thread, steps }] },
    });
    expect(parsed.ok ? [] : parsed.errors[0]?.message).toMatch(/^names no routine: "pro\\u200bgram"/);
  });

  it("of a name on the command line", () => {
    expect(complaintText({ subject: "a\u200b.json", reason: "no such file" })).toBe(
      "a\\u200b.json: no such file",
    );
    expect(complaintText({ subject: "\u{1f468}\u200d\u{1f469}", reason: "x" })).toContain("\u200d");
  });
});
