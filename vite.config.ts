import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { CONTENT_SECURITY_POLICY } from "./tools/contentSecurityPolicy.mjs";
import { docsPages } from "./tools/docsPages.mjs";
import { compileHints, engineApart, firstPage } from "./tools/firstPage.mjs";
import { licenseFiles } from "./tools/licenses.mjs";
import { offlineCopy } from "./tools/offlineCopy.mjs";
import { preloads } from "./tools/preloads.mjs";
import {
  lexerAlone,
  ownWords,
  slimMetrics,
  slimPapers,
  traceSteps,
  versionAlone,
} from "./tools/slimBundle.ts";
import { sourceMachines } from "./tools/sourceMachines.ts";
import { wholeScenarios } from "./tools/wholeScenarios.ts";

/** The built page carries its policy wherever it is hosted. The dev server's hot reload needs inline scripts. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "irqscope:content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** What the editors of JSON and of assembly share. */
const EDITOR = {
  name: "codemirror",
  test: /node_modules[\\/](@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)[\\/]/,
};

export default defineConfig({
  // Scenarios and labs are read whole: an export for each of their keys is two kilobytes of names in sum.
  json: { namedExports: false },
  base: "./", // dist/ runs from any path of any web server
  // Puts the conditions of web/styles/widths.css in place of their names.
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
  plugins: [
    wholeScenarios(),
    slimPapers(),
    slimMetrics("page"),
    traceSteps(),
    versionAlone(),
    lexerAlone(),
    ownWords(),
    react(),
    contentSecurityPolicy(),
    docsPages(),
    licenseFiles(),
    preloads(),
    compileHints(),
    offlineCopy(),
  ],
  worker: {
    format: "es",
    plugins: () => [slimMetrics("worker")],
    rolldownOptions: { output: { codeSplitting: { groups: [engineApart()] } } },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // a small .wasm as a data: URL could not be streamed or cached
    chunkSizeWarningLimit: 800, // kB before compression; tests/architecture bounds what is loaded
    rolldownOptions: { output: { codeSplitting: { groups: [firstPage(), sourceMachines(), EDITOR] } } },
  },
  server: { host: "localhost" },
  preview: { headers: { "Content-Security-Policy": CONTENT_SECURITY_POLICY } },
});
