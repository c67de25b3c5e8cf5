// Records the editions of the labs for a release, with which tests/labs/editions.test.ts compares later ones.
//   node tools/labEditions.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { ROOT } from "./process.mjs";

const { module } = await runnerImport(join(ROOT, "tools/labEditions.ts"), {
  configFile: false,
  root: ROOT,
  logLevel: "error",
});
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { labs } = /** @type {any} */ (module);
const text = `${JSON.stringify({ release: version, labs }, undefined, 2)}\n`;
writeFileSync(join(ROOT, "tests/fixtures/labEditions.json"), text);
