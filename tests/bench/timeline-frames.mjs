// What dragging the timeline of a 200 M-cycle run costs, as JSON: node tests/bench/timeline-frames.mjs
// Serves dist/ (npm run build first), or measures the page at --url. Exit code 1 when a limit is missed.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { preview, runnerImport } from "vite";

const { values } = parseArgs({ options: { url: { type: "string" } } });
const bench = fileURLToPath(new URL("timeline-frames.ts", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const { module } = await runnerImport(bench, { configFile: false, logLevel: "error" });
const server = values.url === undefined ? await preview({ root, preview: { port: 0 } }) : undefined;
try {
  const url = values.url ?? server?.resolvedUrls?.local[0];
  const result = await module.measureTimelineFrames({ url, prepare: module.runRingOverflow });
  console.log(JSON.stringify(result, undefined, 2));
  if (!result.withinLimits) process.exitCode = 1;
} finally {
  await server?.close();
}
