/** The C extension: the two-byte form of an instruction word, if it has one. Source: The RISC-V Instruction Set Manual,
 * Volume I, 20191213, chapter 16. If several forms fit, the order of GNU as 2.40 decides. */
import {
  immediateI,
  immediateOfB,
  immediateOfI,
  immediateOfJ,
  immediateOfS,
  immediateS,
  NOP,
  rd,
  rdOf,
  rs1,
  rs1Of,
  rs2,
  rs2Of,
  UNIMP,
} from "./encodings.ts";
import type { Operands } from "./operands.ts";

/** Instructions that a source writes in two bytes, such as `c.addi`. Each entry gives the four-byte word that the
 * instruction stands for (The RISC-V Instruction Set Manual, Volume I, 20191213, chapter 16). */
type Words = (o: Operands) => number;

/** Like GNU as, this does not accept the unsigned form of a negative value. */
const immediate = (o: Operands): number => immediateI(o.number(-2048, 2047));

/** `name rd, value`: rd is also the source register. */
const withValue =
  (bits: number): Words =>
  (o) => {
    const register = o.register();
    return bits | rd(register) | rs1(register) | immediate(o);
  };
const withShift =
  (bits: number): Words =>
  (o) => {
    const register = o.register();
    return bits | rd(register) | rs1(register) | rs2(o.number(1, 31));
  };
const withRegister =
  (bits: number): Words =>
  (o) => {
    const register = o.register();
    return bits | rd(register) | rs1(register) | rs2(o.register());
  };
const jumpTo =
  (link: number): Words =>
  (o) =>
    0x67 | rd(link) | rs1(o.register());
const load: Words = (o) => {
  const register = rd(o.register());
  const { register: base, offset } = o.place();
  return 0x2003 | register | rs1(base) | immediateI(offset);
};
const store: Words = (o) => {
  const register = rs2(o.register());
  const { register: base, offset } = o.place();
  return 0x2023 | register | rs1(base) | immediateS(offset);
};

/** Keyed by name. Branches and jumps are missing, because they are handled as beqz and j. */
export const WRITTEN_COMPRESSED: Readonly<Record<string, Words>> = {
  "c.nop": () => NOP,
  "c.unimp": () => UNIMP,
  "c.ebreak": () => 0x0010_0073,
  "c.addi4spn": (o) => 0x13 | rd(o.register()) | rs1(o.register()) | immediate(o),
  "c.addi": withValue(0x13),
  "c.addi16sp": withValue(0x13),
  "c.li": (o) => 0x13 | rd(o.register()) | immediate(o),
  "c.lui": (o) => 0x37 | rd(o.register()) | (o.number(-0x20, 0xf_ffff) << 12),
  "c.mv": (o) => 0x33 | rd(o.register()) | rs2(o.register()),
  "c.add": withRegister(0x33),
  "c.sub": withRegister(0x4000_0033),
  "c.xor": withRegister(0x4033),
  "c.or": withRegister(0x6033),
  "c.and": withRegister(0x7033),
  "c.andi": withValue(0x7013),
  "c.slli": withShift(0x1013),
  "c.srli": withShift(0x5013),
  "c.srai": withShift(0x4000_5013),
  "c.jr": jumpTo(0),
  "c.jalr": jumpTo(1),
  "c.lw": load,
  "c.lwsp": load,
  "c.sw": store,
  "c.swsp": store,
};

interface Form {
  readonly name: string;
  /** A form fits a word if the bits of the word under `mask` equal `bits`. */
  readonly mask: number;
  readonly bits: number;
  /** The two-byte instruction, or undefined if the operands of the word do not fit. */
  readonly from: (word: number) => number | undefined;
}

const SP = 2;
const WHOLE = 0xffff_ffff;
const OPCODE = 0x7f;
const ADDI = 0x13;
const FUNCTION = 0x707f;
const ALL_FUNCTIONS = 0xfe00_707f;

/** The eight registers that three bits name: s0, s1, a0 to a5. */
const isNear = (register: number): boolean => register >= 8 && register < 16;
const near = (register: number): number => register & 7;

/** Bits `high` to `low` of a value, from bit `at` onwards. */
const part = (value: number, high: number, low: number, at: number): number =>
  ((value >> low) & ((1 << (high - low + 1)) - 1)) << at;

/** Encodes a signed six-bit value or a shift. Bit 5 is separate from the other bits. */
const six = (value: number): number => part(value, 5, 5, 12) | part(value, 4, 0, 2);
const isSix = (value: number): boolean => value >= -32 && value < 32;

const quadrant = (number: 0 | 1 | 2, function3: number): number => number | (function3 << 13);

const form = (
  name: string,
  mask: number,
  bits: number,
  from: (word: number) => number | undefined,
): Form => ({ name, mask, bits, from });

/** An operation of two registers out of eight; one of them is also the result. `isEither`: either register may be the
 * result. */
const both = (name: string, bits: number, code: number, isEither: boolean): Form =>
  form(name, ALL_FUNCTIONS, bits, (word) => {
    const [d, a, b] = [rdOf(word), rs1Of(word), rs2Of(word)];
    const other = d === a ? b : a;
    if ((d !== a && !(isEither && d === b)) || !isNear(d) || !isNear(other)) return undefined;
    return quadrant(1, 4) | 0xc00 | (near(d) << 7) | (code << 5) | (near(other) << 2);
  });

const shift = (name: string, bits: number, code: number): Form =>
  form(name, ALL_FUNCTIONS, bits, (word) => {
    const [d, a, amount] = [rdOf(word), rs1Of(word), rs2Of(word)];
    if (d !== a || !isNear(d) || amount === 0) return undefined;
    return quadrant(1, 4) | (code << 10) | (near(d) << 7) | six(amount);
  });

const branch = (name: string, bits: number, function3: number): Form =>
  form(name, FUNCTION, bits, (word) => {
    const distance = immediateOfB(word);
    if (rs2Of(word) !== 0 || !isNear(rs1Of(word)) || distance < -256 || distance >= 256) return undefined;
    const target =
      part(distance, 8, 8, 12) |
      part(distance, 4, 3, 10) |
      part(distance, 7, 6, 5) |
      part(distance, 2, 1, 3) |
      part(distance, 5, 5, 2);
    return quadrant(1, function3) | (near(rs1Of(word)) << 7) | target;
  });

const jump = (name: string, link: number, function3: number): Form =>
  form(name, OPCODE, 0x6f, (word) => {
    const distance = immediateOfJ(word);
    if (rdOf(word) !== link || distance < -2048 || distance >= 2048) return undefined;
    const target =
      part(distance, 11, 11, 12) |
      part(distance, 4, 4, 11) |
      part(distance, 9, 8, 9) |
      part(distance, 10, 10, 8) |
      part(distance, 6, 6, 7) |
      part(distance, 7, 7, 6) |
      part(distance, 3, 1, 3) |
      part(distance, 5, 5, 2);
    return quadrant(1, function3) | target;
  });

const jumpToRegister = (name: string, link: number): Form =>
  form(name, FUNCTION, 0x67, (word) => {
    if (rdOf(word) !== link || rs1Of(word) === 0 || immediateOfI(word) !== 0) return undefined;
    return quadrant(2, 4) | (link << 12) | (rs1Of(word) << 7);
  });

/** Load or store at a multiple of 4 bytes from one of eight registers. */
const nearAccess = (name: string, bits: number, function3: number, isLoad: boolean): Form =>
  form(name, FUNCTION, bits, (word) => {
    const offset = isLoad ? immediateOfI(word) : immediateOfS(word);
    const register = isLoad ? rdOf(word) : rs2Of(word);
    const fits = offset >= 0 && offset < 128 && offset % 4 === 0;
    if (!fits || !isNear(rs1Of(word)) || !isNear(register)) return undefined;
    const place = part(offset, 5, 3, 10) | part(offset, 2, 2, 6) | part(offset, 6, 6, 5);
    return quadrant(0, function3) | (near(rs1Of(word)) << 7) | (near(register) << 2) | place;
  });

const isOnStack = (word: number, offset: number): boolean =>
  rs1Of(word) === SP && offset >= 0 && offset < 256 && offset % 4 === 0;

/** Only of `add a0, a0, 0`. */
const ADD_OF_ZERO = form("c.addi", FUNCTION, ADDI, (word) =>
  rdOf(word) !== 0 && rdOf(word) === rs1Of(word) && immediateOfI(word) === 0
    ? quadrant(1, 0) | rd(rdOf(word))
    : undefined,
);

/** The first form that fits is used. */
const FORMS: readonly Form[] = [
  form("c.nop", WHOLE, NOP, () => quadrant(1, 0)),
  form("c.unimp", WHOLE, UNIMP, () => 0),
  form("c.addi4spn", FUNCTION, ADDI, (word) => {
    const value = immediateOfI(word);
    const fits = value > 0 && value < 1024 && value % 4 === 0;
    if (!fits || rs1Of(word) !== SP || !isNear(rdOf(word))) return undefined;
    const place = part(value, 5, 4, 11) | part(value, 9, 6, 7) | part(value, 2, 2, 6) | part(value, 3, 3, 5);
    return quadrant(0, 0) | place | (near(rdOf(word)) << 2);
  }),
  form("c.addi", FUNCTION, ADDI, (word) => {
    const value = immediateOfI(word);
    if (rdOf(word) === 0 || rdOf(word) !== rs1Of(word) || value === 0 || !isSix(value)) return undefined;
    return quadrant(1, 0) | rd(rdOf(word)) | six(value);
  }),
  ADD_OF_ZERO,
  form("c.addi16sp", FUNCTION, ADDI, (word) => {
    const value = immediateOfI(word);
    const fits = value !== 0 && value >= -512 && value < 512 && value % 16 === 0;
    if (!fits || rdOf(word) !== SP || rs1Of(word) !== SP) return undefined;
    const place =
      part(value, 9, 9, 12) |
      part(value, 4, 4, 6) |
      part(value, 6, 6, 5) |
      part(value, 8, 7, 3) |
      part(value, 5, 5, 2);
    return quadrant(1, 3) | rd(SP) | place;
  }),
  form("c.li", FUNCTION, ADDI, (word) => {
    const value = immediateOfI(word);
    if (rdOf(word) === 0 || rs1Of(word) !== 0 || !isSix(value)) return undefined;
    return quadrant(1, 2) | rd(rdOf(word)) | six(value);
  }),
  form("c.mv", FUNCTION, ADDI, (word) => {
    if (rdOf(word) === 0 || rs1Of(word) === 0 || immediateOfI(word) !== 0) return undefined;
    return quadrant(2, 4) | rd(rdOf(word)) | (rs1Of(word) << 2);
  }),
  form("c.lui", OPCODE, 0x37, (word) => {
    const value = word >> 12;
    if (rdOf(word) === 0 || rdOf(word) === SP || value === 0 || !isSix(value)) return undefined;
    return quadrant(1, 3) | rd(rdOf(word)) | six(value);
  }),
  form("c.slli", ALL_FUNCTIONS, 0x1013, (word) => {
    const amount = rs2Of(word);
    if (rdOf(word) === 0 || rdOf(word) !== rs1Of(word) || amount === 0) return undefined;
    return quadrant(2, 0) | rd(rdOf(word)) | six(amount);
  }),
  shift("c.srli", 0x5013, 0),
  shift("c.srai", 0x4000_5013, 1),
  form("c.andi", FUNCTION, 0x7013, (word) => {
    const value = immediateOfI(word);
    if (rdOf(word) !== rs1Of(word) || !isNear(rdOf(word)) || !isSix(value)) return undefined;
    return quadrant(1, 4) | 0x800 | (near(rdOf(word)) << 7) | six(value);
  }),
  form("c.add", ALL_FUNCTIONS, 0x33, (word) => {
    const [d, a, b] = [rdOf(word), rs1Of(word), rs2Of(word)];
    const other = d === a ? b : a;
    if (d === 0 || other === 0 || (d !== a && d !== b)) return undefined;
    return quadrant(2, 4) | 0x1000 | rd(d) | (other << 2);
  }),
  form("c.mv", ALL_FUNCTIONS, 0x33, (word) => {
    if (rdOf(word) === 0 || rs1Of(word) !== 0 || rs2Of(word) === 0) return undefined;
    return quadrant(2, 4) | rd(rdOf(word)) | (rs2Of(word) << 2);
  }),
  both("c.sub", 0x4000_0033, 0, false),
  both("c.xor", 0x4033, 1, true),
  both("c.or", 0x6033, 2, true),
  both("c.and", 0x7033, 3, true),
  jump("c.j", 0, 5),
  jump("c.jal", 1, 1),
  jumpToRegister("c.jr", 0),
  jumpToRegister("c.jalr", 1),
  branch("c.beqz", 0x0063, 6),
  branch("c.bnez", 0x1063, 7),
  form("c.lwsp", FUNCTION, 0x2003, (word) => {
    const offset = immediateOfI(word);
    if (rdOf(word) === 0 || !isOnStack(word, offset)) return undefined;
    const place = part(offset, 5, 5, 12) | part(offset, 4, 2, 4) | part(offset, 7, 6, 2);
    return quadrant(2, 2) | rd(rdOf(word)) | place;
  }),
  form("c.swsp", FUNCTION, 0x2023, (word) => {
    const offset = immediateOfS(word);
    if (!isOnStack(word, offset)) return undefined;
    return quadrant(2, 6) | part(offset, 5, 2, 9) | part(offset, 7, 6, 7) | (rs2Of(word) << 2);
  }),
  nearAccess("c.lw", 0x2003, 2, true),
  nearAccess("c.sw", 0x2023, 6, false),
  form("c.ebreak", WHOLE, 0x0010_0073, () => quadrant(2, 4) | 0x1000),
];

/** True for forms that GNU as does not use, although the instruction fits. */
const isLeftOut = (one: Form, written: string): boolean =>
  one === ADD_OF_ZERO ? written !== "add" : isLeftOutOf(one, written);

const isLeftOutOf = ({ name, bits }: Form, written: string): boolean =>
  (written === "add" && bits === ADDI && (name === "c.li" || name === "c.mv" || name === "c.nop")) ||
  ((written === "mv" || written === "move") && (name === "c.li" || name === "c.nop")) ||
  (written === "li" && name === "c.nop");

/** The two-byte form of a four-byte word, or undefined if it has none. `written` is the instruction in the source,
 * which may itself be a two-byte form. It is undefined if the word is one of several that a single instruction of the
 * source produces. */
export function compressed(word: number, written: string | undefined): number | undefined {
  const isForm = written?.startsWith("c.") === true;
  for (const one of FORMS) {
    if (isForm ? one.name !== written || one === ADD_OF_ZERO : isLeftOut(one, written ?? "")) continue;
    if ((word & one.mask) !== (one.bits | 0)) continue;
    const found = one.from(word);
    if (found !== undefined) return found;
  }
  return undefined;
}
