/** The core for Node: beside the bundle, or in the source tree. */
import { readFile } from "node:fs/promises";
import { type CoreModule, loadCore } from "../core-wasm/binding/index.ts";

const PLACES = ["./core.wasm", "../core-wasm/binding/core_fast.wasm"];

export async function openCore(): Promise<CoreModule> {
  for (const place of PLACES) {
    const bytes = await readFile(new URL(place, import.meta.url)).catch(() => undefined);
    if (bytes !== undefined) return loadCore(bytes);
  }
  throw new Error("core.wasm is missing beside the command; build it again");
}
