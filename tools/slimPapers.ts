import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { csvLine } from "../lib/csv.ts";
import { cellsOfCsv } from "../lib/papers/stored.ts";

export function slimPapers(): Plugin {
  return {
    name: "irqscope:slim-papers",
    apply: "build",
    enforce: "pre",
    load(id) {
      const [file = "", query] = id.split("?");
      if (!file.endsWith("docs/papers/results.csv") || query !== "raw") return undefined;
      return `export default ${JSON.stringify(slimResults(readFileSync(file, "utf8")))}`;
    },
    transform(code, id) {
      return id.endsWith(".paper.json") ? slimPaper(code) : undefined;
    },
  };
}

interface PaperFile {
  readonly contradictions?: readonly object[];
  readonly experiments: readonly { readonly apart?: unknown; readonly claims: readonly object[] }[];
}

/** Leaves out of the page's papers what only the checks of the command and the tests read. */
export function slimPaper(text: string): string {
  const paper: PaperFile = JSON.parse(text);
  const experiments = paper.experiments.map(({ apart, claims, ...rest }) => ({
    ...rest,
    claims: claims.map((claim) => ({ ...claim, figures: undefined, given: undefined })),
  }));
  const contradictions = paper.contradictions?.map((one) => ({
    ...one,
    condition: "0 == 1",
    figures: undefined,
    given: undefined,
  }));
  return JSON.stringify({ ...paper, experiments, contradictions });
}

/** Columns that the papers have, too. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["source", "kind", "counts as", "of", "place", "printed", "unit", "error %", "command"],
]);

/** Leaves out of the stored results what the page knows. Texts stay with the points of curves, whose names they are. */
export function slimResults(csv: string): string {
  const [header = [], ...lines] = csv.trimEnd().split("\n").map(cellsOfCsv);
  const kind = header.indexOf("kind");
  const text = header.indexOf("text");
  const slim = (cells: readonly string[]) =>
    csvLine(cells.filter((_, at) => !LEFT_OUT.has(header[at] ?? "")));
  const experiment = header.indexOf("experiment");
  /** The first line of an experiment has what its lines share. */
  const shared = ["state hashes", "program", "model"].map((name) => header.indexOf(name));
  const shortened = lines.map((cells, line) => {
    const isFirst = cells[experiment] !== lines[line - 1]?.[experiment];
    const isKept = (at: number) => (at === text ? cells[kind] === "curve" : isFirst || !shared.includes(at));
    return slim(cells.map((cell, at) => (isKept(at) ? cell : "")));
  });
  return [slim(header), ...shortened].join("\n");
}
