/** Compares submissions with each other and with the roster. Finds copies, texts and programs that are nearly equal, a
 * student with two files, students with one variant, files in the folder of another student, and late files. */
import type { Flag, Graded, Judged, TextPair } from "./graded.ts";
import { groupsBy } from "./groupsBy.ts";
import { mostAlikePrograms } from "./programLikeness.ts";
import { plainWord, type Roster, RosterIndex } from "./roster.ts";
import { seedOfStudent } from "./seedOfStudent.ts";
import { mostAlike } from "./similarTexts.ts";
import { workDigest } from "./submission.ts";

/** What the teacher expects of the files. */
export interface Expectation {
  /** The expected variant: one for all students, or one that follows from the student's own identifier. */
  readonly seed?: number | "student";
  readonly roster?: Roster;
  /** A file with a later answer gets a remark. */
  readonly dueUnixSeconds?: number;
}

interface ComparedWith {
  /** Called between pieces of work, so that a page can respond to its user. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** The programs that the lab itself contains in a field of the task of a step. */
  readonly labPrograms?: (of: Graded, step: string, field: string) => Promise<LabPrograms>;
}

export interface LabPrograms {
  /** All students start with this program. */
  readonly given: string;
  /** Programs of the lab's other machines. */
  readonly references: readonly string[];
}

const NO_PROGRAMS: LabPrograms = { given: "", references: [] };

/** Adds a remark to each file that another file of the same lab, the roster or the time makes suspicious. */
export async function compared(
  results: readonly Judged[],
  expected: Expectation = {},
  { pause = async () => undefined, labPrograms = async () => NO_PROGRAMS }: ComparedWith = {},
): Promise<readonly Judged[]> {
  const graded = results.filter((result) => result.status === "graded");
  const flags = new Map<Graded, Flag[]>(graded.map((one) => [one, []]));
  for (const ofLab of groupsBy(graded, ({ submission }) => submission.lab)) {
    for (const find of [
      identical,
      ...textPlacesOf(ofLab).map(similarTexts),
      sameGuesses,
      students,
      seeds(expected),
    ]) {
      for (const { of, flag } of find(ofLab)) flags.get(of)?.push(flag);
      await pause();
    }
    for (const place of programPlacesOf(ofLab))
      for (const { of, flag } of await similarPrograms(ofLab, place, { pause, labPrograms }))
        flags.get(of)?.push(flag);
  }
  for (const of of graded) flags.get(of)?.push(...rosterFlags(of, expected), ...lateFlags(of, expected));
  return results.map((result) =>
    result.status === "graded"
      ? { ...result, flags: [...result.flags, ...(flags.get(result) ?? [])] }
      : result,
  );
}

interface Found {
  readonly of: Graded;
  readonly flag: Flag;
}

type Find = (ofLab: readonly Graded[]) => readonly Found[];

/** Every file in a group of equal ones gets the remark, because the original is not known. */
const identical: Find = (ofLab) =>
  groupsBy(ofLab, digestOfWork).flatMap((group) =>
    remarksOn(group, (of, other) => ({
      kind: "identical",
      text: `identical to ${other.file}`,
      pair: { file: other.file, texts: textsBeside(of, other) },
    })),
  );

function digestOfWork({ submission }: Graded): string | undefined {
  return submission.answers.length === 0 ? undefined : workDigest(submission);
}

/** Files that are equal as a whole get a separate remark. */
function areIdentical(one: Graded, other: Graded): boolean {
  const digest = digestOfWork(one);
  return digest !== undefined && digest === digestOfWork(other);
}

/** A remark on each file of a group of two or more, which names another file of the group. */
function remarksOn(group: readonly Graded[], flagOf: (of: Graded, other: Graded) => Flag): readonly Found[] {
  return group.flatMap((of, at) => {
    const other = group[at === 0 ? 1 : 0];
    return other === undefined ? [] : [{ of, flag: flagOf(of, other) }];
  });
}

function textPlacesOf(ofLab: readonly Graded[]): readonly string[] {
  return [...new Set(ofLab.flatMap((of) => [...textsOf(of).keys()]))];
}

/** Texts to one question. Files that are identical as a whole already have a remark. */
const similarTexts =
  (place: string): Find =>
  (ofLab) => {
    const texts = ofLab.map((of) => textsOf(of).get(place) ?? "");
    return mostAlike(texts).flatMap((alike, at) => {
      const [of, other] = [ofLab[at], ofLab[alike?.other ?? -1]];
      if (alike === undefined || of === undefined || other === undefined) return [];
      if (areIdentical(of, other)) return [];
      const percent = Math.floor(100 * alike.likeness);
      const text = `text of ${place} nearly that of ${other.file} (${percent} %)`;
      const pair = { file: other.file, texts: textsBeside(of, other, place) };
      return [{ of, flag: { kind: "similar", text, pair } }];
    });
  };

interface ProgramPlace {
  readonly step: string;
  readonly field: string;
}

const PROGRAM_FIELD = /\.program\.source$/;

function programPlacesOf(ofLab: readonly Graded[]): readonly ProgramPlace[] {
  const places = ofLab.flatMap(({ submission }) =>
    submission.tasks.flatMap(({ step, changes }) =>
      changes.flatMap(({ field }) => (PROGRAM_FIELD.test(field) ? [{ step, field }] : [])),
    ),
  );
  return groupsBy(places, ({ step, field }) => `${step} ${field}`).flatMap(([place]) => place ?? []);
}

function programOf({ submission }: Graded, { step, field }: ProgramPlace): string | undefined {
  const task = submission.tasks.find((one) => one.step === step);
  const value = task?.changes.find((one) => one.field === field)?.value;
  return typeof value === "string" ? value : undefined;
}

async function similarPrograms(
  ofLab: readonly Graded[],
  place: ProgramPlace,
  { pause, labPrograms }: Required<ComparedWith>,
): Promise<readonly Found[]> {
  const [first] = ofLab;
  const { step, field } = place;
  const { given, references } = first === undefined ? NO_PROGRAMS : await labPrograms(first, step, field);
  const programs = [...ofLab.map((of) => programOf(of, place) ?? ""), ...references];
  const found = await mostAlikePrograms(programs, given, pause);
  return ofLab.flatMap((of, at) => {
    const alike = found[at];
    if (alike === undefined) return [];
    const other = ofLab[alike.other];
    if (other !== undefined && areIdentical(of, other)) return [];
    const percent = Math.floor(100 * alike.likeness);
    const text =
      other === undefined
        ? `program of ${step} nearly the reference in the lab (${percent} %)`
        : `program of ${step} nearly that of ${other.file} (${percent} %)`;
    const texts = [
      { place: step, isProgram: true, here: programs[at] ?? "", there: programs[alike.other] ?? "" },
    ];
    return [{ of, flag: { kind: "similar", text, pair: { file: other?.file ?? of.submission.lab, texts } } }];
  });
}

const sameGuesses: Find = (ofLab) =>
  groupsBy(ofLab, guessesOf).flatMap((group) =>
    group.flatMap((of) => {
      const other = group.find((one) => digestOfWork(one) !== digestOfWork(of));
      if (other === undefined) return [];
      const text = `the same predictions and answers as ${other.file}`;
      const pair = { file: other.file, texts: textsBeside(of, other) };
      return [{ of, flag: { kind: "similar", text, pair } as const }];
    }),
  );

function textsOf({ answers }: Graded): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap(({ step, question, kind, given }) =>
      kind === "text" && typeof given === "string" ? [[`${step}/${question}`, given] as const] : [],
    ),
  );
}

function textsBeside(here: Graded, there: Graded, only?: string): readonly TextPair[] {
  const others = textsOf(there);
  return [...textsOf(here)].flatMap(([place, text]) =>
    only === undefined || only === place ? [{ place, here: text, there: others.get(place) ?? "" }] : [],
  );
}

/** A smaller number of predictions may be equal by chance. */
const PREDICTIONS_AT_LEAST = 3;

/** Predictions come from a slider, so independent submissions rarely agree in all of them. Undefined if there are too
 * few. */
function guessesOf({ answers, submission }: Graded): string | undefined {
  const given = answers.filter(({ kind, given: value }) => kind !== "text" && value !== undefined);
  if (given.filter(({ kind }) => kind === "prediction").length < PREDICTIONS_AT_LEAST) return undefined;
  return JSON.stringify([
    submission.seed,
    given.map(({ step, question, given: value }) => [step, question, value]),
  ]);
}

/** Groups by student number or, without one, by name. */
const students: Find = (ofLab) =>
  groupsBy(ofLab, studentOf).flatMap((group) =>
    group.length < 2
      ? []
      : group.map((of) => {
          const other = group.find((one) => one !== of)?.file ?? "";
          return { of, flag: { kind: "same-student", text: `also handed in: ${other}` } as const };
        }),
  );

/** Undefined if the file names no student. */
function studentOf({ submission: { student } }: Graded): string | undefined {
  const number = plainWord(student.number);
  return number !== ""
    ? `number ${number}`
    : plainWord(student.name) === ""
      ? undefined
      : `name ${plainWord(student.name)}`;
}

const indices = new WeakMap<Roster, RosterIndex>();

function indexOf(roster: Roster): RosterIndex {
  const index = indices.get(roster) ?? new RosterIndex(roster);
  indices.set(roster, index);
  return index;
}

/** Flags a file of a student who is not in the roster, or in the folder of another student. */
function rosterFlags({ file, submission }: Graded, { roster }: Expectation): readonly Flag[] {
  if (roster === undefined) return [];
  const { student, claimed } = indexOf(roster).find(file, submission.student);
  const typed = submission.student.number.trim() || submission.student.name.trim();
  if (student === undefined) return [{ kind: "roster", text: `is of no student in the roster: "${typed}"` }];
  return claimed === undefined
    ? []
    : [{ kind: "roster", text: `lies in the folder of ${whoIs(student)} and names ${whoIs(claimed)}` }];
}

const whoIs = ({ name, number, id, folder }: Roster["students"][number]) =>
  [number || id || folder, name].filter((part) => part !== "").join(" ");

function lateFlags({ submission }: Graded, { dueUnixSeconds }: Expectation): readonly Flag[] {
  const work = [...submission.answers, ...submission.tasks];
  const times = work.flatMap(({ at }) => at ?? []);
  if (dueUnixSeconds === undefined || work.length === 0) return [];
  if (times.length === 0)
    return [{ kind: "late", text: "no answer has a time, so the file does not show whether it is late" }];
  const last = Math.max(...times);
  if (last <= dueUnixSeconds) return [];
  const minutes = Math.ceil((last - dueUnixSeconds) / 60);
  return [
    {
      kind: "late",
      text: `the last answer or design is ${minutes} minutes late, by the clock of the student's device`,
    },
  ];
}

/** Without an expected variant: if students have variants of their own, finds a variant that several students have, and
 * files without a variant. */
function seeds({ seed: asked, roster }: Expectation): Find {
  const index = roster && indexOf(roster);
  return (ofLab) => {
    if (asked !== undefined)
      return ofLab.flatMap((of) => {
        const { seed, student } = of.submission;
        const known = index?.find(of.file, student).student;
        const identifier = known === undefined ? student.number : known.id || known.number;
        const wanted = asked === "student" ? seedOfStudent(identifier.trim()) : asked;
        return wanted === seed ? [] : [{ of, flag: seedFlag(`variant ${seed}, asked for ${wanted}`) }];
      });
    if (new Set(ofLab.map(({ submission }) => submission.seed)).size < 2) return [];
    return groupsBy(ofLab, ({ submission }) => String(submission.seed)).flatMap((group) => {
      const others = new Set(group.map(studentOf)).size > 1;
      return group.flatMap((of) => {
        const { seed } = of.submission;
        const other = group.find((one) => studentOf(one) !== studentOf(of))?.file;
        if (others && other !== undefined)
          return [{ of, flag: seedFlag(`variant ${seed} is also that of ${other}`) }];
        return seed === 0 ? [{ of, flag: seedFlag("variant 0, where others have one of their own") }] : [];
      });
    });
  };
}

const seedFlag = (text: string): Flag => ({ kind: "seed", text });
