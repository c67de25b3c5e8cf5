import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const TRACES = ["./capture.json", "./000-trace-receive-anywhere.json"];
const MODULE = "\0irqscope:trace:";

/** Long traces in less space: the times of a capture as steps from event to event, the pauses of a trace that stands
 * several times one behind the other as what differs from the time before. The module adds them up. */
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
  readonly events?: { timesNanoseconds?: number[]; thinkNanoseconds?: number[] };
}

/** A module whose default export is the scenario of the JSON text. */
export function steppedModule(text: string): string {
  const scenario: { readonly traffic: readonly Trace[] } = JSON.parse(text);
  const code = [];
  for (const [index, { events }] of scenario.traffic.entries()) {
    for (const key of ["timesNanoseconds", "thinkNanoseconds"] as const) {
      const times = events?.[key];
      if (events === undefined || times === undefined) continue;
      const period = key === "timesNanoseconds" ? 1 : periodOf(times);
      const unit = times.every((time) => time % 1000 === 0) ? 1000 : 1;
      events[key] = times.map((time, at) => (time - (times[at - period] ?? 0)) / unit);
      code.push(`add(scenario.traffic[${index}].events.${key}, ${period}, ${unit});`);
    }
  }
  return [
    `const scenario = ${JSON.stringify(scenario)};`,
    "function add(steps, period, unit) {",
    "  for (let at = 0; at < steps.length; at++) steps[at] = steps[at] * unit + (steps[at - period] ?? 0);",
    "}",
    ...code,
    "export default scenario;",
  ].join("\n");
}

const MOST_COPIES = 8;

/** After how many events most of them come again. */
function periodOf(times: readonly number[]): number {
  const agreeing = (period: number) => times.filter((time, at) => time === times[at - period]).length;
  const periods = Array.from({ length: MOST_COPIES - 1 }, (_, index) => times.length / (index + 2));
  const whole = periods.filter((period) => Number.isInteger(period));
  return whole.reduce((best, one) => (agreeing(one) > agreeing(best) ? one : best), times.length);
}
