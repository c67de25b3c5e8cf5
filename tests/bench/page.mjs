// What the built page takes: node tests/bench/page.mjs [seek frames input first weight memory] [--minutes N] [--url U]
// Serves dist/ (npm run build first), or measures the page at --url. One line of JSON each, with its aim; exit code 1
// when an aim is missed. Without names: all but memory, which takes as long as it says (10 minutes).
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { serveDist } from "../../tools/serveDist.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string" }, minutes: { type: "string", default: "10" } },
});
const bench = fileURLToPath(new URL("page/index.ts", import.meta.url));
const { module } = await runnerImport(bench, { configFile: false, logLevel: "error" });
const { BENCHES, measure } = module;
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => name !== "memory");
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no measurement named ${unknown.join(", ")}; there is ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes must be a number above 0, not ${values.minutes}`);
  process.exit(2);
}
const server = values.url === undefined ? await serveDist({ port: 0, base: "/" }) : undefined;
try {
  for (const name of names) {
    const result = await measure(name, { url: values.url ?? server?.url, minutes });
    console.log(JSON.stringify(result));
    if (!result.met) process.exitCode = 1;
  }
} finally {
  server?.close();
}
