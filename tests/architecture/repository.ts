/** The files of the repository as git lists them, and their imports. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Paths from the root: tracked files, and new files that git would add. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return [...new Set(listed.split("\n"))].filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export const isTypeScript = (path: string) => /\.tsx?$/.test(path);

export interface Import {
  readonly from: string;
  /** The specifier as written. */
  readonly specifier: string;
  /** Path from the root without a query. Undefined for packages. */
  readonly file: string | undefined;
  /** Whether the compiler removes the import. */
  readonly typeOnly: boolean;
  /** Named by a URL: a worker or a file that runs apart. */
  readonly isApart: boolean;
}

/** Static, dynamic and type imports, re-exports, and files named by `new URL("...", import.meta.url)`. */
export function importsOf(path: string): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: unknown, typeOnly: boolean, isApart = false) => {
    if (typeof specifier !== "string") return;
    const relative = specifier.startsWith(".") ? specifier.replace(/\?.*$/, "") : undefined;
    const file = relative === undefined ? undefined : normalize(join(dirname(path), relative));
    found.push({ from: path, specifier, file, typeOnly, isApart });
  };
  visit(parseAst(textOf(path), { lang: path.endsWith("x") ? "tsx" : "ts" }), (node) => {
    const source = literalOf(node.source);
    switch (node.type) {
      case "ImportDeclaration":
        add(source, node.importKind === "type");
        break;
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        add(source, node.exportKind === "type");
        break;
      case "ImportExpression":
        add(source, false);
        break;
      case "TSImportType":
        add(literalOf(node.source ?? node.argument), true);
        break;
      case "NewExpression":
        if (isNode(node.callee) && node.callee.name === "URL" && Array.isArray(node.arguments)) {
          const value = literalOf(node.arguments[0]);
          const isFile = typeof value === "string" && /^\.{1,2}\/.*\.\w+$/.test(value);
          if (node.arguments.length === 2 && isFile) add(value, false, true);
        }
        break;
    }
  });
  return found;
}

/** Targets of `@import "./other.css"` in a style sheet. */
export function styleImportsOf(path: string): readonly Import[] {
  return Array.from(textOf(path).matchAll(/@import "(\.[^"]+)"/g), ([, specifier = ""]) => ({
    from: path,
    specifier,
    file: normalize(join(dirname(path), specifier)),
    typeOnly: false,
    isApart: false,
  }));
}

type AstNode = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is AstNode {
  return typeof value === "object" && value !== null;
}

function literalOf(node: unknown): unknown {
  return isNode(node) ? node.value : undefined;
}

function visit(value: unknown, look: (node: AstNode) => void): void {
  if (Array.isArray(value)) for (const entry of value) visit(entry, look);
  else if (isNode(value)) {
    if (typeof value.type === "string") look(value);
    for (const child of Object.values(value)) visit(child, look);
  }
}
