/** Consoles as a file describes them. */
import { z } from "zod";
import { SIM_CONSOLE_LIMIT, SIM_INPUT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, name, reference } from "../base/field.ts";
import { LINE_RATE_LIMIT, RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { characterCyclesOf, inputOf } from "./consoleInput.ts";
import { ownLine } from "./lineSchema.ts";
import type { DeviceRules } from "./rules.ts";

const inputSchema = z.strictObject({
  cycle: count(0, RUN_CYCLE_LIMIT).meta({
    title: "From cycle",
    unit: "cycle",
    description: "The first character begins here, each takes its time on the line.",
    examples: [20_000],
  }),
  text: z
    .string()
    .min(1)
    .max(SIM_INPUT_LIMIT)
    .meta({ title: "Text", description: "What is typed; \\n is the end of a line.", examples: ["help\n"] }),
});

export const consoleSchema = z
  .strictObject({
    name,
    bitPerSecond: count(300, LINE_RATE_LIMIT)
      .default(115_200)
      .meta({ title: "Baud", unit: "bit/s", description: "Ten bits a character." }),
    input: z
      .array(inputSchema)
      .max(SIM_INPUT_LIMIT)
      .default([])
      .meta({ title: "Input", description: "What is typed, one text behind the other; as UTF-8." }),
    interrupts: z
      .array(z.enum(["received", "all-sent", "lost"]))
      .max(3)
      .default([])
      .meta({ title: "Interrupts at first", description: "IER of the 16550 before a program sets it." }),
    line: ownLine,
  })
  .meta({
    title: "Console",
    description: "Programs find a 16550 at its registers; characters come and go at its rate.",
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
    .meta({ title: "Acknowledge the console", description: "Takes all characters that have come." }),
] as const;

export const consoleRules: DeviceRules<Console> = {
  check({ input, bitPerSecond, interrupts }, { clockHertz }, fail) {
    const each = characterCyclesOf(bitPerSecond, clockHertz);
    let free = 0;
    input.forEach(({ cycle, text }, index) => {
      if (cycle < free) fail(`input[${index}].cycle`, `begins before the text before it is over, at ${free}`);
      free = cycle + inputOf(text).length * each;
    });
    const twice = interrupts.findIndex((one, index) => interrupts.indexOf(one) < index);
    if (twice >= 0) fail(`interrupts[${twice}]`, "is named twice");
  },
  checkAll(consoles, fail) {
    const characters = consoles
      .flatMap(({ input }) => input)
      .reduce((sum, { text }) => sum + inputOf(text).length, 0);
    if (characters > SIM_INPUT_LIMIT)
      fail(`have ${characters} bytes of input together, at most ${SIM_INPUT_LIMIT}`);
  },
};

export type Console = z.output<typeof consoleSchema>;
export type ConsoleStep = z.output<(typeof consoleStepSchemas)[number]>;
