/** A study: scenarios, varied fields, seeds, measures, and the rule for enough runs. Version 1 of the file format;
 * docs/studies.md explains the fields. */
import { z } from "zod";
import { count, line, lines, name } from "../base/field.ts";
import { RUN_CYCLE_LIMIT, TEXT_CHARACTER_LIMIT } from "../base/limits.ts";

export const STUDY_FORMAT = "irqscope-study";
export const STUDY_VERSION = 1;

/** Limit for one list of values. lib/study limits the points of a study. */
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
    "A field of the scenario, given by its path or by the end of the path if no other field has the same. contexts: the number of contexts, with policy and threads by a stated rule, or as it is; machine.core.contexts: that field alone.",
});

const expression = line(EXPRESSION_CHARACTER_LIMIT).min(1);

const columnName = name.optional().meta({
  title: "Column",
  description: "Its name in results. Default: the name of the field.",
});

const valueList = z
  .array(z.json())
  .min(1)
  .max(STUDY_VALUE_LIMIT)
  .meta({
    title: "Values",
    description:
      "Written as in the scenario's file: numbers, words, lists, whole objects; null omits the field. Put numbers with a unit in quotes.",
    examples: [[4, 8, 16]],
  });

const valueLabels = z
  .array(name)
  .max(STUDY_VALUE_LIMIT)
  .optional()
  .meta({ title: "Labels", description: "Labels of the values in results, one for each value." });

const range = line(PATH_CHARACTER_LIMIT)
  .min(1)
  .meta({
    title: "Range",
    description: "Written as for irqscope sweep --set: 8,16,32 or 1..8 or 8..1024*2.",
    examples: ["4..64*2"],
  });

/** Values that change together with those of other fields. */
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
      .meta({ title: "Field", description: "One field, which takes each of its values in turn." }),
    z
      .strictObject({
        kind: z.literal("together"),
        fields: z.array(walkedSchema).min(2).max(COLUMN_LIMIT),
      })
      .meta({
        title: "Together",
        description:
          "Lists of the same length that advance together: first all first values, then all second values.",
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
            description: "Length of a window, in the time of the capture.",
            examples: [1000],
          }),
        name: columnName.meta({
          title: "Column",
          description: "The name of the windows in results. Default: window.",
        }),
      })
      .meta({
        title: "Windows",
        description:
          "Splits the captures of the scenario into windows of this length, numbered from 1 in the column window. Each window is a run of its length and gives one value; means and intervals are over the windows.",
      }),
  ])
  .meta({ title: "Axis" });

const scenarioSchema = z
  .union([
    line(SOURCE_CHARACTER_LIMIT).min(1),
    z.strictObject({
      name,
      from: line(SOURCE_CHARACTER_LIMIT).min(1).optional().meta({
        title: "From",
        description: "Id of a built-in scenario, or a file in the folder of the study.",
      }),
      scenario: z.json().optional().meta({ title: "Scenario", description: "The scenario itself." }),
    }),
  ])
  .meta({
    title: "Scenario",
    description:
      "Id of a built-in scenario, or a file in the folder of the study; or a name with one of these or with the scenario itself.",
  });

const stopSchema = z
  .strictObject({
    metric: expression.meta({
      title: "Interval of",
      description: "One of the study's metrics, written as there.",
    }),
    halfWidth: z.number().positive().meta({
      title: "Interval at most ±",
      description: "Target for the 95 % interval of the mean: mean ± half width, in the metric's unit.",
    }),
    batch: count(1, STUDY_SEED_LIMIT).default(5).meta({
      title: "Seeds added at a time",
    }),
    maximumSeeds: count(2, STUDY_SEED_LIMIT).default(100).meta({
      title: "Maximum number of seeds",
      description: "Limit for each point, however wide its interval is.",
    }),
  })
  .meta({
    title: "Stop rule",
    description: "Each point gets more seeds until its interval is narrow enough.",
  });

const searchSchema = z
  .strictObject({
    over: z.array(name).min(1).max(SEARCH_COLUMN_LIMIT).meta({
      title: "Over the values of",
      description:
        "Columns to search, from axes of kind field. Each combination of the other columns has a search of its own.",
    }),
    goal: z.enum(["minimize", "maximize"]).meta({
      title: "Goal",
      words: { minimize: "least", maximize: "greatest" },
    }),
    of: expression.meta({
      title: "Column or metric",
      description:
        "One of the searched columns, or a metric. A single column is searched by bisection, anything else by dividing the range (DIRECT).",
    }),
    ofSeeds: z
      .enum(["mean", "greatest"])
      .optional()
      .meta({
        title: "Over the seeds",
        words: { mean: "the mean", greatest: "the greatest" },
        description:
          "Which value of a metric counts: its mean over the seeds, or the greatest of them. Default: the greatest for the maximum of a latency, otherwise the mean.",
      }),
    subjectTo: z
      .array(expression)
      .max(CONDITION_LIMIT)
      .default([])
      .meta({
        title: "Conditions",
        description: "Each must hold with every seed, for example receive.loss == 0.",
        examples: [["receive.loss == 0", "receive.latency.p99 < 200 us"]],
      }),
    maximumPoints: count(2, STUDY_VALUE_LIMIT).default(60).meta({
      title: "Maximum number of points",
      description: "Limit for one search, whether it has found its answer or not.",
    }),
  })
  .meta({ title: "Search", description: "Looks for the best point and runs only the points it needs." });

export const studySchema = z
  .strictObject({
    format: z.literal(STUDY_FORMAT),
    version: z.literal(STUDY_VERSION),
    name: name.meta({
      title: "Name of the study",
      description: "Appears above the results and in the names of saved files.",
    }),
    description: lines(TEXT_CHARACTER_LIMIT)
      .default("")
      .meta({ title: "Question", description: "A text for readers of the results." }),
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
          .meta({ title: "First seed", description: "The next seeds follow from it." }),
        count: count(1, STUDY_SEED_LIMIT).default(10).meta({
          title: "Seeds of each point",
          description: "Each seed is a run. With a stop rule: the number of runs before the rule applies.",
        }),
      })
      .prefault({})
      .meta({ title: "Seeds" }),
    commonSeeds: z.boolean().default(true).meta({
      title: "The same seeds, and so the same traffic, at every point",
      description:
        "Every point then sees the same traffic, so differences are not chance. Off: each point has seeds of its own.",
    }),
    warmUpCycles: count(0, RUN_CYCLE_LIMIT).default(0).meta({
      title: "Warm-up",
      unit: "cycles",
      description: "The start of each run, which the metrics leave out.",
    }),
    metrics: z
      .array(expression)
      .max(METRIC_LIMIT)
      .default([])
      .meta({
        title: "Metrics",
        description: "What to measure (docs/expressions.md). Default: loss, rate, latency, interrupts, load.",
        examples: [["receive.loss in %", "receive.latency.p99 in us"]],
      }),
    stop: stopSchema.optional(),
    search: searchSchema.optional(),
    worstOf: count(2, 1_000_000_000).optional().meta({
      title: "Worst value of this many runs",
      unit: "runs",
      description:
        "For the longest latency: an estimate of the value that one of this many runs exceeds, with its interval (generalised extreme values; needs 20 seeds or more).",
    }),
    compare: name.optional().meta({
      title: "Compared, seed by seed",
      description:
        "The column whose values are compared with its first one. Default: the first column with several values.",
    }),
  })
  .meta({
    title: "irqscope study",
    description: "Runs scenarios for each combination of field values and seeds.",
  });

/** The form in a file: fields with a default may be missing. */
export type StudyInput = z.input<typeof studySchema>;
/** The form for planning: all defaults are filled in. */
export type Study = z.output<typeof studySchema>;
export type StudyAxis = z.output<typeof studyAxisSchema>;
export type StudySearch = z.output<typeof searchSchema>;
/** A value of a scenario's file. */
export type StudyValue = z.output<ReturnType<typeof z.json>>;
