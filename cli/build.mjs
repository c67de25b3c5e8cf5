// Bundles the command into cli/dist: irqscope.mjs, machineWorker.mjs, core_fast.wasm and the licences. Runs on Node alone.
// node cli/build.mjs [--out FOLDER] [--entry FILE.ts]   (an entry of the tests is bundled as the command is)
import { chmod, copyFile, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import { OTHERS, thirdPartyText } from "../tools/licenses.mjs";

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: "string", default: at("./dist") },
    entry: { type: "string", default: at("./irqscope.ts") },
  },
});
const folder = resolve(values.out);

/** @param {string} entry of a program; @param {boolean} isFirst empties the folder */
async function bundle(entry, isFirst) {
  const program = `${basename(entry, ".ts")}.mjs`;
  await build({
    configFile: false,
    root: at(".."),
    logLevel: "warn",
    publicDir: false,
    // The page's code draws the pictures. The command knows only its interface (lib/export/picture.ts).
    resolve: { alias: { "irqscope:pictures": at("../web/app/picture/runPicture.ts") } },
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: resolve(entry),
      outDir: folder,
      emptyOutDir: isFirst,
      target: "node20",
      minify: false, // keeps stack traces in bug reports readable
      rolldownOptions: {
        external: [...builtinModules, /^node:/],
        output: {
          format: "es",
          codeSplitting: false,
          entryFileNames: program,
          banner: "#!/usr/bin/env node",
        },
      },
    },
  });
  return join(folder, program);
}

const program = await bundle(values.entry, true);
await bundle(at("./machineWorker.ts"), false);
await chmod(program, 0o755); // npx starts it as a program
await writeFile(join(folder, OTHERS), thirdPartyText()); // adds the licences of the code that the bundle contains
await copyFile(at("../core-wasm/binding/core_fast.wasm"), join(folder, "core_fast.wasm"));
