/** A source's experiments and claims as data. Rules: design section 9, docs/papers/README.md. */
import { z } from "zod";
import { sim_layer_names } from "../../core-wasm/binding/index.ts";
import { line, lines, name } from "../../scenarios/base/field.ts";
import { TEXT_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import { describeIssues, type ScenarioError } from "../../scenarios/base/messages.ts";
import { eventPlaceSchema } from "../../scenarios/story/story.ts";
import { EXPRESSION_CHARACTER_LIMIT } from "../expressions/syntax.ts";

const PAPER_FORMAT = "irqscope-paper";

const text = lines(TEXT_CHARACTER_LIMIT);
const place = line(200).min(1).meta({ title: "Section, table, figure or slide of the source" });
const expression = line(EXPRESSION_CHARACTER_LIMIT).min(1);
/** `software.routines["driver"].cycles`: a field by names and indices. */
const fieldPath = line(300).min(1);
const fieldValue = z.union([z.number(), z.boolean(), line(200), z.array(z.number()).max(64)]);

const runSchema = z.strictObject({
  /** Id of a built-in scenario. */
  scenario: name,
  /** Fields that differ from the scenario. */
  set: z.record(fieldPath, fieldValue).default({}),
  /** Cycles before the measurement, so that caches are warm and queues are full. */
  warmUpCycles: z.int().min(0).default(0),
  /** Ends the measurement when these layers have retired this number of instructions, at the latest at the end of the
   * run. It is one round of periodic work. If omitted, the run's end. */
  until: z
    .strictObject({ layers: z.array(z.enum(sim_layer_names)).min(1), instructions: z.int().min(1) })
    .optional(),
  text: line(200).default(""),
});

/** A number in the reason of a known miss that the simulation gives. It is compared with the present result. */
const figureSchema = z.strictObject({
  /** The number as in the reason: "5.4", "1,413". With `points`: "5 of 11". */
  text: line(20).min(1),
  /** If omitted: the quantity that the claim measures. */
  value: expression.optional(),
  unit: line(20).optional(),
  /** The value of a free parameter. If omitted, the scenarios are unchanged. */
  at: z.strictObject({ free: name, value: fieldValue }).optional(),
  /** The figure is the number of points of the ranges at which the claim holds. */
  points: z.literal(true).optional(),
});

/** Fields that predictions and shapes share. */
const missBase = {
  /** At most one of these four. A claim with none of them is a fact of its own (facts.ts, docs/papers/README.md).
   * `restates`: the printed number, or the condition, as arithmetic of other claims of the source, with the numbers as
   * they are printed: `100 * claim["000-rx-three"] / claim["000-rx-one"] - 100`. */
  restates: expression.optional(),
  /** The claim with the same statement, which this one reads in another way or at another value. */
  of: name.optional(),
  /** Our own question. The source does not mention it. */
  own: z.literal(true).optional(),
  /** Reason why it holds by construction, so that it is an input. */
  input: line(300).min(1).optional(),
  /** A miss that stays, with its reason. */
  knownMiss: text.optional(),
  figures: z.array(figureSchema).max(12).optional(),
  /**
   * Numbers in the reason that do not depend on the simulation: printed ones, arithmetic of printed ones,
   * parameters.
   */
  given: z.array(line(20).min(1)).max(24).optional(),
};

const claimBase = {
  id: name,
  text: line(300).min(1),
  place,
  /** A contradiction in the source, or a fact that the number alone does not show. */
  note: text.optional(),
};

/** A number taken from the source: the scenarios contain the printed number, or a parameter was chosen so that the
 * simulation gives it. */
const calibrationSchema = z.strictObject({
  ...claimBase,
  kind: z.literal("calibration"),
  printed: z.number(),
  unit: line(20),
  /** Fields of the scenarios of these runs whose sum is the number, in the unit of the field times `perUnit`. */
  fields: z.array(fieldPath).default([]),
  runs: z.array(name).default([]),
  /** Used instead of `fields`: the simulated quantity, its tolerance, and the parameter that was chosen for it. */
  fitted: z
    .strictObject({ value: expression, relative: z.number().positive().max(0.05), by: line(300).min(1) })
    .optional(),
  perUnit: z.number().default(1),
  /** Only for fields that are sequences: counts the instructions that begin with one of these. */
  starting: z.array(line(40).min(1)).min(1).optional(),
});

/** A number that the simulation must give. */
const predictionSchema = z.strictObject({
  ...claimBase,
  kind: z.literal("prediction"),
  printed: z.number(),
  /** One of the units of expressions, or a word for a plain number or a rate (fps, frames/s). */
  unit: line(20),
  value: expression,
  tolerance: z.union([
    z.strictObject({ relative: z.number().positive().max(1) }),
    z.strictObject({ from: z.number(), to: z.number() }),
  ]),
  reason: text.meta({ title: "Why this tolerance" }),
  /** An event in the measured part of the first run of `value` that ends a number of cycles. The page opens the
   * machine right after it. */
  at: eventPlaceSchema.optional(),
  ...missBase,
});

/** A sign, an order, or the place of an optimum. */
const shapeSchema = z.strictObject({
  ...claimBase,
  kind: z.literal("shape"),
  condition: expression,
  ...missBase,
});

/** A curve without a claim: a quantity along a sweep of the machines. */
const curveSchema = z.strictObject({
  id: name,
  text: line(200).min(1),
  /** The quantity that changes from point to point. */
  along: line(60).min(1),
  unit: line(20),
  points: z
    .array(z.strictObject({ at: line(60).min(1), value: expression }))
    .min(2)
    .max(12),
});

const experimentSchema = z.strictObject({
  id: name,
  title: line(120).min(1),
  place,
  text,
  runs: z.record(name, runSchema),
  claims: z
    .array(z.discriminatedUnion("kind", [calibrationSchema, predictionSchema, shapeSchema]))
    .max(60)
    .meta({ title: "None where only curves are shown" }),
  curves: z.array(curveSchema).max(8).default([]),
  /** Two runs for "Compare the two machines". */
  compare: z.tuple([name, name]).optional(),
  /** Free parameters on which its predictions depend, by id. */
  free: z.array(name).default([]),
  /** Free parameters of its machines that this experiment does not sweep. For each id, the reason why its predictions
   * do not need the sweep. */
  apart: z.record(name, line(300).min(1)).default({}),
});

/** A parameter without a source. Its range is swept, and a prediction holds if it holds over most of the range. */
const freeSchema = z
  .strictObject({
    id: name,
    text: line(300).min(1),
    reason: text.meta({ title: "Why this range" }),
    /** All of these fields get the same value. */
    fields: z.array(fieldPath).default([]),
    /** For changes that fields cannot express, such as the order of a sequence. Maps each scenario to the one that
     * replaces it at each value except the first. */
    scenarios: z.record(name, z.record(line(40), name)).default({}),
    unit: line(20).default(""),
    /** The first value is the scenario's own value. */
    values: z.array(fieldValue).min(2).max(12),
    /** Explanations of the values that need one. */
    words: z.array(line(60).min(1)).default([]),
    /** Fields that a calibration needs at each value except the first. They are set together with the parameter. */
    with: z.array(z.record(fieldPath, fieldValue)).default([]),
  })
  .refine(({ values, words }) => words.length === 0 || words.length === values.length, {
    path: ["words"],
    message: "needs one for each value",
  })
  .refine(({ fields, scenarios }) => fields.length + Object.keys(scenarios).length > 0, {
    message: "needs fields or scenarios",
  });

/** The origin of a scenario's parameter: the source, or our choice with the reason why it affects no claim. */
const originSchema = z.strictObject({
  /** A path in which * matches any name or index. */
  field: fieldPath,
  from: z.enum(["source", "literature", "free", "convention"]),
  /** Source or literature: the place. Free parameter: its id. Convention: the reason. */
  where: line(400).min(1),
  scenarios: z.array(name).optional(),
});

/** A number or a mechanism of the source that no claim uses. */
const unusedSchema = z.strictObject({
  text: line(300).min(1),
  place,
  /** Omitted for a mechanism. */
  printed: z.number().optional(),
  unit: line(20).default(""),
  /** Why not. */
  reason: line(300).min(1),
});

/** Two statements of the source that contradict each other, for any machine. */
const contradictionSchema = z.strictObject({
  id: name,
  place,
  text,
  /** A condition on the printed numbers: `claim["003-frame-rate"] > 1.5 * claim["003-line-frames"]`. */
  condition: expression,
  /** Each number of the text that is arithmetic of printed ones. */
  figures: z
    .array(z.strictObject({ text: line(20).min(1), value: expression }))
    .max(12)
    .default([]),
  /** The other numbers of the text: printed, or assumed. */
  given: z.array(line(20).min(1)).max(24).default([]),
  /** Claims that no machine can meet because of the contradiction. They do not count as misses. */
  claims: z.array(name).default([]),
});

const paperSchema = z.strictObject({
  format: z.literal(PAPER_FORMAT),
  version: z.literal(1),
  id: name,
  title: line(200).min(1),
  authors: line(200).min(1),
  /** A short name, with the year if the source itself has one. */
  cited: line(60).min(1),
  published: line(200).min(1),
  summary: text,
  experiments: z.array(experimentSchema).min(1).max(40),
  free: z.array(freeSchema).max(40).default([]),
  unused: z.array(unusedSchema).max(60).default([]),
  contradictions: z.array(contradictionSchema).max(20).default([]),
  origins: z.array(originSchema).max(400),
});

export type Paper = z.output<typeof paperSchema>;
export type Experiment = Paper["experiments"][number];
export type Claim = Experiment["claims"][number];
export type Figure = z.output<typeof figureSchema>;
export type Curve = Experiment["curves"][number];
export type PaperRun = Experiment["runs"][string];
export type FreeParameter = Paper["free"][number];
export type FieldValue = z.output<typeof fieldValue>;

type PaperResult =
  | { readonly ok: true; readonly paper: Paper }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

export function parsePaper(value: unknown): PaperResult {
  const parsed = paperSchema.safeParse(value);
  if (!parsed.success) return { ok: false, errors: describeIssues(paperSchema, value, parsed.error.issues) };
  const errors = checkReferences(parsed.data);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, paper: parsed.data };
}

function checkReferences(paper: Paper): ScenarioError[] {
  const errors: ScenarioError[] = [];
  const complain = (field: string, message: string) => errors.push({ field, message });
  const free = new Set(paper.free.map(({ id }) => id));
  for (const [index, one] of paper.free.entries())
    if (one.with.length > 0 && one.with.length !== one.values.length - 1)
      complain(`free[${index}].with`, "needs an entry for each value but the first");
  const claims = new Set<string>();
  for (const [index, experiment] of paper.experiments.entries()) {
    const here = `experiments[${index}]`;
    const isRun = (id: string) => Object.hasOwn(experiment.runs, id);
    if (experiment.claims.length + experiment.curves.length === 0)
      complain(`${here}.claims`, "needs claims or curves");
    for (const id of experiment.free) if (!free.has(id)) complain(`${here}.free`, `no free parameter ${id}`);
    for (const id of Object.keys(experiment.apart))
      if (!free.has(id) || experiment.free.includes(id))
        complain(`${here}.apart`, `${id} is ${free.has(id) ? "swept" : "no free parameter"}`);
    for (const id of experiment.compare ?? []) if (!isRun(id)) complain(`${here}.compare`, `no run ${id}`);
    for (const [at, claim] of experiment.claims.entries()) {
      if (claims.has(claim.id)) complain(`${here}.claims[${at}].id`, `is used twice: ${claim.id}`);
      claims.add(claim.id);
      if (
        claim.kind === "calibration" &&
        claim.fields.length * claim.runs.length > 0 === Boolean(claim.fitted)
      )
        complain(`${here}.claims[${at}]`, "needs either fields and runs, or what was fitted");
      if (claim.kind === "calibration")
        for (const id of claim.runs) if (!isRun(id)) complain(`${here}.claims[${at}].runs`, `no run ${id}`);
    }
  }
  const contradicted = new Set(paper.contradictions.flatMap((one) => one.claims));
  for (const id of contradicted) if (!claims.has(id)) complain("contradictions", `no claim ${id}`);
  for (const claim of paper.experiments.flatMap((experiment) => experiment.claims)) {
    if (claim.kind === "calibration") continue;
    const { id, restates, of, own, input, knownMiss } = claim;
    const told = [restates, of, own, input, contradicted.has(id) || undefined];
    if (told.filter((one) => one !== undefined).length > 1)
      complain(id, "needs at most one of restates, of, own, input and a contradiction");
    if (of !== undefined && (of === id || !claims.has(of))) complain(`${id}.of`, `no claim ${of}`);
    if (contradicted.has(id) && knownMiss !== undefined)
      complain(id, "cannot be a known miss and contradicted by the source");
  }
  return errors;
}
