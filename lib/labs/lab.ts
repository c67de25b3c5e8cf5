/** A lab as data: its machines, its steps and its questions. docs/labs.md explains the fields. */

import { z } from "zod";
import { SIM_CONSOLE_TEXT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { line, lines, name } from "../../scenarios/base/field.ts";
import { ERROR_LIMIT } from "../../scenarios/base/limits.ts";
import { describeIssues, type ScenarioError } from "../../scenarios/base/messages.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { EXPRESSION_CHARACTER_LIMIT } from "../expressions/syntax.ts";

/** Converts labs of older formats into the present format. */
/** Format 1 gave points for every prediction, whatever it was. Other input stays unchanged. */
function upgradedLab(lab: unknown): unknown {
  if (!isObject(lab) || lab.version !== 1) return lab;
  const steps = Array.isArray(lab.steps) ? { steps: lab.steps.map(withoutPredictionPoints) } : {};
  return { ...lab, version: 2, ...steps };
}

function withoutPredictionPoints(step: unknown): unknown {
  if (!isObject(step) || !Array.isArray(step.questions)) return step;
  const questions = step.questions.map((question: unknown) => {
    if (!isObject(question) || question.kind !== "prediction") return question;
    const { points: _points, ...rest } = question;
    return rest;
  });
  return { ...step, questions };
}

export const LAB_FORMAT = "irqscope-lab";
const LAB_VERSION = 2;
/** Limit for a lab with all its text, before it is parsed. */
export const LAB_CHARACTER_LIMIT = 512 * 1024;

const TEXT_LIMIT = 20_000;
const BRIEF_LIMIT = 2000;
const MACHINE_LIMIT = 12;
const STEP_LIMIT = 20;
const QUESTION_LIMIT = 8;
const MISTAKE_LIMIT = 8;
const GOAL_LIMIT = 8;
const HINT_LIMIT = 4;
/** The number of characters that a console keeps. */
const CONSOLE_LIMIT = SIM_CONSOLE_TEXT_LIMIT;
const WORD_LIMIT = 64;
const CHANGE_LIMIT = 20;
const POINT_LIMIT = 100;
/** Limit for a program in a task. A submission holds the programs of all tasks. */
export const SOURCE_LIMIT = 16_384;

export const SLUG = /^[a-z][a-z0-9-]{0,39}$/;
const slug = z
  .string()
  .regex(SLUG, { error: "must be small letters, digits and hyphens, a letter first" })
  // Answers are stored by id. A property name that every object has would be found even without an answer.
  .refine((id) => !(id in Object.prototype), { error: "must be another word: this one is reserved" });
const markdown = lines(TEXT_LIMIT);
const brief = lines(BRIEF_LIMIT);
const expression = line(EXPRESSION_CHARACTER_LIMIT).min(1);
const fieldPath = line(300).min(1);
/** A text of several lines is the source of a program. */
export const fieldValue = z.union([z.number(), z.boolean(), lines(SOURCE_LIMIT)]);
const points = z.int().min(0).max(POINT_LIMIT).default(1);
const cycle = z.int().min(0);

const machineSchema = z.strictObject({
  title: line(80).min(1),
  /**
   * Id of a built-in scenario. Otherwise `scenario` contains the scenario itself, or `like` names a machine.
   */
  of: name.optional(),
  scenario: z.json().optional(),
  /** Another machine of the lab, with the values that the seed chose. */
  like: slug.optional(),
  /** Fields that differ from that scenario, by their path, with their values. */
  set: z.record(fieldPath, z.json()).default({}),
});

/** A field that is a list itself, such as the stages of a pipeline, takes a list. */
const variedValue = z.union([fieldValue, z.array(fieldValue).min(1).max(CHANGE_LIMIT)]);

const chosenWord = z.string().regex(/^[\w.-]{1,40}$/, { error: "must be a word or a number" });
const chosenValue = z.union([z.number(), chosenWord]);
const chosenName = z.string().regex(/^[a-z][A-Za-z0-9]{0,19}$/, { error: "must be letters and digits" });

/** Chooses one of the values for each student, by the seed in the link. All these fields in all these machines get the
 * value. If the value is a list, each field gets one element, and each name of `words` the next one. A word is
 * `chosen.NAME` in expressions and `{{chosen.NAME}}` in texts and programs. */
const varySchema = z
  .strictObject({
    machines: z.array(slug).max(MACHINE_LIMIT),
    fields: z.array(fieldPath).max(CHANGE_LIMIT),
    words: z.array(chosenName).min(1).max(CHANGE_LIMIT).optional(),
    /** The words of the lab without variation (seed 0). */
    written: z.array(chosenValue).min(1).max(CHANGE_LIMIT).optional(),
    values: z.array(z.union([fieldValue, z.array(variedValue).min(1).max(CHANGE_LIMIT)])).max(64),
    /** Used in place of values: any whole number from the first to the second. */
    range: z.tuple([z.int().min(0), z.int().min(1)]).optional(),
    /** Grading chooses several times more: the design must be right for values that the student never had. */
    drawn: z.boolean().optional(),
  })
  .refine(({ values, range }) => (range === undefined ? values.length >= 2 : values.length === 0), {
    error: "needs two values or more, or a range and no values",
  })
  .refine(({ words = [], written = [] }) => words.length === written.length, {
    error: "needs as many written values as words",
  });

const asked = { id: slug, text: brief.min(1), points };

const numberSchema = z.strictObject({
  ...asked,
  kind: z.literal("number"),
  unit: line(20),
  value: expression,
  /** Likely wrong values, in the unit of the question, each with its mistake. */
  mistakes: z
    .array(z.strictObject({ value: expression, text: line(300).min(1) }))
    .max(MISTAKE_LIMIT)
    .default([]),
  tolerance: z.union([
    z.strictObject({ relative: z.number().positive().max(1) }),
    z.strictObject({ absolute: z.number().min(0) }),
  ]),
});

/** Asked before the machine runs, then locked and shown with the result. It is not scored, because points would reward
 * safe predictions, and wrong predictions help learning. */
const predictionSchema = z.strictObject({
  ...asked,
  kind: z.literal("prediction"),
  points: z
    .number()
    .refine((given) => given === 0, "must be left out: predictions are not scored")
    .default(0),
  unit: line(20),
  value: expression,
  /** Ends of the slider, which is logarithmic if the first is positive and the second more than 20 times as large. */
  range: z.tuple([z.number(), z.number()]),
});

const choiceSchema = z.strictObject({
  ...asked,
  kind: z.literal("choice"),
  options: z
    .array(
      z.strictObject({
        text: line(300).min(1),
        when: expression.optional(),
        /** Why this option is wrong. Shown if the option is not the right one. */
        wrong: line(300).min(1).optional(),
      }),
    )
    .min(2)
    .max(8),
  /** digestOfChoice of the right option, for a question without a condition that decides it. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{16}$/, { error: "must be 16 of the digits 0 to 9 and a to f" })
    .optional(),
});

const textSchema = z.strictObject({
  ...asked,
  kind: z.literal("text"),
  atLeastWords: z.int().min(1).max(500).default(20),
});

const questionSchema = z.discriminatedUnion("kind", [
  numberSchema,
  predictionSchema,
  choiceSchema,
  textSchema,
]);

/** Text that a console has sent by the end of the run, all of it or a part. `{{ X in UNIT }}` in it is a number of that
 * run, in plain digits. CR LF equals LF, and `equals` ignores a new line at the end. */
const consoleGoalSchema = z.strictObject({
  name,
  equals: lines(CONSOLE_LIMIT).optional(),
  contains: lines(CONSOLE_LIMIT).min(1).optional(),
  /** All that the same console of another machine of the lab has sent. */
  as: slug.optional(),
  /** The expected text on a machine of `alsoOn`, if it differs. */
  on: z.record(slug, lines(CONSOLE_LIMIT).min(1)).optional(),
});

const wantedWords = z
  .array(
    z.union([
      z
        .int()
        .min(-(2 ** 31))
        .max(2 ** 32 - 1),
      expression,
    ]),
  )
  .min(1)
  .max(WORD_LIMIT);

/** Expected words in the memory of programs at the end of the run, starting at a label or an address. Each is a number
 * or an expression. */
const memoryGoalSchema = z.strictObject({
  at: line(100).min(1),
  words: wantedWords,
  /** Allowed distance of each word from the expected one. */
  within: expression.optional(),
  /** Allowed distance of each word below the expected one. It may never be above. */
  lag: expression.optional(),
  /** The expected words on a machine of `alsoOn`, if they differ. */
  on: z.record(slug, wantedWords).optional(),
});

const register = line(40).min(1);

/** Registers that each interrupt must preserve: all except these. */
const registersGoalSchema = z.strictObject({ but: z.array(register).max(31) });

/** Exactly one of `goal`, `console`, `memory`, `registers` and `nearBest`. `reached` is the value of the machine that the page
 * shows next to the goal. */
const goalSchema = z.strictObject({
  text: line(200).min(1),
  /** A condition. */
  goal: expression.optional(),
  console: consoleGoalSchema.optional(),
  memory: memoryGoalSchema.optional(),
  registers: registersGoalSchema.optional(),
  /** In addition, the instructions from the first label up to the second must be those of the lab's own program. */
  unchanged: z.tuple([line(100).min(1), line(100).min(1)]).optional(),
  /** The number of earlier cycles, chosen by the seed, in which the goal must also hold. */
  looks: z.int().min(1).max(16).optional(),
  /** Replaces `goal` in these cycles. If a handler runs in such a cycle, the look takes place before its entry. */
  between: expression.optional(),
  /** True if it counts only together with all goals before it. */
  withAllBefore: z.boolean().optional(),
  /** Required closeness of the figure to the best known one, with all other goals met. */
  nearBest: z.number().positive().max(1).optional(),
  reached: z.strictObject({ value: expression, unit: line(20) }).optional(),
  /** Machines on which the goal must also hold, with the same changes: other traffic, other sizes. */
  alsoOn: z.array(slug).max(MACHINE_LIMIT).optional(),
  points,
});

/** The best known figure: for the unvaried lab, and for each value that an entry of `vary` can choose. */
const leaderSchema = z.union([
  z.number(),
  z.strictObject({ written: z.number(), vary: z.int().min(0).max(7), values: z.array(z.number()).max(64) }),
]);

/** A task on the step's machine: conditions that must hold at the end of its run with the student's changes. */
const taskSchema = z.strictObject({
  /** Fields that may be changed, including all fields below them. */
  change: z.array(fieldPath).min(1).max(CHANGE_LIMIT),
  /** A step of this lab or, with `lab`, of another one: the student may continue with the program of that step. */
  startsFrom: z.strictObject({ lab: slug.optional(), step: slug }).optional(),
  goals: z.array(goalSchema).min(1).max(GOAL_LIMIT),
  /** A figure that is compared with the best known one. It is shown, not scored. */
  figure: z
    .strictObject({
      text: line(120).min(1),
      value: expression,
      unit: line(20),
      better: z.enum(["lower", "higher"]),
      /** A figure that exceeds the best known one by more than this share is an alarm. Default: 0.02. */
      surprise: z.number().min(0).max(1).optional(),
      leader: leaderSchema,
    })
    .optional(),
});

const hintSchema = z.strictObject({ cost: points, text: markdown.min(1) });

const stepSchema = z.strictObject({
  id: slug,
  title: line(80).min(1),
  /** The machine of the step. */
  machine: slug,
  /** The cycle of the playhead, and the visible range of cycles. */
  view: z.strictObject({ cycle, from: cycle, to: cycle }).optional(),
  /** Steps that must be done first. If omitted: the previous step. */
  needs: z.array(slug).max(STEP_LIMIT).optional(),
  text: markdown.default(""),
  questions: z.array(questionSchema).max(QUESTION_LIMIT).default([]),
  task: taskSchema.optional(),
  hints: z.array(hintSchema).max(HINT_LIMIT).default([]),
  /** Shown when all questions are answered. */
  after: markdown.default(""),
});

export const labSchema = z.strictObject({
  format: z.literal(LAB_FORMAT),
  version: z.literal(LAB_VERSION),
  id: slug,
  /** Increases with every release that changes what the lab asks or measures. */
  edition: z.int().min(1).max(9999).default(1),
  title: line(80).min(1),
  summary: line(300).min(1),
  minutes: z.int().min(5).max(180),
  intro: markdown.default(""),
  machines: z.record(slug, machineSchema),
  vary: z.array(varySchema).max(8).default([]),
  steps: z.array(stepSchema).min(1).max(STEP_LIMIT),
});

export type Lab = z.output<typeof labSchema>;
export type LabStep = Lab["steps"][number];
export type LabTask = z.output<typeof taskSchema>;
export type LabGoal = z.output<typeof goalSchema>;
export type Question = z.output<typeof questionSchema>;
export type FieldValue = z.output<typeof fieldValue>;
export type VariedValue = z.output<typeof variedValue>;

export interface LabRefusal {
  readonly ok: false;
  /** The first errors. */
  readonly errors: readonly ScenarioError[];
  readonly errorCount: number;
}

export type LabResult = { readonly ok: true; readonly lab: Lab } | LabRefusal;

export function refusedLab(errors: readonly ScenarioError[]): LabRefusal {
  return { ok: false, errors: errors.slice(0, ERROR_LIMIT), errorCount: errors.length };
}

/** Checks only the shape; checkLab checks references. Never throws. */
export function parseLab(input: unknown): LabResult {
  if (typeof input === "string") {
    if (input.length > LAB_CHARACTER_LIMIT)
      return refusedLab([{ field: "lab", message: `has more than ${LAB_CHARACTER_LIMIT} characters` }]);
    const json = readJson(input);
    return json.ok ? parseLab(json.value) : refusedLab([{ field: "lab", message: json.error.message }]);
  }
  const lab = upgradedLab(input);
  const parsed = labSchema.safeParse(lab);
  if (parsed.success) return { ok: true, lab: parsed.data };
  const errors = describeIssues(labSchema, lab, parsed.error.issues);
  return refusedLab(isOfOtherFormat(lab) ? errors.filter(({ field }) => field === "format") : errors);
}

/** True if the file has another format. Then no other message is useful. */
function isOfOtherFormat(value: unknown): boolean {
  return isObject(value) && typeof value.format === "string" && value.format !== LAB_FORMAT;
}

export function isLab(value: unknown): boolean {
  return typeof value === "object" && value !== null && "format" in value && value.format === LAB_FORMAT;
}

export function stepOf(lab: Lab, id: string): LabStep | undefined {
  return lab.steps.find((step) => step.id === id);
}

/** The previous step, unless the step names others. */
export function needsOf(lab: Lab, step: LabStep): readonly string[] {
  if (step.needs !== undefined) return step.needs;
  const before = lab.steps[lab.steps.indexOf(step) - 1];
  return before === undefined ? [] : [before.id];
}

export function pointsOf(step: LabStep): number {
  const questions = step.questions.reduce((sum, question) => sum + question.points, 0);
  return questions + (step.task?.goals ?? []).reduce((sum, goal) => sum + goal.points, 0);
}
