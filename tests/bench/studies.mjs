// A study in the page, by the command, in shards and on Dask: node tests/bench/studies.mjs [--cycles N] [--grid N] [--seeds N] [--rounds N]
// The study: N numbers of contexts, N sizes of the ring, N seeds.
// Needs dist/ and cli/dist (npm run build, npm run build:cli); Dask where build/venv is there (npm test -- python).
// Prints that all give the same rows, how many times as fast two workers of the page and two jobs of the command are as
// one, in turns, and how far the estimates are off. Exit code 1 where rows differ.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../../tools/chromium.mjs";
import { serveDist } from "../../tools/serveDist.mjs";
import { inPage, irqscope, root, timed } from "./studyRuns.mjs";

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "5000000" },
    grid: { type: "string", default: "3" },
    seeds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "irqscope-studies-"));
const at = (/** @type {string} */ name) => join(folder, name);
const python = join(root, "build/venv/bin/python");

const steps = Array.from({ length: Number(values.grid) }, (_, step) => step);
const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "bench",
  scenarios: ["ring-overflow"],
  set: { runCycles: Number(values.cycles) },
  axes: [
    { kind: "field", field: "contexts", values: steps.map((step) => step + 1) },
    { kind: "field", field: "rxRingFrames", name: "ring", values: steps.map((step) => 4 * (step + 1)) },
  ],
  seeds: { count: Number(values.seeds) },
  metrics: ["receive.loss in %", "receive.latency.p99 in us"],
};
writeFileSync(at("bench.study.json"), JSON.stringify(STUDY));

const sweep = (/** @type {string} */ out, /** @type {readonly string[]} */ more) =>
  timed(process.execPath, [irqscope, "sweep", at("bench.study.json"), "--out", at(out), "--force", ...more]);

/** What a run gives, without the command that gave it. @param {string} text */
function rowsOf(text) {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const { point, seed, metrics, cycles, stateHash } = JSON.parse(line);
      return JSON.stringify([point, seed, metrics, cycles, stateHash]);
    })
    .toSorted();
}

const median = (/** @type {readonly number[]} */ all) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const short = (/** @type {number} */ value) => Number(value.toPrecision(3));

const server = await serveDist({ port: 0, base: "/" });
const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_ARGS] });
try {
  const [one, two, page1, page2] = [[], [], [], []];
  let estimate = "";
  let csv = "";
  for (let round = 0; round < Number(values.rounds); round++) {
    const single = await inPage(browser, server.url, 1, at("bench.study.json"));
    one.push(await sweep("one.jsonl", ["--jobs", "1"]));
    const both = await inPage(browser, server.url, 2, at("bench.study.json"));
    two.push(await sweep("two.jsonl", ["--jobs", "2"]));
    page1.push(single.seconds);
    page2.push(both.seconds);
    estimate = both.estimate;
    csv = both.csv;
  }
  for (const shard of [1, 2, 3]) await sweep(`shard${shard}.jsonl`, ["--shard", `${shard}/3`]);
  const whole = readFileSync(at("one.jsonl"), "utf8");
  const wanted = JSON.stringify(rowsOf(whole));
  const shards = [1, 2, 3].map((shard) => readFileSync(at(`shard${shard}.jsonl`), "utf8")).join("");
  await sweep("page.csv", []);
  const withoutCommand = (/** @type {string} */ text) =>
    text
      .split("\n")
      .map((line) => line.replace(/,[^,]*$/, ""))
      .toSorted()
      .join("\n");
  const same = {
    "two jobs": JSON.stringify(rowsOf(readFileSync(at("two.jsonl"), "utf8"))) === wanted,
    shards: JSON.stringify(rowsOf(shards)) === wanted,
    page: withoutCommand(csv) === withoutCommand(readFileSync(at("page.csv"), "utf8")),
  };
  if (existsSync(python)) {
    const script = `
import irqscope
from distributed import Client, LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
        irqscope.sweep(${JSON.stringify(at("bench.study.json"))}, client, output=${JSON.stringify(at("dask.jsonl"))})
`;
    writeFileSync(at("onDask.py"), script);
    await timed(python, [at("onDask.py")]);
    Object.assign(same, { Dask: JSON.stringify(rowsOf(readFileSync(at("dask.jsonl"), "utf8"))) === wanted });
  }
  console.log(
    JSON.stringify({
      runs: rowsOf(whole).length,
      cycles: STUDY.set.runCycles,
      rounds: Number(values.rounds),
      load: short(loadavg()[0] ?? 0),
      "same rows as one job": same,
      seconds: {
        "page, 1 worker": short(median(page1)),
        "page, 2 workers": short(median(page2)),
        "command, 1 job": short(median(one)),
        "command, 2 jobs": short(median(two)),
      },
      ratios: {
        "page, 2 workers": short(median(page1) / median(page2)),
        "command, 2 jobs": short(median(one) / median(two)),
        "command to page": short(median(page2) / median(two)),
      },
      "estimate of the page": estimate,
    }),
  );
  if (Object.values(same).includes(false)) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
