// The floors and rooms that mutants are drawn from, and the files of product source in each.

/** @typedef {"core" | "lib" | "web" | "cli" | "python"} Floor */

/** @type {readonly { floor: Floor, root: string, isProduct: (path: string) => boolean }[]} */
const FLOORS = [
  { floor: "core", root: "core-wasm/src", isProduct: (path) => /\.[ch]$/.test(path) },
  { floor: "lib", root: "lib", isProduct: isScript },
  { floor: "web", root: "web", isProduct: (path) => isScript(path) && !path.startsWith("web/styles/") },
  { floor: "cli", root: "cli", isProduct: isScript },
  { floor: "python", root: "python/src", isProduct: (path) => path.endsWith(".py") },
];

export const FLOOR_NAMES = FLOORS.map(({ floor }) => floor);

/** @param {string} path */
function isScript(path) {
  return /\.(ts|tsx|js)$/.test(path) && !/\.(test|gen|d)\.tsx?$/.test(path);
}

/** Folders of `cli` that are rooms; its other folders belong to `cli` itself. */
const ROOMS_OF_CLI = ["commands", "study"];

/** @param {string} path @returns {{ floor: Floor, room: string } | undefined} undefined: the file is no product source */
export function placeOf(path) {
  const found = FLOORS.find(({ root, isProduct }) => path.startsWith(`${root}/`) && isProduct(path));
  if (found === undefined || /\.gen\./.test(path)) return undefined;
  const { floor, root } = found;
  const [first = "", ...below] = path.slice(root.length + 1).split("/");
  const isFolder = floor === "cli" ? ROOMS_OF_CLI.includes(first) : floor !== "python" && below.length > 0;
  return { floor, room: isFolder ? `${root}/${first}` : root };
}
