/** The lists of checks: the checks that `npm test -- changed` runs for a change, and the tests that only the long list
 * has. */
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { JOURNEYS, reachOf, unitTests } from "../../tools/checks/changed.mjs";
import { summary } from "../../tools/checks/summary.mjs";
import { repositoryFiles, textOf } from "./repository.ts";

const files = repositoryFiles();
const roomsOf = (floor: string) => [
  ...new Set(files.flatMap((path) => new RegExp(`^${floor}/\\w+(?=/)`).exec(path)?.[0] ?? [])),
];
const specs = files.flatMap((path) => /^tests\/e2e\/(\w+)\.spec\.ts$/.exec(path)?.[1] ?? []);

describe("the table of browser tests that a change reaches", () => {
  it.each([...roomsOf("web"), ...roomsOf("lib")])("names at least one browser test for %s", (room) => {
    expect(JOURNEYS[room]?.length).toBeGreaterThan(0);
  });

  it("names only files and folders that exist", () => {
    expect(Object.values(JOURNEYS).flat()).toSatisfy((names: string[]) =>
      names.every((name) => specs.includes(name)),
    );
    const isFolder = (room: string) => files.some((path) => path.startsWith(`${room}/`));
    expect(Object.keys(JOURNEYS).filter((room) => !isFolder(room))).toEqual([]);
  });

  it("names each file of browser tests", () => {
    const reached = new Set(Object.values(JOURNEYS).flat());
    expect(specs.filter((name) => !reached.has(name))).toEqual([]);
  });
});

describe("the checks that a change reaches", () => {
  const tests = unitTests();
  const reach = (...paths: string[]) => {
    const reached = reachOf(paths, tests, (path) => files.includes(path));
    if (reached === undefined) throw new Error(`${paths.join(" ")} reaches everything`);
    return reached;
  };

  it("are lint, types, build and architecture for a page of the docs", () => {
    const { checks, unit, specs: journeys } = reach("docs/history.md");
    expect([...checks]).toEqual(["lint", "types", "build", "architecture"]);
    expect([unit, journeys]).toEqual([[], []]);
  });

  it("are the C checks for a source file of the core", () => {
    const { checks } = reach("core-wasm/src/memory/burst.c");
    expect(["core", "lockstep", "fuzz", "wasm"].every((name) => checks.has(name))).toBe(true);
    expect(checks.has("e2e")).toBe(false);
  });

  it("are the unit tests that import a file, and the browser tests of its room", () => {
    const drawn = files.find((path) => /^web\/timeline\/\w+\.ts$/.test(path)) ?? "";
    const { checks, unit, specs: journeys } = reach(drawn);
    expect(unit).toEqual([drawn]);
    expect(journeys).toContain("timeline");
    expect(checks.has("unit") && checks.has("e2e") && !checks.has("core")).toBe(true);
  });

  it("are all browser tests if the change is in their shared support", () => {
    expect(reach("tests/e2e/support.ts").specs).toBe("all");
  });

  it("are all checks if the change is in a file that all depend on", () => {
    expect(reachOf(["package.json"], tests)).toBeUndefined();
  });

  it("include the long tests of a changed test file", () => {
    const { whole } = reach("tests/e2e/tabs.spec.ts", "tests/architecture/checks.test.ts");
    expect(whole).toEqual({ unit: [], specs: ["tabs"] });
    const [test = ""] = tests;
    expect(reach(test).whole).toEqual({ unit: [test], specs: [] });
  });

  it("include the test that reads a removed file", () => {
    const { unit } = reach("scenarios/stories/removed.story.json");
    expect(unit).toContain("tests/story/stories.test.ts");
    expect(unit).not.toContain("scenarios/stories/removed.story.json");
  });

  it("include the tests that run the command, for a file of the command", () => {
    expect(reach("cli/runText.ts").unit).toContain("tests/cli/command.test.ts");
  });
});

describe("the entry points of a fresh clone", () => {
  it.each(["tools/test.mjs", "tools/setup.mjs", "tools/start.mjs"])(
    "include %s, which imports no package",
    (entry) => {
      const seen = new Set([entry]);
      const packages: string[] = [];
      for (const path of seen)
        for (const [, specifier = ""] of textOf(path).matchAll(
          /^(?:import (?:[^;"]* from )?|export [^;"]* from )"([^"]+)";$/gm,
        ))
          if (specifier.startsWith(".")) seen.add(join(dirname(path), specifier));
          else if (!specifier.startsWith("node:")) packages.push(`${path} -> ${specifier}`);
      expect(seen.size).toBeGreaterThan(3);
      expect(packages).toEqual([]);
    },
  );
});

describe("a test that only the long list has", () => {
  const sources = files.filter(
    (path) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith("tests/architecture/"),
  );

  it("is marked by long() with a reason", () => {
    const unexplained = sources.filter((path) => {
      const text = textOf(path);
      return /["'`]@long|tags: *\[?["']long/.test(text) || /\blong\((\)|""|''|``)/.test(text);
    });
    expect(unexplained).toEqual([]);
  });

  it("has a reason that names existing files with a test of the short list", () => {
    const named = sources.flatMap((path) =>
      reasonsIn(textOf(path)).flatMap((reason) =>
        [...reason.matchAll(/[\w/]+\.(?:test|spec)\.tsx?\b/g)].map(([name]) => ({ path, name })),
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    const covers = (name: string) =>
      sources.some((path) => `/${path}`.endsWith(`/${name}`) && hasShortTest(textOf(path)));
    expect(named.filter(({ name }) => !covers(name))).toEqual([]);
  });
});

/** The reasons in all calls of long() in the text. */
function reasonsIn(text: string): readonly string[] {
  return [...text.matchAll(/\blong\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, reason = ""]) => reason);
}

/** Whether the file has a test without long() in its own call. */
const hasShortTest = (text: string) =>
  [...text.matchAll(/^ *(?:test|it)(?:\.each)?\b[(<]/gm)].some(
    ({ index }) => !text.slice(index, text.indexOf("=>", index)).includes("long("),
  );

describe("the summary of a test run", () => {
  const stage = (seconds: number, failures: string[] = []) => ({
    title: "unit tests",
    seconds,
    result: { passed: 2, failures, files: [{ name: "slow.test.ts", seconds: 9 }] },
  });
  const run = { failures: [], notes: [], list: "short" } as const;

  it("ends with the counts, and exits with a failure if a check failed", () => {
    const { text, hasFailed } = summary({ ...run, stages: [stage(60, ["a test"])] });
    expect(text.split("\n").slice(-2)).toEqual(["failed: unit tests: a test", "2 passed, 1 failed"]);
    expect(hasFailed).toBe(true);
    expect(text).toContain("9.0 s  slow.test.ts");
  });

  it("reports in its last lines that a list is over its time limit, without failing", () => {
    const { text, hasFailed } = summary({ ...run, stages: [stage(901)] });
    expect(text.split("\n").at(-2)).toContain("over its limit: the short list took 15.0 minutes");
    expect(hasFailed).toBe(false);
    expect(summary({ ...run, stages: [stage(899)] }).text).not.toContain("over its limit");
    expect(summary({ ...run, list: "part", stages: [stage(9000)] }).text).not.toContain("over its limit");
  });
});
