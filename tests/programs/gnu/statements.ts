/** Random statements and expressions, usual and unusual ones. */
import { REGISTER_NAMES } from "../../../lib/assembler/registers.ts";
import type { Random } from "../../support/random.ts";

const BINARY = "+ - * / % << >> & | ^ ! == != <> < > <= >= && ||".split(" ");
const NUMBERS =
  "0 1 2 3 5 7 8 010 017 0755 00 0x10 0xff 0x7ff 0x800 0xfff 2047 2048 4096 0b101 'a' '\\n' 0x12345678".split(
    " ",
  );
const CORNERS =
  "0x7fffffff 0x80000000 0xffffffff 0xfffff800 0xfffff7ff 0xffffffffffffffff 1<<63 09 08 '\\b' '\\f'".split(
    " ",
  );

export function expression(random: Random, depth = 0): string {
  const kind = random.integer(0, 9);
  if (depth > 3 || kind < 3) return number(random);
  if (kind === 3) return `(${expression(random, depth + 1)})`;
  if (kind === 4) return random.pick(["-", "~", "!", "+", "- ", "-~"]) + number(random);
  const blank = random.pick(["", "", " "]);
  const sign = random.pick(BINARY);
  return `${expression(random, depth + 1)}${blank}${sign}${blank}${expression(random, depth + 1)}`;
}

const number = (random: Random): string => (random.chance(85) ? random.pick(NUMBERS) : random.pick(CORNERS));

const register = (random: Random): string =>
  random.chance(80) ? random.pick(REGISTER_NAMES) : `x${random.integer(0, 31)}`;

/** A value that usually fits. */
const immediate = (random: Random): string => {
  if (random.chance(50)) return String(random.integer(-2048, 2047));
  return random.chance(50) ? random.pick([...NUMBERS, ...CORNERS]) : expression(random, 2);
};

const offset = (random: Random): string => (random.chance(20) ? "" : immediate(random));
const place = (random: Random): string => `${offset(random)}(${register(random)})`;
const CSRS =
  "cycle time instret cycleh mcycle mhartid mstatus mie mtvec mscratch mepc mcause mip sstatus satp 0x340 stvec sepc medeleg hstatus vsatp mbadaddr sptbr tdata1 dcsr dscratch stimecmp mhpmevent9 pmpaddr63 utvec scountovf mstateen2h vl fcsr".split(
    " ",
  );
const SETS = "iorw rw r w i o ior ow wr rr 0 x".split(" ");

const PLACES = "1b 2f 1b+4 2f-8 2f+0x800 1b+0x7fc".split(" ");
const OPCODES = "LOAD OP OP_IMM custom_0 BRANCH jal MADD STORE 0x33 0x7f 0x0b 3".split(" ");
const opcode = (random: Random): string => random.pick(OPCODES);
const fields = (random: Random, limit: number): string => String(random.integer(0, limit));
const registers = (random: Random, count: number): readonly string[] =>
  Array.from({ length: count }, () => register(random));

/** Instruction names by the form of their operands. */
type Form = readonly [names: string, operands: (random: Random) => readonly string[]];

const CODE: readonly Form[] = [
  ["add sub and or xor sll srl sra slt sltu mul mulh div rem remu sgt sgtu", three(register)],
  ["add and or xor slt sltu addi andi ori xori slti sltiu", three(immediate)],
  ["sll srl sra slli srli srai", three((random) => String(random.integer(-1, 33)))],
  ["lb lbu lh lhu lw sb sh sw", (random) => [register(random), place(random)]],
  ["jalr", (random) => [register(random), place(random)]],
  ["jalr jr", (random) => [random.pick([register, place])(random)]],
  ["jalr jr", (random) => [register(random), immediate(random)]],
  ["jalr", (random) => [register(random), register(random), immediate(random)]],
  ["li la lla", (random) => [register(random), immediate(random)]],
  ["li", (random) => [register(random), expression(random)]],
  ["la lla lw lb lhu", (random) => [register(random), random.pick(PLACES)]],
  ["sw sb sh", (random) => [register(random), random.pick(PLACES), register(random)]],
  ["call jump", (random) => (random.chance(50) ? [register(random), "2f"] : ["2f", register(random)])],
  ["sfence.vma", (random) => [register(random), register(random)].slice(0, random.integer(0, 2))],
  ["sret uret dret", () => []],
  [
    ".insn",
    (random) => [`r ${opcode(random)}`, fields(random, 7), fields(random, 127), ...registers(random, 3)],
  ],
  [
    ".insn",
    (random) => [`r4 ${opcode(random)}`, fields(random, 7), fields(random, 3), ...registers(random, 4)],
  ],
  [
    ".insn",
    (random) => [`i ${opcode(random)}`, fields(random, 7), ...registers(random, 2), immediate(random)],
  ],
  [".insn", (random) => [`i ${opcode(random)}`, fields(random, 7), register(random), place(random)]],
  [".insn", (random) => [`s ${opcode(random)}`, fields(random, 7), register(random), place(random)]],
  [
    ".insn",
    (random) => [
      `b ${opcode(random)}`,
      fields(random, 7),
      ...registers(random, 2),
      random.pick(["1b", "2f"]),
    ],
  ],
  [".insn", (random) => [`u ${opcode(random)}`, register(random), fields(random, 0xf_ffff)]],
  [".insn", (random) => [`uj ${opcode(random)}`, register(random), random.pick(["1b", "2f"])]],
  ["lui auipc", (random) => [register(random), String(random.integer(-1, 0x10_0000))]],
  ["lui", (random) => [register(random), `%hi(${immediate(random)})${random.pick(["", "", "+4", "*2"])}`]],
  [
    "addi ori",
    (random) => [register(random), register(random), `%lo(${immediate(random)})${random.pick(["", "+4"])}`],
  ],
  ["lw sb", (random) => [register(random), `%lo(${immediate(random)})(${register(random)})`]],
  [
    "mv move not neg seqz snez sltz sgtz zext.b sext.b sext.h zext.h",
    (random) => [register(random), register(random)],
  ],
  ["csrr", (random) => [register(random), random.pick(CSRS)]],
  ["csrw csrs csrc", (random) => [random.pick(CSRS), random.pick([register, fiveBits])(random)]],
  [
    "csrrw csrrs csrrc",
    (random) => [register(random), random.pick(CSRS), random.pick([register, fiveBits])(random)],
  ],
  ["csrwi csrsi csrci", (random) => [random.pick(CSRS), fiveBits(random)]],
  ["csrrwi csrrsi csrrci", (random) => [register(random), random.pick(CSRS), fiveBits(random)]],
  ["rdcycle rdtimeh rdinstret", (random) => [register(random)]],
  ["fence", (random) => [random.pick(SETS), random.pick(SETS)]],
  ["fence fence.i fence.tso ecall ebreak scall sbreak mret wfi unimp nop ret", () => []],
  [
    "beq bne blt bgeu bgt bleu",
    (random) => [register(random), register(random), random.pick(["1b", "2f", ".+8", "1b+4"])],
  ],
  [
    "beqz bnez blez bgtz bltz bgez",
    (random) => [register(random), random.pick(["1b", "2f", ". - 4", "2f-4"])],
  ],
  ["j jal", (random) => [random.pick(["1b", "2f", ".+4", "."])]],
  ["jal", (random) => [register(random), "2f"]],
  [".word .4byte .quad", (random) => [expression(random, 2)]],
  [".space .skip .zero", (random) => [String(random.integer(0, 3) * 4)]],
  [".p2align .align", (random) => [String(random.integer(0, 5))]],
  [".p2align .align", (random) => [String(random.integer(0, 5)), random.pick(["0xff", "0", "7"])]],
  [
    ".p2align",
    (random) => [String(random.integer(0, 5)), random.pick(["", "0xff"]), String(random.integer(1, 20))],
  ],
  [".balign", (random) => [random.pick(["0", "1", "2", "3", "4", "8", "16", "6"])]],
  [".org", (random) => [random.pick(["24", "0x20", "0", ".+8", "1b+16", "2f+4"])]],
  [".org", (random) => ["32", random.pick(["0", "0x55"])]],
  [".text .end", () => []],
  [".pushsection .section", (random) => [`.data\n\t.byte ${number(random)}\n\t.previous`]],
  [".pushsection", (random) => [`.data\n\t.half ${number(random)}\n\t.popsection`]],
  [".text .subsection", (random) => [random.chance(90) ? "0" : "1"]],
  [".set .equ", (random) => [random.pick(["k", "m"]), expression(random, 2)]],
  ["li", (random) => [register(random), random.pick(["k", "m", "k+m", "k*2"])]],
];

const DATA: readonly Form[] = [
  [".byte .half .hword .word .short .2byte .4byte .quad", (random) => [expression(random, 2)]],
  [".byte .word", (random) => [immediate(random), expression(random, 2), number(random)]],
  [".space .skip .zero", (random) => [String(random.integer(0, 9))]],
  [".space .skip .zero", (random) => [String(random.integer(0, 9)), immediate(random)]],
  [".fill", (random) => [String(random.integer(0, 4)), String(random.integer(0, 8)), immediate(random)]],
  [".p2align .align", (random) => [String(random.integer(0, 5))]],
  [".p2align .align", (random) => [String(random.integer(0, 5)), random.pick(["0xff", "0", "7"])]],
  [
    ".p2align",
    (random) => [String(random.integer(0, 5)), random.pick(["", "0xff"]), String(random.integer(0, 20))],
  ],
  [".balign", (random) => [random.pick(["0", "1", "2", "3", "4", "8", "16", "6"])]],
  [".org", (random) => [random.pick(["24", "0x20", "0", ".+8"])]],
  [".dc.b .dc.w .dc.l", (random) => [expression(random, 2)]],
  [
    ".float .single .double",
    (random) => [
      random.pick("1 -1 1.5 -2.25 1e10 .5 3.14159 0f1 -0 inf nan -nan 1e-40 123456789".split(" ")),
    ],
  ],
  [
    ".ascii .asciz .string",
    (random) => [random.pick(['"a"', '"a" "b"', '"\\n\\t\\101"', '"\\x41"', '"\\\\\\""', '"é"'])],
  ],
];

function three(last: (random: Random) => string) {
  return (random: Random) => [register(random), register(random), last(random)];
}

function fiveBits(random: Random): string {
  return random.chance(90) ? String(random.integer(0, 31)) : random.pick(["32", "-1", "017", "3+4"]);
}

function statement(random: Random, forms: readonly Form[]): string {
  const [names, operands] = random.pick(forms);
  const name = random.pick(names.split(" "));
  const written = operands(random);
  const between = random.chance(90) ? ", " : random.pick([" ", ",", " , "]);
  const text = `\t${name} ${written.join(between)}\n`;
  return random.chance(95)
    ? text
    : random.pick([`${text.trimEnd()} # x\n`, `/* c */ ${text}`, `/* a,\nb */${text}`]);
}

/** A few statements between two local labels, after some data. */
export function program(random: Random): string {
  const some = (forms: readonly Form[], count: number) =>
    Array.from({ length: count }, () => statement(random, forms)).join("");
  const data = random.chance(40) ? `\t.data\n${some(DATA, random.integer(1, 3))}\t.text\n` : "";
  let code = "";
  // After an alignment or a call that its linker shortens, GNU's .org goes elsewhere.
  do code = some(CODE, random.integer(1, 3));
  while (/\.org/.test(code) && /align|call|jump/.test(code));
  return `${data}1:\tnop\n${code}2:\tret\n`;
}
