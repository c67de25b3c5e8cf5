/** Functions of the C core are short and have few branches. Each exception is in the list with its reason. */
import { describe, expect, it } from "vitest";
import { repositoryFiles, textOf } from "./repository.ts";

const LINE_LIMIT = 70;
/** Cyclomatic complexity: one, plus one for each of these tokens. */
const BRANCH_LIMIT = 20;
const BRANCHES = /\b(?:if|for|while|case)\b|&&|\|\||\?/g;

/** Function and the reason why it is longer or has more branches. This list may only become shorter. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  sim_config_defaults: "a line for each field of the record",
  check_step: "a switch over the steps of a thread: each refers to other fields",
  take_step: "a switch over the steps of a thread: a line for each",
  finish_phase: "a switch over the phases of a cpu: a line for each",
  cache_config_check: "a list of conditions, each of which is about one field",
  memory_shape_of: "a flag for each part that a machine may have",
  begin_access: "the access stage as the model says it, with caches, without, and of a program",
};

interface CFunction {
  readonly name: string;
  readonly place: string;
  readonly lines: number;
  readonly branches: number;
}

/** Replaces comments, strings and character constants by blanks. Line ends stay. */
const withoutTexts = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'/g, (part) => part.replace(/[^\n]/g, " "));

/** A definition begins in the first column, and its body ends with a brace in the first column. */
function functionsOf(path: string): readonly CFunction[] {
  const text = withoutTexts(textOf(path));
  const definitions = text.matchAll(
    /^(?!typedef|struct|enum|union|#|\})[A-Za-z_][^;{}=]*?\b(\w+)\([^;{}]*\) \{$/gm,
  );
  return Array.from(definitions, (match) => {
    const [head, name = ""] = match;
    const end = text.indexOf("\n}", match.index);
    const body = text.slice(match.index + head.length, end);
    return {
      name,
      place: `${path}: ${name}`,
      lines: text.slice(match.index, end + 2).split("\n").length,
      branches: 1 + (body.match(BRANCHES)?.length ?? 0),
    };
  });
}

const sources = repositoryFiles().filter((path) => /^core-wasm\/src\/.*\.[ch]$/.test(path));
const functions = sources.flatMap(functionsOf);
const isLarge = ({ lines, branches }: CFunction) => lines > LINE_LIMIT || branches > BRANCH_LIMIT;

describe("C functions", () => {
  it("are parsed with their lines and branches", () => {
    expect(functions.length).toBeGreaterThan(1000);
    const step = functions.find(({ name }) => name === "sim_step");
    expect(step).toMatchObject({ place: "core-wasm/src/api/run.c: sim_step" });
    expect(step?.lines).toBeGreaterThan(8);
  });

  it(`have at most ${LINE_LIMIT} lines and a complexity of ${BRANCH_LIMIT}, or a listed reason`, () => {
    const large = functions.filter((one) => isLarge(one) && !(one.name in EXCEPTIONS));
    expect(
      large.map(({ place, lines, branches }) => `${place}: ${lines} lines, complexity ${branches}`),
    ).toEqual([]);
  });

  it("that are listed as large still are", () => {
    const small = Object.keys(EXCEPTIONS).filter(
      (name) => !functions.some((one) => one.name === name && isLarge(one)),
    );
    expect(small).toEqual([]);
  });
});
