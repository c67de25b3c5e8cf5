/** Writes an exported file completely, and returns the machine at its end. */
import type { CoreModule, Machine } from "../../../core-wasm/binding/index.ts";
import { joined, type RunFile, writeRun } from "../../../lib/export/file.ts";
import type { Window } from "../../../lib/export/walk.ts";
import { runOrigin } from "../../../lib/origin.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";

export const TEST_COMMAND = "irqscope export it SCENARIO";

export function written(
  core: CoreModule,
  scenario: Scenario,
  file: RunFile,
  window: Window = { from: 0, to: scenario.runCycles },
): { readonly bytes: Uint8Array; readonly machine: Machine } {
  const parts: Uint8Array[] = [];
  const writing = writeRun(core, scenario, window, file, runOrigin(core, scenario, TEST_COMMAND));
  let next = writing.next();
  for (; next.done !== true; next = writing.next()) parts.push(next.value.bytes);
  return { bytes: joined(parts), machine: next.value };
}
