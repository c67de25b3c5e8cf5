// Lighthouse on the built page: node tests/bench/lighthouse.mjs [--url U] [--preset desktop|mobile]
// One line of JSON with the scores and what was found; exit code 1 when an aim is missed. Lighthouse is fetched when it
// is not there (185 MB: no dependency of the project), or taken from the folder in LIGHTHOUSE_PATH.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHROMIUM_ARGS, findChromium } from "../../tools/chromium.mjs";
import { serveDist } from "../../tools/serveDist.mjs";

const VERSION = "12.8.2";
/** Scores of 100. */
const AIMS = { performance: 95, accessibility: 100, "best-practices": 100 };

const { values } = parseArgs({
  options: { url: { type: "string" }, preset: { type: "string", default: "desktop" } },
});
const server = values.url === undefined ? await serveDist({ port: 0, base: "/", compress: true }) : undefined;
const folder = mkdtempSync(join(tmpdir(), "irqscope-lighthouse-"));
try {
  const report = await lighthouse(values.url ?? server?.url ?? "", join(folder, "report.json"));
  const scores = Object.fromEntries(
    Object.keys(AIMS).map((category) => [
      category,
      Math.round(100 * (report.categories[category]?.score ?? 0)),
    ]),
  );
  const met = Object.entries(AIMS).every(([category, aim]) => (scores[category] ?? 0) >= aim);
  const found = Object.keys(AIMS).flatMap((category) => findings(report, category));
  console.log(
    JSON.stringify({ measured: "lighthouse", preset: values.preset, met, scores, aims: AIMS, found }),
  );
  if (!met) process.exitCode = 1;
} finally {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} url @param {string} output @returns {Promise<any>} */
async function lighthouse(url, output) {
  const own = process.env.LIGHTHOUSE_PATH;
  const [program, args] =
    own === undefined
      ? ["npx", ["--yes", `lighthouse@${VERSION}`]]
      : [process.execPath, [join(own, "cli", "index.js")]];
  const flags = ["--headless=new", ...CHROMIUM_ARGS].join(" ");
  const code = await new Promise((resolve, reject) => {
    const run = spawn(
      program,
      [
        ...args,
        url,
        ...["--quiet", "--output=json", `--output-path=${output}`, `--chrome-flags=${flags}`],
        `--only-categories=${Object.keys(AIMS).join(",")}`,
        ...(values.preset === "desktop" ? ["--preset=desktop"] : []),
      ],
      { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, CHROME_PATH: findChromium() ?? "" } },
    );
    run.on("error", reject).on("exit", resolve);
  });
  if (code !== 0) throw new Error(`lighthouse ended with code ${code}`);
  return JSON.parse(readFileSync(output, "utf8"));
}

/** Audits of a category that are not passed in full. @param {any} report @param {string} category @returns {string[]} */
function findings(report, category) {
  return report.categories[category].auditRefs.flatMap((/** @type {any} */ { id, weight }) => {
    const { score, displayValue } = report.audits[id];
    return weight > 0 && score !== null && score < 1
      ? [`${id} ${score}${displayValue ? ` (${displayValue})` : ""}`]
      : [];
  });
}
