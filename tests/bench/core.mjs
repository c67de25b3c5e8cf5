// Simulated cycles per second in Node, in Chromium and natively, in one run, as JSON:
// node tests/bench/core.mjs [--runs 5] [--quick] [--small]    --small: the core that a page has first
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createServer } from "vite";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    quick: { type: "boolean", default: false },
    small: { type: "boolean", default: false },
  },
});
// Stays open while it measures: scenarios are imported when they are asked for.
const sources = await createServer({
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { measureCore } = await sources.ssrLoadModule(fileURLToPath(new URL("core.ts", import.meta.url)));
  const report = await measureCore({
    runs: Number(values.runs),
    scale: values.quick ? 0.05 : 1,
    core: values.small ? "core.wasm" : "core_fast.wasm",
  });
  console.log(JSON.stringify(report, null, 2));
} finally {
  await sources.close();
}
