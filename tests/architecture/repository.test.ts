/** Rules of the tree that reviewers would otherwise have to remember. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ROOT, repositoryFiles, textOf } from "./repository.ts";

/** The subject decides the length of a file. A longer file has two subjects. */
const LINE_LIMIT = 1000;
const COLUMN_LIMIT = 120;
/** Changes without a release yet (docs/style.md, "Where they apply"). */
const UNRELEASED_LIMIT = 30;

const files = repositoryFiles();
const isSource = (path: string) => /\.(ts|tsx|mjs|c|h|def|css|py|sh)$/.test(path) && !path.includes(".gen.");
const isText = (path: string) => !/\.(wasm|pcap|pcapng|png|woff2|ico)$/.test(path);
const linesOf = (path: string) => textOf(path).split("\n").length - 1;

/** One naming rule for each language: camelCase for TypeScript, scripts and style sheets (PascalCase for a file of one
 * component), snake_case for C. Tests and declarations have their kind after a dot. */
const SCRIPT_NAME = /^[a-z0-9][A-Za-z0-9]*(\.[a-z]+)*\.(ts|tsx|mts|mjs|js|css)$/;
const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*\.tsx$/;
const C_NAME = /^[a-z0-9_]+(\.gen)?\.(c|h|def)$/;
const NAME_RULES: readonly (readonly [files: RegExp, rules: readonly RegExp[]])[] = [
  [/\.(ts|mts|mjs|js|css)$/, [SCRIPT_NAME]],
  [/\.tsx$/, [SCRIPT_NAME, COMPONENT_NAME]],
  [/\.(c|h|def)$/, [C_NAME]],
];

function hasRightName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, rules] = NAME_RULES.find(([kind]) => kind.test(name)) ?? [];
  return rules === undefined || rules.some((rule) => rule.test(name));
}

describe("file names", () => {
  it("are camelCase in TypeScript and snake_case in C", () => {
    expect(files.filter((path) => !hasRightName(path))).toEqual([]);
  });

  it.each([
    ["cli/devices_text.ts", false],
    ["tests/e2e/run-to.spec.ts", false],
    ["web/app/PapersRoute.ts", false],
    ["tools/serve-dist.mjs", false],
    ["core-wasm/src/eventLog.c", false],
    ["web/ui/Icon.tsx", true],
    ["tests/papers/001.test.ts", true],
    ["tools/firstPage.d.mts", true],
    ["core-wasm/src/event_log.c", true],
  ])("follow the rule of %s: %s", (path, isRight) => {
    expect(hasRightName(path)).toBe(isRight);
  });
});

describe("files", () => {
  it(`have at most ${LINE_LIMIT} lines`, () => {
    const long = files
      .filter((path) => isSource(path) && linesOf(path) > LINE_LIMIT)
      .map((path) => `${path}: ${linesOf(path)}`);
    expect(long).toEqual([]);
  });

  it(`have at most ${COLUMN_LIMIT} columns where no formatter breaks lines`, () => {
    const wide = files
      .filter((path) => /\.[ch]$/.test(path) && !path.includes(".gen."))
      .flatMap((path) =>
        textOf(path)
          .split("\n")
          .flatMap((line, i) => (line.length > COLUMN_LIMIT ? [`${path}:${i + 1}: ${line.length}`] : [])),
      );
    expect(wide).toEqual([]);
  });

  it("contain no path of a developer's machine", () => {
    const machinePath = new RegExp(
      `(^|[^A-Za-z0-9_.])/(${["work", "root", "home/[a-z]+", "Users/[a-z]+"].join("|")})/`,
      "m",
    );
    const named = files.filter(
      (path) => isText(path) && path !== "package-lock.json" && machinePath.test(textOf(path)),
    );
    expect(named).toEqual([]);
  });

  it("contain no mark of unfinished work", () => {
    const words = new RegExp(
      `\\b(${["TO", "FIX", "HA"].map((start, i) => start + ["DO", "ME", "CK"][i]).join("|")})\\b`,
    );
    const half = files.filter((path) => isSource(path) && words.test(textOf(path)));
    expect(half).toEqual([]);
  });

  it("skip and focus no test", () => {
    const dodge = /\b(it|test|describe)\.(skip|todo|only|fixme|fails)\b/;
    const tests = files.filter((path) => /\.test\.tsx?$|^tests\/e2e\//.test(path));
    expect(tests.filter((path) => dodge.test(textOf(path)))).toEqual([]);
  });
});

describe("the changelog", () => {
  it(`has at most ${UNRELEASED_LIMIT} entries under Unreleased`, () => {
    const [, section = ""] = /^## \[Unreleased\]\n(.*?)^## \[/ms.exec(textOf("CHANGELOG.md")) ?? [];
    expect(section).not.toBe("");
    const entries = section.match(/^[-*+] .*/gm) ?? [];
    expect(entries.slice(UNRELEASED_LIMIT)).toEqual([]);
  });

  it("gives the notes of a release, and refuses a version that it does not have", () => {
    const notesOf = (version: string) =>
      spawnSync(process.execPath, ["tools/releaseNotes.mjs", version], { cwd: ROOT, encoding: "utf8" });
    const { stdout, status } = notesOf("0.2.0");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The first release\. Model version 4\./);
    expect(stdout).not.toMatch(/^## /m);
    expect(notesOf("0.2")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining('no section "## [0.2] - DATE"'),
    });
  });
});

describe("npm packages", () => {
  const packageFile: unknown = JSON.parse(textOf("package.json"));
  const lockFile: unknown = JSON.parse(textOf("package-lock.json"));
  const recordOf = (value: unknown, key: string): Readonly<Record<string, unknown>> => {
    const found = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    if (typeof found !== "object" || found === null) throw new Error(`no ${key}`);
    return Object.fromEntries(Object.entries(found));
  };

  it("are pinned to exact versions", () => {
    const all = { ...recordOf(packageFile, "dependencies"), ...recordOf(packageFile, "devDependencies") };
    const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)));
    expect(loose).toEqual([]);
  });

  it("are locked without the address of a registry", () => {
    expect(textOf("package-lock.json")).not.toContain('"resolved"');
    expect(textOf(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
  });

  it("are locked with a hash, including those for other operating systems", () => {
    const packages = recordOf(lockFile, "packages");
    const unchecked = Object.keys(packages).filter((path) => {
      const { integrity } = recordOf(packages, path);
      return path !== "" && !/^sha512-[\w+/]{86}==$/.test(String(integrity));
    });
    expect(unchecked).toEqual([]);
  });

  it("are locked for every operating system", () => {
    const packages = recordOf(lockFile, "packages");
    const missing = Object.values(packages).flatMap((one) => {
      const optional = typeof one === "object" && one !== null && "optionalDependencies" in one;
      return optional
        ? Object.keys(recordOf(one, "optionalDependencies")).filter(
            (name) => !(`node_modules/${name}` in packages),
          )
        : [];
    });
    expect(missing).toEqual([]);
  });
});
