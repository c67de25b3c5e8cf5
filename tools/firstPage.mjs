/** How the scripts of the page are bundled: one script for the first picture, and one for each part that follows it
 * without an action of the user. A file for every module would cost requests and compress less. */
import { fileURLToPath } from "node:url";

const module = (/** @type {string} */ path) => fileURLToPath(new URL(`../web/${path}`, import.meta.url));

/** In the order of use. A module that two parts need belongs to the first of them. */
const PARTS = [
  { name: "react", from: fileURLToPath(import.meta.resolve("react-dom/client")) },
  { name: "first", from: module("app/main.tsx") },
  { name: "timeline", from: module("timeline/Timeline.tsx") },
  { name: "panels", from: module("simulate/panels.ts") },
  { name: "popups", from: module("ui/PlacedPopup.tsx") },
];
/** Most of the code in these parts runs at once. Browsers that know the hint compile all of it beside the page's own
 * work. */
const RUN_AT_ONCE = ["react", "first", "timeline", "panels"];
/** The script of the page itself: it starts the engine and waits for nothing. */
const ENTRY = module("app/boot.ts");

/** Modules of the first page name these, but need nothing from them; other code asks for them later. */
const LATER =
  /node_modules[\\/](zod[\\/]|@base-ui.*[\\/](useListNavigation|useTypeahead|useFocus|DialogTrigger|DialogBackdrop)\.mjs)/;

/** @returns {import("vite").Rolldown.CodeSplittingGroup} */
export function firstPage() {
  /** @type {Map<string, string> | undefined} */
  let parts;
  return {
    debugName: "parts of the page",
    includeDependenciesRecursively: false,
    name: (id, graph) => {
      parts ??= partOfModules((one) => graph.getModuleInfo(one)?.importedIds ?? []);
      return LATER.test(id) ? null : (parts.get(id) ?? null);
    },
  };
}

/** A comment in the worker's script says why it has a bundle of its own. */
const WORKER = module("engine/worker.ts");

/** @returns {import("vite").Rolldown.CodeSplittingGroup} */
export function engineApart() {
  /** @type {Set<string> | undefined} */
  let engine;
  return {
    includeDependenciesRecursively: false,
    name: (id, graph) => {
      engine ??= reached(WORKER, (one) => graph.getModuleInfo(one)?.importedIds ?? []);
      return id !== WORKER && engine.has(id) ? "engine" : null;
    },
  };
}

/** The hint has to stand before everything else. @returns {import("vite").Plugin} */
export function compileHints() {
  return {
    name: "irqscope:compile-hints",
    apply: "build",
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === "chunk" && RUN_AT_ONCE.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** What each part imports at once, not when it is asked for. @param {(module: string) => readonly string[]} importsOf */
function partOfModules(importsOf) {
  /** @type {Map<string, string>} */
  const parts = new Map();
  const entry = reached(ENTRY, importsOf);
  for (const { name, from } of PARTS)
    for (const one of reached(from, importsOf)) if (!entry.has(one) && !parts.has(one)) parts.set(one, name);
  return parts;
}

/** @param {string} from @param {(module: string) => readonly string[]} importsOf */
function reached(from, importsOf) {
  const found = new Set([from]);
  for (const one of found) for (const next of importsOf(one)) found.add(next);
  return found;
}
