// Prints how long a step back by one cycle takes anywhere in a 200 M-cycle run: node tests/bench/stepBack.mjs
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const bench = fileURLToPath(new URL("stepBack.ts", import.meta.url));
const { module } = await runnerImport(bench, { configFile: false, logLevel: "error" });
await module.measureStepBack();
