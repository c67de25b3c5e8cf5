/** A study: scenarios, what is varied, seeds, what is measured and when there are enough runs. Version 1 of the file
 * format; docs/studies.md says what the fields mean. */
import { z } from "zod";
import { count, line, lines, name } from "../base/field.ts";
import { RUN_CYCLE_LIMIT, TEXT_CHARACTER_LIMIT } from "../base/limits.ts";

export const STUDY_FORMAT = "irqscope-study";
export const STUDY_VERSION = 1;

/** Of one list of values; the points of a study together are bounded by lib/study. */
export const STUDY_VALUE_LIMIT = 10_000;
const STUDY_SEED_LIMIT = 100_000;
const SCENARIO_LIMIT = 64;
const AXIS_LIMIT = 16;
const COLUMN_LIMIT = 16;
const SET_LIMIT = 64;
const METRIC_LIMIT = 64;
const PATH_CHARACTER_LIMIT = 300;
const EXPRESSION_CHARACTER_LIMIT = 1000;
const SOURCE_CHARACTER_LIMIT = 400;
const SEARCH_COLUMN_LIMIT = 4;
const CONDITION_LIMIT = 16;
/** A day. */
const WINDOW_MILLISECOND_LIMIT = 86_400_000;

const fieldPath = line(PATH_CHARACTER_LIMIT).min(1).meta({
  title: "Field",
  description:
    "Of the scenario, by its path or by an end of it that no other has. contexts: the number of contexts, with policy and threads by a stated rule, or as it is; machine.core.contexts is the field alone.",
});

const expression = line(EXPRESSION_CHARACTER_LIMIT).min(1);

const columnName = name.optional().meta({
  title: "Column",
  description: "What it is called in results; left out: as the field.",
});

const valueList = z
  .array(z.json())
  .min(1)
  .max(STUDY_VALUE_LIMIT)
  .meta({
    title: "Values",
    description:
      "As the scenario's file has them: numbers, words, lists, whole objects; null leaves the field out. Numbers with a unit stand in quotes.",
    examples: [[4, 8, 16]],
  });

const valueLabels = z
  .array(name)
  .max(STUDY_VALUE_LIMIT)
  .optional()
  .meta({ title: "Labels", description: "Of the values in results, one for each." });

const range = line(PATH_CHARACTER_LIMIT)
  .min(1)
  .meta({
    title: "Range",
    description: "As irqscope sweep --set takes it: 8,16,32 or 1..8 or 8..1024*2.",
    examples: ["4..64*2"],
  });

/** Values that go with those of other fields, one after the other. */
const walkedSchema = z
  .strictObject({ field: fieldPath, name: columnName, values: valueList, labels: valueLabels })
  .meta({ title: "Field of a walk" });

const studyAxisSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("field"),
        field: fieldPath,
        name: columnName,
        values: z.union([valueList, range]),
        labels: valueLabels,
      })
      .meta({ title: "Field", description: "One field at each of its values." }),
    z
      .strictObject({
        kind: z.literal("together"),
        fields: z.array(walkedSchema).min(2).max(COLUMN_LIMIT),
      })
      .meta({
        title: "Together",
        description: "Lists of the same length that are walked together: all firsts, then all seconds.",
      }),
    z
      .strictObject({
        kind: z.literal("table"),
        fields: z.array(fieldPath).min(1).max(COLUMN_LIMIT),
        rows: z.array(z.array(z.json()).min(1).max(COLUMN_LIMIT)).min(1).max(STUDY_VALUE_LIMIT),
      })
      .meta({ title: "Table", description: "A table of points: each row has a value for each field." }),
    z
      .strictObject({
        kind: z.literal("windows"),
        milliseconds: z
          .number()
          .min(0.001)
          .max(WINDOW_MILLISECOND_LIMIT)
          .meta({
            title: "Length",
            unit: "ms",
            description: "Of a window, in the time of the capture.",
            examples: [1000],
          }),
        name: columnName.meta({
          title: "Column",
          description: "What the windows are called in results; left out: window.",
        }),
      })
      .meta({
        title: "Windows",
        description:
          "The captures of the scenario cut into windows of this length, numbered from 1 on in the column window. Each is a run as long as the window, and one value: means and intervals are over the windows.",
      }),
  ])
  .meta({ title: "Axis" });

const scenarioSchema = z
  .union([
    line(SOURCE_CHARACTER_LIMIT).min(1),
    z.strictObject({
      name,
      from: line(SOURCE_CHARACTER_LIMIT)
        .min(1)
        .optional()
        .meta({ title: "From", description: "Id of a built-in scenario, or a file beside the study." }),
      scenario: z.json().optional().meta({ title: "Scenario", description: "The scenario itself." }),
    }),
  ])
  .meta({
    title: "Scenario",
    description:
      "Id of a built-in one, or a file beside the study; or a name with the one or the scenario itself.",
  });

const stopSchema = z
  .strictObject({
    metric: expression.meta({
      title: "Interval of",
      description: "One of the study's metrics, as it stands there.",
    }),
    halfWidth: z.number().positive().meta({
      title: "Interval at most ±",
      description:
        "The 95 % interval of the mean is to be this narrow: mean ± half width, in the metric's unit.",
    }),
    batch: count(1, STUDY_SEED_LIMIT).default(5).meta({
      title: "Seeds added at a time",
    }),
    maximumSeeds: count(2, STUDY_SEED_LIMIT).default(100).meta({
      title: "Most seeds",
      description: "Of a point, however wide its interval is.",
    }),
  })
  .meta({ title: "Stop rule", description: "Each point gets seeds until the interval is narrow." });

const searchSchema = z
  .strictObject({
    over: z.array(name).min(1).max(SEARCH_COLUMN_LIMIT).meta({
      title: "Over the values of",
      description:
        "Columns of axes of kind field that are searched. Each combination of the other columns has a search of its own.",
    }),
    goal: z.enum(["minimize", "maximize"]).meta({
      title: "Goal",
      words: { minimize: "least", maximize: "greatest" },
    }),
    of: expression.meta({
      title: "Of what",
      description:
        "One of the searched columns, or a metric. One column alone is searched by bisection, all else by dividing the range (DIRECT).",
    }),
    ofSeeds: z
      .enum(["mean", "greatest"])
      .optional()
      .meta({
        title: "Of the seeds",
        words: { mean: "the mean", greatest: "the greatest" },
        description:
          "What counts of a metric: its mean over the seeds, or the greatest of them. Left out: the greatest of the maximum of a latency, the mean of all else.",
      }),
    subjectTo: z
      .array(expression)
      .max(CONDITION_LIMIT)
      .default([])
      .meta({
        title: "Conditions",
        description: "Each has to hold with every seed, as receive.loss == 0.",
        examples: [["receive.loss == 0", "receive.latency.p99 < 200 us"]],
      }),
    maximumPoints: count(2, STUDY_VALUE_LIMIT).default(60).meta({
      title: "Most points",
      description: "Of one search, whether it has its answer or not.",
    }),
  })
  .meta({ title: "Search", description: "Looks for the best point, and runs no others." });

export const studySchema = z
  .strictObject({
    format: z.literal(STUDY_FORMAT),
    version: z.literal(STUDY_VERSION),
    name: name.meta({
      title: "Name of the study",
      description: "Stands above the results, and names the files that are saved.",
    }),
    description: lines(TEXT_CHARACTER_LIMIT)
      .default("")
      .meta({ title: "What is asked", description: "A text for readers of the results." }),
    scenarios: z.array(scenarioSchema).min(1).max(SCENARIO_LIMIT).meta({ title: "Scenarios" }),
    set: z
      .record(fieldPath, z.json())
      .refine((fields) => Object.keys(fields).length <= SET_LIMIT, `must have at most ${SET_LIMIT} fields`)
      .default({})
      .meta({ title: "The same at every point", description: "Fields that have this value at every point." }),
    axes: z.array(studyAxisSchema).max(AXIS_LIMIT).default([]).meta({
      title: "Axes",
      description: "Every combination is a point, the last axis changing fastest.",
    }),
    seeds: z
      .strictObject({
        first: count(0, Number.MAX_SAFE_INTEGER - 1e10)
          .default(1)
          .meta({ title: "First seed", description: "The next seeds follow it." }),
        count: count(1, STUDY_SEED_LIMIT).default(10).meta({
          title: "Seeds of each point",
          description: "Each seed is a run. With a stop rule: the runs before the rule is asked.",
        }),
      })
      .prefault({})
      .meta({ title: "Seeds" }),
    commonSeeds: z.boolean().default(true).meta({
      title: "The same seeds, and so the same traffic, at every point",
      description: "Differences between points are then paired. Off: each point has seeds of its own.",
    }),
    warmUpCycles: count(0, RUN_CYCLE_LIMIT).default(0).meta({
      title: "Warm-up",
      unit: "cycles",
      description: "The beginning of each run, which no metric counts.",
    }),
    metrics: z
      .array(expression)
      .max(METRIC_LIMIT)
      .default([])
      .meta({
        title: "Metrics",
        description:
          "What is measured (docs/expressions.md). Left out: loss, rate, latency, interrupts, load.",
        examples: [["receive.loss in %", "receive.latency.p99 in us"]],
      }),
    stop: stopSchema.optional(),
    search: searchSchema.optional(),
    worstOf: count(2, 1_000_000_000).optional().meta({
      title: "Of maxima, the worst of so many runs",
      unit: "runs",
      description:
        "Of the longest latency: an estimate of the value that one of so many runs exceeds, with its interval (generalised extreme values, from 20 seeds on).",
    }),
    compare: name.optional().meta({
      title: "Compared, seed by seed",
      description:
        "The column whose values are compared with its first one. Left out: the first column with several values.",
    }),
  })
  .meta({ title: "irqscope study", description: "Runs of scenarios over values and seeds." });

/** As written in a file: what has a default may be left out. */
export type StudyInput = z.input<typeof studySchema>;
/** As it is planned: everything filled in. */
export type Study = z.output<typeof studySchema>;
export type StudyAxis = z.output<typeof studyAxisSchema>;
export type StudySearch = z.output<typeof searchSchema>;
/** A value of a scenario's file. */
export type StudyValue = z.output<ReturnType<typeof z.json>>;
