/** A class with a lab in code: right programs by several authors, copies under other names, programs without work, broken
 * ones and none. Each cheat has a remark or no points, and honest files have no remark. */
import { expect, test } from "vitest";
import type { LabBench } from "../../lib/labs/bench.ts";
import type { Expectation } from "../../lib/labs/copies.ts";
import { Grader, type Result } from "../../lib/labs/grade.ts";
import type { FlagKind, Judged } from "../../lib/labs/graded.ts";
import { digestOfSubmission, type Submission, submissionText } from "../../lib/labs/submission.ts";
import { core, openLab, runMachine } from "../labs/support.ts";
import { long } from "../support/long.ts";
import { AUTHORS, checksumFile, DATA, FIELD, renamed, sourceOf, sourceOfWords } from "./checksums.ts";

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

async function handedIn({ program, forge = (file) => file }: Student, at: number): Promise<string> {
  const named = { name: `Student ${at}`, number: numberOf(at) };
  const made = forge(await checksumFile(named, at, program));
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
