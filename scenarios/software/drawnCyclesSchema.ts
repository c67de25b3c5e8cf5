/** Cycles of a routine that are drawn each time it runs: a distribution of service times. */
import { z } from "zod";
import { SIM_POINT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, thousandths } from "../base/field.ts";
import { WHOLE_PERCENT } from "../base/limits.ts";

const CYCLE_LIMIT = 0xffff_ffff;
const cycles = count(0, CYCLE_LIMIT).meta({ title: "Cycles", unit: "cycles", examples: [400] });

export const drawnCyclesSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("quantiles"),
        quantiles: z
          .array(cycles)
          .min(2)
          .max(SIM_POINT_LIMIT)
          .meta({
            title: "Quantiles",
            unit: "cycles",
            description:
              "Evenly spaced, from the least to the greatest, never falling; between two the cycles are drawn evenly.",
            examples: [[100, 300, 3000]],
          }),
      })
      .meta({ title: "Quantiles", description: "A list of measured values in their order." }),
    z
      .strictObject({
        kind: z.literal("percentiles"),
        percentiles: z
          .array(
            z.strictObject({
              percent: thousandths(0, WHOLE_PERCENT).meta({
                title: "Per cent",
                unit: "%",
                description: "So many of the runs take no more; from 0 to 100, rising.",
                examples: [50],
              }),
              cycles,
            }),
          )
          .min(2)
          .max(SIM_POINT_LIMIT)
          .meta({
            title: "Percentiles",
            description: "The first is that of 0 %, the last that of 100 %; between two it is linear.",
          }),
      })
      .meta({ title: "Percentiles", description: "Such as median, p90, p99." }),
    z
      .strictObject({
        kind: z.literal("values"),
        values: z
          .array(
            z.strictObject({
              cycles,
              weight: count(1, 65_535)
                .default(1)
                .meta({ title: "Weight", description: "How often, beside the other values." }),
            }),
          )
          .min(1)
          .max(SIM_POINT_LIMIT)
          .meta({ title: "Values", description: "One of them is drawn, by weight." }),
      })
      .meta({ title: "Values", description: "An empirical distribution." }),
  ])
  .optional()
  .meta({
    title: "Drawn cycles",
    description: "Added to the fixed budget, drawn with the seed each time the routine runs.",
  });

export type DrawnCycles = NonNullable<z.output<typeof drawnCyclesSchema>>;
