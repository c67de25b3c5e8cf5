/** The one file that a student hands in. Everything in it is a claim: grading runs the machines again. */
import { z } from "zod";
import { line } from "../../scenarios/base/field.ts";
import { fieldName } from "../../scenarios/base/fieldName.ts";
import { describeIssues } from "../../scenarios/base/messages.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { fileStem } from "../files/fileStem.ts";
import { canonicalText, digestOf, labDigest } from "./digest.ts";
import { type Lab, SLUG } from "./lab.ts";
import { SEED_LIMIT } from "./machines.ts";
import {
  answerValueSchema,
  changesSchema,
  givenSchema,
  type Progress,
  stateHashSchema,
  studentSchema,
} from "./progress.ts";

export const SUBMISSION_FORMAT = "irqscope-submission";
/** Version 1 has no time and no earlier values of answers. */
const SUBMISSION_VERSION = 2;
export const SUBMISSION_BYTE_LIMIT = 256 * 1024;
const LIST_LIMIT = 256;

const slug = z.string().regex(SLUG, "must be a name of small letters, digits and dashes");
const count = z.int().min(0);

const claimed = { cycle: count, stateHash: stateHashSchema };

const submissionSchema = z.strictObject({
  format: z.literal(SUBMISSION_FORMAT),
  version: z.literal([1, SUBMISSION_VERSION]),
  /** Version of the machine's rules (sim_version). Another version may give other hashes. */
  model: line(20),
  lab: slug,
  /** Digest of the graded parts of the lab. */
  labDigest: line(40),
  seed: z.int().min(0).max(SEED_LIMIT),
  student: studentSchema,
  /** Seconds as the student's own page counted them. */
  seconds: count,
  answers: z
    .array(
      z.strictObject({
        ...{ step: slug, question: slug, value: answerValueSchema, attempts: count },
        ...givenSchema,
      }),
    )
    .max(LIST_LIMIT),
  hints: z.array(z.strictObject({ step: slug, count })).max(LIST_LIMIT),
  tasks: z
    .array(
      z.strictObject({
        ...{ step: slug, changes: changesSchema, ...claimed, figure: z.number().optional() },
        at: givenSchema.at,
      }),
    )
    .max(LIST_LIMIT),
  /** The lab's own machines, as the student's page ran them. */
  runs: z.array(z.strictObject({ machine: slug, ...claimed })).max(LIST_LIMIT),
  /** Digest of all other fields. It reveals edits by hand, but proves nothing. */
  digest: line(40),
});

export type Submission = z.output<typeof submissionSchema>;

export function submissionOf(lab: Lab, progress: Progress, model: string): Submission {
  const steps = lab.steps.flatMap(({ id }) => {
    const step = progress.steps[id];
    return step === undefined ? [] : [{ id, step }];
  });
  const body: Omit<Submission, "digest"> = {
    format: SUBMISSION_FORMAT,
    version: SUBMISSION_VERSION,
    model,
    lab: lab.id,
    labDigest: labDigest(lab),
    seed: progress.seed,
    student: progress.student,
    seconds: steps.reduce((sum, { step }) => sum + step.seconds, 0),
    answers: steps.flatMap(({ id, step }) =>
      Object.entries(step.answers).map(([question, { state: _state, cut: _cut, ...given }]) => ({
        step: id,
        question,
        ...given,
      })),
    ),
    hints: steps.flatMap(({ id, step }) => (step.hints === 0 ? [] : [{ step: id, count: step.hints }])),
    tasks: steps.flatMap(({ id, step: { task } }) =>
      task === undefined
        ? []
        : [
            {
              step: id,
              changes: task.changes,
              cycle: task.cycle,
              stateHash: task.stateHash,
              ...(task.figure === undefined ? {} : { figure: task.figure }),
              ...(task.at === undefined ? {} : { at: task.at }),
            },
          ],
    ),
    runs: Object.entries(progress.runs).map(([machine, run]) => ({ machine, ...run })),
  };
  return { ...body, digest: digestOfSubmission(body) };
}

export function submissionText(submission: Submission): string {
  return `${JSON.stringify(submission, undefined, 2)}\n`;
}

export function submissionFileName({ lab, student }: Pick<Submission, "lab" | "student">): string {
  const who = fileStem(`${student.number} ${student.name}`);
  return `${lab}${who === "" ? "" : `-${who}`}.json`;
}

/** Equal for two files with the same work: the same answers, the same words in texts, and the same designs. */
export function workDigest({ lab, seed, answers, tasks }: Submission): string {
  const typed = answers.map(({ step, question, value }) => [
    step,
    question,
    typeof value === "string"
      ? value
          .normalize("NFKC")
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu)
      : value,
  ]);
  return digestOf(canonicalText([lab, seed, typed, tasks.map(({ step, changes }) => [step, changes])]));
}

export function digestOfSubmission({
  digest: _digest,
  ...body
}: Omit<Submission, "digest"> & { readonly digest?: string }): string {
  return digestOf(canonicalText(body));
}

type ReadSubmission =
  | { readonly ok: true; readonly submission: Submission }
  | { readonly ok: false; readonly reason: string };

/** Reads a file, whatever it contains. Returns one clear reason and never throws. */
export function readSubmission(text: string): ReadSubmission {
  if (text.length > SUBMISSION_BYTE_LIMIT)
    return { ok: false, reason: `is larger than ${SUBMISSION_BYTE_LIMIT / 1024} kB` };
  if (text.trim() === "") return { ok: false, reason: "is empty" };
  const json = readJson(text);
  if (!json.ok) {
    const { message, path } = json.error;
    if (path !== undefined) return { ok: false, reason: `${fieldName(path)} ${message}` };
    return { ok: false, reason: `${message} (cut off, or not a submission)` };
  }
  const { value } = json;
  const head = z.looseObject({ format: z.string(), version: z.number() }).safeParse(value);
  if (!head.success || head.data.format !== SUBMISSION_FORMAT)
    return { ok: false, reason: "is not a submission of a lab" };
  if (head.data.version > SUBMISSION_VERSION)
    return { ok: false, reason: `is a submission of format ${head.data.version}: a newer irqscope made it` };
  const parsed = submissionSchema.safeParse(value);
  if (parsed.success) return { ok: true, submission: parsed.data };
  const [error] = describeIssues(submissionSchema, value, parsed.error.issues);
  return { ok: false, reason: error === undefined ? "cannot be read" : `${error.field} ${error.message}` };
}
