/** A class of 120 from hand-out to marks and feedback. The texts of the 100 honest files are in tests/fixtures/class: written
 * in several styles and languages, good ones and weak ones. Each cheat has a remark, and few honest files have one. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "../../lib/csv.ts";
import type { LabBench } from "../../lib/labs/bench.ts";
import type { Expectation } from "../../lib/labs/copies.ts";
import { Grader, type Result } from "../../lib/labs/grade.ts";
import type { FlagKind, Judged } from "../../lib/labs/graded.ts";
import { textOfFile } from "../../lib/labs/handedIn.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import { readRoster } from "../../lib/labs/roster.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import {
  digestOfSubmission,
  type Submission,
  submissionOf,
  submissionText,
} from "../../lib/labs/submission.ts";
import { gradedFilesOf, groupsOf, partsOf, scoreOfFile } from "../../lib/marking/course.ts";
import {
  type Mark,
  markingText,
  mergedMarking,
  NO_MARKING,
  readMarking,
  withMarks,
} from "../../lib/marking/marks.ts";
import { outputsOf } from "../../lib/marking/outputs.ts";
import { openTexts } from "../../lib/marking/texts.ts";
import { core, openBench, openLab, runMachine, solutionOf, solved } from "../labs/support.ts";
import { long } from "../support/long.ts";
import { AUTHORS, checksumFile, renamed, sourceOf } from "./checksums.ts";

const HONEST = 100;
const LATE_FROM = 1_767_700_000;
const BEGUN = 1_767_600_000;
const lab = await openLab("rings");
const linesOf = (name: string) =>
  readFileSync(new URL(`../fixtures/class/${name}.txt`, import.meta.url), "utf8")
    .trim()
    .split("\n");
const TEXTS: Readonly<Record<string, readonly string[]>> = { why: linesOf("why"), reason: linesOf("reason") };
const NAMES = [
  "Ünal Öztürk",
  "李 伟",
  "Zoë",
  "Мария Петрова",
  "علي",
  "Ada Lovelace",
  "O'Neil, Pat",
  "Łukasz",
];

interface Handed {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The remark that the file must have. Undefined for honest files. */
  readonly cheat: FlagKind | "refused" | undefined;
}

const numberOf = (student: number) => `s${1000 + student}`;
const nameOf = (student: number) => `${NAMES[student % NAMES.length]} ${student}`;
const fileOf = (student: number, name = "rings.json") =>
  `${nameOf(student).replaceAll("/", " ")}_${5000 + student}_assignsubmission_file/${name}`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const signed = (submission: Submission) =>
  submissionText({ ...submission, digest: digestOfSubmission(submission) });

/** A few fixed choices that differ between students and questions. */
const mixed = (student: number, at: number) => ((student * 7919 + at * 104_729) % 1009) / 1009;

/** All right, with the variant and the name of the student, and the texts of the fixture. */
async function rightFile(student: number): Promise<Submission> {
  const bench = await openBench(lab.id, seedOfStudent(numberOf(student)));
  const solution = solutionOf(lab.id);
  const answers: Record<string, Record<string, number | string>> = {};
  for (const step of lab.steps)
    for (const question of step.questions) {
      let value: number | string = TEXTS[question.id]?.[student % HONEST] ?? "";
      if (question.kind === "choice")
        for (const option of question.options.keys())
          if ((await judgeAnswer(bench, step, question, option)).right) value = option;
      if (question.kind === "number" || question.kind === "prediction")
        value = Number(((await judgeAnswer(bench, step, question, undefined)).expected ?? 0).toPrecision(4));
      answers[step.id] = { ...answers[step.id], [question.id]: value };
    }
  const progress = await solved(bench, { ...solution, answers });
  const file = submissionOf(
    lab,
    { ...progress, student: { name: nameOf(student), number: numberOf(student) } },
    core.version,
  );
  return { ...file, answers: file.answers.map(({ earlier: _, ...answer }) => ({ ...answer, attempts: 1 })) };
}

/** Predictions of their own, some wrong answers, some second attempts. Two students have all right at once. */
function honestWork(submission: Submission, student: number): Submission {
  const isStrong = student === 7 || student === 57;
  const answers = submission.answers.map((answer, index) => {
    const { question, value } = answer;
    const at = BEGUN + student * 600 + index * 140 + Math.floor(60 * mixed(student, index));
    if (typeof value !== "number") return { ...answer, at };
    if (question === "guess")
      return {
        ...answer,
        at,
        value: Number((value * 2 ** (4 * mixed(student, index) - 2)).toPrecision(2)),
      };
    const luck = isStrong ? 1 : mixed(student, index + 50);
    if (luck < 0.15)
      return {
        ...answer,
        at,
        value: question === "where" ? 1 : value * 2,
        attempts: 2,
        earlier: [value * 3],
      };
    return {
      ...answer,
      at,
      ...(luck < 0.5 ? { attempts: 2, earlier: [Math.round(value) + 9] } : {}),
    };
  });
  return { ...submission, seconds: 1500 + student * 11, answers };
}

const texts = (submission: Submission, change: (text: string) => string): Submission => ({
  ...submission,
  answers: submission.answers.map((answer) =>
    typeof answer.value === "string" ? { ...answer, value: change(answer.value) } : answer,
  ),
});
const asStudent = (submission: Submission, student: number): Submission => ({
  ...submission,
  student: { name: nameOf(student), number: numberOf(student) },
});

async function handIn(): Promise<readonly Handed[]> {
  const handed: Handed[] = [];
  const honest: Submission[] = [];
  for (let student = 0; student < HONEST; student++) {
    const work = honestWork(await rightFile(student), student);
    honest.push(work);
    const text = signed(work);
    // Editors and systems save files in their own ways.
    const bytes =
      student % 10 === 3
        ? bytesOf(text.replaceAll("\n", "\r\n"))
        : student % 10 === 4
          ? new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"))
          : bytesOf(text);
    handed.push({ file: fileOf(student), bytes, cheat: undefined });
  }
  let next = HONEST;
  const cheat = (kind: Handed["cheat"], text: string) => {
    handed.push({ file: fileOf(next), bytes: bytesOf(text), cheat: kind });
    next += 1;
  };
  const of = (student: number): Submission => {
    const one = honest[student];
    if (one === undefined) throw new Error(`no student ${student}`);
    return one;
  };
  for (const from of [1, 2, 5, 16]) {
    const copy = texts(of(from), (text) => text.replace(/\b(the|is|because|a)\b/i, "surely"));
    cheat("similar", signed(asStudent(copy, next)));
  }
  for (const from of [8, 9]) {
    const answers = of(from).answers.map((answer) =>
      typeof answer.value === "number" && answer.question === "frame"
        ? { ...answer, value: answer.value + 1 }
        : answer,
    );
    cheat("similar", signed(asStudent({ ...of(from), answers }, next)));
  }
  for (const from of [10, 11, 12]) {
    const filled = (text: string) =>
      text
        .split(" ")
        .map((word, at) => (at % 3 === 2 ? `${word} basically` : word))
        .join(" ");
    const own = honestWork(await rightFile(next), next);
    const source = new Map(of(from).answers.map(({ question, value }) => [question, value]));
    const answers = own.answers.map((answer) =>
      typeof answer.value === "string"
        ? { ...answer, value: filled(String(source.get(answer.question))) }
        : answer,
    );
    cheat("similar", signed({ ...own, answers }));
  }
  for (let count = 0; count < 3; count++) {
    const own = await rightFile(next);
    const forged = texts(
      { ...own, runs: [], seconds: 0 },
      () =>
        `${nameOf(next)} thinks of ${"this and that ".repeat(count + 3)}and number ${next} more words here than before`,
    );
    cheat("no-work", signed(forged));
  }
  for (const from of [30, 31])
    cheat(
      "edited",
      submissionText(
        texts(
          asStudent(honestWork(await rightFile(next), next), next),
          () => `Words of ${from} that no other file has in it at all.`,
        ),
      ).replace(/"seconds": \d+/, '"seconds": 4000'),
    );
  for (const from of [40, 41]) {
    const own = honestWork(await rightFile(from), next);
    const answers = own.answers.map((answer) =>
      typeof answer.value === "string"
        ? { ...answer, value: `Own words, file ${next}, with nothing else in common.` }
        : answer,
    );
    cheat("seed", signed(asStudent({ ...own, answers }, next)));
  }
  for (const from of [50, 51]) {
    const again = texts(of(from), (text) => `Second try by me. ${text.split(" ").toReversed().join(" ")}`);
    handed.push({ file: fileOf(from, "again.json"), bytes: bytesOf(signed(again)), cheat: "same-student" });
  }
  const late = honestWork(await rightFile(next), next);
  const answers = late.answers.map((answer) => ({
    ...answer,
    at: LATE_FROM + 60,
    ...(typeof answer.value === "string"
      ? { value: `Late but my own, ${answer.question}: it took so long to see.` }
      : {}),
  }));
  cheat(
    "late",
    signed({
      ...late,
      answers: answers.map((answer, index) => ({ ...answer, at: LATE_FROM + 60 * index })),
    }),
  );
  cheat("refused", signed(of(60)).slice(0, 900));
  return [...handed, ...(await handInPrograms(next))];
}

const PROGRAM_FILE = "checksum.json";

/** Five honest students hand in a program of their own as well, and three others a copy: with another number only, with
 * other registers, and with other labels. */
async function handInPrograms(from: number): Promise<readonly Handed[]> {
  const handed: Handed[] = [];
  const handIn = async (student: number, cheat: Handed["cheat"], program: (bench: LabBench) => string) => {
    const named = { name: nameOf(student), number: numberOf(student) };
    const file = await checksumFile(named, student, program);
    handed.push({ file: fileOf(student, PROGRAM_FILE), bytes: bytesOf(signed(file)), cheat });
  };
  for (const author of AUTHORS.keys())
    await handIn(20 + author, undefined, (bench) => sourceOf(author, bench));
  const labelled = (source: string) => {
    let count = 0;
    return source.replaceAll("        .word", () => `own${count++}: .word`);
  };
  await handIn(from, "similar", (bench) => sourceOf(4, bench));
  await handIn(from + 1, "similar", (bench) => sourceOf(1, bench, renamed));
  await handIn(from + 2, "similar", (bench) => labelled(sourceOf(2, bench)));
  return handed;
}

function roster() {
  const rows = Array.from(
    { length: HONEST + 30 },
    (_, student) => `${numberOf(student)},${numberOf(student)},"${nameOf(student)}",${5000 + student}`,
  );
  const read = readRoster(`id,number,name,folder\n${rows.join("\n")}\n`);
  if (!read.ok) throw new Error(read.reason);
  return read.roster;
}

describe(
  "A class of 120 simulated students from hand-out to marks and feedback",
  long("It solves and grades 120 variants: a minute of CPU time."),
  () => {
    let handed: readonly Handed[];
    let results: readonly Result[];
    const grader = new Grader({ labOf: openLab, runMachine, model: core.version });
    const expected: Expectation = { seed: "student", roster: roster(), dueUnixSeconds: LATE_FROM };
    const spent = (since: NodeJS.CpuUsage) => (process.cpuUsage(since).user / 1e6).toFixed(1);

    beforeAll(async () => {
      handed = await handIn();
      const since = process.cpuUsage();
      const judged: Judged[] = [];
      for (const { file, bytes } of handed) {
        const text = textOfFile(bytes);
        if (!text.ok) throw new Error(text.reason);
        judged.push(await grader.grade(file, text.text));
      }
      results = await grader.withCopies(judged, expected);
      console.info(`grading and remarks of ${handed.length} files: ${spent(since)} s of CPU time`);
    }, 300_000);

    const kindsOf = (result: Result | undefined) =>
      result?.status === "graded" ? result.flags.map(({ kind }) => kind) : [result?.status ?? ""];

    test("each cheat has its remark", () => {
      for (const [at, { file, cheat }] of handed.entries())
        if (cheat !== undefined) expect(kindsOf(results[at]), file).toContain(cheat);
      expect(handed.filter(({ cheat }) => cheat !== undefined)).toHaveLength(23);
    });

    test("at most 3 of 100 honest files have a remark, apart from those that a copy or a second file gives them", () => {
      const cheats = new Set(handed.flatMap(({ file, cheat }) => (cheat === undefined ? [] : [file])));
      const remarked = results.flatMap((result, at) => {
        if (handed[at]?.cheat !== undefined || result.status !== "graded") return [];
        const own = result.flags.filter(
          ({ kind, pair }) => kind !== "same-student" && !cheats.has(pair?.file ?? ""),
        );
        return own.map(({ text }) => `${result.file}: ${text}`);
      });
      expect(new Set(remarked.map((one) => one.split(":")[0])).size, remarked.join("\n")).toBeLessThanOrEqual(
        3,
      );
      expect(remarked).toHaveLength(2);
    });

    test("the original of a copy has the remark as well, with both texts", () => {
      const copied = results.find((_, at) => handed[at]?.cheat === "similar");
      const pair = copied?.status === "graded" ? copied.flags.find(({ pair: one }) => one)?.pair : undefined;
      const original = results.find(({ file }) => file === pair?.file);
      expect(
        original?.status === "graded" && original.flags.some(({ pair: one }) => one?.file === copied?.file),
      ).toBe(true);
      expect(pair?.texts[0]?.here).not.toBe("");
      expect(pair?.texts[0]?.there).not.toBe("");
    });

    test("two assistants mark it, their files merge, and every student gets a grade and a page", async () => {
      const since = process.cpuUsage();
      const labs = [lab, await openLab("code-checksum")];
      const gradedFiles = await gradedFilesOf(results, ({ lab: id }) => openLab(id), expected.roster);
      const parts = labs.flatMap(partsOf).filter(({ question }) => question?.kind === "text");
      expect(parts).toHaveLength(3);
      const files = parts.map((part, at) => {
        const groups = groupsOf(part, gradedFiles);
        if (part.lab === lab.id)
          expect(groups[0]?.gradedFiles.length, "a copy is in the group of its original").toBeGreaterThan(1);
        const marks = groups.flatMap(({ gradedFiles: group }, index): Mark[] =>
          group.map(({ key }) => ({
            ...{
              submission: key,
              part: part.id,
              points: index % 3,
              items: [],
              comment: index % 2 === 0 ? "See the notes." : "",
            },
            ...{ by: at === 0 ? "Ada" : "Ben", unixMilliseconds: index },
          })),
        );
        return markingText(withMarks(NO_MARKING, marks));
      });
      const marking = files.reduce((merged, file) => {
        const read = readMarking(file);
        return read.ok ? mergedMarking(merged, read.marking) : merged;
      }, NO_MARKING);
      for (const gradedFile of gradedFiles) expect(scoreOfFile(gradedFile, marking).pending).toBe(0);
      const texts = await openTexts(labs, "de", (id, seed) => grader.openBench(id, seed));
      const { worksheet, feedback, report } = await outputsOf(gradedFiles, marking, texts);
      const rows = readCsv(worksheet, 1000);
      // Two students have handed in twice, and one file is refused. Five have one row for two labs.
      const pages = handed.length - 3;
      expect(rows.ok && rows.rows).toHaveLength(1 + pages - AUTHORS.length);
      expect(feedback).toHaveLength(pages);
      expect(new Set(feedback.map(({ path }) => path)).size).toBe(feedback.length);
      expect(report).toContain("vorhergesagt / gemessen");
      console.info(`groups, marks, feedback and report: ${spent(since)} s of CPU time`);
    }, 120_000);
  },
);
