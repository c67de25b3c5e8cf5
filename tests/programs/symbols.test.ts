/** Names of a program, of which a hostile source may make very many. */
import { describe, expect, it, test } from "vitest";
import { Symbols } from "../../lib/assembler/symbols.ts";

/** At 0, 4, 8 …, two of them before each statement but the first. */
function localLabels(count: number): Symbols {
  const symbols = new Symbols();
  for (let at = 0; at < count; at++)
    symbols.defineLabel({ kind: "number", text: "1", column: 1 }, 1 + (at >> 1), at * 4);
  return symbols;
}

describe("local labels", () => {
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

  it("are found in few steps among all that blocks can make", () => {
    const symbols = localLabels(65_536);
    for (const symbol of ["1b", "1f"])
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
