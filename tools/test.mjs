// npm test: sets up what is missing, runs every check, ends with "N passed, N failed".
// npm test -- unit e2e    runs only these checks (names below)
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { ROOT, show, showNode } from "./process.mjs";
import { PACKAGE_CHECKS, READERS, setUpPython } from "./python.mjs";
import { buildCommand, checkNode, installPackages, installPrograms, PROGRAMS } from "./setup.mjs";

/** `flaky`: passed, but not at the first try. @typedef {{ passed: number, failures: string[], flaky?: string[] }} Result */

const REPORTS = join(ROOT, "build", "reports");

/** @param {string} name @returns {any} a JSON report, or undefined when none was written */
function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), "utf8"));
  } catch {
    return undefined;
  }
}

/** One program, one check. @param {string} name @param {string[]} args @returns {Promise<Result>} */
async function single(name, args) {
  const { code } = await showNode(args);
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
}

/** A skipped test counts as failed: nothing is left out silently. @param {string} project @returns {Promise<Result>} */
async function vitest(project) {
  const report = `${project}.json`;
  rmSync(join(REPORTS, report), { force: true });
  const output = join(REPORTS, report);
  const { code } = await showNode([
    ...["node_modules/vitest/vitest.mjs", "run", "--project", project],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${output}`],
  ]);
  const files = readReport(report)?.testResults;
  if (files === undefined) return { passed: 0, failures: [`vitest ended with code ${code} and no report`] };
  const result = { passed: 0, failures: /** @type {string[]} */ ([]) };
  for (const file of files) {
    const name = file.name.slice(ROOT.length);
    if (file.assertionResults.length === 0) result.failures.push(`${name}: ${file.message || "no tests"}`);
    for (const { status, fullName } of file.assertionResults) {
      if (status === "passed") result.passed++;
      else result.failures.push(`${name}: ${fullName}${status === "failed" ? "" : ` (${status})`}`);
    }
  }
  if (code !== 0 && result.failures.length === 0) result.failures.push(`vitest ended with code ${code}`);
  return result;
}

/** @returns {Promise<number>} a port of this machine that no program listens on */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @returns {Promise<Result>} */
async function playwright() {
  const report = "e2e.json";
  rmSync(join(REPORTS, report), { force: true });
  const { code } = await showNode(["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, report),
      IRQSCOPE_E2E_PORT: String(await freePort()),
    },
  });
  const suites = readReport(report)?.suites;
  if (suites === undefined)
    return { passed: 0, failures: [`playwright ended with code ${code} and no report`] };
  const result = { passed: 0, failures: /** @type {string[]} */ ([]), flaky: /** @type {string[]} */ ([]) };
  const visit = (/** @type {any} */ suite, /** @type {string} */ path) => {
    for (const child of suite.suites ?? []) visit(child, `${path}${child.title}: `);
    for (const { title, tests } of suite.specs ?? []) {
      for (const { status } of tests) {
        if (status === "expected" || status === "flaky") result.passed++;
        if (status === "flaky") result.flaky.push(`${path}${title}`);
        else if (status !== "expected")
          result.failures.push(`${path}${title}${status === "unexpected" ? "" : ` (${status})`}`);
      }
    }
  };
  for (const suite of suites) visit(suite, `${suite.title}: `);
  if (code !== 0 && result.failures.length === 0) result.failures.push(`playwright ended with code ${code}`);
  return result;
}

/** C programs print their own count. @param {string[]} command @returns {Promise<Result>} */
async function counted(command) {
  const { code, output } = await showNode(command);
  const counts = [...output.matchAll(/(\d+) passed, (\d+) failed$/gm)].at(-1);
  const [passed, failed] = [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0)];
  const names = [...output.matchAll(/^FAIL (.*)$/gm)].map(([, name = ""]) => name);
  const failures =
    names.length >= failed ? names : [...names, ...new Array(failed - names.length).fill("a C test")];
  if (code !== 0 && failures.length === 0) failures.push(`${command.join(" ")} ended with code ${code}`);
  if (code === 0 && passed === 0) failures.push(`${command.join(" ")} ran nothing`);
  return { passed, failures };
}

/** The command runs every claim, on all cores of the host. @returns {Promise<Result>} */
async function papers() {
  const results = join(REPORTS, "papers.csv");
  rmSync(results, { force: true });
  mkdirSync(REPORTS, { recursive: true });
  const { code, output } = await showNode(["cli/dist/irqscope.mjs", "papers", "--csv", results, "--force"]);
  const counts = /^(\d+) of \d+ claims hold, (\d+) known misses, \d+ missed$/m.exec(output);
  const failures = [...output.matchAll(/^check failed: (.*)$/gm)].map(([, failure = ""]) => failure);
  if (code !== 0 && failures.length === 0) failures.push(`irqscope papers ended with code ${code}`);
  if (code === 0 && counts === null) failures.push("irqscope papers judged nothing");
  const kept = "docs/papers/results.csv";
  if (counts !== null && readFileSync(results, "utf8") !== readFileSync(join(ROOT, kept), "utf8"))
    failures.push(`${kept} is not what comes out; npx irqscope papers --csv ${kept} --force writes it`);
  return { passed: Number(counts?.[1] ?? 0) + Number(counts?.[2] ?? 0), failures };
}

/** Set by `python`: why its check was left out. @type {string | undefined} */
let pythonLeftOut;

/** Format, lint, types and tests of the Python package. @returns {Promise<Result>} */
async function python() {
  const { program, reason } = await setUpPython(PACKAGE_CHECKS);
  pythonLeftOut = reason;
  if (program === undefined) return { passed: 0, failures: [] };
  const options = { cwd: join(ROOT, "python"), env: { IRQSCOPE_NODE: process.execPath } };
  const result = { passed: 0, failures: /** @type {string[]} */ ([]) };
  for (const [name = "", ...args] of [["ruff", "format", "--check"], ["ruff", "check"], ["mypy"]]) {
    const { code } = await show(program, ["-m", name, ...args], options);
    if (code === 0) result.passed++;
    else result.failures.push([name, ...args].join(" "));
  }
  const { code, output } = await show(program, ["-m", "pytest"], options);
  result.passed += Number(/(\d+) passed/.exec(output)?.[1] ?? 0);
  const failures = [...output.matchAll(/^(?:FAILED|ERROR|SKIPPED|XFAIL) (.*)$/gm)].map(([line]) => line);
  if (code !== 0 && failures.length === 0) failures.push(`pytest ended with code ${code}`);
  result.failures.push(...failures);
  return result;
}

/** @type {{ name: string, title: string, needs?: (keyof typeof PROGRAMS)[], run: () => Promise<Result> }[]} */
const CHECKS = [
  {
    name: "lint",
    title: "format and lint",
    run: () => single("biome check", ["node_modules/@biomejs/biome/bin/biome", "check"]),
  },
  { name: "types", title: "types", run: () => single("tsc", ["node_modules/typescript/bin/tsc"]) },
  {
    name: "wasm",
    title: "the cores are those of the sources",
    run: () => single("core-wasm/build.mjs --check", ["core-wasm/build.mjs", "--check"]),
  },
  {
    name: "core",
    title: "C tests",
    needs: ["gcc"],
    run: () => counted(["core-wasm/build.mjs", "--test"]),
  },
  {
    name: "fuzz",
    title: "fuzzers and random scenarios",
    needs: ["gcc", "clang"],
    run: () => counted(["core-wasm/fuzz.mjs", "--check"]),
  },
  {
    name: "lockstep",
    title: "engine and reference model in lock-step",
    needs: ["gcc"],
    run: () => counted(["core-wasm/lockstep.mjs", "--check"]),
  },
  { name: "unit", title: "unit tests", run: () => vitest("unit") },
  { name: "papers", title: "claims of the papers", run: papers },
  { name: "python", title: "Python package", run: python },
  {
    name: "build",
    title: "production build",
    run: () => single("vite build", ["node_modules/vite/bin/vite.js", "build"]),
  },
  { name: "architecture", title: "architecture", run: () => vitest("architecture") },
  { name: "e2e", title: "end to end", needs: ["chromium"], run: playwright },
];

function chosenChecks() {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    console.error(
      `no check named ${unknown.join(", ")}; there is ${CHECKS.map(({ name }) => name).join(", ")}`,
    );
    process.exit(2);
  }
  return names.length === 0 ? CHECKS : CHECKS.filter(({ name }) => names.includes(name));
}

checkNode();
const checks = chosenChecks();
await installPackages();
const missing = await installPrograms(["gcc", "clang", "emcc", "chromium"]);
// Each by itself: a distribution that does not have it would refuse the others as well.
const lacking = [
  ...(await installPrograms(["chromium-headless-shell"])),
  ...(await installPrograms(["tshark"])),
];
mkdirSync(REPORTS, { recursive: true });
const readersLeftOut = checks.some(({ name }) => name === "unit")
  ? (await setUpPython(READERS)).reason
  : undefined;
const commandBuilt = await buildCommand();

const lines = [];
/** @type {string[]} */
const flaky = [];
const failures = commandBuilt ? [] : ["set-up: the irqscope command could not be built"];
let passed = 0;
for (const { title, needs, run } of checks) {
  console.log(`\n=== ${title} ===`);
  const begin = performance.now();
  const lacks = needs?.find((program) => missing.includes(program));
  const result =
    lacks === undefined
      ? await run()
      : { passed: 0, failures: [`${lacks} is missing: ${PROGRAMS[lacks].means}`] };
  const seconds = (performance.now() - begin) / 1000;
  passed += result.passed;
  failures.push(...result.failures.map((failure) => `${title}: ${failure}`));
  flaky.push(...(result.flaky ?? []).map((name) => `${title}: ${name}`));
  lines.push(
    `${title.padEnd(34)} ${String(result.passed).padStart(5)} passed ${String(result.failures.length).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  );
}

console.log(`\n=== summary ===\n${lines.join("\n")}`);
if (missing.includes("emcc")) console.log(`optional: emcc is missing: ${PROGRAMS.emcc.means}`);
for (const name of lacking) console.log(`optional: ${name} is missing: ${PROGRAMS[name].means}`);
if (pythonLeftOut !== undefined) console.log(`optional: the Python package is not checked: ${pythonLeftOut}`);
if (readersLeftOut !== undefined)
  console.log(`optional: what irqscope exports is read by our own readers alone: ${readersLeftOut}`);
for (const failure of failures) console.log(`failed: ${failure}`);
for (const name of flaky) console.log(`flaky, passed at the second try: ${name}`);
console.log(
  `${passed} passed, ${failures.length} failed${flaky.length === 0 ? "" : `, ${flaky.length} flaky`}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
