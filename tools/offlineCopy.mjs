/** The service worker of the build: web/offline/serviceWorker.js, told which files there are. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const SOURCE = new URL("../web/offline/serviceWorker.js", import.meta.url);
const WORKER = "sw.js";

/** @param {string} folder @returns {string[]} all files below it, with "/" and in a fixed order */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== WORKER)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** Writes sw.js for the files that are in the folder. @param {string} folder @param {string} [source] */
export function writeWorker(folder, source = readFileSync(SOURCE, "utf8")) {
  const files = filesOf(folder);
  const hash = createHash("sha256").update(source);
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  const told = { FILES: files.map((file) => `./${file}`), VERSION: hash.digest("hex").slice(0, 16) };
  const lines = Object.entries(told).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  writeFileSync(join(folder, WORKER), lines.join("") + source);
}

/** @returns {import("vite").Plugin} */
export function offlineCopy() {
  return {
    name: "irqscope:offline-copy",
    apply: "build",
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error("the build has no folder");
      writeWorker(dir);
    },
  };
}
