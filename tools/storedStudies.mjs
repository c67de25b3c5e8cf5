// Runs the built-in studies and stores their results beside them, one run a line:
// node cli/build.mjs && node tools/storedStudies.mjs [ID ...]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./process.mjs";

/** @typedef {{ point: object, seed: number, metrics: Record<string, number | null>, cycles: number, stateHash: string, studyHash: string, program: string, model: string, command: string }} Row */

const STUDIES = join(ROOT, "scenarios/studies");
const ENDING = ".study.json";
const all = readdirSync(STUDIES).flatMap((name) =>
  name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : [],
);
const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "irqscope-studies-"));
try {
  for (const id of chosen.length === 0 ? all : chosen) {
    const file = join(folder, `${id}.jsonl`);
    const args = [join(ROOT, "cli/dist/irqscope.mjs"), "sweep", id, "--out", file];
    const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`irqscope sweep ${id} ended with ${status}`);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const rows = /** @type {Row[]} */ (lines.map((line) => JSON.parse(line)));
    writeFileSync(join(STUDIES, `${id}.rows.json`), storedText(rows));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {readonly Row[]} rows by point, then by seed */
function storedText(rows) {
  const [first] = rows;
  if (first === undefined) throw new Error("a study without runs");
  const { studyHash, program, model, command, cycles } = first;
  if (rows.some((row) => row.cycles !== cycles)) throw new Error("runs of one study differ in length");
  const metrics = Object.keys(first.metrics);
  /** @type {Map<string, string[]>} */
  const points = new Map();
  for (const row of rows) {
    const key = JSON.stringify(row.point);
    const run = JSON.stringify([
      row.seed,
      row.stateHash,
      ...metrics.map((name) => row.metrics[name] ?? null),
    ]);
    points.set(key, [...(points.get(key) ?? []), run]);
  }
  const head = JSON.stringify({ studyHash, program, model, command, cycles, metrics }).slice(0, -1);
  const lists = Array.from(points.values(), (runs) => `[\n${runs.join(",\n")}\n]`);
  return `${head},"points":[${lists.join(",")}]}\n`;
}
