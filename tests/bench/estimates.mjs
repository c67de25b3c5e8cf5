// How far estimates of studies are off: node tests/bench/estimates.mjs [--study FILE ...] [--no-page]
// Needs dist/ and cli/dist (npm run build, npm run build:cli). Without a file three small studies of machines that differ
// much in speed. Prints for each the estimate of `irqscope validate` and of the page before its first run, what the runs
// took, and the ratio of both. The aim is a factor of 2 either way on a quiet host; exit code 1: it is not kept.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../../tools/chromium.mjs";
import { serveDist } from "../../tools/serveDist.mjs";
import { inPage, irqscope, timed } from "./studyRuns.mjs";

const AIM = 2;
const { values } = parseArgs({
  options: { study: { type: "string", multiple: true }, "no-page": { type: "boolean", default: false } },
});
const folder = mkdtempSync(join(tmpdir(), "irqscope-estimates-"));

const head = { format: "irqscope-study", version: 1, metrics: ["interrupts"] };
const STUDIES = [
  {
    ...head,
    name: "instructions",
    scenarios: ["ring-overflow"],
    set: { runCycles: 20_000_000 },
    axes: [
      { kind: "field", field: "contexts", values: [1, 3] },
      { kind: "field", field: "rxRingFrames", values: [4, 64] },
    ],
    seeds: { count: 3 },
  },
  {
    ...head,
    name: "several cores",
    scenarios: ["two-cores", "eight-cores"],
    set: { runCycles: 1_000_000 },
    seeds: { count: 3 },
  },
  {
    ...head,
    name: "short runs",
    scenarios: ["ring-overflow"],
    set: { runCycles: 50_000 },
    axes: [{ kind: "field", field: "rxRingFrames", values: "4..64*2" }],
    seeds: { count: 30 },
  },
];

const files =
  values.study?.map((file) => resolve(file)) ??
  STUDIES.map((study) => {
    const file = join(folder, `${study.name.replaceAll(" ", "-")}.study.json`);
    writeFileSync(file, JSON.stringify(study));
    return file;
  });

const UNITS = { s: 1, min: 60, h: 3600 };

/** Of "45 s", "3 min", "1.5 h", "less than a second". @param {string} text */
function secondsOf(text) {
  const [, count, unit] = /^([\d.]+) (s|min|h)$/.exec(text) ?? [];
  return count === undefined ? 0.5 : Number(count) * UNITS[/** @type {keyof typeof UNITS} */ (unit)];
}

/** Seconds. @param {string} file */
function validated(file) {
  const done = spawnSync(process.execPath, [irqscope, "validate", file, "--json"], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stdout + done.stderr);
  return Number(JSON.parse(done.stdout)[0].estimate.leastSeconds);
}

const short = (/** @type {number} */ value) => Number(value.toPrecision(3));
const told = (/** @type {number} */ estimate, /** @type {number} */ took) => ({
  estimate: short(estimate),
  took: short(took),
  ratio: short(estimate / took),
});

const jobs = Math.max(1, Math.min(2, cpus().length));
const server = values["no-page"] ? undefined : await serveDist({ port: 0, base: "/" });
const browser =
  server && (await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_ARGS] }));
let isKept = true;
try {
  for (const file of files) {
    const estimate = validated(file);
    const out = ["--out", join(folder, "rows.jsonl"), "--force"];
    const took = await timed(process.execPath, [irqscope, "sweep", file, ...out]);
    const command = told(estimate, took);
    let page;
    if (browser && server) {
      const run = await inPage(browser, server.url, jobs, file);
      page = told(secondsOf(run.estimate), run.seconds);
    }
    for (const { ratio } of [command, ...(page ? [page] : [])])
      if (ratio > AIM || ratio < 1 / AIM) isKept = false;
    const { name } = JSON.parse(readFileSync(file, "utf8"));
    console.log(JSON.stringify({ study: name, load: short(loadavg()[0] ?? 0), command, page }));
  }
} finally {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
}
if (!isKept) process.exitCode = 1;
