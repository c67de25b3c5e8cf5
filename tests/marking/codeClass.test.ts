/** A class with a lab in code: right programs by several authors, copies under other names, programs without work, broken
 * ones and none. Each cheat has a remark or no points, and honest files have no remark. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rdOf, rs1Of, rs2Of } from "../../lib/assembler/encodings.ts";
import type { LabBench } from "../../lib/labs/bench.ts";
import type { Expectation } from "../../lib/labs/copies.ts";
import { Grader, type Result } from "../../lib/labs/grade.ts";
import type { FlagKind, Judged } from "../../lib/labs/graded.ts";
import { type AnswerValue, judgeAnswer } from "../../lib/labs/judge.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import {
  digestOfSubmission,
  type Submission,
  submissionOf,
  submissionText,
} from "../../lib/labs/submission.ts";
import { core, openBench, openLab, runMachine, solved } from "../labs/support.ts";
import { long } from "../support/long.ts";

const LAB = "code-checksum";
const FIELD = 'software.routines["checksum"].program.source';
const lab = await openLab(LAB);
const linesOf = (name: string) =>
  readFileSync(new URL(`../fixtures/class/${name}.txt`, import.meta.url), "utf8")
    .trim()
    .split("\n");
const TEXTS = [...linesOf("why"), ...linesOf("reason")];
const { programs }: { readonly programs: readonly string[] } = JSON.parse(
  readFileSync(new URL("../fixtures/checksums.json", import.meta.url), "utf8"),
);
const AUTHORS = programs.map((words) => Array.from(words.matchAll(/0x\w+/g), ([word]) => Number(word)));
/** The five programs were written for these variants. */
const WRITTEN_FOR = [1153, 307, 742, 1999, 530];

const ADDI = 0x13;
/** `li` of a word that the variant chooses. */
const isChosen = (word: number) => (word & 0xff07f) === ADDI && WRITTEN_FOR.includes(word >>> 20);

const sourceOfWords = (words: readonly number[]): string =>
  `${words.map((word) => `        .word 0x${(word >>> 0).toString(16)}\n`).join("")}${DATA}`;
const DATA = "        .data\nsum:    .half 0\n";

/** The program of an author, with the word of the variant at its start. */
function sourceOf(
  author: number,
  bench: LabBench,
  change: (word: number) => number = (word) => word,
): string {
  const pseudo = Number(bench.chosen.get("pseudo"));
  const words = (AUTHORS[author] ?? []).map((word) =>
    isChosen(word) ? (word & 0xfffff) | (pseudo << 20) : word,
  );
  return sourceOfWords(words.map(change));
}

/** Exchanges temporary registers with saved ones. */
function renamed(word: number): number {
  const other = (register: number) =>
    register >= 5 && register <= 7 ? register + 13 : register >= 28 ? register - 4 : register;
  const has = FIELDS[word & 0x7f] ?? "";
  let changed = word;
  const put = (shift: number, register: number) => {
    changed = (changed & ~(31 << shift)) | (other(register) << shift);
  };
  if (has.includes("d")) put(7, rdOf(word));
  if (has.includes("1")) put(15, rs1Of(word));
  if (has.includes("2")) put(20, rs2Of(word));
  return changed >>> 0;
}

/** Registers by opcode: destination, and the two sources. */
const FIELDS: Readonly<Record<number, string>> = {
  ...{ 51: "d12", 19: "d1", 3: "d1", 35: "12", 99: "12", 23: "d", 55: "d" },
};

/** Counts for the referee, whatever the frames have. */
const FORGED = `        li    t0, 0x20002000
        lw    t1, 0(t0)
        addi  t1, t1, 1
        sw    t1, 0(t0)
        li    t1, -1
        sw    t1, 4(t0)
        ret
        .data
sum:    .half 0
`;

interface Student {
  readonly what: string;
  readonly program: (bench: LabBench) => string | undefined;
  /** Remark that the file must have. Undefined: none at all. */
  readonly remark?: FlagKind;
  /** Whether all checksums are right. */
  readonly isRight: boolean;
  /** Done to the file. */
  readonly forge?: (file: Submission) => Submission;
}

const honest = (author: number): Student => ({
  what: `honest ${author}`,
  program: (bench) => sourceOf(author, bench),
  isRight: true,
});

const withProgram =
  (value: string) =>
  (file: Submission): Submission => ({
    ...file,
    tasks: file.tasks.map((task) => ({ ...task, changes: [{ field: FIELD, value }] })),
  });

const PART: readonly Student[] = [
  honest(1),
  honest(4),
  {
    what: "other register names",
    program: (bench) => sourceOf(1, bench, renamed),
    remark: "similar",
    isRight: true,
  },
  { what: "does nothing", program: () => `        ret\n${DATA}`, isRight: false },
];

const WHOLE: readonly Student[] = [
  ...PART,
  honest(0),
  honest(2),
  honest(3),
  {
    what: "a neighbour's, with the neighbour's word",
    program: () => sourceOfWords(AUTHORS[4] ?? []),
    remark: "similar",
    isRight: false,
  },
  { what: "forges the counts of the referee", program: () => FORGED, isRight: false },
  {
    what: "cannot be assembled",
    program: (bench) => sourceOf(3, bench),
    remark: "not-reproduced",
    isRight: false,
    forge: withProgram("        addi  t0\n"),
  },
  { what: "no program", program: () => undefined, isRight: false },
  {
    what: "claims the end of another program",
    program: (bench) => sourceOf(2, bench),
    remark: "not-reproduced",
    isRight: false,
    forge: withProgram(`        ret\n${DATA}`),
  },
];

const numberOf = (at: number) => `k${300 + at}`;

async function handedIn({ program, forge }: Student, at: number): Promise<string> {
  const bench = await openBench(LAB, seedOfStudent(numberOf(at)));
  const answers: Record<string, Record<string, AnswerValue>> = {};
  for (const step of lab.steps)
    for (const question of step.questions) {
      let value: AnswerValue = TEXTS[(7 * at + 3) % TEXTS.length] ?? "";
      if (question.kind === "choice")
        for (const option of question.options.keys())
          if ((await judgeAnswer(bench, step, question, option)).right) value = option;
      if (question.kind === "number" || question.kind === "prediction")
        value = Number(((await judgeAnswer(bench, step, question, undefined)).expected ?? 0).toPrecision(4));
      // Predictions differ.
      if (question.kind === "prediction") value = Number(value) * (1 + at / 10);
      answers[step.id] = { ...answers[step.id], [question.id]: value };
    }
  const source = program(bench);
  const design = source === undefined ? undefined : [{ field: FIELD, value: source }];
  const progress = await solved(bench, {
    answers,
    designs: design === undefined ? {} : { loop: design, design },
  });
  const named = { ...progress, student: { name: `Student ${at}`, number: numberOf(at) } };
  const file = submissionOf(lab, named, core.version);
  const made = forge === undefined ? file : forge(file);
  return submissionText({ ...made, digest: digestOfSubmission(made) });
}

async function gradedClass(students: readonly Student[]): Promise<readonly Result[]> {
  const grader = new Grader({ labOf: openLab, runMachine, model: core.version });
  const expected: Expectation = { seed: "student" };
  const judged: Judged[] = [];
  for (const [at, student] of students.entries())
    judged.push(await grader.grade(`${numberOf(at)}.json`, await handedIn(student, at)));
  return grader.withCopies(judged, expected);
}

async function check(students: readonly Student[]): Promise<void> {
  const results = await gradedClass(students);
  const copied = new Set(
    results.flatMap((result, at) =>
      result.status === "graded" && students[at]?.remark !== undefined
        ? result.flags.flatMap(({ pair }) => pair?.file ?? [])
        : [],
    ),
  );
  for (const [at, { what, remark, isRight }] of students.entries()) {
    const result = results[at];
    if (result?.status !== "graded") throw new Error(`${what}: ${result?.status}`);
    const kinds = result.flags.map(({ kind }) => kind);
    const design = result.tasks.find(({ step }) => step === "design");
    expect([what, design?.met[0] ?? false], result.flags.map(({ text }) => text).join("\n")).toEqual([
      what,
      isRight,
    ]);
    if (!isRight) expect([what, design?.points ?? 0]).toEqual([what, 0]);
    if (remark !== undefined) expect(kinds, what).toContain(remark);
    else if (!copied.has(result.file)) expect([what, kinds]).toEqual([what, []]);
  }
  // The original has the remark as well, with both programs.
  const copy = results[students.findIndex(({ what }) => what === "other register names")];
  const pair = copy?.status === "graded" ? copy.flags.find((flag) => flag.pair)?.pair : undefined;
  expect(pair?.file).toBe(`${numberOf(0)}.json`);
  expect(pair?.texts.some(({ isProgram }) => isProgram)).toBe(true);
}

test(
  "a copy of a program has a remark under other register names, and one without work no points",
  () => check(PART),
  120_000,
);

test(
  "in a class with a lab in code each cheat has a remark or no points, and honest files have no remark",
  { ...long("It grades twelve programs on all machines of the lab and on drawn ones."), timeout: 300_000 },
  () => check(WHOLE),
);
