/** Random programs of harts with exceptions of every kind and interrupts, as sources. Their result does not depend on
 * the time of an interrupt: a tick has no visible effect, and after a software interrupt is raised come instructions
 * that it may interrupt anywhere. */
import { createRandom, type Random } from "../../../support/random.ts";
import { beginOf, DATA_BYTES, endOf, FREE, handlerOf, type Kind, MIDDLE } from "./frame.ts";
import { noiseHalf, noiseWord } from "./noise.ts";

export interface RandomHart {
  readonly architecture: "rv32ima" | "rv32imac";
  /** Needs MEMORY, MSIP, MTIME, MTIMECMP and PERIOD. Ends in a jump to itself at `end`. */
  readonly source: string;
}

const PIECES = 420;
const DEPTH = 3;
const LEAVES = 4;
/** x9 to x15 without s0. */
const NEAR = [9, 10, 11, 12, 13, 14, 15];
const CORNERS = [0, 1, -1, 2, 31, -32, 2047, -2048, 0x7fff_ffff, -0x8000_0000, 0x5555_5555];
const BINARY = "add sub and or xor sll srl sra slt sltu mul mulh mulhu mulhsu div divu rem remu".split(" ");
const WITH_CONSTANT = ["addi", "andi", "ori", "xori", "slti", "sltiu"];
const BRANCHES = ["beq", "bne", "blt", "bge", "bltu", "bgeu"];
const ACCESSES = ["lb 1", "lbu 1", "lh 2", "lhu 2", "lw 4", "lw 4", "sb 1", "sh 2", "sw 4", "sw 4"];
const AMOS = "amoadd amoswap amoxor amoand amoor amomin amomax amominu amomaxu".split(" ");
const ORDERS = ["", ".aq", ".rl", ".aqrl"];
const CSR_FORMS = ["csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"];
/** An empty range of 4 KB. */
const NOWHERE = 0x5_0000;
const NOWHERE_PAGES = 0x1_0000;
/** jal zero, . + 6; beq zero, zero, . + 6; bne zero, zero, . + 6; jal t0, . + 6 */
const TO_HALF_WORDS = [0x0060_006f, 0x363, 0x1363, 0x0060_02ef];
const WHILE_AN_INTERRUPT_COMES = 8;

export function randomHart(seed: number): RandomHart {
  const random = createRandom(seed);
  const kind: Kind = {
    isCompressed: seed % 3 !== 0,
    isVectored: random.chance(50),
    ticks: random.chance(50),
    nests: random.chance(50),
  };
  const draw = new Drawing(random, kind);
  const data = Array.from({ length: DATA_BYTES / 4 }, () => `  .word ${draw.constant()}`);
  const source = [
    `.data\n${data.join("\n")}\n.text`,
    `.option push\n.option norvc\n${beginOf(kind, random, () => draw.constant())}`,
    `${handlerOf(kind)}\n.option pop`,
    `body:\n${draw.block(PIECES, DEPTH)}\n  addi s9, s9, -1\n  beqz s9, out\n  j body`,
    endOf(),
    ...Array.from({ length: LEAVES }, (_, at) => draw.leaf(at)),
    ".option norvc\nend: j end\n",
  ];
  return { architecture: kind.isCompressed ? "rv32imac" : "rv32ima", source: source.join("\n") };
}

/** Draws lines. A piece is a few lines that belong together. */
class Drawing {
  readonly #random: Random;
  readonly #kind: Kind;
  #labels = 0;
  #isInLoop = false;

  constructor(random: Random, kind: Kind) {
    this.#random = random;
    this.#kind = kind;
  }

  constant(): number {
    const { integer, chance, pick } = this.#random;
    if (chance(40)) return pick(CORNERS);
    return chance(50) ? integer(-64, 64) : integer(-0x8000_0000, 0x7fff_ffff);
  }

  block(pieces: number, depth: number): string {
    return Array.from({ length: pieces }, () => this.#piece(depth)).join("\n");
  }

  /** Does not write the register that leads back. */
  leaf(at: number): string {
    const links = at % 2 === 0 ? "ra" : "t0";
    const lines = Array.from({ length: 3 }, () => this.#arithmetic(`x${this.#random.pick(NEAR)}`));
    return `leaf${at}:\n${lines.join("\n")}\n  jr ${links}`;
  }

  #label(): string {
    return `at${this.#labels++}`;
  }

  /** A register to write. */
  #free(): string {
    return `x${this.#random.pick(FREE)}`;
  }

  #target(): string {
    return this.#random.chance(4) ? "zero" : this.#free();
  }

  #operand(): string {
    return this.#random.chance(8) ? this.#random.pick(["zero", "sp", "s0"]) : this.#free();
  }

  #two(): readonly [string, string] {
    const one = this.#free();
    const other = this.#free();
    return one === other ? this.#two() : [one, other];
  }

  #piece(depth: number): string {
    const drawn = this.#random.integer(1, 100);
    if (drawn <= 42) return this.#arithmetic(this.#target());
    if (drawn <= 60) return this.#access();
    if (drawn <= 66) return this.#noise();
    if (drawn <= 72) return this.#atomic();
    if (drawn <= 80) return depth > 0 ? this.#branch(depth - 1) : this.#arithmetic(this.#target());
    if (drawn <= 86) return this.#jump(depth);
    if (drawn <= 90) return this.#csr();
    if (drawn <= 96) return this.#exception();
    return this.#interrupt();
  }

  #arithmetic(target: string): string {
    const { pick, integer, chance } = this.#random;
    switch (integer(0, 7)) {
      case 0:
        return `  ${pick(WITH_CONSTANT)} ${target}, ${this.#operand()}, ${integer(-2048, 2047)}`;
      case 1: // what has a form of 16 bits
        return chance(50)
          ? `  addi ${target}, ${target}, ${integer(-32, 31)}`
          : `  ${pick(["sub", "xor", "or", "and"])} ${target}, ${target}, x${pick(NEAR)}`;
      case 2:
        return `  ${pick(["slli", "srli", "srai"])} ${target}, ${chance(50) ? target : this.#operand()}, ${integer(0, 31)}`;
      case 3:
        return pick([
          `  lui ${target}, ${integer(0, 0xf_ffff)}`,
          `  auipc ${target}, ${integer(0, 0xf_ffff)}`,
          `  li ${target}, ${this.constant()}`,
          `  mv ${target}, ${this.#operand()}`,
        ]);
      default:
        return `  ${pick(BINARY)} ${target}, ${this.#operand()}, ${this.#operand()}`;
    }
  }

  #access(): string {
    const { pick, integer, chance } = this.#random;
    const [name = "lw", size = "4"] = pick(ACCESSES).split(" ");
    const bytes = Number(size);
    const value = name.startsWith("l") ? this.#target() : this.#operand();
    if (chance(12)) return `  ${pick(["lw", "sw"])} ${this.#target()}, ${4 * integer(0, 62)}(sp)`;
    if (chance(10)) {
      // An address in the surrounding code.
      const place = this.#free();
      return `  auipc ${place}, 0\n  lw ${this.#target()}, ${4 * integer(-8, 8)}(${place})`.replace(
        "lw",
        this.#kind.isCompressed ? pick(["lb", "lbu"]) : "lw",
      );
    }
    if (chance(10)) {
      const place = this.#free();
      return `  addi ${place}, s0, ${bytes * integer(-8, 8)}\n  ${name} ${value}, ${bytes * integer(0, 15)}(${place})`;
    }
    const at = chance(40) ? 4 * integer(0, 31) : bytes * integer(-MIDDLE / bytes, MIDDLE / bytes - 1);
    return `  ${name} ${value}, ${at}(s0)`;
  }

  #noise(): string {
    const { chance, pick } = this.#random;
    const register = pick([0, ...FREE]);
    if (!this.#kind.isCompressed || chance(40)) return `  .word ${noiseWord(this.#random, register)}`;
    return `  .half ${noiseHalf(this.#random, pick(FREE), pick(NEAR))}`;
  }

  #atomic(): string {
    const { pick, integer, chance } = this.#random;
    const [place, other] = this.#two();
    const word = () => 4 * integer(-MIDDLE / 4, MIDDLE / 4 - 1);
    const begin = `  addi ${place}, s0, ${word()}`;
    if (chance(60))
      return `${begin}\n  ${pick(AMOS)}.w${pick(ORDERS)} ${this.#target()}, ${this.#operand()}, (${place})`;
    const between = Array.from({ length: integer(0, 2) }, () => this.#arithmetic(this.#but(place, other)));
    const to = chance(25) ? other : place;
    const lines = [
      begin,
      `  addi ${other}, s0, ${word()}`,
      ...(chance(15) ? [] : [`  lr.w${pick(ORDERS)} ${this.#but(place, other)}, (${place})`]),
      ...between,
      `  sc.w${pick(ORDERS)} ${this.#but(place)}, ${this.#operand()}, (${to})`,
      // Clears the reservation: QEMU and irqscope treat it differently at a trap, as they may.
      `  sc.w zero, zero, (${place})`,
    ];
    return this.#quietly(lines.join("\n"));
  }

  #but(...others: readonly string[]): string {
    const one = this.#free();
    return others.includes(one) ? this.#but(...others) : one;
  }

  /** Code without a tick within it. */
  #quietly(lines: string): string {
    return this.#kind.ticks ? `  csrci mstatus, 8\n${lines}\n  csrsi mstatus, 8` : lines;
  }

  #branch(depth: number): string {
    const { pick, integer, chance } = this.#random;
    const label = this.#label();
    if (chance(20) && !this.#isInLoop) {
      this.#isInLoop = true;
      const body = this.block(integer(2, 8), depth);
      this.#isInLoop = false;
      return `  li s10, ${integer(2, 4)}\n${label}:\n${body}\n  addi s10, s10, -1\n  beqz s10, ${label}out\n  j ${label}\n${label}out:`;
    }
    const test = chance(30)
      ? `${pick(["beqz", "bnez"])} x${pick(NEAR)}`
      : `${pick(BRANCHES)} ${this.#operand()}, ${this.#operand()}`;
    return `  ${test}, ${label}\n${this.block(integer(1, 5), depth)}\n${label}:`;
  }

  #jump(depth: number): string {
    const { pick, integer } = this.#random;
    const leaf = integer(0, LEAVES - 1);
    const links = leaf % 2 === 0 ? "ra" : "t0";
    const place = this.#but("ra", "t0");
    const label = this.#label();
    switch (integer(0, 3)) {
      case 0:
        return `  jal ${links}, leaf${leaf}`;
      case 1: // bit 0 of the target is cleared
        return `  lla ${place}, leaf${leaf}\n  jalr ${links}, ${integer(0, 1)}(${place})`;
      case 2:
        return `  jal ${this.#target()}, ${label}\n${this.block(integer(0, 3), Math.max(0, depth - 1))}\n${label}:`;
      default:
        return `  lla ${place}, ${label}\n  ${pick([`jr ${place}`, `jalr ${place}`, `jalr ${this.#target()}, 0(${place})`])}\n${this.block(integer(0, 3), Math.max(0, depth - 1))}\n${label}:`;
    }
  }

  #csr(): string {
    const { pick, integer, chance } = this.#random;
    const form = pick(CSR_FORMS);
    const value = form.endsWith("i") ? integer(0, 31) : this.#operand();
    const scratch = `  ${form} ${this.#target()}, mscratch, ${value}`;
    if (chance(40)) return scratch;
    if (chance(15)) return `  csrr ${this.#target()}, misa`;
    if (chance(20)) {
      const read = this.#free();
      return `  csrr ${read}, mstatus\n  andi ${read}, ${read}, 8`;
    }
    const [one, other] = this.#two();
    if (chance(50)) {
      const name = pick(["mcause", "mtval"]);
      return this.#quietly(
        `  csrw ${name}, ${one}\n  ${form} ${other}, ${name}, ${value}\n  csrr ${one}, ${name}`,
      );
    }
    if (chance(50))
      return this.#quietly(`  andi ${one}, ${one}, -4\n  csrw mepc, ${one}\n  csrr ${other}, mepc`);
    const restored = `  lla ${one}, table\n${this.#kind.isVectored ? `  addi ${one}, ${one}, 1\n` : ""}  csrw mtvec, ${one}`;
    return this.#quietly(
      `  andi ${one}, ${one}, -3\n  csrw mtvec, ${one}\n  csrr ${other}, mtvec\n${restored}`,
    );
  }

  #exception(): string {
    const { pick, integer } = this.#random;
    const place = this.#free();
    const label = this.#label();
    const nowhere = `  lui ${place}, ${NOWHERE + integer(0, NOWHERE_PAGES - 1)}`;
    const [access = "lw", bytes = "4"] = pick(ACCESSES).split(" ");
    switch (integer(0, 6)) {
      case 0:
        return "  ecall";
      case 1:
        return "  ebreak";
      case 2:
        return `${nowhere}\n  ${access} ${this.#target()}, ${Number(bytes) * integer(-16, 16)}(${place})`;
      case 3:
        return `  lui ${place}, ${NOWHERE + integer(0, NOWHERE_PAGES - 1)}\n  jalr ra, ${4 * integer(-16, 16)}(${place})`;
      case 4: // of A at a place that is no word's
        return `  addi ${place}, s0, ${4 * integer(-16, 16) + integer(1, 3)}\n${this.#astray(place)}`;
      case 5:
        if (this.#kind.isCompressed) return `  .half ${noiseHalf(this.#random, pick(FREE), pick(NEAR))}`;
        return `  lla ${place}, ${label}\n  jalr ${this.#target()}, 2(${place})\n${label}:`;
      default:
        return this.#kind.isCompressed ? "  ecall" : `  .word ${pick(TO_HALF_WORDS)}`;
    }
  }

  #astray(place: string): string {
    const name = this.#random.pick([...AMOS, "lr"]);
    return name === "lr"
      ? `  lr.w ${this.#target()}, (${place})`
      : `  ${name}.w ${this.#target()}, ${this.#operand()}, (${place})`;
  }

  #interrupt(): string {
    const { integer } = this.#random;
    const [one, other] = this.#two();
    const pads = () =>
      Array.from({ length: WHILE_AN_INTERRUPT_COMES }, () => this.#arithmetic(this.#free())).join("\n");
    const raises = `  li ${one}, 1\n  sw ${one}, 0(s11)`;
    const off = this.#kind.ticks ? "" : "\n  csrci mstatus, 8";
    switch (integer(0, 3)) {
      case 0: // raised, then let in
        return `  csrci mstatus, 8\n  csrsi mie, 8\n${raises}\n  csrr ${other}, mip\n  andi ${other}, ${other}, 8\n  csrsi mstatus, 8\n${pads()}${off}\n  csrci mie, 8`;
      case 1: // let in, then raised
        return `  csrsi mie, 8\n  csrsi mstatus, 8\n${raises}\n${pads()}${off}\n  csrci mie, 8`;
      case 2: // waited for without being let in
        return this.#quietly(
          `  csrci mstatus, 8\n  csrsi mie, 8\n${raises}\n  wfi\n${pads()}\n  sw zero, 0(s11)\n  csrr ${other}, mip\n  andi ${other}, ${other}, 8\n  csrci mie, 8`,
        );
      default: // MRET lets it in; MPP 3 is as QEMU wants it
        return `  csrci mstatus, 8\n  csrsi mie, 8\n${raises}\n  li ${other}, 0x1880\n  csrs mstatus, ${other}\n  lla ${other}, at${this.#labels}\n  csrw mepc, ${other}\n  mret\n${this.#label()}:\n${pads()}${off}\n  csrci mie, 8`;
    }
  }
}
