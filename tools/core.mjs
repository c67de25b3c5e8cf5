// Keeps core.wasm up with the C sources where the compiler is there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EMCC_VERSION, emccVersion, sourceHash } from "../core-wasm/toolchain.mjs";
import { ROOT, showNode } from "./process.mjs";

/** @returns {Promise<boolean>} false when there is no core.wasm to run */
export async function refreshCore() {
  const present = existsSync(join(ROOT, "core-wasm/binding/core.wasm"));
  const hashFile = join(ROOT, "core-wasm/binding/core.wasm.source-hash");
  const builtFrom = existsSync(hashFile) ? readFileSync(hashFile, "utf8").trim() : "";
  if (present && builtFrom === sourceHash()) return true;
  const why = present ? "core.wasm is older than the C sources" : "core.wasm is missing";
  if (emccVersion() === EMCC_VERSION) {
    console.log(`set-up: ${why}: building it`);
    const { code } = await showNode(["core-wasm/build.mjs"]);
    return code === 0;
  }
  console.log(`set-up: ${why} and emcc ${EMCC_VERSION} is not here: it cannot be rebuilt`);
  return present;
}
