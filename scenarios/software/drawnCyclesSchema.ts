/** Cycles of a routine that are drawn each time it runs: a distribution of service times. */
import { z } from "zod";
import { SIM_POINT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, line, thousandths } from "../base/field.ts";
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
              "Evenly spaced quantiles in ascending order; cycles between two of them are drawn evenly.",
            examples: [[100, 300, 3000]],
          }),
      })
      .meta({ title: "Quantiles", description: "A list of measured values in ascending order." }),
    z
      .strictObject({
        kind: z.literal("percentiles"),
        percentiles: z
          .array(
            z.strictObject({
              percent: thousandths(0, WHOLE_PERCENT).meta({
                title: "Per cent",
                unit: "%",
                description: "This share of the runs takes no more; from 0 to 100, in ascending order.",
                examples: [50],
              }),
              cycles,
            }),
          )
          .min(2)
          .max(SIM_POINT_LIMIT)
          .meta({
            title: "Percentiles",
            description: "The first is for 0 % and the last for 100 %; values between two are linear.",
          }),
      })
      .meta({ title: "Percentiles", description: "For example median, p90, p99." }),
    z
      .strictObject({
        kind: z.literal("values"),
        values: z
          .array(
            z.strictObject({
              cycles,
              weight: count(1, 65_535)
                .default(1)
                .meta({ title: "Weight", description: "How often, relative to the other values." }),
            }),
          )
          .min(1)
          .max(SIM_POINT_LIMIT)
          .meta({ title: "Values", description: "Each run draws one of the values by weight." }),
        table: line(60)
          .min(1)
          .optional()
          .meta({
            title: "Table",
            description:
              "Routines with the same table draw the same place of their values for a packet: their values are columns, and a row is what was measured for one packet. Without a packet, each draws alone.",
            examples: ["measured"],
          }),
      })
      .meta({ title: "Values", description: "An empirical distribution." }),
  ])
  .optional()
  .meta({
    title: "Drawn cycles",
    description: "Added to the fixed budget; each run of the routine draws them with the seed.",
  });

export type DrawnCycles = NonNullable<z.output<typeof drawnCyclesSchema>>;
