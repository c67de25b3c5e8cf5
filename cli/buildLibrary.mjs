// Builds the parts of the npm package that other programs import: irqscope, irqscope/core, their types, and the core.
// node cli/buildLibrary.mjs --out FOLDER
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) throw new Error("--out FOLDER is missing");
const folder = resolve(values.out);

await build({
  configFile: false,
  root: at(".."),
  logLevel: "error",
  publicDir: false,
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: "node20",
    minify: false,
    rolldownOptions: {
      input: { index: at("./package/index.ts"), core: at("./package/core.ts") },
      external: [...builtinModules, /^node:/],
      output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "scenarios/[name].mjs" },
    },
  },
});
copyFileSync(at("../core-wasm/binding/core_fast.wasm"), join(folder, "core_fast.wasm"));
writeTypes();

/** The declarations of the two entries and of the files that they import. Those of scenarios and metrics are not
 * included. */
function writeTypes() {
  const made = mkdtempSync(join(tmpdir(), "irqscope-types-"));
  try {
    const tsc = at("../node_modules/typescript/bin/tsc");
    const project = at("./package/tsconfig.json");
    execFileSync(process.execPath, [tsc, "-p", project, "--outDir", made], { stdio: "inherit" });
    /** @type {Set<string>} */
    const open = new Set(["cli/package/index.ts", "cli/package/core.ts"]);
    for (const file of open) {
      const text = readFileSync(join(made, file.replace(/\.ts$/, ".d.ts")), "utf8");
      for (const [, path = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
        open.add(join(dirname(file), path));
      const place = join(folder, "types", file.replace(/\.ts$/, ".d.mts"));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text.replaceAll(/"(\.[^"]+)\.ts"/g, '"$1.mjs"'));
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
