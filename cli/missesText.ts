/** Missed deadlines, each with the cycle in which it began. */
import type { Miss } from "../lib/metrics/misses.ts";
import { microsecondsOf } from "../lib/metrics/units.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { fixed, table, whole } from "./table.ts";

/** `all`: of the run. */
export function missesText({ machine }: Scenario, misses: readonly Miss[], all: number): string {
  const microseconds = (cycles: number) => fixed(microsecondsOf(cycles, machine.clockHertz), 3);
  const rows = misses.map(({ of, name, from, cycles, deadlineCycles }) => [
    ...[`${of} ${name}`, whole(from), whole(cycles), microseconds(cycles), microseconds(deadlineCycles)],
  ]);
  const lines =
    rows.length === 0 ? "" : table([["missed deadline", "from cycle", "cycles", "µs", "of"], ...rows], "");
  const more = all - misses.length;
  const rest = more === 0 ? "" : `and ${whole(more)} more; --misses N lists them`;
  return [lines, rest].filter((text) => text !== "").join("\n");
}
