/** Files of a class that hands in checksums: programs of five authors (tests/fixtures/checksums.json), with the number of each
 * student's variant. */
import { readFileSync } from "node:fs";
import { rdOf, rs1Of, rs2Of } from "../../lib/assembler/encodings.ts";
import type { LabBench } from "../../lib/labs/bench.ts";
import { type AnswerValue, judgeAnswer } from "../../lib/labs/judge.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { type Submission, submissionOf } from "../../lib/labs/submission.ts";
import { core, openBench, openLab, solved } from "../labs/support.ts";

const LAB = "code-checksum";
export const FIELD = 'software.routines["checksum"].program.source';
const lab = await openLab(LAB);
const linesOf = (name: string) =>
  readFileSync(new URL(`../fixtures/class/${name}.txt`, import.meta.url), "utf8")
    .trim()
    .split("\n");
const TEXTS = [...linesOf("why"), ...linesOf("reason")];
const { programs }: { readonly programs: readonly string[] } = JSON.parse(
  readFileSync(new URL("../fixtures/checksums.json", import.meta.url), "utf8"),
);
export const AUTHORS = programs.map((words) =>
  Array.from(words.matchAll(/0x\w+/g), ([word]) => Number(word)),
);
/** The five programs were written for these variants. */
const WRITTEN_FOR = [1153, 307, 742, 1999, 530];

const ADDI = 0x13;
/** `li` of a word that the variant chooses. */
const isChosen = (word: number) => (word & 0xff07f) === ADDI && WRITTEN_FOR.includes(word >>> 20);

export const sourceOfWords = (words: readonly number[]): string =>
  `${words.map((word) => `        .word 0x${(word >>> 0).toString(16)}\n`).join("")}${DATA}`;
export const DATA = "        .data\nsum:    .half 0\n";

/** The program of an author, with the word of the variant at its start. */
export function sourceOf(
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
export function renamed(word: number): number {
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

/** A student's file with all answers right. `at` chooses texts and predictions. Without a program no design is handed in. */
export async function checksumFile(
  student: { readonly name: string; readonly number: string },
  at: number,
  program: (bench: LabBench) => string | undefined,
): Promise<Submission> {
  const bench = await openBench(LAB, seedOfStudent(student.number));
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
  return submissionOf(lab, { ...progress, student }, core.version);
}
