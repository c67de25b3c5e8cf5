// Whether node_modules is what package-lock.json says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process.mjs";

/** @param {string} path @returns {Record<string, any> | undefined} its `packages` */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * npm writes what it installed into a lock file of its own. A package may be missing there only when it is
 * for another system.
 * @returns {string | undefined} why `npm ci` is needed, or undefined
 */
export function whyInstall() {
  const wanted = packagesOf("package-lock.json");
  if (wanted === undefined) throw new Error("package-lock.json is missing or broken");
  const installed = packagesOf("node_modules/.package-lock.json");
  if (installed === undefined) return "node_modules is missing";
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = installed[path];
    if (found === undefined && optional) continue;
    if (found?.version !== version || found?.integrity !== integrity) {
      return `${path} is ${found?.version ?? "missing"}, package-lock.json says ${version}`;
    }
  }
  return undefined;
}
