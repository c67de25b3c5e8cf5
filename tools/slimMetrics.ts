import { type Plugin, parseAst } from "vite";

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
