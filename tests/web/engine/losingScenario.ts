import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";

/** Software takes and filters every frame, and puts a copy of each into a queue that no thread takes from. The wire of
 * 10 Mb/s is never idle. */
export function filtering(last: "drop" | "none"): Scenario {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "filter",
    machine: {
      clockHertz: 100_000_000,
      nics: [{ name: "eth0", lineRateBitPerSecond: 10_000_000, minFrameBytes: 64 }],
    },
    software: {
      queues: [{ name: "tap", capacity: 4 }],
      routines: [{ name: "work", kind: "cycles", cycles: 100 }],
      threads: [
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "eth0" },
          steps: [
            { do: "acknowledge", nic: "eth0" },
            { do: "take-frame", nic: "eth0" },
            { do: "copy", queue: "tap" },
            { do: "exec", routine: "work" },
            ...(last === "drop" ? [{ do: "drop" }] : []),
          ],
        },
      ],
    },
    traffic: [
      {
        kind: "constant",
        direction: "receive",
        nic: "eth0",
        sizeBytes: 20,
        rate: { intervalCycles: 1000 },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}
