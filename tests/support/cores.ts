/** The two builds of the core (docs/decisions/0016-two-cores.md), each compiled once for all test files of a process. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CoreModule, loadCore } from "../../core-wasm/binding/index.ts";

export type CoreFile = "core.wasm" | "core_fast.wasm";
const BINDING = new URL("../../core-wasm/binding/", import.meta.url);

export const coreBytes = (file: CoreFile = "core.wasm"): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(file, BINDING))));

function once(file: CoreFile): () => Promise<CoreModule> {
  let core: Promise<CoreModule> | undefined;
  return () => {
    core ??= loadCore(coreBytes(file));
    return core;
  };
}

/** The small core, which the page's session uses. */
export const pageCore = once("core.wasm");
/** The fast core, for tests that need the results of a machine and not the page's core. */
export const fastCore = once("core_fast.wasm");
