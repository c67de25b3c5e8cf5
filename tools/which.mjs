import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @param {string} program
 * @returns {string | undefined} its full path when it is on PATH and may be run
 */
export function which(program) {
  const names = process.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  }
  return undefined;
}
