/** One line of help for each word of a program: instructions, registers, CSRs, directives. The texts are English; the
 * German texts are in web/text/de/program.ts. */

interface Help {
  /** Operands after the name. "" if there are none. */
  readonly operands: string;
  readonly text: string;
}

type Row = readonly [names: string, operands: string, text: string];

const tableOf = (rows: readonly Row[]): ReadonlyMap<string, Help> =>
  new Map(
    rows.flatMap(([names, operands, text]) =>
      names.split(" ").map((name) => [name, { operands, text }] as const),
    ),
  );

/** Similar instructions share a line. Two-byte instructions (c.) and memory orders (.aq, .rl) use the text of the whole
 * instruction (`instructionHelp`). */
const INSTRUCTIONS = tableOf([
  ["add", "rd, rs1, rs2", "rd = rs1 + rs2"],
  ["sub", "rd, rs1, rs2", "rd = rs1 - rs2"],
  ["and", "rd, rs1, rs2", "rd = rs1 & rs2"],
  ["or", "rd, rs1, rs2", "rd = rs1 | rs2"],
  ["xor", "rd, rs1, rs2", "rd = rs1 ^ rs2"],
  ["sll", "rd, rs1, rs2", "rd = rs1 shifted left by the low 5 bits of rs2"],
  ["srl", "rd, rs1, rs2", "rd = rs1 shifted right by the low 5 bits of rs2, filled with zeros"],
  ["sra", "rd, rs1, rs2", "rd = rs1 shifted right by the low 5 bits of rs2, filled with the sign"],
  ["slt", "rd, rs1, rs2", "rd = 1 if rs1 < rs2 (signed), else 0"],
  ["sltu", "rd, rs1, rs2", "rd = 1 if rs1 < rs2 (unsigned), else 0"],
  ["addi", "rd, rs1, -2048..2047", "rd = rs1 + number"],
  ["andi", "rd, rs1, -2048..2047", "rd = rs1 & number"],
  ["ori", "rd, rs1, -2048..2047", "rd = rs1 | number"],
  ["xori", "rd, rs1, -2048..2047", "rd = rs1 ^ number"],
  ["slli", "rd, rs1, 0..31", "rd = rs1 shifted left"],
  ["srli", "rd, rs1, 0..31", "rd = rs1 shifted right, filled with zeros"],
  ["srai", "rd, rs1, 0..31", "rd = rs1 shifted right, filled with the sign"],
  ["slti", "rd, rs1, -2048..2047", "rd = 1 if rs1 < number (signed), else 0"],
  ["sltiu", "rd, rs1, -2048..2047", "rd = 1 if rs1 < number (unsigned), else 0"],
  ["lui", "rd, 0..0xfffff", "rd = number in the upper 20 bits, zeros below"],
  ["auipc", "rd, 0..0xfffff", "rd = pc + number in the upper 20 bits"],
  ["lw", "rd, offset(rs1)", "Loads a word"],
  ["lh", "rd, offset(rs1)", "Loads 2 bytes, sign-extended"],
  ["lhu", "rd, offset(rs1)", "Loads 2 bytes, zero-extended"],
  ["lb", "rd, offset(rs1)", "Loads a byte, sign-extended"],
  ["lbu", "rd, offset(rs1)", "Loads a byte, zero-extended"],
  ["sw", "rs2, offset(rs1)", "Stores a word"],
  ["sh", "rs2, offset(rs1)", "Stores the low 2 bytes"],
  ["sb", "rs2, offset(rs1)", "Stores the low byte"],
  ["beq", "rs1, rs2, label", "Branches if both are equal"],
  ["bne", "rs1, rs2, label", "Branches if they differ"],
  ["blt", "rs1, rs2, label", "Branches if rs1 < rs2, signed"],
  ["bge", "rs1, rs2, label", "Branches if rs1 >= rs2, signed"],
  ["bltu", "rs1, rs2, label", "Branches if rs1 < rs2, unsigned"],
  ["bgeu", "rs1, rs2, label", "Branches if rs1 >= rs2, unsigned"],
  ["bgt", "rs1, rs2, label", "Branches if rs1 > rs2, signed"],
  ["ble", "rs1, rs2, label", "Branches if rs1 <= rs2, signed"],
  ["bgtu", "rs1, rs2, label", "Branches if rs1 > rs2, unsigned"],
  ["bleu", "rs1, rs2, label", "Branches if rs1 <= rs2, unsigned"],
  ["beqz", "rs1, label", "Branches if rs1 is 0"],
  ["bnez", "rs1, label", "Branches if rs1 is not 0"],
  ["bltz", "rs1, label", "Branches if rs1 < 0"],
  ["bgez", "rs1, label", "Branches if rs1 >= 0"],
  ["bgtz", "rs1, label", "Branches if rs1 > 0"],
  ["blez", "rs1, label", "Branches if rs1 <= 0"],
  ["jal", "[rd,] label", "Jumps to the label; rd (ra) = address of the next instruction"],
  ["jalr", "[rd,] offset(rs1)", "Jumps to rs1 + offset; rd (ra) = address of the next instruction"],
  ["j", "label", "Jumps to the label"],
  ["jr", "rs1", "Jumps to the address in rs1"],
  ["call", "label", "Calls: ra = address of the next instruction"],
  ["tail", "label", "Tail call: the called function returns to this function's caller"],
  ["jump", "label, rt", "Jumps to the label; rt holds targets that are out of reach"],
  ["ret", "", "Returns to the address in ra"],
  ["li", "rd, number", "rd = number, in one or two instructions"],
  ["la lla", "rd, symbol", "rd = address of the symbol"],
  ["mv move", "rd, rs1", "rd = rs1"],
  ["not", "rd, rs1", "rd = rs1 with every bit inverted"],
  ["neg", "rd, rs1", "rd = -rs1"],
  ["seqz", "rd, rs1", "rd = 1 if rs1 is 0, else 0"],
  ["snez", "rd, rs1", "rd = 1 if rs1 is not 0, else 0"],
  ["sltz", "rd, rs1", "rd = 1 if rs1 < 0, else 0"],
  ["sgtz", "rd, rs1", "rd = 1 if rs1 > 0, else 0"],
  ["sgt", "rd, rs1, rs2", "rd = 1 if rs1 > rs2 (signed), else 0"],
  ["sgtu", "rd, rs1, rs2", "rd = 1 if rs1 > rs2 (unsigned), else 0"],
  ["sext.b sext.h", "rd, rs1", "rd = the low bits of rs1, sign-extended"],
  ["zext.b zext.h", "rd, rs1", "rd = the low bits of rs1, zero-extended"],
  ["nop", "", "Does nothing"],
  ["mul", "rd, rs1, rs2", "rd = low 32 bits of rs1 * rs2"],
  ["mulh", "rd, rs1, rs2", "rd = high 32 bits of rs1 * rs2, signed"],
  ["mulhu", "rd, rs1, rs2", "rd = high 32 bits of rs1 * rs2, unsigned"],
  ["mulhsu", "rd, rs1, rs2", "rd = high 32 bits of rs1 (signed) * rs2 (unsigned)"],
  ["div", "rd, rs1, rs2", "rd = rs1 / rs2, signed, rounded towards 0; -1 for rs2 = 0"],
  ["divu", "rd, rs1, rs2", "rd = rs1 / rs2, unsigned; all ones for rs2 = 0"],
  ["rem", "rd, rs1, rs2", "rd = remainder of rs1 / rs2, signed; rs1 for rs2 = 0"],
  ["remu", "rd, rs1, rs2", "rd = remainder of rs1 / rs2, unsigned; rs1 for rs2 = 0"],
  ["lr.w", "rd, (rs1)", "Loads a word and reserves its address"],
  ["sc.w", "rd, rs2, (rs1)", "Stores rs2 if the address is still reserved: rd = 0, else rd = 1"],
  ["amoswap.w", "rd, rs2, (rs1)", "Atomic: rd = the word, the word = rs2"],
  ["amoadd.w", "rd, rs2, (rs1)", "Atomic: rd = the word, word = word + rs2"],
  ["amoand.w", "rd, rs2, (rs1)", "Atomic: rd = the word, word = word & rs2"],
  ["amoor.w", "rd, rs2, (rs1)", "Atomic: rd = the word, word = word | rs2"],
  ["amoxor.w", "rd, rs2, (rs1)", "Atomic: rd = the word, word = word ^ rs2"],
  ["amomin.w amominu.w", "rd, rs2, (rs1)", "Atomic: rd = the word, word = the smaller of word and rs2"],
  ["amomax.w amomaxu.w", "rd, rs2, (rs1)", "Atomic: rd = the word, word = the larger of word and rs2"],
  ["csrrw", "rd, csr, rs1", "rd = CSR, CSR = rs1"],
  ["csrrs", "rd, csr, rs1", "rd = CSR, then sets the bits of rs1 in it"],
  ["csrrc", "rd, csr, rs1", "rd = CSR, then clears the bits of rs1 in it"],
  ["csrrwi", "rd, csr, 0..31", "rd = CSR, CSR = number"],
  ["csrrsi", "rd, csr, 0..31", "rd = CSR, then sets each CSR bit that is set in the number"],
  ["csrrci", "rd, csr, 0..31", "rd = CSR, then clears each CSR bit that is set in the number"],
  ["csrr", "rd, csr", "rd = CSR"],
  ["csrw", "csr, rs1", "CSR = rs1"],
  ["csrs", "csr, rs1", "Sets the bits of rs1 in the CSR"],
  ["csrc", "csr, rs1", "Clears the bits of rs1 in the CSR"],
  ["csrwi", "csr, 0..31", "CSR = number"],
  ["csrsi", "csr, 0..31", "Sets the bits of the number in the CSR"],
  ["csrci", "csr, 0..31", "Clears the bits of the number in the CSR"],
  ["rdcycle rdcycleh", "rd", "rd = cycles so far (h: high 32 bits)"],
  ["rdtime rdtimeh", "rd", "rd = time so far (h: high 32 bits)"],
  ["rdinstret rdinstreth", "rd", "rd = instructions so far (h: high 32 bits)"],
  ["ecall scall", "", "Calls the environment: ends the program, or traps"],
  ["ebreak sbreak", "", "Stops for a debugger: ends the program, or traps"],
  ["mret", "", "Returns from a trap, to mepc; ends a program without machine mode"],
  ["sret uret dret", "", "Returns from a trap of another mode"],
  ["wfi", "", "Waits for an interrupt"],
  ["fence fence.tso fence.i sfence.vma", "", "Orders accesses to memory"],
  ["unimp", "", "A deliberately illegal instruction"],
  [".insn", "format, ...", "An instruction by its fields"],
]);

const numbered = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`).join(" ");

/** Registers by the names of the ABI. */
const REGISTERS = tableOf([
  ["zero", "x0", "Always 0"],
  ["ra", "x1", "Return address"],
  ["sp", "x2", "Stack pointer"],
  ["gp", "x3", "Global pointer"],
  ["tp", "x4", "Thread pointer"],
  ["a0 a1", "x10, x11", "Argument and return value"],
  [numbered("a", 2, 7), "x12 - x17", "Argument"],
  [numbered("t", 0, 6), "x5 - x7, x28 - x31", "Temporary: a call may change it"],
  [numbered("s", 0, 11), "x8, x9, x18 - x27", "Callee-saved: a call preserves it"],
]);

/** CSRs of the machine (docs/model.md). */
const CSRS = tableOf([
  ["mstatus", "", "Interrupts enabled now (MIE, bit 3) and before the trap (MPIE, bit 7)"],
  ["mie", "", "Which interrupts may occur: software 3, timer 7, external 11, lines from 16"],
  ["mip", "", "Which interrupts are pending: bits as in mie"],
  ["mtvec", "", "Address of the trap handler; bit 0: one entry for each interrupt"],
  ["mepc", "", "Where the trap came from and where mret returns to"],
  ["mcause", "", "Cause of the trap: bit 31 is set for interrupts"],
  ["mtval", "", "The faulting address or instruction"],
  ["mscratch", "", "For the handler's own use"],
  ["mhartid", "", "Number of the hart"],
  ["misa", "", "Which extensions there are"],
  ["mcycle mcycleh cycle cycleh", "", "Cycles so far (h: high 32 bits)"],
  ["minstret minstreth instret instreth", "", "Instructions so far (h: high 32 bits)"],
  ["time timeh", "", "Time so far (h: high 32 bits)"],
  ["mvendorid marchid mimpid", "", "Maker, architecture and implementation"],
  ["mline", "", "Which lines are bound to this hart, one bit each"],
  ["mlayer", "", "The software layer to which its cycles are accounted"],
]);

const DIRECTIVES = tableOf([
  [".text", "", "Code follows"],
  [".data .rodata .bss", "", "Data follow"],
  [".word .half .byte", "value, ...", "Values of 4, 2 or 1 bytes"],
  [".ascii .asciz .string", '"text"', "A text, followed by a 0 except for .ascii"],
  [".zero .space", "bytes", "Space of this many bytes"],
  [".align .p2align", "power", "Continues at a multiple of 2 to this power"],
  [".balign", "bytes", "Continues at a multiple of this many bytes"],
  [".equ .set", "name, value", "Gives a number a name"],
  [".globl", "name", "Ignored here; other assemblers use it"],
  [".macro", "name arguments", "A macro, up to .endm"],
  [".rept", "count", "Repeats lines, up to .endr"],
  [".if", "value", "Lines for a value that is not 0, up to .endif"],
]);

export const HELP = {
  instruction: INSTRUCTIONS,
  register: REGISTERS,
  csr: CSRS,
  directive: DIRECTIVES,
} as const;

/** Help for an instruction. Two-byte forms and memory orders use the text of the whole instruction. */
export function instructionHelp(name: string): Help | undefined {
  const whole = name.replace(/\.(?:aq|rl|aqrl)$/, "");
  const found = INSTRUCTIONS.get(whole);
  if (found !== undefined || !whole.startsWith("c.")) return found;
  return INSTRUCTIONS.get(COMPRESSED[whole] ?? whole.slice(2));
}

const MISSING = /^operand (\d+) of (\S+) is missing$/;
/** A store at a label needs a register for the address. */
const STORE_AT_LABEL = "rs2, label, rt";

/** The error with the form of its instruction, if an operand is missing. */
export function withForm<T extends { readonly message: string }>(error: T): T {
  const [, number, name = ""] = MISSING.exec(error.message) ?? [];
  const operands = instructionHelp(name)?.operands ?? "";
  if (operands === "") return error;
  const isStore = operands === "rs2, offset(rs1)" && number === "3";
  return { ...error, message: `${error.message}: ${name} ${isStore ? STORE_AT_LABEL : operands}` };
}

const COMPRESSED: Readonly<Record<string, string>> = {
  "c.addi4spn": "addi",
  "c.addi16sp": "addi",
  "c.lwsp": "lw",
  "c.swsp": "sw",
};

/** All texts, each once. */
export function helpTexts(): readonly string[] {
  return [...new Set(Object.values(HELP).flatMap((table) => Array.from(table.values(), ({ text }) => text)))];
}
