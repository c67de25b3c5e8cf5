/** The upper and lower part of an address sum to the address, whatever its value is. */
import { describe, expect, it, test } from "vitest";
import { signedWord } from "../../lib/assembler/expression.ts";
import { createRandom } from "../support/random.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";

const LUI = 0x37;
const AUIPC = 0x17;
const STORE = 0x23;

const PAIRS: readonly (readonly [title: string, source: string])[] = [
  ["%hi and %lo", "lui a0, %hi(x)\naddi a0, a0, %lo(x)"],
  ["%hi and %lo of a load", "lui a0, %hi(x)\nlw a1, %lo(x)(a0)"],
  ["%hi and %lo of a store", "lui a0, %hi(x)\nsw a1, %lo(x)(a0)"],
  ["%pcrel_hi and %pcrel_lo", "1: auipc a0, %pcrel_hi(x)\naddi a0, a0, %pcrel_lo(1b)"],
  [
    "%pcrel_hi and %pcrel_lo of a load further on",
    "nop\n1: auipc a0, %pcrel_hi(x)\nlw a1, %pcrel_lo(1b)(a0)",
  ],
  ["%pcrel_hi and %pcrel_lo of a store", "1: auipc a0, %pcrel_hi(x)\nsw a1, %pcrel_lo(1b)(a0)"],
  ["%got_pcrel_hi and %pcrel_lo", "1: auipc a0, %got_pcrel_hi(x)\nlw a0, %pcrel_lo(1b)(a0)"],
  ["la", "nop\nla a0, x"],
  ["lla", "lla a0, x"],
  ["a load of a name", "lw a0, x"],
  ["a store to a name", "nop\nsw a0, x, t0"],
];

/** The value that the first LUI or AUIPC and the next instruction compute. */
function madeBy(words: readonly number[]): number {
  const at = words.findIndex((word) => [LUI, AUIPC].includes(word & 0x7f));
  const [upper = 0, lower = 0] = words.slice(at);
  const place = (upper & 0x7f) === AUIPC ? OPTIONS.codeAddress + 4 * at : 0;
  const isStore = (lower & 0x7f) === STORE;
  const part = isStore ? ((lower >> 25) << 5) | ((lower >>> 7) & 31) : lower >> 20;
  return (place + (upper & ~0xfff) + part) >>> 0;
}

/** Addresses around the places where a lower part changes its sign, and random ones. */
function addresses(): readonly number[] {
  const random = createRandom(45);
  const pages = [0x2000, 0x2000_0000, 0x7fff_f000, 0x8000_0000, 0xffff_e000];
  const near = [0, 4, 0x7f4, 0x7f8, 0x7fc, 0x800, 0x804, 0x808, 0xff8, 0xffc];
  const anywhere = Array.from({ length: 12 }, () => 4 * random.integer(0x800, 0x3fff_ff00));
  return [...pages.flatMap((page) => near.map((bytes) => page + bytes)), ...anywhere];
}

describe("%hi and %lo", () => {
  test.each(PAIRS)("%s", (_title, source) => {
    for (const address of addresses()) {
      // A section begins at a multiple of 16.
      const before = address % 16;
      const options = { ...OPTIONS, dataAddress: address - before, allowsFaults: true };
      const { words } = assembled(`${source}\nret\n.data\n.space ${before}\nx: .word 1`, options);
      expect(madeBy(words).toString(16)).toBe(address.toString(16));
    }
  });

  it("of a constant equal the parts that li makes", () => {
    for (const value of addresses().filter((one) => one % 0x1000 !== 0))
      expect(madeBy([...assembled(`li a0, ${value}`).words]), String(value)).toBe(value);
  });
});

describe("a 12-bit immediate", () => {
  const word = (value: bigint, address?: string) =>
    signedWord({ value, column: 1, address, isAbsent: false, isWhole: true }).value;

  it("may be written as a 32-bit word whose sign is bit 31", () => {
    expect(
      [0x7fff_ffffn, 0x8000_0000n, 0x8000_0001n, 0xffff_ffffn, 0x1_0000_0000n].map((one) => word(one)),
    ).toEqual([0x7fff_ffffn, -0x8000_0000n, -0x7fff_ffffn, -1n, 0x1_0000_0000n]);
    expect(word(0xffff_f800n, "x")).toBe(0xffff_f800n);
  });

  it.each(["addi a0, a0, N", "lw a0, N(a1)", "sw a0, N(a1)", "andi a0, a0, N"])(
    "of %s is refused outside its range",
    (source) => {
      const number = (text: string) => source.replace("N", text);
      for (const text of ["0xfffff800", "-2048", "0x7ff", "0xffffffff"])
        expect(errorsOf(number(text)), text).toEqual([]);
      const refused = ["0xfffff7ff", "0x800", "0x7fffffff", "0x80000000", "0x100000000"].map(
        (text) => errorsOf(number(text))[0],
      );
      const values = [-2049, 2048, 2_147_483_647, -2_147_483_648, 4_294_967_296];
      const column = source.indexOf("N") + 1;
      expect(refused).toEqual(values.map((value) => `1:${column} ${value} does not fit: -2048 to 2047`));
    },
  );
});
