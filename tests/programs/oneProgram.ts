/** A scenario whose only thread executes a program from the first cycle onwards. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

export function oneProgram(source: string, machine: object = {}): Scenario {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "one program",
    machine,
    software: {
      routines: [{ name: "program", kind: "program", program: { source } }],
      threads: [
        {
          name: "program",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "program" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}
