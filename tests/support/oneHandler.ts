/** A card whose line starts one handler, with frames at a regular interval. Tests of status bits and of faults use it. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

interface OneHandler {
  readonly name: string;
  readonly frameCount: number;
  /** Steps of the handler. */
  readonly steps: unknown;
  readonly machine?: object;
  readonly nic?: unknown;
  readonly routines: readonly object[];
  readonly software?: unknown;
}

export function oneHandler(one: OneHandler): Scenario {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: one.name,
    runCycles: 100_000,
    machine: {
      clockHertz: 1_000_000_000,
      core: { policy: "single" },
      nics: [{ name: "card", ...(one.nic as object) }],
      ...one.machine,
    },
    software: {
      routines: one.routines,
      threads: [
        {
          name: "handler",
          layer: "driver-isr",
          priority: 1,
          interruptsEnabled: false,
          start: { on: "line", nic: "card" },
          steps: one.steps,
        },
      ],
      ...(one.software as object),
    },
    traffic: [
      {
        kind: "constant",
        direction: "receive",
        nic: "card",
        sizeBytes: 64,
        rate: { framesPerSecond: 1_000_000 },
        frameCount: one.frameCount,
      },
    ],
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}
