// Bundles the command into cli/dist/irqscope.mjs, with core.wasm beside it. Runs on Node alone.
import { copyFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  configFile: false,
  root: at(".."),
  logLevel: "warn",
  publicDir: false,
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: at("./irqscope.ts"),
    outDir: at("./dist"),
    emptyOutDir: true,
    target: "node20",
    minify: false, // a stack trace in a bug report shall be readable
    rolldownOptions: {
      external: [...builtinModules, /^node:/],
      output: {
        format: "es",
        codeSplitting: false,
        entryFileNames: "irqscope.mjs",
        banner: "#!/usr/bin/env node",
      },
    },
  },
});
await copyFile(at("../core-wasm/binding/core.wasm"), at("./dist/core.wasm"));
