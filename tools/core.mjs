// Keeps the cores up to date with the C sources if the compiler is installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAST_CORE, SMALL_CORE, sourceHash } from "../core-wasm/cores.mjs";
import { EMCC_VERSION, emccVersion } from "../core-wasm/toolchain.mjs";
import { ROOT, showNode } from "./process.mjs";

const BINDING = join(ROOT, "core-wasm/binding");
const CORES = [SMALL_CORE, FAST_CORE].map(({ file }) => file);

/** @returns {Promise<boolean>} false when there is no core to run */
export async function refreshCore() {
  const missing = CORES.filter((file) => !existsSync(join(BINDING, file)));
  const present = missing.length === 0;
  const hashFile = join(BINDING, "core.wasm.source-hash");
  const builtFrom = existsSync(hashFile) ? readFileSync(hashFile, "utf8").split("\n")[0] : "";
  if (present && builtFrom === sourceHash()) return true;
  const why = present ? "the cores are older than the C sources" : `${missing.join(" and ")} not found`;
  if (emccVersion() === EMCC_VERSION) {
    console.log(`set-up: ${why}: building both`);
    const { code } = await showNode(["core-wasm/build.mjs"]);
    return code === 0;
  }
  console.log(`set-up: ${why} and emcc ${EMCC_VERSION} is not here: they cannot be rebuilt`);
  return present;
}
