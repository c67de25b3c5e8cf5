/** Timers as a file describes them. */
import { z } from "zod";
import { SIM_TIMER_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, name, reference } from "../base/field.ts";
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { ownLine } from "./deviceFields.ts";
import type { DeviceRules } from "./rules.ts";

export const timerSchema = z
  .strictObject({
    name,
    periodNanoseconds: count(1, 1e12).meta({ title: "Period", unit: "ns", examples: [1_000_000] }),
    startCycle: count(0, RUN_CYCLE_LIMIT).optional().meta({
      title: "First tick",
      unit: "cycle",
      description: "Default: after one period.",
    }),
    line: ownLine,
  })
  .meta({ title: "Timer", description: "Each tick sets its status bit, which drives its line." });

export const timerList = z.array(timerSchema).max(SIM_TIMER_LIMIT).default([]).meta({ title: "Timers" });

export const timerReference = reference("timer", "Timer", "Name of a timer.");

export const timerStepSchemas = [
  z
    .strictObject({ do: z.literal("acknowledge-timer"), timer: timerReference })
    .meta({ title: "Acknowledge the timer" }),
] as const;

/** At most one tick per cycle, because time would not advance otherwise. */
export const timerRules: DeviceRules<Timer> = {
  check({ periodNanoseconds }, { clockHertz }, fail) {
    if (periodNanoseconds * clockHertz >= 1e9) return;
    const least = Math.ceil(1e9 / clockHertz);
    fail(
      "periodNanoseconds",
      `${periodNanoseconds} is shorter than a cycle of this clock; at least ${least}`,
    );
  },
};

export type Timer = z.output<typeof timerSchema>;
export type TimerStep = z.output<(typeof timerStepSchemas)[number]>;
