import { relative } from "node:path";
import { ROOT } from "../process.mjs";
import { REPORTS, reported } from "./result.mjs";

/** @typedef {import("./result.mjs").Result} Result */

/** Projects of the unit tests: files that share the modules of a process, and files that have their own
 * (vitest.config.ts). */
export const UNIT = ["unit", "isolated"];

/** A skipped test counts as failed: nothing is left out silently.
 * @param {string} name of the report
 * @param {readonly string[]} projects
 * @param {{ isLong: boolean, args?: readonly string[] }} options `isLong`: with tests that are marked `long`;
 * `args`: what of them, for Vitest
 * @returns {Promise<Result>} */
export async function vitest(name, projects, { isLong, args = ["run"] }) {
  const { code, report } = await reported(`${name}.json`, [
    ...["node_modules/vitest/vitest.mjs", ...args],
    ...projects.flatMap((project) => ["--project", project]),
    ...(isLong ? [] : ["--tags-filter", "!long"]),
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${REPORTS}/${name}.json`],
  ]);
  if (report === undefined) return { passed: 0, failures: [`vitest ended with code ${code} and no report`] };
  const result = { passed: 0, failures: /** @type {string[]} */ ([]), files: /** @type {any[]} */ ([]) };
  for (const file of report.testResults) {
    const path = relative(ROOT, file.name);
    if (file.assertionResults.length === 0) result.failures.push(`${path}: ${file.message || "no tests"}`);
    let milliseconds = 0;
    for (const { status, fullName, tags, duration } of file.assertionResults) {
      milliseconds += duration ?? 0;
      if (status === "passed") result.passed++;
      else if (isLong || !tags?.includes("long"))
        result.failures.push(`${path}: ${fullName}${status === "failed" ? "" : ` (${status})`}`);
    }
    result.files.push({ name: path, seconds: milliseconds / 1000 });
  }
  if (code !== 0 && result.failures.length === 0) result.failures.push(`vitest ended with code ${code}`);
  return result;
}
