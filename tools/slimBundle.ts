/** Plugins that leave out of the bundle what no visitor reads, or store it in less space. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Plugin, parseAst } from "vite";
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

/** The place where marked begins to assign its other functions to its main function. */
const ASSIGNMENTS = /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/;

/** The page uses only the lexer of marked. The assignments at the end of its module would keep 3 kB of other code in
 * the bundle. */
export function lexerAlone(): Plugin {
  return {
    name: "irqscope:lexer-alone",
    apply: "build",
    transform(code, id) {
      return id.endsWith("/marked.esm.js") ? { code: lexerModule(code), map: null } : undefined;
    },
  };
}

/** The module with only that export. */
export function lexerModule(code: string): string {
  const end = code.search(ASSIGNMENTS);
  const name = /(\w+) as Lexer\b/.exec(code)?.[1];
  if (end < 0 || name === undefined)
    throw new Error("marked is built otherwise: look at tools/slimBundle.ts");
  return `${code.slice(0, end)}export{${name} as Lexer};`;
}

/** English sentences of the schema library, 1.5 kB. No user reads them, because scenarios/base/messages.ts words all
 * errors (tests/scenarios/ownWords.test.ts). */
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/;

/** Leaves these sentences out of the page. */
export function ownWords(): Plugin {
  return {
    name: "irqscope:own-words",
    apply: "build",
    transform(_, id) {
      const code = "export default () => ({ localeError: ({ code }) => code });";
      return SENTENCES.test(id) ? { code, map: null } : undefined;
    },
  };
}

/** The page uses only the version of package.json (lib/origin.ts). The whole file would add 2 kB of names. */
export function versionAlone(): Plugin {
  return {
    name: "irqscope:version-alone",
    enforce: "pre",
    transform(code, id) {
      return /[^@]\/package\.json$/.test(id) && !id.includes("node_modules")
        ? { code: versionOf(code), map: null }
        : undefined;
    },
  };
}

export const versionOf = (packageFile: string): string =>
  JSON.stringify({ version: (JSON.parse(packageFile) as { readonly version: string }).version });

const REGISTRY = /\/lib\/metrics\/registry\/\w+\.ts$/;

/** Properties of a metric that only the command prints, and those that the worker does without as well. The worker
 * reads metrics for the page and writes the tables of reports (`compare`), but knows no expressions and no panels. */
const DROPPED = {
  page: new Set(["meaning", "text"]),
  worker: new Set(["path", "dimension", "meaning", "amount", "text", "panel"]),
} as const;

/** Leaves texts that are never shown out of the registry of metrics: 2 kB of the worker. */
export function slimMetrics(of: keyof typeof DROPPED): Plugin {
  return {
    name: "irqscope:slim-metrics",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      return REGISTRY.test(id) ? { code: slimEntries(code, DROPPED[of]), map: null } : undefined;
    },
  };
}

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
  readonly properties?: readonly AstNode[];
}

/** The module without these properties of its entries. An entry is an object with a `meaning`. */
export function slimEntries(code: string, dropped: ReadonlySet<string>): string {
  const cuts: AstNode[] = [];
  visit(parseAst(code, { lang: "ts" }), ({ type, properties = [] }) => {
    const names = properties.map(({ key }) => key?.name ?? "");
    if (type !== "ObjectExpression" || !names.includes("meaning")) return;
    cuts.push(...properties.filter((_, index) => dropped.has(names[index] ?? "")));
  });
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ""), code);
}

function visit(node: unknown, look: (node: AstNode) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, look);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  if ("type" in node && typeof node.type === "string") look(node as AstNode);
  for (const one of Object.values(node)) visit(one, look);
}

const TRACES = ["./capture.json"];
const MODULE = "\0irqscope:trace:";

/** Stores a long trace in less space: times as steps from event to event, which the module adds up. */
export function traceSteps(): Plugin {
  const files = new Map<string, string>();
  return {
    name: "irqscope:trace-steps",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (!TRACES.includes(source) || importer === undefined) return undefined;
      const id = MODULE + source.replace("./", "").replace(".json", "");
      files.set(id, resolve(importer, "..", source));
      return id;
    },
    load(id) {
      const file = files.get(id);
      return file === undefined ? undefined : steppedModule(readFileSync(file, "utf8"));
    },
  };
}

interface Trace {
  readonly events?: { timesNanoseconds?: number[] };
}

/** A module whose default export is the scenario of the JSON text. */
export function steppedModule(text: string): string {
  const scenario: { readonly traffic: readonly Trace[] } = JSON.parse(text);
  const code = [];
  for (const [index, { events }] of scenario.traffic.entries()) {
    const times = events?.timesNanoseconds;
    if (events === undefined || times === undefined) continue;
    const unit = times.every((time) => time % 1000 === 0) ? 1000 : 1;
    events.timesNanoseconds = times.map((time, at) => (time - (times[at - 1] ?? 0)) / unit);
    code.push(`add(scenario.traffic[${index}].events.timesNanoseconds, ${unit});`);
  }
  return [
    `const scenario = ${JSON.stringify(scenario)};`,
    "function add(steps, unit) {",
    "  for (let at = 0; at < steps.length; at++) steps[at] = steps[at] * unit + (steps[at - 1] ?? 0);",
    "}",
    ...code,
    "export default scenario;",
  ].join("\n");
}
