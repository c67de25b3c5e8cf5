// Writes what depends on the file formats alone and is not kept in git: the JSON Schemas of scenarios and studies, for
// editors, the settings form and the packages.
//   node tools/schemas.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { ROOT } from "./process.mjs";

/** Paths from the root, each with the module and the function that make it. */
const SCHEMAS = {
  "scenarios/format/scenario.schema.json": ["scenarios/format/jsonSchema.ts", "scenarioJsonSchema"],
  "scenarios/study/study.schema.json": ["scenarios/study/jsonSchema.ts", "studyJsonSchema"],
};

for (const [file, [entry, name]] of Object.entries(SCHEMAS)) {
  const { module } = await runnerImport(join(ROOT, entry), {
    configFile: false,
    root: ROOT,
    logLevel: "error",
  });
  const text = `${JSON.stringify(/** @type {any} */ (module)[name](), undefined, 2)}\n`;
  if (textOf(join(ROOT, file)) !== text) writeFileSync(join(ROOT, file), text);
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
