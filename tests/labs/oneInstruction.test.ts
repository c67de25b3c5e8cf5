/** Programs that differ from the reference of a step by one missing instruction, or by two instructions that have changed
 * places, miss a goal. LABS lists the others with the reason: equivalent programs, and wrong ones that pass. */
import { expect, test } from "vitest";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { NOP, rdOf, rs1Of, rs2Of } from "../../lib/assembler/encodings.ts";
import type { LabBench } from "../../lib/labs/bench.ts";
import { type Change, withChanges } from "../../lib/labs/changes.ts";
import { goalMet } from "../../lib/labs/goals.ts";
import { judgeTask } from "../../lib/labs/judge.ts";
import { type LabStep, stepOf } from "../../lib/labs/lab.ts";
import { bestDesign } from "../../lib/labs/variants.ts";
import { long } from "../support/long.ts";
import { openBench, solutionOf } from "./support.ts";

interface Word {
  readonly text: string;
  readonly index: number;
  readonly word: number;
}

/** Numbers that the variant has chosen are written as a product: 0x13+27*0x80. */
function valueOfWord(text: string): number {
  const [base = "", product = "0*0"] = text.split("+");
  const [factor, unit] = product.split("*");
  return (Number(base) + Number(factor) * Number(unit)) >>> 0;
}

/** The words of the program outside of the application, in pieces that lie one behind the other. */
function piecesOf(source: string): readonly (readonly Word[])[] {
  const [code = ""] = source.split("        .data");
  const found = [...code.matchAll(/0x[^,\n]+/g)].map(({ 0: text, index }) => ({
    ...{ text, index },
    word: valueOfWord(text),
  }));
  const work = code.indexOf("work:");
  const after = code.search(/^(?:handler|after):/m);
  const isOfApplication = ({ index }: Word) => work >= 0 && index > work && index < after;
  return [
    found.filter((one) => !isOfApplication(one) && one.index < work),
    found.filter((one) => !isOfApplication(one) && one.index >= work),
  ];
}

interface Access {
  readonly reads: readonly number[];
  readonly writes: number;
  /** Its place among others matters whatever its registers are. */
  readonly isPinned?: boolean;
  readonly memory?: "load" | "store";
}

function accessOf(word: number): Access {
  const [a, b, d] = [rs1Of(word), rs2Of(word), rdOf(word)];
  switch (word & 0x7f) {
    case 0x37:
      return { reads: [], writes: d };
    case 0x13:
      return { reads: [a], writes: d };
    case 0x33:
      return { reads: [a, b], writes: d };
    case 0x03:
      return { reads: [a], writes: d, memory: "load" };
    case 0x23:
      return { reads: [a, b], writes: 0, memory: "store" };
    default:
      return { reads: [], writes: 0, isPinned: true };
  }
}

const ADD = 0x33;
const addsTo = (word: number) =>
  (word & 0xfe00_707f) === ADD && rs1Of(word) === rdOf(word) ? rdOf(word) : -1;

/** False if the two do the same in either order: they share no register that one of them writes, or both add to one. */
function dependOnEachOther(one: number, two: number): boolean {
  const [first, second] = [accessOf(one), accessOf(two)];
  if (first.isPinned || second.isPinned) return true;
  if (addsTo(one) >= 0 && addsTo(one) === addsTo(two)) return [rs2Of(one), rs2Of(two)].includes(addsTo(one));
  const hits = ({ writes }: Access, other: Access) =>
    writes !== 0 && (other.reads.includes(writes) || other.writes === writes);
  const inMemory = [first.memory, second.memory];
  return (
    hits(first, second) ||
    hits(second, first) ||
    (inMemory.includes("store") && !inMemory.includes(undefined))
  );
}

interface Changed {
  readonly name: string;
  readonly source: string;
}

function changedByOne(source: string, isUnused: (name: string) => boolean): readonly Changed[] {
  const put = (at: Word, text: string, here: string) =>
    here.slice(0, at.index) + text + here.slice(at.index + at.text.length);
  return piecesOf(source).flatMap((words) =>
    words.flatMap((one, at) => {
      const name = `${at} ${disassemble(one.word, 4 * at)}`;
      if (one.word === NOP || isUnused(name)) return [];
      const dropped = { name, source: put(one, `0x${NOP.toString(16)}`, source) };
      const next = words[at + 1];
      const nextName = next && disassemble(next.word, 4 * at + 4);
      if (
        next === undefined ||
        next.word === one.word ||
        next.word === NOP ||
        isUnused(`${at + 1} ${nextName}`)
      )
        return [dropped];
      if (!dependOnEachOther(one.word, next.word)) return [dropped];
      const swapped = put(one, next.text, put(next, one.text, source));
      return [dropped, { name: `${name} <> ${nextName}`, source: swapped }];
    }),
  );
}

/** Programs that meet all goals, by the reason. */
type Met = Readonly<Record<string, readonly string[]>>;

interface Expected {
  /** Instructions that never run. They are left out. */
  readonly unused?: RegExp;
  /** Programs that do the same as the reference for all that the contract says. */
  readonly equivalent: Met;
  /** Wrong programs that no goal of the step notices. */
  readonly wrong?: Met;
}

/** A variant in which every number of the contract is there: some are 0 in the lab as it is written. */
const SEED = 1;

const NESTING: Expected = {
  unused: /^(?:1[1-9]|2[0-6]|29) j /,
  equivalent: {
    "the sum is even before bit 0 is set": ["1 addi t0, t0, 192 <> ori t0, t0, 1"],
    "no interrupt comes so early": ["12 addi a6, a6, -40 <> csrsi mstatus, 8"],
    "interrupts are on, or off, for one instruction more": [
      "34 csrsi mstatus, 8 <> lui t0, 0x20001",
      "49 sw t4, 0(a6) <> csrci mstatus, 8",
    ],
    "t4 still has the number of blocks": ["45 lw t4, 0(a6)"],
  },
};

const LOSSLESS: Expected = {
  equivalent: {
    "the card has 16 slots, whatever more is asked for": ["6 li t0, 16 <> sw t0, 4(s0)"],
    "the two write different registers or words": [
      "13 csrw mline, t0 <> sw t0, 36(s0)",
      "16 csrw mie, t0 <> mv a6, s0",
      "45 sw s8, 0(s11) <> sw s9, 4(s11)",
    ],
    "ICR is cleared before the first look, so a later frame raises the line again": [
      ...["42 bne a5, s8, 0xc", "43 lw a5, 8(a6)"],
      ...["43 lw a5, 8(a6) <> bne a5, s8, 0xc", "44 bne a5, s8, 0xc"],
    ],
  },
};

const CHECKSUM: Expected = {
  equivalent: {
    "a register is 0 at the start": ["1 li a5, 0"],
    "only the last two bits of a1 count from here on": [
      "80 addi a1, a1, 4",
      "80 addi a1, a1, 4 <> beqz a1, 0x17c",
    ],
    "a short cut: nothing is added behind it either": ["81 beqz a1, 0x17c"],
  },
  wrong: {
    "for at most one frame of 65,536, where a carry comes from the last bytes or the last fold": [
      ...["86 add t6, t6, t0 <> sltu a4, t6, t0", "88 add a5, a5, a4"],
      ...["92 add t6, t6, t0 <> sltu a4, t6, t0", "94 add a5, a5, a4"],
      ...["97 srli t6, t6, 16", "97 srli t6, t6, 16 <> add t0, t0, t6"],
      ...["102 srli t0, t0, 16", "105 add t0, t0, t1", "105 add t0, t0, t1 <> not t0, t0"],
    ],
  },
};

/** By lab and step. The reference of a step without a program of its own is that of the next step. */
const LABS: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  "code-handler": {
    save: {
      equivalent: {
        "the two write different registers or words": [
          "6 csrw mie, t0 <> csrsi mstatus, 8",
          "1 sw t0, 0(sp) <> sw t1, 4(sp)",
        ],
      },
      wrong: { "for an application that uses t1: this one leaves it 0, as the stack is": ["2 sw t1, 4(sp)"] },
    },
    design: { equivalent: { "no interrupt comes so early": ["9 li t0, 0 <> csrsi mstatus, 8"] } },
  },
  "code-nesting": { keep: NESTING, design: NESTING },
  "code-lossless": {
    drain: {
      ...LOSSLESS,
      wrong: {
        "a frame that comes between the two waits for the next one: the last step asks how long": [
          "0 sw a7, 32(a6) <> lw a5, 8(a6)",
        ],
      },
    },
    design: LOSSLESS,
  },
  "code-receive-path": {
    ring: {
      equivalent: {
        "the two write different registers or words": [
          "4 csrw mline, t0 <> lui t5, 0xf0100",
          "17 csrw mie, t0 <> csrsi mstatus, 8",
        ],
        "the card has 16 slots, whatever more is asked for": ["11 li t0, 16 <> sw t0, 4(t5)"],
        "t5 still has the address of the card": ["0 lui t5, 0xf0100"],
      },
      wrong: {
        "for frames that are longer than a buffer, which do not come": [
          ...["9 li t0, 128", "9 li t0, 128 <> sw t0, 44(t5)", "10 sw t0, 44(t5)"],
        ],
        "the ring has one slot until the first frame has come": ["13 sw t0, 12(t5) <> li t0, 1"],
      },
    },
    design: {
      equivalent: {
        "the two write different registers or words": [
          ...["4 csrw mline, t0 <> lui s0, 0xf0100", "30 csrw mie, t0 <> csrsi mstatus, 8"],
          ...["70 sw s8, 0(s11) <> sw t0, 4(s11)", "71 sw t0, 4(s11) <> sw s9, 8(s11)"],
        ],
        "the card has 16 slots, whatever more is asked for": ["11 li t0, 16 <> sw t0, 4(s0)"],
        "the line stays up and the handler is entered once more, which clears it": [
          "0 li t0, 1 <> sw t0, 32(a6)",
        ],
        "ICR is cleared before the first look, so a later frame raises the line again": [
          ...["66 bne a5, s7, 0x10", "67 lw a5, 8(a6)"],
          ...["67 lw a5, 8(a6) <> bne a5, s7, 0x10", "68 bne a5, s7, 0x10"],
        ],
        "only a sum that is not 0xffff comes out otherwise, and stays so": [
          "28 and t4, t4, a7 <> add t4, t4, t5",
        ],
        "t0 still has the 10 of the number before": ["85 li t0, 10", "85 li t0, 10 <> sb t0, 0(a2)"],
      },
      wrong: {
        "for frames that are longer than a buffer, which do not come": [
          ...["9 li t0, 128", "9 li t0, 128 <> sw t0, 44(s0)", "10 sw t0, 44(s0)"],
        ],
        "for a number below 10, which no line of this lab has": [
          ...["89 li t2, 100 <> bltu a1, t0, 0x190", "90 bltu a1, t0, 0x190"],
        ],
      },
    },
  },
  "code-checksum": {
    loop: {
      ...CHECKSUM,
      equivalent: {
        ...CHECKSUM.equivalent,
        "the loop for four bytes does what the loop for 64 leaves": ["70 bgez a1, 0x10"],
      },
    },
    design: CHECKSUM,
  },
};

/** Ends at the first goal that the step's own machine misses. The other machines and cycles are needed only if none is. */
async function meetsAll(bench: LabBench, step: LabStep, change: Change): Promise<boolean> {
  const { task } = step;
  const made = task && withChanges(bench.scenarioOf(step.machine), [change], task.change);
  if (task === undefined || !made?.ok) return false;
  const ran = { scenario: made.scenario, outcome: await bench.run(made.scenario) };
  for (const goal of task.goals) {
    const atEnd = { ...goal, looks: undefined };
    if (goal.nearBest === undefined && !(await goalMet(bench, step, atEnd, ran)).met) return false;
  }
  const judged = await judgeTask(bench, step, task, [change]);
  return judged.ok && judged.met.every(Boolean);
}

const namesIn = (met: Met = {}) => Object.values(met).flat();

test.each(Object.entries(LABS))(
  "%s is missed by its references without one instruction, or with two in another order",
  {
    ...long("A run for each instruction. The short list has one classic mistake of each lab."),
    timeout: 3_600_000,
  },
  async (id, steps) => {
    const bench = await openBench(id, SEED);
    expect(bench.lab.steps.filter(({ task }) => task).map((step) => step.id)).toEqual(Object.keys(steps));
    let tried = 0;
    let passed = 0;
    for (const [at, { unused, equivalent, wrong }] of Object.entries(steps)) {
      const step = stepOf(bench.lab, at);
      const [design] = (step && bestDesign(solutionOf(id), bench, step)) ?? [];
      if (step === undefined || design === undefined) throw new Error(`no program for ${id}/${at}`);
      const programs = changedByOne(String(design.value), (name) => unused?.test(name) ?? false);
      const met: string[] = [];
      for (const { name, source } of programs)
        if (await meetsAll(bench, step, { field: design.field, value: source })) met.push(name);
      expect(met.toSorted(), at).toEqual([...namesIn(equivalent), ...namesIn(wrong)].toSorted());
      tried += programs.length;
      passed += met.length;
    }
    expect(passed / tried).toBeLessThan(0.1);
  },
);
