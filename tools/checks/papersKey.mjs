// The hash of everything that decides docs/papers/results.csv: the bundled code and data of `irqscope papers`, the core
// that it runs, and the results themselves.
//   node tools/checks/papersKey.mjs --write    records it, once `npm test -- all papers` has passed
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../process.mjs";

/** Relative to the root. */
export const RESULTS = "docs/papers/results.csv";
export const KEY = "docs/papers/results.key";

/** The key of the sources whose claims were run last, and passed. */
export const PASSED = join(ROOT, "build", "reports", "papers-passed.key");

const ENTRY = "cli/commands/papers.ts";
const CORE = "core-wasm/binding/core_fast.wasm";

const PACKAGE = join(ROOT, "package.json");
/** Of package.json the results name the version alone. @type {import("vite").Plugin} */
const versionAlone = {
  name: "version-alone",
  load(id) {
    if (id !== PACKAGE) return undefined;
    const { version } = JSON.parse(readFileSync(PACKAGE, "utf8"));
    return JSON.stringify({ version });
  },
};

/** Minified, so that comments and names of local variables decide nothing. @returns {Promise<string>} */
async function bundled() {
  const { build } = await import("vite"); // not before the set-up has installed it
  const mode = process.env.NODE_ENV;
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    publicDir: false,
    plugins: [versionAlone],
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: join(ROOT, ENTRY),
      write: false,
      target: "node20",
      minify: true,
      rolldownOptions: {
        external: [...builtinModules, /^node:/, "irqscope:pictures"],
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  // Vite leaves "production" behind, and the checks after this one would inherit it.
  if (mode === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
  const [{ output: parts }] = /** @type {[import("vite").Rolldown.RolldownOutput]} */ ([output].flat());
  return parts.map((part) => (part.type === "chunk" ? part.code : part.fileName)).join("\n");
}

/** @returns {Promise<string>} 64 hexadecimal digits */
export async function papersKey() {
  const hash = createHash("sha256").update(await bundled());
  for (const file of [CORE, RESULTS]) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

/** @param {string} path @returns {string} empty where there is none */
function keyIn(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

/** @returns {string} empty where there is none */
export const recordedKey = () => keyIn(join(ROOT, KEY));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const key = await papersKey();
  if (!process.argv.includes("--write")) console.log(key);
  else if (key === keyIn(PASSED)) writeFileSync(join(ROOT, KEY), `${key}\n`);
  else {
    console.error("the claims of these sources have not passed here: npm test -- papers runs them");
    process.exitCode = 1;
  }
}
