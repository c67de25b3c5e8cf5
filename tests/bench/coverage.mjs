// How often paired 95 % intervals hold 0 where there is no difference: node tests/bench/coverage.mjs [--cycles N]
// Needs cli/dist (npm run build:cli). 1,000 differences between two sets of six seeds of one machine; prints for how many
// the interval of Student's t holds 0, by metric. About 950 are expected: 936 to 963 in 95 of 100 tries.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { irqscope, timed } from "./studyRuns.mjs";

const { values } = parseArgs({ options: { cycles: { type: "string", default: "100000" } } });
const PAIRS = 6;
const DIFFERENCES = 1000;
/** Two-sided 95 %, five degrees of freedom. */
const STUDENT_T = 2.570_581_84;
const METRICS = ["receive.delivered", "receive.latency.mean in us", "interrupts"];

const folder = mkdtempSync(join(tmpdir(), "irqscope-coverage-"));
try {
  const study = join(folder, "coverage.study.json");
  const rows = join(folder, "rows.jsonl");
  writeFileSync(
    study,
    JSON.stringify({
      ...{ format: "irqscope-study", version: 1, name: "coverage", scenarios: ["ring-overflow"] },
      ...{ set: { runCycles: Number(values.cycles) }, metrics: METRICS },
      seeds: { count: 2 * PAIRS * DIFFERENCES },
    }),
  );
  await timed(process.execPath, [irqscope, "sweep", study, "--out", rows]);
  const measured = readFileSync(rows, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).metrics);
  const holding = METRICS.map((metric) => {
    let count = 0;
    for (let first = 0; first < measured.length; first += 2 * PAIRS) {
      const pairs = Array.from(
        { length: PAIRS },
        (_, pair) => measured[first + pair][metric] - measured[first + PAIRS + pair][metric],
      );
      const mean = pairs.reduce((sum, one) => sum + one, 0) / PAIRS;
      const variance = pairs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (PAIRS - 1);
      if (Math.abs(mean) <= STUDENT_T * Math.sqrt(variance / PAIRS)) count += 1;
    }
    return [metric, count];
  });
  console.log(JSON.stringify({ differences: DIFFERENCES, "hold 0": Object.fromEntries(holding) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
