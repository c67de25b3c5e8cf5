// Runs random harts in QEMU and in the core and compares what they leave (suite.ts):
//   node tests/programs/qemu/suite/suite.mjs [--count 1000] [--first 0] [--record 100]
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    first: { type: "string", default: "0" },
    record: { type: "string", default: "0" },
    source: { type: "boolean", default: false },
  },
});
const suite = fileURLToPath(new URL("suite.ts", import.meta.url));
const { module } = await runnerImport(suite, { configFile: false, logLevel: "error" });
const numbers = { first: Number(values.first), count: Number(values.count), record: Number(values.record) };
if (values.source) process.stdout.write(module.sourceIn(numbers.first));
else process.exitCode = (await module.compare(numbers)) ? 0 : 1;
