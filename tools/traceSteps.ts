import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const TRACE = "./capture.json";
const MODULE = "\0irqscope:capture";

/** The times of a long capture as steps from event to event, which compress to two thirds of what the times do; the module
 * adds them up. */
export function traceSteps(): Plugin {
  let file = "";
  return {
    name: "irqscope:trace-steps",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (source !== TRACE || importer === undefined) return undefined;
      file = resolve(importer, "..", source);
      return MODULE;
    },
    load(id) {
      return id === MODULE ? steppedModule(readFileSync(file, "utf8")) : undefined;
    },
  };
}

interface OpenTrace {
  readonly events?: { timesNanoseconds?: number[] };
}

/** A module whose default export is the scenario of the JSON text. */
export function steppedModule(text: string): string {
  const scenario: { readonly traffic: readonly OpenTrace[] } = JSON.parse(text);
  for (const { events } of scenario.traffic) {
    const times = events?.timesNanoseconds;
    if (events === undefined || times === undefined) continue;
    events.timesNanoseconds = times.map((time, index) => time - (times[index - 1] ?? 0));
  }
  return [
    `const scenario = ${JSON.stringify(scenario)};`,
    "for (const { events } of scenario.traffic) {",
    "  let time = 0;",
    "  if (events?.timesNanoseconds !== undefined)",
    "    events.timesNanoseconds = events.timesNanoseconds.map((step) => (time += step));",
    "}",
    "export default scenario;",
  ].join("\n");
}
