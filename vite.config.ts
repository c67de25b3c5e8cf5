import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { CONTENT_SECURITY_POLICY } from "./tools/contentSecurityPolicy.mjs";
import { docsPages } from "./tools/docsPages.mjs";
import { compileHints, engineApart, firstPage } from "./tools/firstPage.mjs";
import { lexerAlone } from "./tools/lexerAlone.ts";
import { licenseFiles } from "./tools/licenses.mjs";
import { offlineCopy } from "./tools/offlineCopy.mjs";
import { ownWords } from "./tools/ownWords.ts";
import { preloads } from "./tools/preloads.mjs";
import { slimMetrics } from "./tools/slimMetrics.ts";
import { slimPapers } from "./tools/slimPapers.ts";
import { sourceMachines } from "./tools/sourceMachines.ts";
import { traceSteps } from "./tools/traceSteps.ts";
import { versionAlone } from "./tools/versionAlone.ts";
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

const OF_EVERY_PAGE = /\/(first|react|rolldown-runtime|index)-[\w-]{8}\.(js|css)$/;
const OF_SIMULATE = /\/(panels|timeline)-[\w-]{8}\.(js|css)$/;

/** When a late script of `host` is loaded: the first page, and behind that its panels. What is left out here and is not
 * there is loaded by the script itself, a little later. */
function isThere(name: string, host: string): boolean {
  if (host.endsWith(".html") || /\bindex-/.test(host)) return false;
  return OF_EVERY_PAGE.test(name) || (!/\bfirst-/.test(host) && OF_SIMULATE.test(name));
}

export default defineConfig({
  // Scenarios and labs are read whole: an export for each of their keys is two kilobytes of names in sum.
  json: { namedExports: false },
  base: "./", // dist/ runs from any path of any web server
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
    modulePreload: {
      // What is there already need not be named once more with each late script.
      resolveDependencies: (_, files, { hostId }) => files.filter((name) => !isThere(name, hostId)),
    },
    chunkSizeWarningLimit: 800, // kB before compression; tests/architecture bounds what is loaded
    rolldownOptions: { output: { codeSplitting: { groups: [firstPage(), sourceMachines(), EDITOR] } } },
  },
  server: { host: "localhost" },
  preview: { headers: { "Content-Security-Policy": CONTENT_SECURITY_POLICY } },
});
