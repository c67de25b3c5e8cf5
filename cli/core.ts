/** Loads the core in Node. The file lies beside the bundle or in the source tree. */
import { readFile } from "node:fs/promises";
import { type CoreModule, loadCore } from "../core-wasm/binding/index.ts";

export const CORE_FILE = "core_fast.wasm";
const PLACES = [`./${CORE_FILE}`, `../core-wasm/binding/${CORE_FILE}`];

export async function openCore(): Promise<CoreModule> {
  for (const place of PLACES) {
    const bytes = await readFile(new URL(place, import.meta.url)).catch(() => undefined);
    if (bytes !== undefined) return loadCore(bytes);
  }
  throw new Error(`${CORE_FILE} is missing beside the command; build it again`);
}
