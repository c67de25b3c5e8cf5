// Runs the checks of one place in a copy, up to the first that fails.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../tools/checks/playwright.mjs";
import { PACKAGE_CHECKS, setUpPython } from "../../tools/python.mjs";
import {
  journeysOf,
  LISTS,
  ROOMS_OF_PAPERS,
  TESTS_OF_COMMAND,
  TESTS_OF_CORE,
  testsOf,
  UNIT_TESTS,
} from "./places.mjs";

/** @typedef {"short" | "long"} List */
/** `file`, `title`: of the test that failed, where it is known; only with its file can it be tried without the mutant.
 * @typedef {{ check: string, test: string, file?: string, title?: string }} Failure */
/** What became of a step: a failure, no failure, or the limit of time.
 * @typedef {Failure | undefined | "limit"} Outcome */
/** @typedef {{ check: string, run: (milliseconds: number) => Promise<Outcome> }} Step */

/** The programs of the core go on after their first failure. */
const FAILURE = /^FAIL |\(exit code | golden \w+: /m;

const REPORT = "build/reports/mutant.json";

export class Checks {
  #copy;
  #list;
  /** What has been tried without a mutant: tests by file and title, else checks. @type {Map<string, boolean>} */
  #passes = new Map();

  /** @param {import("./copy.mjs").Copy} copy @param {List} list */
  constructor(copy, list) {
    this.#copy = copy;
    this.#list = list;
  }

  /** @param {import("./apply.mjs").Mutant} mutant @returns {Step[]} the likely and cheap ones first */
  steps({ floor, room, file }) {
    if (floor === "core") return this.#coreSteps();
    if (floor === "python") return [{ check: "pytest", run: (limit) => this.#pytest(limit) }];
    const tests = testsOf(room);
    const steps = [this.#vitestStep("tests of the room", tests)];
    steps.push({
      check: "related tests",
      run: (limit) => this.#vitest("related tests", ["related", file, "--run"], limit),
    });
    if (floor !== "web" && !tests.includes(TESTS_OF_COMMAND[0] ?? ""))
      steps.push(this.#vitestStep("tests of the command", TESTS_OF_COMMAND));
    if (this.#list === "long" && ROOMS_OF_PAPERS.includes(room))
      steps.push({ check: "papers", run: (limit) => this.#papers(limit) });
    const journeys = journeysOf(room).filter((spec) => existsSync(join(this.#copy.folder, spec)));
    if (journeys.length > 0)
      steps.push({ check: "journeys", run: (limit) => this.#journeys(journeys, limit) });
    return steps;
  }

  /** @param {string} check @param {readonly string[]} paths @returns {Step} */
  #vitestStep(check, paths) {
    return { check, run: (limit) => this.#vitest(check, ["run", ...paths], limit) };
  }

  /** @param {string} check @param {readonly string[]} args @param {number} milliseconds @returns {Promise<Outcome>} */
  async #vitest(check, args, milliseconds) {
    this.#forgetReport();
    const ended = await this.#copy.node(
      [
        ...["node_modules/vitest/vitest.mjs", ...args, ...UNIT_TESTS, "--bail", "1"],
        ...["--passWithNoTests", "--reporter=json", `--outputFile=${REPORT}`, ...LISTS[this.#list].vitest],
      ],
      { milliseconds },
    );
    if (ended.isOverLimit) return "limit";
    if (ended.code === 0) return undefined;
    for (const { name, status, message, assertionResults } of this.#report()?.testResults ?? []) {
      const file = name.slice(name.indexOf(this.#copy.folder) + this.#copy.folder.length + 1);
      const failed = assertionResults.find((/** @type {any} */ one) => one.status === "failed");
      if (failed !== undefined)
        return { check, test: `${file}: ${failed.fullName}`, file, title: failed.fullName };
      if (status === "failed" && assertionResults.length === 0)
        return { check, test: `${file}: ${firstLine(message)}`, file };
    }
    return { check, test: lastLine(ended.output) };
  }

  #forgetReport() {
    rmSync(join(this.#copy.folder, REPORT), { force: true });
  }

  /** @returns {any} */
  #report() {
    const path = join(this.#copy.folder, REPORT);
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  }

  /** Page and command are built with the mutant, as `npm test` builds them before. A journey counts when it fails twice: each waits for a browser on a busy host.
   * @param {readonly string[]} args spec files and options @param {number} milliseconds @returns {Promise<Outcome>} */
  async #journeys(args, milliseconds) {
    const end = performance.now() + milliseconds;
    const built = await this.#copy.node(["node_modules/vite/bin/vite.js", "build"], { milliseconds });
    if (built.isOverLimit) return "limit";
    if (built.code !== 0) return { check: "production build", test: lastLine(built.output) };
    const command = await this.#buildCommand(end - performance.now());
    if (command !== undefined) return command;
    this.#forgetReport();
    const ended = await this.#copy.node(
      [
        ...["node_modules/@playwright/test/cli.js", "test", "-x", "--retries", "1", "--reporter=json"],
        ...[...LISTS[this.#list].playwright, "--pass-with-no-tests", ...args],
      ],
      {
        milliseconds: end - performance.now(),
        env: { IRQSCOPE_E2E_PORT: String(await freePort()), PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
      },
    );
    if (ended.isOverLimit) return "limit";
    if (ended.code === 0) return undefined;
    for (const suite of this.#report()?.suites ?? []) {
      const title = failedSpec(suite);
      if (title !== undefined)
        return { check: "journeys", test: `${suite.file}: ${title}`, file: `tests/e2e/${suite.file}`, title };
    }
    return { check: "journeys", test: lastLine(ended.output) };
  }

  /** @returns {Step[]} */
  #coreSteps() {
    const { coreTests, lockstep, fuzz } = LISTS[this.#list];
    return [
      this.#programStep("C tests", coreTests),
      this.#programStep("lock-step", lockstep),
      this.#programStep("fuzz", fuzz),
      { check: "build of the cores", run: (limit) => this.#buildCores(limit) },
      this.#vitestStep("unit tests of the core", TESTS_OF_CORE),
    ];
  }

  /** @param {string} check @param {readonly string[]} args @returns {Step} */
  #programStep(check, [script = "", ...options]) {
    const run = async (/** @type {number} */ milliseconds) => {
      // A tree of before the two lists has no such option: its one list is the long one.
      const knowsAll = readFileSync(join(this.#copy.folder, script), "utf8").includes("--all");
      const known = options.filter((option) => option !== "--all" || knowsAll);
      const ended = await this.#copy.node([script, ...known], { milliseconds, until: FAILURE });
      if (ended.isOverLimit) return /** @type {const} */ ("limit");
      return ended.code === 0 ? undefined : { check, test: failingLine(ended.output) };
    };
    return { check, run };
  }

  /** @param {number} milliseconds @returns {Promise<Outcome>} */
  async #buildCores(milliseconds) {
    const ended = await this.#copy.node(["core-wasm/build.mjs"], { milliseconds });
    if (ended.isOverLimit) return "limit";
    if (ended.output.includes("the committed cores stay"))
      throw new Error("without emcc 3.1.6 no unit test sees a mutant of the core");
    return ended.code === 0 ? undefined : { check: "build of the cores", test: failingLine(ended.output) };
  }

  /** @param {number} milliseconds @returns {Promise<Outcome>} */
  async #papers(milliseconds) {
    const end = performance.now() + milliseconds;
    const built = await this.#buildCommand(milliseconds);
    if (built !== undefined) return built;
    const results = "build/reports/papers.csv";
    const args = ["cli/dist/irqscope.mjs", "papers", "--csv", results, "--force"];
    const ended = await this.#copy.node(args, { milliseconds: end - performance.now() });
    if (ended.isOverLimit) return "limit";
    if (ended.code !== 0) return { check: "papers", test: failingLine(ended.output) };
    const text = (/** @type {string} */ path) => readFileSync(join(this.#copy.folder, path), "utf8");
    if (text(results) === text("docs/papers/results.csv")) return undefined;
    return { check: "papers", test: "docs/papers/results.csv is not what comes out" };
  }

  /** @param {number} milliseconds @returns {Promise<Outcome>} */
  async #buildCommand(milliseconds) {
    const built = await this.#copy.node(["cli/build.mjs"], { milliseconds });
    if (built.isOverLimit) return "limit";
    return built.code === 0 ? undefined : { check: "build of the command", test: lastLine(built.output) };
  }

  /** @param {number} milliseconds @returns {Promise<Outcome>} */
  async #pytest(milliseconds) {
    const { program, reason } = await setUpPython(PACKAGE_CHECKS);
    if (program === undefined) throw new Error(`the Python package cannot be checked: ${reason}`);
    const built = await this.#buildCommand(milliseconds);
    if (built !== undefined) return built;
    const ended = await this.#copy.run(program, ["-m", "pytest", "-x"], {
      milliseconds,
      cwd: "python",
      env: { IRQSCOPE_NODE: process.execPath },
    });
    if (ended.isOverLimit) return "limit";
    if (ended.code === 0) return undefined;
    const [, test = lastLine(ended.output)] = /^(?:FAILED|ERROR) (.*)$/m.exec(ended.output) ?? [];
    return { check: "pytest", test };
  }

  /** Whether what failed passes in the copy as it is now, without a mutant. @param {Failure} failure @param {Step} step
   * @param {number} milliseconds */
  async passesWithout({ file, title }, step, milliseconds) {
    const name = file === undefined ? step.check : `${file} ${file.endsWith(".spec.ts") ? title : ""}`;
    const known = this.#passes.get(name);
    if (known !== undefined) return known;
    // A unit test may need those before it: its whole file runs again.
    const only = file?.endsWith(".spec.ts") ? title : undefined;
    const again = file === undefined ? step : this.#testStep(file, only);
    const passes = (await again.run(milliseconds)) === undefined;
    this.#passes.set(name, passes);
    return passes;
  }

  /** @param {string} file @param {string | undefined} title undefined: all of the file @returns {Step} */
  #testStep(file, title) {
    const check = "without the mutant";
    const only = title?.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const isJourney = file.endsWith(".spec.ts");
    const option = isJourney ? "--grep" : "--testNamePattern";
    const args = [file, ...(only === undefined ? [] : [option, only])];
    if (isJourney) return { check, run: (limit) => this.#journeys(args, limit) };
    return { check, run: (limit) => this.#vitest(check, ["run", ...args], limit) };
  }
}

/** @param {any} suite @returns {string | undefined} the title of the first journey that failed */
function failedSpec(suite) {
  for (const { title, tests } of suite.specs ?? [])
    if (tests.some((/** @type {any} */ { status }) => status === "unexpected")) return title;
  for (const child of suite.suites ?? []) {
    const title = failedSpec(child);
    if (title !== undefined) return `${child.title} ${title}`;
  }
  return undefined;
}

const linesOf = (/** @type {string} */ text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const firstLine = (/** @type {string} */ text) => linesOf(text)[0] ?? "";
const lastLine = (/** @type {string} */ text) => linesOf(text).at(-1) ?? "";

/** What a program says first about what is wrong. @param {string} output */
function failingLine(output) {
  const lines = linesOf(output).filter((line) => !line.startsWith("ok "));
  const wrong = /does not compile| golden |differ|runtime error|^check failed|error:|exit code/;
  return (
    lines.find((line) => line.startsWith("FAIL ")) ??
    lines.find((line) => wrong.test(line)) ??
    lastLine(output)
  );
}
