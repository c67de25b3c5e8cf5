/** One hart with its own program, and a button that it may serve. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

export function hartScenario(
  source: string,
  {
    presses = [],
    runCycles = 5000,
  }: { readonly presses?: readonly number[]; readonly runCycles?: number } = {},
): Scenario {
  const buttons = presses.length === 0 ? [] : [{ name: "stop", pressCycles: presses, line: { priority: 1 } }];
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "A hart",
    seed: 1,
    runCycles,
    machine: { clockHertz: 100_000_000, core: { policy: "single" }, nics: [], buttons },
    software: {
      programs: { memoryBytes: 4096, stackBytes: 256 },
      routines: [{ name: "p", kind: "program", program: { source } }],
      threads: [
        {
          name: "hart",
          layer: "application",
          priority: 9,
          machineMode: true,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "p" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.scenario;
}
