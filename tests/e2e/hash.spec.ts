import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { LISTED_SCENARIOS } from "../../scenarios/index.ts";
import { compileScenario } from "../../scenarios/schema/compile.ts";
import { parseScenario } from "../../scenarios/schema/parse.ts";
import { goToCycle, open, pickScenario } from "./support.ts";

const CYCLE = 345_678;
const wasm = readFileSync(new URL("../../core-wasm/binding/core.wasm", import.meta.url));

/** All demos and the first machine of each paper: the page needs seconds for each. */
const CHOSEN = LISTED_SCENARIOS.filter(
  ({ id, group }, index) =>
    group === "demos" || LISTED_SCENARIOS.findIndex((other) => paperOf(other.id) === paperOf(id)) === index,
);

function paperOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}

test("the browser's machine has the state hash of Node's", async ({ page }) => {
  test.slow();
  const core = await loadCore(wasm);
  await open(page);
  for (const { id, group, name } of CHOSEN) {
    const file = new URL(`../../scenarios/${group}/${id}.json`, import.meta.url);
    const parsed = parseScenario(readFileSync(file, "utf8"));
    if (!parsed.ok) throw new Error(`${id}: ${parsed.errors[0]?.message}`);
    const cycle = Math.min(CYCLE, parsed.scenario.runCycles);
    const machine = createMachine(core, compileScenario(parsed.scenario));
    machine.step(cycle);
    await pickScenario(page, name);
    await goToCycle(page, cycle);
    await expect(page.getByText(machine.stateHash(), { exact: true }), id).toBeVisible();
  }
});
