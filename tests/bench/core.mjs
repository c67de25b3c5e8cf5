// Simulated cycles per second in Node, in Chromium and natively, in one run, as JSON:
// node tests/bench/core.mjs [--runs 5] [--quick] [--small]    --small: the core that a page has first
import { parseArgs } from "node:util";
import { withModule } from "../../core-wasm/sourceModule.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    quick: { type: "boolean", default: false },
    small: { type: "boolean", default: false },
  },
});
await withModule(new URL("core.ts", import.meta.url), async ({ measureCore }) => {
  const report = await measureCore({
    runs: Number(values.runs),
    scale: values.quick ? 0.05 : 1,
    core: values.small ? "core.wasm" : "core_fast.wasm",
  });
  console.log(JSON.stringify(report, null, 2));
});
