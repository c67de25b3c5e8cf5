import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { writtenScenario } from "../support/writtenScenario.ts";
import { long } from "./long.ts";
import { follow, open } from "./support.ts";

const CYCLE = 345_678;
const wasm = readFileSync(new URL("../../core-wasm/binding/core.wasm", import.meta.url));

/** Machines of different kinds. Node and the browsers run the same wasm, and the unit tests run all scenarios. */
const CHOSEN = ["ring-overflow", "two-cores", "checksum-program"];
const OTHERS = [
  "load-use-four-contexts",
  "timer-network-disk",
  "time-slices",
  "000-receive-three-contexts",
  "003-64",
];

test("the browser's machine has the state hash of Node's", ({ page }) => expectEqualHashes(page, CHOSEN));

test(
  "machines with several contexts, timers, disks and of sources have the state hashes of Node's",
  long("It adds five more machines. The three of the short list run the same wasm."),
  ({ page }) => expectEqualHashes(page, OTHERS),
);

async function expectEqualHashes(page: Page, chosen: readonly string[]): Promise<void> {
  test.slow();
  const core = await loadCore(wasm);
  await open(page, { at: "opening" });
  for (const id of chosen) {
    const parsed = parseScenario(writtenScenario(id));
    if (!parsed.ok) throw new Error(`${id}: ${parsed.errors[0]?.message}`);
    const cycle = Math.min(CYCLE, parsed.scenario.runCycles);
    const machine = createMachine(core, compileScenario(parsed.scenario));
    machine.step(cycle);
    await follow(page, `#${id}@${cycle}`);
    await expect(page.getByText(machine.stateHash(), { exact: true }), id).toBeVisible();
  }
}
