/** Who may import whom (docs: CONTRIBUTING.md, "Directions"). */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, isTypeScript, ROOT, repositoryFiles } from "./repository.ts";

/** First match wins. */
const AREAS: readonly (readonly [area: string, prefix: string])[] = [
  ["binding", "core-wasm/binding/"],
  ["bench", "core-wasm/bench/"],
  ["bench", "core-wasm/profile/"],
  ["scenarios", "scenarios/"],
  // Text in, words out: scenarios hold the source of programs.
  ["assembler", "lib/assembler/"],
  ["lib", "lib/"],
  ["cli", "cli/"],
  ["web/text", "web/text/"],
  ["web/base", "web/base/"],
  ["web/engine", "web/engine/"],
  ["web/state", "web/state/"],
  ["web/charts", "web/charts/"],
  ["web/timeline", "web/timeline/"],
  ["web/machine", "web/machine/"],
  ["web/pages", "web/pages/"],
  ["web/styles", "web/styles/"],
  ["web", "web/"],
  ["tests", "tests/"],
  ["tools", "tools/"],
];

const SHARED = ["lib", "assembler", "scenarios", "binding"];

/** Besides its own area. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  binding: [],
  bench: ["scenarios", "binding"],
  assembler: [],
  scenarios: ["assembler", "binding"],
  lib: ["assembler", "scenarios", "binding"],
  cli: ["bench", ...SHARED],
  "web/text": [],
  "web/base": ["web/text", ...SHARED],
  "web/engine": ["web/text", "web/base", ...SHARED],
  "web/state": ["web/text", "web/engine", "web/base", ...SHARED],
  "web/charts": ["web/text", "web/engine", "web/base", ...SHARED],
  "web/machine": ["web/text", "web/engine", "web/base", ...SHARED],
  // The timeline draws from the view's own store: viewport, playhead, selection.
  "web/timeline": ["web/text", "web/state", "web/engine", "web/base", ...SHARED],
  "web/pages": [
    "web/machine",
    "web/timeline",
    "web/charts",
    "web/state",
    "web/engine",
    "web/base",
    "web/text",
    ...SHARED,
  ],
  web: ["web/pages", "web/state", "web/engine", "web/base", "web/text", "web/styles", ...SHARED],
};

/** The words of the worker's protocol are types that every part of the page speaks. */
const PROTOCOL = "web/engine/protocol.ts";
/** What scenarios may take from the binding at run time: names and bounds of the core. */
const LAYOUT = "core-wasm/binding/layout.gen.ts";

const REACT = /^(react|react-dom|@base-ui\/react|react-resizable-panels|zustand)(\/|$)/;
/** Loads React beside the page, and hands it over. */
const BOOT = "web/app/boot.ts";
/** The store itself is not React. */
const NOT_REACT = /^zustand\/vanilla$/;
const DOM_WRITING_D3 = /^d3-(selection|zoom|axis|transition|brush|drag)$/;

const files = repositoryFiles().filter(isTypeScript);
const imports = files.flatMap(importsOf);
const areaOf = (path: string) => AREAS.find(([, prefix]) => path.startsWith(prefix))?.[0] ?? "root";
const shown = ({ from, specifier }: Import) => `${from} -> ${specifier}`;

describe("imports", () => {
  it("are found", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it("of files name a file that is there, with its ending", () => {
    const missing = imports.filter(
      ({ file, specifier }) =>
        file !== undefined && !specifier.endsWith("/") && !existsSync(join(ROOT, file)),
    );
    expect(missing.map(shown)).toEqual([]);
  });

  it("follow the directions of the tree", () => {
    const wrong = imports.filter(({ from, file, typeOnly }) => {
      if (file === undefined) return false;
      const [area, target] = [areaOf(from), areaOf(file)];
      const allowed = ALLOWED[area];
      if (area === target || allowed === undefined || allowed.includes(target)) return false;
      if (typeOnly && file === PROTOCOL) return false;
      return !(area === "cli" && file === "package.json");
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of scenarios from the binding are types, or names and bounds", () => {
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

  it("of tests happen in tests only", () => {
    const wrong = imports.filter(
      ({ from, file }) => file !== undefined && areaOf(file) === "tests" && areaOf(from) !== "tests",
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of React happen in components and hooks", () => {
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

  it("of D3 that writes the DOM happen in charts and timeline", () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        DOM_WRITING_D3.test(specifier) && !["web/charts", "web/timeline", "tests"].includes(areaOf(from)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of Node happen in cli, bench, tests and tools", () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        specifier.startsWith("node:") && !["cli", "bench", "tests", "tools", "root"].includes(areaOf(from)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });
});
