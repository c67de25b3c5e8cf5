// Bundles the command into cli/dist/irqscope.mjs, with core_fast.wasm and the licences beside it. Runs on Node alone.
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
const program = `${basename(values.entry, ".ts")}.mjs`;

await build({
  configFile: false,
  root: at(".."),
  logLevel: "warn",
  publicDir: false,
  // Pictures are drawn by the page's code, which the command knows by its contract alone (lib/export/picture.ts).
  resolve: { alias: { "irqscope:pictures": at("../web/app/picture/runPicture.ts") } },
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: resolve(values.entry),
    outDir: folder,
    emptyOutDir: true,
    target: "node20",
    minify: false, // a stack trace in a bug report shall be readable
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
await chmod(join(folder, program), 0o755); // npx starts it as a program
await writeFile(join(folder, OTHERS), thirdPartyText()); // what is passed on has the licences with it
await copyFile(at("../core-wasm/binding/core_fast.wasm"), join(folder, "core_fast.wasm"));
