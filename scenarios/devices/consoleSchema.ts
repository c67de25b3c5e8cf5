/** Consoles as a file describes them. */
import { z } from "zod";
import { SIM_CONSOLE_LIMIT, SIM_INPUT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, name, reference } from "../base/field.ts";
import { LINE_RATE_LIMIT, RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { characterCyclesOf, inputOf } from "./consoleInput.ts";
import { ownLine } from "./deviceFields.ts";
import type { DeviceRules } from "./rules.ts";

const inputSchema = z.strictObject({
  cycle: count(0, RUN_CYCLE_LIMIT).meta({
    title: "From cycle",
    unit: "cycle",
    description: "The first character starts at this cycle; each takes its time on the line.",
    examples: [20_000],
  }),
  text: z
    .string()
    .min(1)
    .max(SIM_INPUT_LIMIT)
    .meta({ title: "Text", description: "The typed text; \\n ends a line.", examples: ["help\n"] }),
});

export const consoleSchema = z
  .strictObject({
    name,
    bitPerSecond: count(300, LINE_RATE_LIMIT)
      .default(115_200)
      .meta({ title: "Baud", unit: "bit/s", description: "Each character takes ten bits." }),
    input: z
      .array(inputSchema)
      .max(SIM_INPUT_LIMIT)
      .default([])
      .meta({ title: "Input", description: "The typed texts, one after another, in UTF-8." }),
    interrupts: z
      .array(z.enum(["received", "all-sent", "lost"]))
      .max(3)
      .default([])
      .meta({
        title: "Initial interrupts",
        description: "Value of the 16550's IER before a program sets it.",
      }),
    line: ownLine,
  })
  .meta({
    title: "Console",
    description: "Programs see the registers of a 16550. Characters travel at its baud rate.",
  });

export const consoleList = z
  .array(consoleSchema)
  .max(SIM_CONSOLE_LIMIT)
  .default([])
  .meta({ title: "Consoles" });

export const consoleReference = reference("console", "Console", "Name of a console.");

export const consoleStepSchemas = [
  z
    .strictObject({ do: z.literal("acknowledge-console"), console: consoleReference })
    .meta({ title: "Acknowledge the console", description: "Takes all characters that have arrived." }),
] as const;

export const consoleRules: DeviceRules<Console> = {
  check({ input, bitPerSecond, interrupts }, { clockHertz }, fail) {
    const each = characterCyclesOf(bitPerSecond, clockHertz);
    let free = 0;
    input.forEach(({ cycle, text }, index) => {
      if (cycle < free) fail(`input[${index}].cycle`, `starts before the previous text ends, at ${free}`);
      free = cycle + inputOf(text).length * each;
    });
    const twice = interrupts.findIndex((one, index) => interrupts.indexOf(one) < index);
    if (twice >= 0) fail(`interrupts[${twice}]`, "is listed twice");
  },
  checkAll(consoles, fail) {
    const characters = consoles
      .flatMap(({ input }) => input)
      .reduce((sum, { text }) => sum + inputOf(text).length, 0);
    if (characters > SIM_INPUT_LIMIT)
      fail(`have ${characters} bytes of input in total, but the limit is ${SIM_INPUT_LIMIT}`);
  },
};

export type Console = z.output<typeof consoleSchema>;
export type ConsoleStep = z.output<(typeof consoleStepSchemas)[number]>;
