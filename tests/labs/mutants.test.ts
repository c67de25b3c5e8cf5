/** Programs with one known mistake, or without any work, fail the goals of the labs in code, and the message says why. */
import { describe, expect, test } from "vitest";
import type { LabBench } from "../../lib/labs/bench.ts";
import { bestDesign } from "../../lib/labs/bestDesigns.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { long } from "../support/long.ts";
import { openBench, programOf, solutionOf } from "./support.ts";

interface Mutant {
  readonly name: string;
  /** If omitted: the program that the lab gives. The reference is a list of words. */
  readonly of?: "reference";
  /** Replacements in the program. Each text must occur. */
  readonly change: readonly (readonly [from: string | RegExp, to: string])[];
  /** Number of the goal, from 1 on, and what is said about it. A condition says nothing but its own text. */
  readonly goal: number;
  readonly told?: RegExp;
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
      told: /^at cycle \d+: the word at time is 400000 /,
    },
    {
      name: "does not restore a register",
      change: [[/ {8}lw {4}t1, {3}16\(sp\)\n/, ""]],
      goal: 1,
      told: /^t1 changed in the handler, first at cycle \d+: from 0 to 500$/,
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
      told: /^the handler of cycle \d+ has never returned$/,
    },
    {
      name: "shortens the application",
      change: [["work:   li    s0, 27", "work:   li    s0, 1 "]],
      goal: 1,
      told: /^instruction 1 behind work is changed/,
    },
  ],
  "code-nesting": [
    {
      name: "lets no interrupt into a handler",
      change: [],
      goal: 4,
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
      told: /^at cycle \d+: the word at ticks is 1278 /,
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
      told: /^the word at served is wrong: 600 \(0x00000258\)$/,
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
      told: /^the word at good is wrong: 356 \(0x00000164\)$/,
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
      name: "never clears ICR",
      of: "reference",
      change: [["0x2582023", "0x13"]],
      goal: 4,
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

async function judged(bench: LabBench, source: string) {
  const step = bench.lab.steps.at(-1);
  if (step?.task === undefined) throw new Error("the lab does not end with a task");
  const [field = ""] = step.task.change;
  const outcome = await judgeTask(bench, step, step.task, [{ field, value: source }]);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

const pointsOfTask = ({ lab }: LabBench): number =>
  (lab.steps.at(-1)?.task?.goals ?? []).reduce((sum, { points }) => sum + points, 0);

/** The best known program for the variant. */
function referenceOf(bench: LabBench): string {
  const step = bench.lab.steps.at(-1);
  const [design] = (step && bestDesign(solutionOf(bench.lab.id), bench, step)) ?? [];
  return String(design?.value);
}

describe.each(Object.entries(MUTANTS))("%s", (id, mutants) => {
  const [first, ...others] = mutants;
  const title = "is not met by a program that $name";
  test.each([first ?? []].flat())(title, check);
  test.each(others)(title, MANY, check);
  async function check({ of, change, goal, told }: Mutant) {
    const bench = await openBench(id);
    const source = change.reduce(
      (before, [from, to]) => {
        if (!(typeof from === "string" ? before.includes(from) : from.test(before)))
          throw new Error(`${id} has no ${from}`);
        return before.replace(from, to);
      },
      of === undefined ? programOf(bench) : referenceOf(bench),
    );
    const { met, findings, points } = await judged(bench, source);
    expect(met[goal - 1]).toBe(false);
    if (told !== undefined) expect(findings[goal - 1]?.message).toMatch(told);
    expect(points / pointsOfTask(bench)).toBeLessThanOrEqual(0.5);
  }

  test("gives a neighbour's best program at most 40 % of the points", async () => {
    const giver = await openBench(id, 101);
    const taker = await openBench(id, 103);
    const { points } = await judged(taker, referenceOf(giver));
    expect(points / pointsOfTask(taker)).toBeLessThanOrEqual(0.4);
  });
});
