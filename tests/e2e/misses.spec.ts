/** Missed deadlines of the run as links: found beside the page, as many as the core counts. Each link leads to the
 * begin of its span. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { expectCycle, goToCycle, open } from "./support.ts";

const RUN_CYCLES = 3_000_000;
const DEADLINE_NANOSECONDS = 60_000;

function withDeadline(deadlineNanoseconds: number): string {
  const ring = JSON.parse(
    readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8"),
  );
  const [card] = ring.machine.nics;
  const nics = [{ ...card, line: { ...card.line, deadlineNanoseconds } }];
  const parsed = parseScenario({ ...ring, runCycles: RUN_CYCLES, machine: { ...ring.machine, nics } });
  const link = parsed.ok ? encodeLink(parsed.scenario, { cycle: 0 }) : undefined;
  if (link === undefined) throw new Error("no link");
  return link;
}

const section = (page: Page) => page.getByRole("region", { name: "Deadlines" });

async function list(page: Page): Promise<void> {
  await section(page).getByRole("button", { name: "All misses of the run" }).click();
}

test(
  "each missed deadline is listed with its lateness, and leads to the cycle in which it began",
  long(
    "It adds the list of missed deadlines. tests/web/why/missesSaid.test.ts checks what it says without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: withDeadline(DEADLINE_NANOSECONDS) });
    await list(page);
    const rows = section(page).getByRole("row", { name: /^[\d\s]+ line eth0/ });
    await expect.poll(() => rows.count(), { timeout: 30_000 }).toBeGreaterThan(3);
    const count = await rows.count();
    await expect(section(page).getByRole("status")).toHaveText(
      `All misses of the run, in order of their ends: ${count}.`,
    );
    await expectNoViolations(page);
    const third = rows.nth(2).getByRole("button");
    const began = Number(((await third.textContent()) ?? "").replace(/\D/g, ""));
    await third.click();
    await expectCycle(page, began);
    // The core counts as many up to the end, and knows the first.
    await goToCycle(page, RUN_CYCLES);
    const kept = section(page).getByRole("row", { name: /^line eth0/ });
    await expect(kept).toContainText(String(count));
    const late = await rows.evaluateAll((all) => all.map((row) => row.lastElementChild?.textContent ?? ""));
    for (const text of late) expect(text).toMatch(/^[\d.]+.(ns|µs|ms)$/);
    const first = (await rows.first().getByRole("button").textContent()) ?? "";
    await section(page)
      .getByRole("button", { name: /^first miss/ })
      .click();
    await expectCycle(page, Number(first.replace(/\D/g, "")));
  },
);

test(
  "a run that meets its deadlines states it",
  long(
    "It adds the sentence of a run without misses, which tests/web/why/missesSaid.test.ts checks without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: withDeadline(1_000_000_000) });
    await list(page);
    await expect(section(page).getByRole("status")).toHaveText("No deadline is missed in the whole run.");
  },
);
