/** Refused sources, each with its single error. */

/** Data before the code, with a word at x. */
export const TABLE = ".data\n.byte 1\n.align 2\nx: .word 7, 8\n.text\n";

const CSRS = "it can read cycle, time, instret, mcycle, minstret and mhartid";
const IN_MACHINE_MODE =
  'a thread with "machineMode": true has it, and irqscope asm --machine-mode assembles for one';

export const REFUSED: readonly (readonly [source: string, error: string])[] = [
  ["li a0, 09", "1:8 is not an octal number: 09; one that begins with 0 is octal"],
  ["li a0, 10h", "1:8 is not a number: 10h"],
  ["li a0, '\\v'", "1:8 has an unknown escape: \\v"],
  ["nop\n  /* x", "2:3 has no */"],
  [`${TABLE}lw a0, x(a1)`, "6:8 the address of x, 0x20000004, does not fit: -2048 to 2047"],
  [`${TABLE}addi a0, a0, x`, "6:14 the address of x, 0x20000004, does not fit: -2048 to 2047"],
  ["lw a0, 16", "1:8 is not a name of a place: 16(zero) is an address"],
  ["lw a0, 4(", "1:10 a register is missing"],
  ["sw a0, 4(sp", '1:12 ")" is missing here'],
  ["lw a0, y", "1:8 names nothing: y"],
  ["lw a0, 4(a9)", '1:10 is not a register: "a9"'],
  ["add a0, a1, a9", '1:13 is not a register: "a9"'],
  ["fence rw", "1:9 operand 2 of fence is missing"],
  ["fence rr, w", "1:7 is not a set of accesses, such as rw or iorw"],
  ["csrr a0, sstats", "1:10 is not a CSR: sstats"],
  ["csrr a0, sstatus", `1:10 sstatus is out of reach of a program: ${CSRS}`],
  [
    "nop\nhandler: csrrw sp, mscratch, sp",
    `2:20 mscratch is out of reach of a program: ${CSRS}; ${IN_MACHINE_MODE}`,
  ],
  ["csrw mtvec, 0", `1:6 mtvec is out of reach of a program: ${CSRS}; ${IN_MACHINE_MODE}`],
  ["csrw mcycle, a0", `1:6 mcycle can only be read; ${IN_MACHINE_MODE}`],
  ["csrrsi a0, cycle, 1", "1:12 cycle can only be read"],
  ["j 8", "1:3 goes to 0x8, out of the code from 0x1000 to 0x1004: use a label, or . and a distance"],
  ["beq a0, a1, 8", "1:13 is a number: a branch goes to a label or to . and a distance"],
  [
    "x: .word 1\nj x - 8",
    "2:3 goes to 0xff8, out of the code from 0x1000 to 0x1008: use a label, or . and a distance",
  ],
  [`${TABLE}j x`, "6:3 is 536866820 bytes away, the instruction reaches 1048576"],
  ["lw a0, 4(zero)", "1:8 nothing can be loaded from 0x4"],
  ["sw a0, 4(zero)", "1:8 nothing can be stored at 0x4"],
  [`${TABLE}lw a0, x + 1`, "6:8 0x20000005 is not a multiple of 4: 4 bytes lie at one"],
  ["here: sw a0, here, t0\nret", "1:14 nothing can be stored at 0x1000"],
  ["fadd.s fa0, fa1, fa2", "1:1 is not an instruction of RV32, but of floating point: fadd.s"],
  ["addw a0, a0, a1", "1:1 is not an instruction of RV32, but of 64 bits: addw"],
  ["lr.w a0, (a1)", "1:1 needs the extension A, not in rv32im_zicsr_zifencei: lr.w"],
  ["c.nop", "1:1 needs the extension C, not in rv32im_zicsr_zifencei: c.nop"],
  ["lr.d a0, (a1)", "1:1 is not an instruction of RV32, but of 64 bits: lr.d"],
  [".option rvc\nnop", "1:9 needs the extension C, not in rv32im_zicsr_zifencei: rvc"],
  [
    ".option arch, rv32imac\n.align 2\nnop",
    "1:15 needs the extension C, not in rv32im_zicsr_zifencei: rv32imac",
  ],
  [".option arch, +a\nnop\nlr.w a0, (a1)", "3:1 needs the extension A, not in rv32im_zicsr_zifencei: lr.w"],
  [
    ".option arch, rv32imf\nnop",
    "1:15 is not a known architecture: write rv32i, and any of m, a, c, _zicsr, _zifencei",
  ],
  [".option arch, -m\nmul a0, a0, a1", "2:1 needs the extension M, which an .option took away: mul"],
  [".option pop\nnop", "1:12 no option was pushed"],
  [".option fast\nnop", "1:9 is not an option: fast"],
  [".data\n.uleb128 -1\n.text\nnop", "2:10 is below 0: -1"],
  ...["sret", "uret", "dret", "sfence.vma", "sfence.vma a0, a1"].map(
    (source) =>
      [
        source,
        `1:1 ${source.split(" ")[0]} belongs to a privilege level that this machine does not have: it has only the machine level`,
      ] as const,
  ),
  ["hfence.vvma", "1:1 is not an instruction of RV32, but of another privilege level: hfence.vvma"],
  ["csrr a0, vsstatus", `1:10 vsstatus is out of reach of a program: ${CSRS}`],
  [".float 1.5x", "1:8 is not a number: 1.5x"],
  [".float x", "1:8 is not a number for .float or .double: x"],
  [".word 1.5", "1:7 is not a whole number: 1.5"],
  [".insn 0x10", "1:7 is not an instruction of 4 bytes: its lowest bits are 11, and the three above not 111"],
  [".insn 2, 0x13", "1:7 are no 4 bytes: 2"],
  [".insn q 0x33", "1:7 is not a format of .insn: q; there are r, r4, i, s, b, u and j"],
  [
    ".insn r 0x1f, 0, 0, a0, a1, a2",
    "1:9 is not an opcode: 31; its lowest bits are 11, and the three above not 111",
  ],
  [".insn r 0x80, 0, 0, a0, a1, a2", "1:9 128 does not fit: 0 to 127"],
  ['nop\n  .error "no board"', "2:3 is an error that the source raises: no board"],
  [".err", "1:1 is an error that the source raises"],
  [".purgem k\nnop", "1:1 is not a macro: k"],
  [".exitm\nnop", "1:1 has no block to end: .exitm"],
  ["nop\n.org 0", "2:6 goes back: 4 bytes of the section exist, not 0"],
  [".popsection", "1:12 no section was pushed"],
  [".previous", "1:10 there is no previous section"],
  [".text 1", "1:7 there is no subsection but 0: 1"],
  [".balign 6", "1:9 is not an alignment: 6; expected a number of bytes that is a power of two up to 65536"],
  [
    ".p2align 17",
    "1:10 is not an alignment: 17; 0 to 16 are possible, .align 2 for a multiple of 4 bytes, and .balign takes bytes",
  ],
  [
    "nop\n.align 16\nnop",
    "2:1 makes the text longer than 16384 bytes: what follows begins at a multiple of 65536 bytes",
  ],
  [".weak 5\nnop", "1:7 a name is missing here"],
  [".weak a b\nnop", '1:9 "b" is unexpected'],
  [".set a, b\n.set b, a\n.word a", "1:9 names nothing: b"],
  [".set i, i + 1\nret", "1:9 names nothing: i"],
  ["nop\n.equ N, SIZE\nli a0, N\n.space N", "2:9 names nothing: SIZE"],
  ["li a0, 5lu", "1:8 is not a number: 5lu"],
  ["addi a0, a0, %pcrel_lo(1f)\n1: nop", "1:14 %pcrel_lo needs the label of an auipc with %pcrel_hi"],
  ["li a0, 1 << 64", "1:10 shifts by 64, 0 to 63 are allowed"],
];
