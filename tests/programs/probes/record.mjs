// Writes recorded.txt, which of the probes QEMU agrees with (beside.ts):
//   node tests/programs/probes/record.mjs
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const beside = fileURLToPath(new URL("beside.ts", import.meta.url));
const { module } = await runnerImport(beside, { configFile: false, logLevel: "error" });
module.record();
