/** Programs with one known mistake, or without any work, fail the goals of the labs in code, and the message says why. */
import { describe, expect, test } from "vitest";
import type { LabBench } from "../../lib/labs/bench.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { stepOf } from "../../lib/labs/lab.ts";
import { numberText } from "../../lib/labs/templates.ts";
import { bestDesign } from "../../lib/labs/variants.ts";
import { long } from "../support/long.ts";
import { openBench, programOf, solutionOf } from "./support.ts";

interface Mutant {
  readonly name: string;
  /** If omitted: the program that the lab gives. The reference is a list of words. */
  readonly of?: "reference";
  /** Replacements in the program. Each text must occur. */
  readonly change: readonly Change[];
  /** Number of the goal, from 1 onwards, and what is said about it: the message, or else the value beside the goal. */
  readonly goal: number;
  readonly told: RegExp;
}

const MANY = long(
  "Each mistake is a program that runs on all machines of its goals; the short list has one of each lab.",
);

const HANDLER = /handler:\n[\s\S]*?mret\n/;

const NEXT_FRAME = `next:   lw    t0, 0x08(t5)
        la    t3, served
        lw    t1, 0(t3)
        beq   t0, t1, done
`;

/** Gives each slot back and reads no frame. */
const DRAIN = `handler:
        addi  sp, sp, -8
        sw    t0, 0(sp)
        sw    t5, 4(sp)
        li    t5, NIC0_BASE
        li    t0, 1
        sw    t0, 0x20(t5)     # ICR
        lw    t0, 0x08(t5)     # RXHEAD
        addi  t0, t0, 16
        sw    t0, 0x0c(t5)     # RXTAIL
        lw    t0, 0(sp)
        lw    t5, 4(sp)
        addi  sp, sp, 8
        mret
`;

type Change = readonly [from: string | RegExp, to: string];

/** The checksum with two loads a round and the condition at its end. */
const TWO_LOADS: readonly Change[] = [
  [
    / {8}li {4}t1, 2\nnext:[\s\S]*?j {5}next\n/,
    `        addi  a1, a1, -4
        bltz  a1, few
next:   lhu   t2, 0(a0)
        lhu   t3, 2(a0)
        addi  a1, a1, -4
        addi  a0, a0, 4
        add   t0, t0, t2
        add   t0, t0, t3
        bgez  a1, next
few:    addi  a1, a1, 4
        li    t1, 2
        bltu  a1, t1, rest
        lhu   t2, 0(a0)
        addi  a0, a0, 2
        addi  a1, a1, -2
        add   t0, t0, t2
`,
  ],
];

/** The referee counts in words of its own, which any program can write. */
const FORGED_COUNTS = `        li    t0, 0x20002000
        lw    t1, 0(t0)
        addi  t1, t1, 1
        sw    t1, 0(t0)        # one more is right
        li    t1, -1
        sw    t1, 4(t0)        # and one less is wrong
        ret
`;

/** Words of the student's own with the names of the referee's. */
const OWN_COUNTS = `        la    t0, right
        lw    t1, 0(t0)
        addi  t1, t1, 1
        sw    t1, 0(t0)
        ret
        .data
sum:    .half 0
        .balign 4
right:  .word 0
wrong:  .word 0
`;

const SAVE_TRAP = `        sw    t3, 12(sp)
        csrr  t0, mepc
        csrr  t1, mstatus
        csrr  t2, 0x7c1        # mlayer
        sw    t0, 16(sp)
        sw    t1, 20(sp)
        sw    t2, 24(sp)
        li    t0, 0x20000      # no second block in this one
        csrc  mie, t0
        csrsi mstatus, 8
`;
const RESTORE_TRAP = `        csrci mstatus, 8
        li    t0, 0x20000
        csrs  mie, t0
        lw    t0, 16(sp)
        lw    t1, 20(sp)
        lw    t2, 24(sp)
        csrw  mepc, t0
        csrw  mstatus, t1
        csrw  0x7c1, t2
        lw    t0, 0(sp)
        lw    t1, 4(sp)
        lw    t2, 8(sp)
`;

/** The handler of the block lets the urgent line in, and keeps what its trap overwrites. */
const NESTED: readonly Change[] = [
  ["block:  addi  sp, sp, -16", "block:  addi  sp, sp, -32"],
  ["        sw    t3, 12(sp)\n", SAVE_TRAP],
  [/ {8}lw {4}t0, 0\(sp\)\n {8}lw {4}t1, 4\(sp\)\n {8}lw {4}t2, 8\(sp\)\n/, RESTORE_TRAP],
  [
    "        lw    t3, 12(sp)\n        addi  sp, sp, 16\n",
    "        lw    t3, 12(sp)\n        addi  sp, sp, 32\n",
  ],
];

/** The start adds up the table once, and the handler of a block adds this sum, so it is short without nesting. */
const SUM_ONCE: readonly Change[] = [
  [
    / {8}li {4}t0, 0x30000 [\s\S]*?csrsi mstatus, 8 [^\n]*\n/,
    `        li    t0, 0x10000      # the urgent line only
        csrw  mie, t0
        csrsi mstatus, 8
        li    s7, table
        li    s8, 80
        li    s9, 0
once:   lw    s10, 0(s7)
        add   s9, s9, s10
        addi  s7, s7, 4
        addi  s8, s8, -1
        bnez  s8, once
        li    s10, 0
        li    s11, 0
        la    s8, blocks
        li    t0, 0x30000
        csrw  mie, t0
`,
  ],
  [
    /block: [\s\S]*?mret\n/,
    `block:  addi  s10, s10, 1
        add   s11, s11, s9
        sw    s10, 0(s8)
        sw    s11, 4(s8)
        mret
`,
  ],
];

const MUTANTS: Readonly<Record<string, readonly Mutant[]>> = {
  "code-handler": [
    {
      name: "does nothing",
      change: [[HANDLER, "handler: mret\n"]],
      goal: 2,
      told: /^the word at time is 0 \(0x00000000\), not \d+ /,
    },
    {
      name: "holds the final time as a constant",
      change: [
        [HANDLER, "handler: mret\n"],
        ["time:   .word 0", "time:   .word 400000"],
      ],
      goal: 2,
      told: /^the word at time is 400000 \(0x00061a80\), not \d+ /,
    },
    {
      name: "starts its count too high",
      change: [["time:   .word 0", "time:   .word 250"]],
      goal: 2,
      told: /^the word at time is \d+ \(0x[0-9a-f]+\), not \d+ /,
    },
    {
      name: "does not restore a register",
      change: [[/ {8}lw {4}t1, {3}16\(sp\)\n/, ""]],
      goal: 1,
      told: /^t1 changed in the handler, first at cycle \d+: from 0 to 500$/,
    },
    {
      name: "does not give back the room on its stack",
      change: [[/ {8}addi {2}sp, sp, \d+\n/, ""]],
      goal: 1,
      told: /^sp changed in the handler, first at cycle \d+: from 0x2000[0-9a-f]{4} to 0x2000[0-9a-f]{4}$/,
    },
    {
      name: "leaves interrupts off",
      change: [["        csrsi mstatus, 8", "        nop"]],
      goal: 2,
      told: /^the word at time is 0 \(0x00000000\), not \d+ /,
    },
    {
      name: "counts without a load",
      change: [["lw    t1, 0(t0)", "li    t1, 0"]],
      goal: 2,
      told: /^the word at time is 500 \(0x000001f4\), not \d+ /,
    },
    {
      name: "counts ticks, not their cycles",
      change: [["addi  t1, t1, 500", "addi  t1, t1, 1"]],
      goal: 2,
      told: /^the word at time is 799 /,
    },
    {
      name: "returns like a function",
      change: [[/ {8}mret\n/, "        ret\n"]],
      goal: 1,
      told: /^the handler entered in cycle \d+ has never returned: ret ends a call, a handler ends with mret$/,
    },
    {
      name: "works through a register that is never set",
      change: [["la    t0, time", "mv    t0, s11"]],
      goal: 1,
      told: /^the handler entered in cycle 500 has never returned: the instruction at 0x000010fc raised the exception load-fault \(mcause 5\) in cycle 5\d\d$/,
    },
    {
      name: "shortens the application",
      change: [["work:   li    s0, 27", "work:   li    s0, 1 "]],
      goal: 1,
      told: /^line 12 is changed: the program from work to handler must stay/,
    },
  ],
  "code-nesting": [
    {
      name: "adds up the table once",
      change: SUM_ONCE,
      goal: 3,
      told: /^at cycle \d+: layer\["driver-isr"\]\.cycles is [\d\u202f]+\u00a0cycles and must be at least [\d\u202f]+\u00a0cycles$/,
    },
    {
      name: "lets no interrupt into a handler",
      change: [],
      goal: 4,
      told: /^673\u00a0cycles$/,
    },
    {
      name: "adds a constant for each block",
      change: [[/ {8}la {4}t0, table\n[\s\S]*?bnez {2}t1, add\n/, "        li    t2, 2610393\n"]],
      goal: 3,
      told: /^the word at blocks \+ 4 is \d+ .*, not \d+ /,
    },
    {
      name: "returns from the urgent line at once",
      change: [[/urgent: [\s\S]*?mret\n/, "urgent: mret\n"]],
      goal: 2,
      told: /^the word at ticks is 0 /,
    },
    {
      name: "holds the final number of ticks",
      change: [
        [/urgent: [\s\S]*?mret\n/, "urgent: mret\n"],
        ["ticks:  .word 0   ", "ticks:  .word 1278"],
      ],
      goal: 2,
      told: /^the word at ticks is 1278 .*, not 127[67] /,
    },
    {
      name: "counts each tick at the next one",
      change: [
        [
          /urgent: [\s\S]*?mret\n/,
          "urgent: csrw  mscratch, t0\n        la    t0, ticks\n        sw    s11, 0(t0)\n        addi  s11, s11, 1\n        csrr  t0, mscratch\n        mret\n",
        ],
      ],
      goal: 2,
      told: /^(at cycle \d+: )?the word at ticks is \d+ .*, not \d+ /,
    },
    {
      name: "changes a register of the application",
      change: [["urgent: addi  sp, sp, -8", "urgent: li    s2, 1\n        addi  sp, sp, -8"]],
      goal: 1,
      told: /^s2 changed in the handler, first at cycle \d+: from \d+ to 1$/,
    },
    {
      name: "leaves interrupts off",
      change: [["        csrsi mstatus, 8", "        nop"]],
      goal: 2,
      told: /^the word at ticks is 0 /,
    },
    {
      name: "counts without a load",
      change: [["lw    t3, 0(t0)\n        addi  t3, t3, 1", "li    t3, 1"]],
      goal: 3,
      told: /^the word at blocks is 1 /,
    },
    {
      name: "adds up one word too few",
      change: [["li    t1, 80", "li    t1, 79"]],
      goal: 3,
      told: /^the word at blocks \+ 4 is \d+ .*, not \d+ /,
    },
  ],
  "code-handler/save": [
    {
      name: "does nothing",
      change: [[HANDLER, "handler: mret\n"]],
      goal: 2,
      told: /^the word at time is 0 \(0x00000000\), not \d+ /,
    },
    {
      name: "is that of the lab",
      change: [],
      goal: 3,
      told: /^70\u00a0cycles$/,
    },
    {
      name: "holds the final time as a constant",
      change: [
        [HANDLER, "handler: mret\n"],
        ["time:   .word 0", "time:   .word 400000"],
      ],
      goal: 2,
      told: /^the word at time is 400000 \(0x00061a80\), not \d+ /,
    },
    {
      name: "saves no register",
      change: [[/ {8}sw {4}t[01], {3}\d+\(sp\)\n/g, ""]],
      goal: 1,
      told: /^t0 changed in the handler, first at cycle \d+/,
    },
  ],
  "code-lossless/drain": [
    {
      name: "reads no frame and holds number and sum as constants",
      change: [
        [HANDLER, DRAIN],
        ["served: .word 0  ", "served: .word 600"],
        ["sum:    .word 0        ", "sum:    .word 3495312340"],
      ],
      goal: 2,
      told: /^at cycle \d+: word\["served"\] is 600 and must be at most \d+$/,
    },
    {
      name: "takes one frame for each interrupt",
      change: [],
      goal: 2,
      told: /^the word at served is \d{3} .*, not 600 /,
    },
    {
      name: "does nothing",
      change: [[HANDLER, "handler: mret\n"]],
      goal: 2,
      told: /^the word at served is 0 /,
    },
  ],
  "code-receive-path/ring": [
    {
      name: "holds the number of frames as a constant",
      change: [["good:   .word 0  ", "good:   .word 400"]],
      goal: 2,
      told: /^at cycle \d+: word\["good"\] is 400 and must be at most \d+$/,
    },
    {
      name: "does nothing",
      change: [],
      goal: 2,
      told: /^the word at good is 0 \(0x00000000\), not 400 /,
    },
  ],
  "code-nesting/keep": [
    {
      name: "adds up the table once",
      change: SUM_ONCE,
      goal: 3,
      told: /^at cycle \d+: layer\["driver-isr"\]\.cycles is [\d\u202f]+\u00a0cycles and must be at least [\d\u202f]+\u00a0cycles$/,
    },
    {
      name: "lets no interrupt into a handler",
      change: [],
      goal: 4,
      told: /^673\u00a0cycles$/,
    },
    {
      name: "does not count the ticks that it lets in",
      change: [...NESTED, [/urgent: [\s\S]*?mret\n/, "urgent: mret\n"]],
      goal: 2,
      told: /^the word at ticks is 0 /,
    },
    {
      name: "does not keep mepc",
      change: [...NESTED, ["        csrw  mepc, t0\n", ""]],
      goal: 1,
      told: /^the handler entered in cycle \d+ (has never returned|returned in cycle \d+ to another instruction)/,
    },
    {
      name: "restores mepc with interrupts on",
      change: [...NESTED, ["        csrci mstatus, 8\n", ""]],
      goal: 1,
      told: /^the handler entered in cycle \d+ /,
    },
    {
      name: "keeps a register in no place",
      change: [...NESTED, ["        sw    t1, 4(sp)\n        la    t0, ticks", "        la    t0, ticks"]],
      goal: 3,
      told: /^the word at blocks is \d+ .*, not \d+/,
    },
    {
      name: "adds up half of each block",
      change: [...NESTED, ["li    t1, 80", "li    t1, 40"]],
      goal: 3,
      told: /^the word at blocks \+ 4 is \d+ .*, not \d+ /,
    },
    {
      name: "adds up nothing and lets the urgent line in",
      change: [[/block: [\s\S]*?mret\n/, "block: mret\n"]],
      goal: 3,
      told: /^the word at blocks is 0 /,
    },
    {
      name: "sets MIE again when half of the block is added up",
      change: [
        ...NESTED,
        ["        csrsi mstatus, 8\n        la    t0, table", "        la    t0, table"],
        [
          "add:    lw",
          "        li    t4, 40\nadd:    bne   t1, t4, more\n        csrsi mstatus, 8\nmore:   lw",
        ],
      ],
      goal: 4,
      told: /^474\u00a0cycles$/,
    },
  ],
  "code-checksum": [
    {
      name: "forges the counts of the referee",
      change: [[/^[\s\S]*?ret\n/, FORGED_COUNTS]],
      goal: 1,
      told: /^the word at wrong \+ 4 is 0 \(0x00000000\), not \d+ /,
    },
    {
      name: "has words with the names of the referee's",
      change: [[/^[\s\S]*$/, OWN_COUNTS]],
      goal: 1,
      told: /^the word at wrong \+ 4 is \d+ /,
    },
    {
      name: "does nothing",
      change: [[/^[\s\S]*?ret\n/, "        ret\n"]],
      goal: 1,
      told: /^the word at wrong is \d+ \(0x[0-9a-f]+\), not 0 /,
    },
    {
      name: "is that of the lab",
      change: [],
      goal: 2,
      told: /^2 \* thread\["protocol"\]\.cycles \/ receive\.delivered is .* and must be at most 1181\u00a0cycles$/,
    },
  ],
  "code-checksum/loop": [
    {
      name: "forgets the last two bytes",
      change: [...TWO_LOADS, [/ {8}bltu {2}a1, t1, rest\n[\s\S]*?add {3}t0, t0, t2\n/, ""]],
      goal: 1,
      told: /^the word at wrong is wrong: \d+ /,
    },
    {
      name: "is that of the lab",
      change: [],
      goal: 2,
      told: /^1\.25 \* thread\["protocol"\]\.cycles \/ receive\.delivered is .* and must be at most 1181\u00a0cycles$/,
    },
    {
      name: "forgets an odd byte",
      change: [...TWO_LOADS, ["        lbu   t2, 0(a0)\n        add   t0, t0, t2\n", ""]],
      goal: 1,
      told: /^the word at wrong is wrong: \d+ /,
    },
    {
      name: "begins with 0",
      change: [...TWO_LOADS, ["li    t0, 1021", "li    t0, 0   "]],
      goal: 1,
      told: /^the word at wrong is \d+ \(0x[0-9a-f]+\), not 0 /,
    },
    {
      name: "loses the carries",
      change: [
        ...TWO_LOADS,
        ["        srli  t0, t0, 16\n        add   t0, t0, t2\n", "        srli  t0, t0, 16\n"],
      ],
      goal: 1,
      told: /^the word at wrong is \d+ /,
    },
    {
      name: "does not turn the bits",
      change: [...TWO_LOADS, ["        not   t0, t0\n", ""]],
      goal: 1,
      told: /^the word at wrong is \d+ /,
    },
    {
      name: "adds up the first half of the bytes",
      change: [["        li    t1, 2\n", "        li    t1, 2\n        srli  a1, a1, 1\n"]],
      goal: 1,
      told: /^the word at wrong is \d+ /,
    },
    {
      name: "repeats the result of the first frame",
      change: [
        [
          /^ {8}li {4}t0, 1021.*\n/m,
          "        la    t2, kept\n        lw    t0, 0(t2)\n        bnez  t0, again\n        li    t0, 1021\n",
        ],
        [
          "        la    t2, sum\n",
          "        la    t2, kept\n        sw    t0, 0(t2)\nagain:  la    t2, sum\n",
        ],
        [/$/, "        .balign 4\nkept:   .word 0\n"],
      ],
      goal: 1,
      told: /^the word at wrong is \d+ /,
    },
    {
      name: "forges the counts of the referee",
      change: [[/^[\s\S]*?ret\n/, FORGED_COUNTS]],
      goal: 1,
      told: /^the word at wrong \+ 4 is 0 /,
    },
    {
      name: "has words with the names of the referee's",
      change: [[/^[\s\S]*$/, OWN_COUNTS]],
      goal: 1,
      told: /^the word at wrong \+ 4 is \d+ /,
    },
  ],
  "code-lossless": [
    {
      name: "takes one frame for each interrupt",
      change: [],
      goal: 2,
      told: /^the word at served is \d{3} .*, not 600 /,
    },
    {
      name: "clears ICR after its last look at RXHEAD",
      change: [
        ["        sw    t0, 0x20(t5)     # ICR: cleared, the line goes down\n", ""],
        ["        la    t3, served\n        lw    t1, 0(t3)        # the frame's number\n", NEXT_FRAME],
        ["that delivers the frame\n", "that delivers the frame\n        j     next\n"],
        [
          "        lw    t0, 0(sp)\n",
          "done:   li    t0, 1\n        sw    t0, 0x20(t5)\n        lw    t0, 0(sp)\n",
        ],
      ],
      goal: 5,
      told: /^the condition does not hold: \d\d\.\d+\u00a0µs$/,
    },
    {
      name: "reads no frame and holds number and sum as constants",
      change: [
        [HANDLER, DRAIN],
        ["served: .word 0  ", "served: .word 600"],
        ["sum:    .word 0        ", "sum:    .word 3495312340"],
      ],
      goal: 2,
      told: /^at cycle \d+: word\["served"\] is 600 and must be at most \d+$/,
    },
    {
      name: "does nothing",
      change: [[HANDLER, "handler: mret\n"]],
      goal: 2,
      told: /^the word at served is 0 /,
    },
    {
      name: "does not restore a register",
      change: [["lw    t0, 0(t3)\n        addi  t0, t0, 1\n", "lw    s1, 0(t3)\n        addi  t0, s1, 1\n"]],
      goal: 1,
      told: /^s1 changed in the handler, first at cycle \d+: from \d+ to 0$/,
    },
    {
      name: "leaves interrupts off",
      change: [["        csrsi mstatus, 8", "        nop"]],
      goal: 2,
      told: /^the word at served is 0 /,
    },
    {
      name: "stores its counts after every second frame",
      of: "reference",
      change: [["0x882783, 0xf5879ee3", "0x1c7293, 0x29663"]],
      goal: 2,
      told: /^at cycle \d+: word\["served"\] is \d+ and must be at least \d+$/,
    },
    {
      name: "adds one word too few",
      change: [["        li    t3, 16\n", "        li    t3, 15\n"]],
      goal: 2,
      told: /^the word at served/,
    },
    {
      name: "counts without a load",
      change: [["lw    t0, 0(t3)\n        addi  t0, t0, 1\n", "li    t0, 1\n"]],
      goal: 2,
      told: /^the word at served is 1 /,
    },
  ],
  "code-receive-path": [
    {
      name: "does nothing",
      change: [],
      goal: 2,
      told: /^the word at good is 0 \(0x00000000\), not \d+ /,
    },
    {
      name: "holds counts and sum as constants",
      change: [
        ["good:   .word 0  ", "good:   .word 356"],
        ["bad:    .word 0  ", "bad:    .word 44"],
        ["sum:    .word 0  ", "sum:    .word 1167858529"],
      ],
      goal: 2,
      told: /^at cycle \d+: word\["good"\] \+ word\["bad"\] is 400 and must be at most \d+$/,
    },
    {
      name: "takes each frame as good",
      of: "reference",
      change: [["0x71e9c63", "0x13"]],
      goal: 2,
      told: /^the word at good is 400 \(0x00000190\), not \d+ /,
    },
    {
      name: "forgets the carry of a sum",
      of: "reference",
      change: [["0x653fb3", "0x13"]],
      goal: 2,
      told: /^the word at good is \d+ .*, not \d+ /,
    },
    {
      name: "changes a register of the application",
      of: "reference",
      change: [["0x100293, 0x2582023", "0x100493, 0x2982023"]],
      goal: 1,
      told: /^s1 changed in the handler, first at cycle \d+: from \d+ to 1$/,
    },
    {
      name: "leaves interrupts off",
      of: "reference",
      change: [["0x30046073", "0x13"]],
      goal: 2,
      told: /^the word at good is 0 \(0x00000000\), not \d+ /,
    },
    {
      name: "clears ICR after its last look at RXHEAD",
      of: "reference",
      change: [
        ["0x100293, 0x2582023", "0x13, 0x13"],
        ["0x882783, 0xf17790e3", "0x100293, 0x2582023"],
      ],
      goal: 4,
      told: /^2\d\.\d+\u00a0µs$/,
    },
    {
      name: "stores its counts after every second frame",
      of: "reference",
      change: [["0x882783, 0xf17790e3", "0x1bf293, 0x29a63"]],
      goal: 2,
      told: /^(on machine window: )?at cycle \d+: word\["good"\] \+ word\["bad"\] is \d+ and must be at least \d+$/,
    },
    {
      name: "never clears ICR",
      of: "reference",
      change: [["0x2582023", "0x13"]],
      goal: 4,
      told: /^min\(word\["rounds"\], .*\) is \d and must be at least 100$/,
    },
    {
      name: "polls the console until each number is sent",
      of: "reference",
      change: [["0xe8067", "0x564f83, 0x40fff93, 0xfe0f8ce3, 0xe8067"]],
      goal: 2,
      told: /^the word at good is \d+ \(0x[0-9a-f]+\), not \d+ /,
    },
    {
      name: "sends a comma for the blank",
      of: "reference",
      change: [["0x2000293", "0x2c00293"]],
      goal: 3,
      told: /^line 1 of console uart is "100,\d+", not "100 \d+"$/,
    },
  ],
};

/** The step with this id, or the last one. */
function taskOf({ lab }: LabBench, id: string | undefined) {
  const step = id === undefined ? lab.steps.at(-1) : stepOf(lab, id);
  if (step?.task === undefined) throw new Error(`${lab.id} has no task ${id}`);
  return { step, task: step.task };
}

async function judged(bench: LabBench, source: string, id: string | undefined) {
  const { step, task } = taskOf(bench, id);
  const [field = ""] = task.change;
  const outcome = await judgeTask(bench, step, task, [{ field, value: source }]);
  if (!outcome.ok) throw new Error(outcome.message);
  const all = task.goals.reduce((sum, { points }) => sum + points, 0);
  return { ...outcome, share: outcome.points / all };
}

/** The best known program for the variant. */
function referenceOf(bench: LabBench): string {
  const { step } = taskOf(bench, undefined);
  const [design] = bestDesign(solutionOf(bench.lab.id), bench, step) ?? [];
  return String(design?.value);
}

/** The program that a step gives, or the reference, with the changes. */
function changedProgram(bench: LabBench, { of, change }: Pick<Mutant, "of" | "change">): string {
  return change.reduce(
    (before, [from, to]) => {
      if (!(typeof from === "string" ? before.includes(from) : from.test(before)))
        throw new Error(`${bench.lab.id} has no ${from}`);
      return before.replace(from, to);
    },
    of === undefined ? programOf(bench) : referenceOf(bench),
  );
}

describe.each(Object.entries(MUTANTS))("%s", (place, mutants) => {
  const [id = "", step] = place.split("/");
  const [first, ...others] = mutants;
  const title = "is not met by a program that $name";
  test.each([first ?? []].flat())(title, check);
  test.each(others)(title, MANY, check);
  async function check({ goal, told, ...mutant }: Mutant) {
    const bench = await openBench(id);
    const { met, findings, share, reached } = await judged(bench, changedProgram(bench, mutant), step);
    expect(met[goal - 1]).toBe(false);
    const unit = taskOf(bench, step).task.goals[goal - 1]?.reached?.unit ?? "";
    const value = numberText(reached[goal - 1] ?? Number.NaN, unit);
    expect(findings[goal - 1]?.message ?? value).toMatch(told);
    expect(share).toBeLessThanOrEqual(0.5);
  }

  if (step !== undefined) return;
  test("gives a neighbour's best program at most 40 % of the points", async () => {
    const giver = await openBench(id, 101);
    const taker = await openBench(id, 103);
    expect((await judged(taker, referenceOf(giver), step)).share).toBeLessThanOrEqual(0.4);
  });
});

/** Programs that students may write for the middle steps, without any trick. */
const RIGHT: readonly (readonly [place: string, change: Mutant["change"]])[] = [
  ["code-checksum/loop", TWO_LOADS],
  ["code-nesting/keep", NESTED],
];

test.each(RIGHT)("%s is met by the program from which its mutants are made", async (place, change) => {
  const [id = "", step] = place.split("/");
  const bench = await openBench(id);
  const { met, findings } = await judged(bench, changedProgram(bench, { change }), step);
  expect([met.every(Boolean), findings.flatMap((one) => one?.message ?? [])]).toEqual([true, []]);
});

test("rounds that the application has not done do not count", async () => {
  const bench = await openBench("code-lossless");
  const figureFrom = async (rounds: number) => {
    const change: Mutant["change"] = [["rounds: .word 0", `rounds: .word ${rounds}`]];
    return (await judged(bench, changedProgram(bench, { change }), undefined)).figure ?? 0;
  };
  const honest = await figureFrom(0);
  expect(honest).toBeGreaterThan(150);
  expect(await figureFrom(12)).toBeLessThan(honest + 1.5);
});
