// A study in the page, by the command, in shards and on Dask: node tests/bench/studies.mjs [--cycles N] [--seeds N] [--rounds N]
// Needs dist/ and cli/dist (npm run build, npm run build:cli); Dask where build/venv is there (npm test -- python).
// Prints that all give the same rows, how many times as fast two workers of the page and two jobs of the command are as
// one, in turns, and how far the estimates are off. Exit code 1 where rows differ.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../../tools/chromium.mjs";
import { serveDist } from "../../tools/serveDist.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "5000000" },
    seeds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "irqscope-studies-"));
const at = (/** @type {string} */ name) => join(folder, name);
const irqscope = join(root, "cli/dist/irqscope.mjs");
const python = join(root, "build/venv/bin/python");

const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "bench",
  scenarios: ["ring-overflow"],
  set: { runCycles: Number(values.cycles) },
  axes: [
    { kind: "field", field: "contexts", values: [1, 2, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: [4, 16, 64] },
  ],
  seeds: { count: Number(values.seeds) },
  metrics: ["receive.loss in %", "receive.latency.p99 in us"],
};
writeFileSync(at("bench.study.json"), JSON.stringify(STUDY));

/** Seconds. @param {string} program @param {readonly string[]} words */
function timed(program, words) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONPATH: join(root, "python/src") };
    const child = spawn(program, words, { cwd: root, env, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (data) => {
      errors += data;
    });
    child.on("close", (code) =>
      code === 0
        ? resolve((performance.now() - begin) / 1000)
        : reject(new Error(`${words.join(" ")}: ${errors}`)),
    );
  });
}

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

/** @param {import("playwright-core").Browser} browser @param {string} url @param {number} workers */
async function inPage(browser, url, workers) {
  const context = await browser.newContext();
  await context.addInitScript(
    (count) => Object.defineProperty(navigator, "hardwareConcurrency", { value: count }),
    workers,
  );
  const page = await context.newPage();
  await page.goto(`${url}#sweep`);
  await page.getByRole("button", { name: "Run the study" }).waitFor({ timeout: 60_000 });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a study …" }).click();
  await (await chooser).setFiles(at("bench.study.json"));
  const left = page.locator(".sweep-run__text").filter({ hasText: "left" });
  await page.getByRole("heading", { name: "bench" }).waitFor();
  await left.waitFor({ timeout: 60_000 });
  await page.waitForTimeout(5000);
  const estimate = await left.innerText();
  const begin = performance.now();
  await page.getByRole("button", { name: "Run the study" }).click();
  await page.getByText(/runs of .* points are done/).waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - begin) / 1000;
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Rows as CSV" }).click();
  const csv = readFileSync((await (await download).path()) ?? "", "utf8");
  await context.close();
  return { seconds, estimate: /about (.*) left/.exec(estimate)?.[1] ?? "", csv };
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
    const single = await inPage(browser, server.url, 1);
    one.push(await sweep("one.jsonl", ["--jobs", "1"]));
    const both = await inPage(browser, server.url, 2);
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
