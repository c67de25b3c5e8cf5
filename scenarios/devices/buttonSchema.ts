/** Buttons as a file describes them. */
import { z } from "zod";
import { SIM_BUTTON_LIMIT, SIM_PRESS_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, name, reference } from "../base/field.ts";
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { ownLine } from "./deviceFields.ts";
import type { DeviceRules } from "./rules.ts";

export const buttonSchema = z
  .strictObject({
    name,
    pressCycles: z
      .array(count(0, RUN_CYCLE_LIMIT))
      .min(1)
      .max(SIM_PRESS_LIMIT)
      .meta({
        title: "Presses",
        unit: "cycle",
        description: "Each later than the previous one.",
        examples: [[20_000]],
      }),
    line: ownLine,
  })
  .meta({ title: "Button", description: "Each press sets its status bit, which drives its line." });

export const buttonList = z.array(buttonSchema).max(SIM_BUTTON_LIMIT).default([]).meta({ title: "Buttons" });

export const buttonReference = reference("button", "Button", "Name of a button.");

export const buttonStepSchemas = [
  z
    .strictObject({ do: z.literal("acknowledge-button"), button: buttonReference })
    .meta({ title: "Acknowledge the button" }),
] as const;

export const buttonRules: DeviceRules<Button> = {
  check({ pressCycles }, _, fail) {
    const early = pressCycles.findIndex((cycle, index) => cycle <= (pressCycles[index - 1] ?? -1));
    if (early >= 0) fail(`pressCycles[${early}]`, "is not later than the previous press");
  },
  checkAll(buttons, fail) {
    const presses = buttons.reduce((sum, { pressCycles }) => sum + pressCycles.length, 0);
    if (presses > SIM_PRESS_LIMIT)
      fail(`have ${presses} presses in total, but the limit is ${SIM_PRESS_LIMIT}`);
  },
};

export type Button = z.output<typeof buttonSchema>;
export type ButtonStep = z.output<(typeof buttonStepSchemas)[number]>;
