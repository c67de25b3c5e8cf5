/** Which room may import which (docs/architecture.md, "Directions"). */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Import,
  importsOf,
  isTypeScript,
  ROOT,
  repositoryFiles,
  styleImportsOf,
  textOf,
} from "./repository.ts";

/** The areas from the lowest to the highest. The table below says what an area may import. */
const WEB_ROOMS = [
  "web/text",
  "web/engine",
  "web/ui",
  "web/form",
  "web/state",
  "web/devices",
  "web/timeline",
  "web/scenarios",
  "web/story",
  "web/why",
  "web/program",
  "web/simulate",
  "web/compare",
  "web/labs",
  "web/papers",
  "web/study",
  "web/offline",
  "web/styles",
  "web/app",
] as const;

/** Rooms of the file format from the lowest to the highest. Each may import the rooms before it. */
const SCENARIO_ROOMS = [
  "scenarios/base",
  "scenarios/devices",
  "scenarios/machine",
  "scenarios/software",
  "scenarios/traffic",
  "scenarios/story",
  "scenarios/format",
  "scenarios/compile",
  "scenarios/check",
  "scenarios/upgrade",
  "scenarios/read",
  "scenarios/study",
  "scenarios/link",
] as const;

/** The first match decides. */
const AREAS: readonly (readonly [area: string, prefix: string])[] = [
  ["binding", "core-wasm/binding/"],
  ["bench", "core-wasm/bench/"],
  ["bench", "core-wasm/profile/"],
  ["scenarios", "scenarios/"],
  // The assembler takes text and returns words: scenarios contain the source of programs.
  ["assembler", "lib/assembler/"],
  ["elf", "lib/elf/"],
  // Field paths are written as in expressions.
  ["expressions", "lib/expressions/"],
  ["lib", "lib/"],
  ["cli", "cli/"],
  ...WEB_ROOMS.map((room) => [room, `${room}/`] as const),
  ["tests", "tests/"],
  ["tools", "tools/"],
  // The page shows the results of the papers that are committed.
  ["results", "docs/papers/results.csv"],
];

const scenarioRoomOf = (path: string) => SCENARIO_ROOMS.find((room) => path.startsWith(`${room}/`));

const SHARED = ["lib", "assembler", "elf", "expressions", "scenarios", "binding"];
/** Areas that every page may import. */
const BASIC_ROOMS = ["web/text", "web/engine", "web/ui", "web/state"];

/** Areas that an area may import beside its own. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  binding: [],
  bench: ["scenarios", "binding"],
  assembler: [],
  elf: [],
  expressions: ["assembler"],
  scenarios: ["assembler", "elf", "expressions", "binding"],
  lib: ["assembler", "elf", "expressions", "scenarios", "binding"],
  cli: ["bench", ...SHARED],
  "web/text": [],
  "web/engine": SHARED,
  "web/ui": ["web/text", "web/engine", ...SHARED],
  "web/form": ["web/text", "web/ui", ...SHARED],
  "web/state": ["web/text", "web/engine", "web/ui", ...SHARED],
  "web/devices": ["web/text", "web/engine", "web/ui", ...SHARED],
  "web/timeline": [...BASIC_ROOMS, ...SHARED],
  "web/scenarios": [...BASIC_ROOMS, "web/form", "web/devices", "web/timeline", ...SHARED],
  "web/story": [...BASIC_ROOMS, "web/scenarios", ...SHARED],
  "web/why": [...BASIC_ROOMS, "web/scenarios", ...SHARED],
  "web/program": [...BASIC_ROOMS, "web/scenarios", ...SHARED],
  "web/simulate": [
    ...BASIC_ROOMS,
    "web/devices",
    "web/timeline",
    "web/scenarios",
    "web/story",
    "web/why",
    "web/program",
    ...SHARED,
  ],
  "web/compare": [...BASIC_ROOMS, "web/timeline", "web/scenarios", "web/simulate", "web/why", ...SHARED],
  "web/labs": [...BASIC_ROOMS, "web/timeline", "web/scenarios", "web/program", "web/simulate", ...SHARED],
  "web/papers": [...BASIC_ROOMS, "web/scenarios", "results", ...SHARED],
  "web/study": [...BASIC_ROOMS, "web/form", ...SHARED],
  "web/offline": [],
  "web/styles": [],
  "web/app": [...WEB_ROOMS, ...SHARED],
};

/** These areas reach the engine through the session: they import the types of its protocol and no code. */
const ENGINE_TYPES_ONLY = ["web/ui", "web/state", "web/devices", "web/program", "web/simulate"];
/** What scenarios may import from the binding at run time: names and bounds of the core. */
const LAYOUT = "core-wasm/binding/layout.gen.ts";

const REACT = /^(react|react-dom|@base-ui\/react|react-resizable-panels|zustand)(\/|$)/;
/** Loads React beside the page and passes it on. */
const BOOT = "web/app/boot.ts";
/** The store itself does not import React. */
const NOT_REACT = /^zustand\/vanilla$/;
const DOM_WRITING_D3 = /^d3-(selection|zoom|axis|transition|brush|drag)$/;

const files = repositoryFiles().filter(isTypeScript);
const imports = files.flatMap(importsOf);
const styleImports = repositoryFiles()
  .filter((path) => path.endsWith(".css"))
  .flatMap(styleImportsOf);
const areaOf = (path: string) => AREAS.find(([, prefix]) => path.startsWith(prefix))?.[0] ?? "root";
const shown = ({ from, specifier }: Import) => `${from} -> ${specifier}`;

/** The areas of a circle, with the first one again at the end. Empty without a circle. */
function circleIn(targets: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>();
  const walk = (area: string, way: readonly string[]): readonly string[] => {
    if (way.includes(area)) return [...way.slice(way.indexOf(area)), area];
    if (done.has(area)) return [];
    for (const next of targets.get(area) ?? []) {
      const circle = walk(next, [...way, area]);
      if (circle.length > 0) return circle;
    }
    done.add(area);
    return [];
  };
  for (const area of targets.keys()) {
    const circle = walk(area, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

type Targets = ReadonlyMap<string, ReadonlySet<string>>;

/** Circles of files: the largest sets in which each file reaches each other one (Tarjan, Depth-first search and linear graph
 * algorithms, SIAM Journal on Computing 1(2), 1972). */
function circlesOf(targets: Targets): readonly (readonly string[])[] {
  const place = new Map<string, number>();
  const least = new Map<string, number>();
  const open: string[] = [];
  const circles: (readonly string[])[] = [];
  const walk = (file: string): number => {
    const own = place.size;
    place.set(file, own);
    open.push(file);
    let lowest = own;
    for (const next of targets.get(file) ?? []) {
      if (!place.has(next)) lowest = Math.min(lowest, walk(next));
      else if (open.includes(next)) lowest = Math.min(lowest, least.get(next) ?? place.get(next) ?? own);
    }
    least.set(file, lowest);
    if (lowest === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest;
  };
  for (const file of targets.keys()) if (!place.has(file)) walk(file);
  return circles;
}

const breadthOf = (row: readonly string[]) => (row.every((path) => /\.tsx?$/.test(path)) ? 0 : 1);

/** Rows of the table of circles in docs/architecture.md, which have files or folders. Each row stands for one circle; rows of files
 * alone come first. */
const allowedCircles = (
  textOf("docs/architecture.md").split("## Circles of files")[1]?.split("\n## ")[0] ?? ""
)
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => Array.from((line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g), ([, path = ""]) => path))
  .toSorted((one, other) => breadthOf(one) - breadthOf(other));

/** Every file of the circle is named, or lies in a folder that is. */
const isNamed = (circle: readonly string[], row: readonly string[]) =>
  circle.every((file) => row.some((path) => file === path || file.startsWith(`${path}/`)));

describe("imports", () => {
  it("are parsed", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it("of the material for teachers stand in the command alone", () => {
    const material = /^(lib\/teaching\/|scenarios\/labs\/teaching\.)/;
    const importing = imports.filter(({ file }) => file !== undefined && material.test(file));
    expect(importing.length).toBeGreaterThan(4);
    const others = importing.filter(({ from }) => !/^(cli|lib\/teaching|tests)\//.test(from));
    expect(others.map(shown)).toEqual([]);
  });

  it("of files name an existing file with its extension", () => {
    const missing = imports.filter(
      ({ file, specifier }) =>
        file !== undefined && !specifier.endsWith("/") && !existsSync(join(ROOT, file)),
    );
    expect(missing.map(shown)).toEqual([]);
  });

  it("follow the directions of the tree", () => {
    const wrong = imports.filter(({ from, file }) => {
      if (file === undefined) return false;
      const [area, target] = [areaOf(from), areaOf(file)];
      const allowed = ALLOWED[area];
      if (area === target || allowed === undefined || allowed.includes(target)) return false;
      return !(area === "lib" && file === "package.json");
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("between rooms of the file format go to the rooms below", () => {
    const used = new Set<string>();
    const wrong = imports.filter(({ from, file }) => {
      if (file === undefined) return false;
      const [room, target] = [scenarioRoomOf(from), scenarioRoomOf(file)];
      if (room === undefined || room === target) return false;
      if (target === undefined) return file.startsWith("scenarios/");
      used.add(target);
      return SCENARIO_ROOMS.indexOf(target) > SCENARIO_ROOMS.indexOf(room);
    });
    expect(wrong.map(shown)).toEqual([]);
    expect(used.size).toBeGreaterThan(SCENARIO_ROOMS.length - 3);
  });

  it("find each file of the file format in one of its rooms", () => {
    const loose = /^scenarios\/(builtin|default|groups|index|whole)\.ts$/;
    const outside = files.filter(
      (path) =>
        path.startsWith("scenarios/") &&
        scenarioRoomOf(path) === undefined &&
        !loose.test(path) &&
        !/^scenarios\/(demos|labs|papers|stories|studies)\//.test(path),
    );
    expect(outside).toEqual([]);
  });

  it("make no circle of rooms, types and style sheets included", () => {
    const targets = new Map<string, Set<string>>();
    for (const { from, file } of [...imports, ...styleImports]) {
      if (file === undefined || areaOf(from) === areaOf(file) || !(areaOf(from) in ALLOWED)) continue;
      targets.set(areaOf(from), (targets.get(areaOf(from)) ?? new Set()).add(areaOf(file)));
    }
    expect(targets.size).toBeGreaterThan(WEB_ROOMS.length / 2);
    expect(circleIn(targets)).toEqual([]);
  });

  it("that make a circle are detected", () => {
    const edges = (pairs: readonly string[]) =>
      new Map(pairs.map(([from = "", ...to]) => [from, new Set(to)] as const));
    expect(circleIn(edges(["abc", "bc"]))).toEqual([]);
    expect(circleIn(edges(["ab", "bc", "cb"]))).toEqual(["b", "c", "b"]);
  });

  it("make no circle of files, types and late imports included, but those of docs/architecture.md", () => {
    const targets = new Map<string, Set<string>>(files.map((file) => [file, new Set()]));
    for (const { from, file, isApart } of imports)
      if (file !== undefined && file !== from && !isApart && targets.has(file)) targets.get(from)?.add(file);
    const used = new Set<readonly string[]>();
    const unnamed = circlesOf(targets).filter((circle) => {
      const row = allowedCircles.find((one) => !used.has(one) && isNamed(circle, one));
      if (row !== undefined) used.add(row);
      return row === undefined;
    });
    expect(unnamed.map((circle) => circle.join(" "))).toEqual([]);
    const idle = allowedCircles.filter((row) => !used.has(row));
    expect(
      idle.map((row) => row.join(" ")),
      "the circle is open: take its row out",
    ).toEqual([]);
  });

  it("that make circles of files are detected", () => {
    const edges = (pairs: readonly string[]) =>
      new Map(pairs.map(([from = "", ...to]) => [from, new Set(to)] as const));
    expect(circlesOf(edges(["abc", "bc", "c"]))).toEqual([]);
    expect(circlesOf(edges(["ab", "bc", "cbd", "de", "ef", "fd"]))).toEqual([
      ["d", "e", "f"],
      ["b", "c"],
    ]);
    expect(isNamed(["a/b.ts", "c/d.ts"], ["a", "c/d.ts"])).toBe(true);
    expect(isNamed(["a/b.ts", "ab/c.ts"], ["a"])).toBe(false);
  });

  it("of the engine are type-only in rooms that reach it through the session", () => {
    const wrong = imports.filter(
      ({ from, file, typeOnly }) =>
        file !== undefined &&
        !typeOnly &&
        areaOf(file) === "web/engine" &&
        ENGINE_TYPES_ONLY.includes(areaOf(from)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of the binding by the file format are types, names and bounds", () => {
    const wrong = imports.filter(
      ({ from, file, typeOnly }) =>
        areaOf(from) === "scenarios" &&
        file !== undefined &&
        areaOf(file) === "binding" &&
        !typeOnly &&
        file !== LAYOUT,
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of test files occur in tests only", () => {
    const wrong = imports.filter(
      ({ from, file }) => file !== undefined && areaOf(file) === "tests" && areaOf(from) !== "tests",
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of React occur in components and hooks only", () => {
    const isComponent = (path: string) =>
      /\.(tsx|d\.ts)$/.test(path) || /^use[A-Z]/.test(basename(path)) || basename(path) === "hooks.ts";
    const wrong = imports.filter(
      ({ from, specifier, typeOnly }) =>
        !typeOnly &&
        REACT.test(specifier) &&
        !NOT_REACT.test(specifier) &&
        !isComponent(from) &&
        from !== BOOT,
    );
    expect(wrong.map(shown)).toEqual([]);
    const outside = imports.filter(
      ({ from, specifier }) =>
        REACT.test(specifier) && !from.startsWith("web/") && !from.startsWith("tests/"),
    );
    expect(outside.map(shown)).toEqual([]);
  });

  it("of D3 modules that write the DOM occur in charts and timeline only", () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        DOM_WRITING_D3.test(specifier) && !/^(web\/ui\/charts|web\/timeline|tests)\//.test(from),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of Node modules occur in cli, bench, tests and tools only", () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        specifier.startsWith("node:") && !["cli", "bench", "tests", "tools", "root"].includes(areaOf(from)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });
});
