/** Submissions beside each other: copies, texts that are nearly the same, one student twice, one variant for several. */
import type { Flag, Graded, Judged } from "./graded.ts";
import { seedOfStudent } from "./seedOfStudent.ts";
import { workDigest } from "./submission.ts";

/** Finds texts that are nearly the same: many pairs of neighbouring words are equal. Independent answers to one
 * question share few pairs. A copy with some changed words keeps most. */

/** Shared pairs of words, twice, over the pairs of both (Dice). */
const SIMILAR_FROM = 0.6;
/** Shorter texts have too few pairs to tell. */
const WORDS_AT_LEAST = 8;
/** A pair of words in more texts than this does not distinguish texts, and would make grading quadratic. */
const PAIR_LIMIT = 2000;

interface Known {
  readonly file: string;
  readonly pairs: ReadonlySet<string>;
}

export class SimilarTexts {
  /** Known texts by the place of the answer. Texts with the same pairs are stored once, with their first file. */
  private readonly known = new Map<
    string,
    { readonly texts: Known[]; readonly withPair: Map<string, number[]> }
  >();

  /** The file of the text at the same place that is most like it, if one is nearly the same. */
  add(file: string, place: string, text: string): string | undefined {
    const words = wordsOf(text);
    if (words.length < WORDS_AT_LEAST) return undefined;
    const pairs = new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
    const at = this.known.get(place) ?? { texts: [], withPair: new Map<string, number[]>() };
    this.known.set(place, at);
    const shared = new Map<number, number>();
    for (const pair of pairs)
      for (const index of at.withPair.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    let best: { readonly file: string; readonly likeness: number } | undefined;
    for (const [index, count] of shared) {
      const other = at.texts[index];
      if (other === undefined) continue;
      const likeness = (2 * count) / (pairs.size + other.pairs.size);
      if (likeness > (best?.likeness ?? 0)) best = { file: other.file, likeness };
    }
    if (best?.likeness !== 1) {
      const index = at.texts.push({ file, pairs }) - 1;
      for (const pair of pairs) {
        const list = at.withPair.get(pair);
        if (list === undefined) at.withPair.set(pair, [index]);
        else if (list.length < PAIR_LIMIT) list.push(index);
      }
    }
    return best !== undefined && best.likeness >= SIMILAR_FROM ? best.file : undefined;
  }
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The variant that each student was asked to take: one for all, or that of the student's own identifier. */
export type Expectation = { readonly seed: number } | { readonly seed: "student" };

/** Adds a remark to each file that another file of the same lab makes suspicious. */
export function compared(results: readonly Judged[], expected?: Expectation): readonly Judged[] {
  const graded = results.filter((result) => result.status === "graded");
  const flags = new Map<Graded, Flag[]>(graded.map((one) => [one, []]));
  for (const ofLab of groupsBy(graded, ({ submission }) => submission.lab)) {
    for (const find of [copies, students, seeds(expected)])
      for (const { of, flag } of find(ofLab)) flags.get(of)?.push(flag);
  }
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

/** In the order of the files: a copy resembles an earlier file. */
const copies: Find = (ofLab) => {
  const found: Found[] = [];
  const firstWith = new Map<string, string>();
  const firstGuessing = new Map<string, string>();
  const texts = new SimilarTexts();
  for (const of of ofLab) {
    const { submission, file } = of;
    if (submission.answers.length === 0) continue;
    const digest = workDigest(submission);
    const same = firstWith.get(digest);
    if (same !== undefined) {
      found.push({ of, flag: { kind: "identical", text: `identical to ${same}` } });
      continue;
    }
    firstWith.set(digest, file);
    const similar = textsOf(of).flatMap(({ place, text }) => {
      const other = texts.add(file, place, text);
      return other === undefined ? [] : [{ place, other }];
    });
    for (const { place, other } of similar)
      found.push({ of, flag: { kind: "similar", text: `text of ${place} nearly that of ${other}` } });
    const guessed = guessesOf(of);
    const first = guessed === undefined ? undefined : firstGuessing.get(guessed);
    if (guessed !== undefined && first === undefined) firstGuessing.set(guessed, file);
    if (first !== undefined)
      found.push({ of, flag: { kind: "similar", text: `the same predictions and answers as ${first}` } });
  }
  return found;
};

function textsOf({ answers }: Graded) {
  return answers.flatMap(({ step, question, kind, given }) =>
    kind === "text" && typeof given === "string" ? [{ place: `${step}/${question}`, text: given }] : [],
  );
}

/** Fewer predictions may be equal by chance. */
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
  const number = plain(student.number);
  return number !== ""
    ? `number ${number}`
    : plain(student.name) === ""
      ? undefined
      : `name ${plain(student.name)}`;
}

const plain = (text: string) => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/** Without an expectation: if students have variants of their own, finds a variant that several students have, and
 * files without a variant. */
function seeds(expected: Expectation | undefined): Find {
  return (ofLab) => {
    if (expected !== undefined)
      return ofLab.flatMap((of) => {
        const { seed, student } = of.submission;
        const wanted = expected.seed === "student" ? seedOfStudent(student.number.trim()) : expected.seed;
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

/** Elements without a key are in no group. */
function groupsBy<T>(list: readonly T[], keyOf: (one: T) => string | undefined): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
