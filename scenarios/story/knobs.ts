/** Fields of a scenario that users should try, with values to choose from. They are not part of the machine. */
import { z } from "zod";
import { line } from "../base/field.ts";

const KNOB_LIMIT = 6;
const VALUE_LIMIT = 16;

/** A short text, or one in each language of the page. */
const label = z
  .union([
    line(60).min(1).meta({ title: "One text" }),
    z
      .strictObject({
        en: line(60).min(1).meta({ title: "English", description: "The text in English." }),
        de: line(60).min(1).meta({ title: "German", description: "The text in German." }),
      })
      .meta({ title: "In both languages" }),
  ])
  .optional()
  .meta({ title: "Label", description: "What the page calls it. Default: the title of the field." });

/** More than any field holds. */
const RANGE_LIMIT = 1e12;
const LEAST_STEP = 0.001;
const rangeNumber = z.number().min(-RANGE_LIMIT).max(RANGE_LIMIT);

const knobSchema = z
  .strictObject({
    field: line(200).min(1).meta({
      title: "Field",
      description:
        'Path of a field of this scenario, or the end of the path if no other field has the same: "rxRingFrames", "eth0.rxRingFrames".',
    }),
    values: z
      .array(
        z.union([
          z.number().meta({ title: "Number" }),
          z.boolean().meta({ title: "Switch" }),
          line(80).meta({ title: "Word" }),
        ]),
      )
      .min(2)
      .max(VALUE_LIMIT)
      .optional()
      .meta({ title: "Values", description: "The choices, in the order in which the page offers them." }),
    range: z
      .strictObject({
        from: rangeNumber.meta({ title: "From", description: "The least value.", examples: [8] }),
        to: rangeNumber.meta({ title: "To", description: "The greatest value.", examples: [64] }),
        step: z
          .number()
          .min(LEAST_STEP)
          .max(RANGE_LIMIT)
          .default(1)
          .meta({ title: "Step", description: "From one value to the next." }),
      })
      .optional()
      .meta({ title: "Range", description: "Instead of values, for a number." }),
    label,
  })
  .meta({ title: "Knob" });

export const knobsSchema = z.array(knobSchema).max(KNOB_LIMIT).optional().meta({
  title: "Knobs",
  description:
    "Fields worth trying; the page offers them beside the results. They are not part of the machine.",
});

export type Knob = z.output<typeof knobSchema>;
