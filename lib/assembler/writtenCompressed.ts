/** Instructions that a source itself writes in two bytes: `c.addi` and the like, as the words of four bytes that they stand
 * for (The RISC-V Instruction Set Manual, Volume I, 20191213, chapter 16). */
import { immediateI, immediateS, NOP, rd, rs1, rs2, UNIMP } from "./encodings.ts";
import type { Operands } from "./operands.ts";

type Words = (o: Operands) => number;

/** As GNU as, without the unsigned form of a negative value. */
const immediate = (o: Operands): number => immediateI(o.number(-2048, 2047));

/** `name rd, value`: rd is the source as well. */
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

/** By name, without branches and jumps, which are read as beqz and j. */
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
