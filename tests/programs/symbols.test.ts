/** Symbols of a program, of which a hostile source may define very many. */
import { describe, expect, it, test } from "vitest";
import { Symbols } from "../../lib/assembler/symbols.ts";
import { assembled, errorsOf } from "./assembling.ts";

/** At 0, 4, 8 …, two of them before each statement but the first. */
function localLabels(count: number): Symbols {
  const symbols = new Symbols();
  for (let at = 0; at < count; at++)
    symbols.defineLabel({ kind: "number", text: "1", column: 1 }, 1 + (at >> 1), at * 4);
  return symbols;
}

describe("local labels of the assembler", () => {
  test.each([
    ["before all of them", 0, undefined, 0n],
    ["behind the first two", 1, 4n, 8n],
    ["in between", 3, 20n, 24n],
    ["behind the last ones", 5, 36n, undefined],
    ["far behind", 9, 36n, undefined],
  ])("%s", (_, order, before, behind) => {
    const lookup = localLabels(10).lookupAt(order, 0);
    expect([lookup("1b"), lookup("1f")]).toEqual([before, behind]);
    expect([lookup("2b"), lookup("2f")]).toEqual([undefined, undefined]);
  });

  it("are found in few steps among as many as blocks can make, and so are values of a constant", () => {
    const symbols = localLabels(65_536);
    for (let at = 0; at < 65_536; at++)
      symbols.defineVariable({ kind: "name", text: "i", column: 1 }, at, BigInt(at));
    for (const symbol of ["1b", "1f", "i"])
      for (const order of [0, 1, 12_345, 32_768, 40_000]) {
        let comparisons = 0;
        const counted = {
          valueOf() {
            comparisons++;
            return order;
          },
        };
        symbols.lookupAt(counted as unknown as number, 0)(symbol);
        expect(comparisons, `${symbol} at ${order}`).toBeLessThanOrEqual(17);
      }
  });
});

describe("constants that are set again", () => {
  // Each as GNU as 2.40 assembles it.
  test.each([
    ["each use sees the last one before it", ".set i,1\n.byte i\n.equ i,i+1\n.byte i,i", [1, 2, 2]],
    ["a use before all of them the first one", ".byte i\n.set i,1\n.byte i\n.set i,2\n.byte i", [1, 1, 2]],
    ["the last of those at one place", ".set i,1\n.set i,2\n.byte i\n.set i,3", [2]],
    ["one from another keeps what that was", ".set i,1\n.set j,i\n.set i,2\n.byte j,i", [1, 2]],
    ["in sizes", ".set i,1\n.fill i,1,7\n.set i,2\n.fill i,1,8", [7, 8, 8]],
    ["an address", "a: .byte 1\n.set i,.-a\n.byte i\n.set i,.-a\n.byte i", [1, 1, 2]],
  ])("%s", (_, source, data) => {
    expect(Array.from(assembled(`ret\n.data\n${source}`).data)).toEqual(data);
  });

  it("load immediates in as many words as their value at that place needs", () => {
    const source = "li a0, i\n.set i, 5\nli a0, i\n.set i, 70000\nli a0, i";
    expect(assembled(source).lines).toEqual([1, 1, 3, 5, 5]);
    expect(assembled(source).words.slice(2)).toEqual(assembled("li a0, 5\nli a0, 70000").words);
  });

  it("are listed with their last value", () => {
    expect(assembled(".set i, 1\nret\n.set i, 2").symbols).toEqual(new Map([["i", 2]]));
  });

  test.each([
    ["a label and a constant", "i: ret\n.set i, 1", ["2:6 is defined twice: i"]],
    ["a constant and a label", ".set i, 1\ni: ret", ["2:1 is defined twice: i"]],
    ["one of RARS, which have one value", ".eqv i, 1\n.eqv i, 1\nret", ["2:6 is defined twice: i"]],
    ["one of RARS behind another", ".set i, 1\n.eqv i, 1\nret", ["2:6 is defined twice: i"]],
    ["one of RARS before another", ".eqv i, 1\n.set i, 1\nret", ["2:6 is defined twice: i"]],
    ["a register", ".set a0, 1\nret", ["1:6 is a register: a0"]],
    ["a value that is wrong", ".set i, 1\n.set i, i / 0\naddi a0, a0, i + 9999", ["2:11 divides by zero"]],
  ])("but not %s", (_, source, errors) => {
    expect(errorsOf(source)).toEqual(errors);
  });
});
