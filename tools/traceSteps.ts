import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const TRACES = ["./capture.json"];
const MODULE = "\0irqscope:trace:";

/** Stores a long trace in less space: times as steps from event to event, which the module adds up. */
export function traceSteps(): Plugin {
  const files = new Map<string, string>();
  return {
    name: "irqscope:trace-steps",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (!TRACES.includes(source) || importer === undefined) return undefined;
      const id = MODULE + source.replace("./", "").replace(".json", "");
      files.set(id, resolve(importer, "..", source));
      return id;
    },
    load(id) {
      const file = files.get(id);
      return file === undefined ? undefined : steppedModule(readFileSync(file, "utf8"));
    },
  };
}

interface Trace {
  readonly events?: { timesNanoseconds?: number[] };
}

/** A module whose default export is the scenario of the JSON text. */
export function steppedModule(text: string): string {
  const scenario: { readonly traffic: readonly Trace[] } = JSON.parse(text);
  const code = [];
  for (const [index, { events }] of scenario.traffic.entries()) {
    const times = events?.timesNanoseconds;
    if (events === undefined || times === undefined) continue;
    const unit = times.every((time) => time % 1000 === 0) ? 1000 : 1;
    events.timesNanoseconds = times.map((time, at) => (time - (times[at - 1] ?? 0)) / unit);
    code.push(`add(scenario.traffic[${index}].events.timesNanoseconds, ${unit});`);
  }
  return [
    `const scenario = ${JSON.stringify(scenario)};`,
    "function add(steps, unit) {",
    "  for (let at = 0; at < steps.length; at++) steps[at] = steps[at] * unit + (steps[at - 1] ?? 0);",
    "}",
    ...code,
    "export default scenario;",
  ].join("\n");
}
