/** One script for all that the first page needs: each file of its own costs a request and compresses less. */
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../index.html", import.meta.url));

/** Named by modules of the first page, but what those need of them is nothing: others ask for them later. */
const LATER =
  /node_modules[\\/](zod[\\/]|@base-ui.*[\\/](useListNavigation|useTypeahead|useFocus|DialogTrigger|DialogBackdrop)\.mjs)/;

/** Modules that the page imports at once, not when somebody asks for them. @returns {import("vite").Rolldown.CodeSplittingGroup} */
export function firstPage() {
  /** @type {Set<string> | undefined} */
  let modules;
  return {
    includeDependenciesRecursively: false,
    name: (id, graph) => {
      modules ??= belowEntry((module) => graph.getModuleInfo(module)?.importedIds ?? []);
      return modules.has(id) && !LATER.test(id) ? "first" : null;
    },
  };
}

/** Without the script of the page itself, which waits for the first scenario: what is loaded meanwhile may import
 * this script, and would wait for it in turn. @param {(module: string) => readonly string[]} importsOf */
function belowEntry(importsOf) {
  const entries = new Set([PAGE, ...importsOf(PAGE)]);
  const found = new Set(entries);
  for (const module of found) for (const one of importsOf(module)) found.add(one);
  return new Set([...found].filter((module) => !entries.has(module)));
}
