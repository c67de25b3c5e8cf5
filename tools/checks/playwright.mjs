import { createServer } from "node:net";
import { join } from "node:path";
import { REPORTS, reported } from "./result.mjs";

/** @typedef {import("./result.mjs").Result} Result */

/** @returns {Promise<number>} a port of this machine that no program listens on */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** Journeys through the built page. @param {{ isLong: boolean, specs?: readonly string[] }} options `isLong`: with those
 * that are marked `long`; `specs`: of these files only @returns {Promise<Result>} */
export async function playwright({ isLong, specs = [] }) {
  const { code, report } = await reported(
    "e2e.json",
    [
      ...["node_modules/@playwright/test/cli.js", "test", ...specs.map((name) => `/${name}.spec.ts`)],
      ...(isLong ? [] : ["--grep-invert", "@long"]),
      ...(specs.length > 0 ? ["--pass-with-no-tests"] : []),
      "--reporter=list,json",
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, "e2e.json"),
      IRQSCOPE_E2E_PORT: String(await freePort()),
    },
  );
  if (report?.suites === undefined)
    return { passed: 0, failures: [`playwright ended with code ${code} and no report`] };
  const result = {
    passed: 0,
    failures: /** @type {string[]} */ ([]),
    flaky: /** @type {string[]} */ ([]),
    files: /** @type {{ name: string, seconds: number }[]} */ ([]),
  };
  for (const suite of report.suites) {
    const milliseconds = collect(suite, `${suite.title}: `, result);
    result.files.push({ name: `tests/e2e/${suite.title}`, seconds: milliseconds / 1000 });
  }
  if (code !== 0 && result.failures.length === 0) result.failures.push(`playwright ended with code ${code}`);
  return result;
}

/** Adds what a suite of the report says. @param {any} suite @param {string} path
 * @param {{ passed: number, failures: string[], flaky: string[] }} result @returns {number} milliseconds of its tests */
function collect(suite, path, result) {
  let milliseconds = 0;
  for (const child of suite.suites ?? []) milliseconds += collect(child, `${path}${child.title}: `, result);
  for (const { title, tests } of suite.specs ?? [])
    for (const { status, results } of tests) {
      for (const { duration } of results) milliseconds += duration;
      if (status === "expected" || status === "flaky") result.passed++;
      if (status === "flaky") result.flaky.push(`${path}${title}`);
      else if (status !== "expected")
        result.failures.push(`${path}${title}${status === "unexpected" ? "" : ` (${status})`}`);
    }
  return milliseconds;
}
