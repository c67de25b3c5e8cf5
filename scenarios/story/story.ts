/** A story: steps that lead through a run. It is not part of the machine and changes no result. */
import { z } from "zod";
import { count, line } from "../base/field.ts";
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";

export const STORY_STEP_LIMIT = 12;
export const CAPTION_WORD_LIMIT = 25;
export const CAPTION_CHARACTER_LIMIT = 300;
export const LABEL_CHARACTER_LIMIT = 80;
const EXPRESSION_CHARACTER_LIMIT = 200;
const PART_LIMIT = 8;

/** Kinds of events at which a step may be. */
const STORY_EVENTS = [
  "frame-offered",
  "frame-dropped",
  "frame-delivered",
  "recognised",
  "handler-entered",
  "context-switch",
] as const;

/** In one language, or in both. */
function textIn(limit: number) {
  return z.union([
    line(limit).min(1),
    z.strictObject({
      en: line(limit).min(1).meta({ title: "English", description: "The text in English." }),
      de: line(limit).min(1).meta({ title: "German", description: "The text in German." }),
    }),
  ]);
}

const caption = textIn(CAPTION_CHARACTER_LIMIT).refine(
  (text) => textsOf(text).every((one) => wordsIn(one) <= CAPTION_WORD_LIMIT),
  { error: `has more than ${CAPTION_WORD_LIMIT} words` },
);
const label = textIn(LABEL_CHARACTER_LIMIT);
const expression = line(EXPRESSION_CHARACTER_LIMIT).min(1);

const number = count(1, 1_000_000).default(1).meta({
  title: "Number",
  description: "Which one: the first, the second and so on, counted from cycle After.",
});
const after = count(0, RUN_CYCLE_LIMIT)
  .default(0)
  .meta({ title: "After", unit: "cycles", description: "Counting begins at this cycle." });

export const eventPlaceSchema = z.strictObject({
  on: z.literal("event"),
  event: z.enum(STORY_EVENTS).meta({ title: "Event", description: "The machine stands right after it." }),
  number,
  after,
});

const placeSchema = z.discriminatedUnion("on", [
  z.strictObject({
    on: z.literal("cycle"),
    cycle: count(0, RUN_CYCLE_LIMIT).meta({
      title: "Cycle",
      unit: "cycles",
      description: "The machine stands here.",
      examples: [100_000],
    }),
  }),
  eventPlaceSchema,
  z.strictObject({ on: z.literal("end").meta({ title: "End", description: "The run is over." }) }),
  z.strictObject({
    on: z.literal("condition"),
    when: expression.meta({
      title: "When",
      description: "The cycle in which a condition becomes true; written like a breakpoint.",
    }),
    number,
    after,
  }),
]);

const stepSchema = z.strictObject({
  at: placeSchema.optional().meta({
    title: "Place",
    description: "Where the machine stands. Default: where the previous step left it.",
  }),
  visibleCycles: count(10, RUN_CYCLE_LIMIT).optional().meta({
    title: "Visible cycles",
    unit: "cycles",
    description: "How much the timeline shows. Default: no change; at the end of the run all of it.",
  }),
  scenario: line(80).min(1).optional().meta({
    title: "Scenario",
    description: "Built-in scenario whose machine this step shows instead.",
  }),
  beside: line(80).min(1).optional().meta({
    title: "Beside",
    description: "Built-in scenario whose machine stands beside the open one, on the same clock.",
  }),
  speed: z
    .union([z.literal("packet"), z.literal("max"), count(1, 10_000_000)])
    .optional()
    .meta({
      title: "Speed",
      unit: "1/s",
      description: "Speed at which the page plays up to the next step.",
    }),
  light: z.array(line(120).min(1)).max(PART_LIMIT).default([]).meta({
    title: "Light",
    description: "Parts of the page to highlight: ring:eth0, context:1, controller.",
  }),
  caption: caption.meta({
    title: "Caption",
    description: `At most ${CAPTION_WORD_LIMIT} words. {expression} is the number at this step, {end: expression} at the end of the run, {of ID: expression} at the end of another built-in one.`,
  }),
  do: z
    .strictObject({
      label: label.meta({ title: "Label", description: "Label of the button, such as: Set the ring to 16." }),
      field: expression.meta({
        title: "Field",
        description: "The field to set, given by the end of its path.",
      }),
      value: z
        .union([z.number(), z.string().max(120), z.boolean()])
        .meta({ title: "Value", description: "The new value." }),
      metric: expression.meta({
        title: "Metric",
        description: "The number to compare over the whole run, before and after.",
      }),
      metricLabel: label.meta({
        title: "Metric label",
        description: "Name of the metric, such as: frames lost.",
      }),
      becomes: z
        .enum(["less", "more", "same"])
        .meta({ title: "Becomes", description: "What the change does to the metric." }),
      leadsTo: placeSchema.optional().meta({
        title: "Leads to",
        description: "Where the changed machine goes, such as its next loss. Default: it stays.",
      }),
    })
    .optional()
    .meta({ title: "Action", description: "One change to try; leaving the step undoes it." }),
  question: z
    .strictObject({
      text: caption.meta({ title: "Question", description: "The text of the question." }),
      choices: z.array(label).min(2).max(4).meta({ title: "Choices", description: "The possible answers." }),
      right: count(1, 4).meta({ title: "Right", description: "Number of the right choice.", examples: [1] }),
      answer: caption.meta({ title: "Answer", description: "Shown after the reader has chosen." }),
    })
    .optional()
    .meta({ title: "Question", description: "One question about the picture." }),
});

export const storySchema = z.strictObject({
  title: label.meta({ title: "Title", description: "A question that the story answers." }),
  steps: z
    .array(stepSchema)
    .min(1)
    .max(STORY_STEP_LIMIT)
    .meta({ title: "Steps", description: "In order of telling." }),
  challenge: z
    .strictObject({
      metric: expression.meta({ title: "Metric", description: "A metric of the whole run." }),
      below: z
        .number()
        .min(0)
        .max(1e12)
        .meta({
          title: "Below",
          examples: [100],
          description: "The goal: one change brings the metric below this.",
        }),
      label: label.meta({ title: "Metric label", description: "Name of the metric, such as: frames lost." }),
    })
    .optional()
    .meta({ title: "Challenge", description: "What the reader is to reach after the last step." }),
  next: line(80).min(1).optional().meta({
    title: "Next",
    description: "Built-in scenario whose story comes next.",
  }),
});

/** The form in a file: fields with a default may be missing. */
export type StoryInput = z.input<typeof storySchema>;
export type Story = z.output<typeof storySchema>;
export type StoryStep = Story["steps"][number];
export type EventPlace = z.output<typeof eventPlaceSchema>;
export type StoryPlace = NonNullable<StoryStep["at"]>;
export type StoryText = z.output<typeof label>;

export function textsOf(text: StoryText): readonly string[] {
  return typeof text === "string" ? [text] : [text.en, text.de];
}

/** A number that is filled in is one word. */
export function wordsIn(text: string): number {
  return text
    .replace(/\{[^}]*\}/g, "0")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
