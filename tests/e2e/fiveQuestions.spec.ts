/** Five questions of a new user, answered with a fresh profile from the visible page alone: the test finds buttons by
 * their names and reads answers as text. It compares each answer with the records of the run. */
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { explain } from "../../lib/why/explain.ts";
import { findTarget } from "../../lib/why/find.ts";
import type { Why } from "../../lib/why/why.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import ONE from "../../scenarios/demos/overload-one-context.json" with { type: "json" };
import RING from "../../scenarios/demos/ring-overflow.json" with { type: "json" };
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { writtenScenario } from "../support/writtenScenario.ts";
import { long } from "./long.ts";

test.use({ storageState: { cookies: [], origins: [] } });
const FIRST_LOSS_STEP = 4;
const core = readFile("core-wasm/binding/core_fast.wasm").then(loadCore);

function scenarioOf(file: unknown): Scenario {
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.scenario;
}

/** The records of the run. */
async function whyOf(what: "packet" | "interrupt", number: number): Promise<Why> {
  const run = travelFromStart(await core, scenarioOf(RING));
  const target = finished(findTarget(run, what, number));
  const why = target && finished(explain(run, target));
  if (why === undefined) throw new Error(`no ${what} ${number}`);
  return why;
}

async function lostIn(scenario: Scenario, untilCycle = scenario.runCycles): Promise<number> {
  const machine = createMachine(await core, compileScenario(scenario));
  machine.step(untilCycle);
  return readMetrics(machine, scenario.machine).receive.lost;
}

/** "1 145", "1,145": 1145. */
const numberIn = (text: string | undefined) => Number((text ?? "").replace(/\D/g, ""));
const read = async (place: Locator) => ((await place.textContent()) ?? "").replace(/\s+/g, " ");

/** A first visit opens the story, which the user leaves at one of its steps. */
async function arrive(page: Page, atStep = 1): Promise<void> {
  await page.goto("./?theme=light");
  const next = page.getByRole("button", { name: "Next", exact: true });
  for (let step = 1; step < atStep; step++) await next.click();
  await expect(page.getByRole("region", { name: /^Story: / })).toContainText(`${atStep} of 9`);
  await page.getByRole("button", { name: "Leave the story" }).click();
  await expect(page.getByRole("button", { name: "Show the story" })).toBeVisible();
  await page.getByRole("switch", { name: "Details" }).click();
}

const card = (page: Page) => page.getByRole("dialog", { name: "Why?" });

test(
  "the page answers why this packet was lost and what would help",
  long("It adds remedies that are measured, which the short list has in why.spec.ts."),
  async ({ page }) => {
    await arrive(page, FIRST_LOSS_STEP);
    await page
      .getByRole("button", { name: /lost|ring full/ })
      .first()
      .click();
    await expect(card(page)).toContainText(/Packet [\d\s]+ was lost/);
    const text = await read(card(page));
    const number = numberIn(/Packet ([\d\s ]+) was lost/.exec(text)?.[1]);
    const why = await whyOf("packet", number);

    expect(numberIn(/full \(8 of 8\) for ([\d\s ]+) cycles/.exec(text)?.[1])).toBe(
      why.cycle - (why.full?.sinceCycle ?? Number.NaN),
    );
    const blocked = why.clauses.find(({ kind }) => kind === "blocked");
    expect(numberIn(/protocol ran for ([\d\s ]+) cycles/.exec(text)?.[1])).toBe(
      (blocked?.toCycle ?? Number.NaN) - (blocked?.fromCycle ?? Number.NaN),
    );
    expect(text).toContain("It runs with interrupts off.");

    const remedy = card(page)
      .getByRole("listitem")
      .filter({ hasText: "Receive ring of 16 frames instead of 8" });
    await expect(remedy).toContainText("→", { timeout: 60_000 });
    const [, before, after] = /lost ([\d\s ]+) → ([\d\s ]+)/.exec(await read(remedy)) ?? [];
    const scenario = scenarioOf(RING);
    expect(numberIn(before)).toBe(await lostIn(scenario));
    const nics = scenario.machine.nics.map((nic) => ({ ...nic, rxRingFrames: 16 }));
    expect(numberIn(after)).toBe(await lostIn({ ...scenario, machine: { ...scenario.machine, nics } }));
  },
);

test(
  "the page answers what three contexts change",
  long(
    "It adds eight seeds of two machines for 11 s of processor time. compare.spec.ts of the short list compares two machines.",
  ),
  async ({ page }) => {
    await arrive(page);
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("region", { name: "Machine B", exact: true })).toContainText(
      "three contexts",
    );
    await expect(
      page.getByText(
        /^Unlike “Ring overflow”.* A: one set of registers .* B: 3 sets \(contexts\): each thread has its own/,
      ),
    ).toBeVisible();
    const lost = page.locator('.race__score > [data-kind="lost"] > dd');
    await expect(lost).toHaveCount(2);
    const [a, b] = await lost.allTextContents();
    expect(b).toContain("(better)");
    expect(numberIn(b)).toBeLessThan(numberIn(a) / 2);
    const tile = page.getByRole("list", { name: "What matters first" }).getByRole("listitem").first();
    await expect(tile).toContainText("significant whole run, 8 seeds", { timeout: 60_000 });
    expect(await read(tile)).not.toContain("not significant");
    // At the end of the run the large numbers are those of the whole run.
    const stands = numberIn(await read(page.locator(".counter__cycle")));
    const settled = await lost.allTextContents();
    expect(settled.map(numberIn)).toEqual([
      await lostIn(scenarioOf(ONE), stands),
      await lostIn(scenarioOf(writtenScenario("overload-three-contexts")), stands),
    ]);
  },
);

test("the page answers where this packet's time went", async ({ page }) => {
  await arrive(page);
  await page.getByRole("button", { name: /^Follow the packet/ }).click();
  const followed = page.getByRole("region", { name: "Followed packet" });
  // The first packet may have been lost, so go on to a delivered one.
  await expect(async () => {
    if (!/delivered/.test(await read(followed)))
      await followed.getByRole("button", { name: "Next packet" }).click();
    await expect(followed.getByRole("status")).toContainText("delivered", { timeout: 1000 });
  }).toPass();
  const number = numberIn(/packet ([\d\s ]+)/.exec(await read(followed.getByRole("status")))?.[1]?.trim());
  await followed.getByRole("button", { name: "Why?" }).click();
  await expect(card(page)).toContainText(/from its arrival to its delivery/);
  const text = await read(card(page));
  const total = numberIn(/took ([\d\s ]+) cycles from its arrival/.exec(text)?.[1]);
  const why = await whyOf("packet", number);
  expect(total).toBe(why.toCycle - why.fromCycle);
  const causes = await card(page).getByRole("list").first().getByRole("listitem").allTextContents();
  const parts = causes.map((one) => numberIn(/(?:for|after|took|spent) ([\d\s ]+) cycles?/.exec(one)?.[1]));
  expect(parts.reduce((sum, one) => sum + one, 0)).toBe(total);
});

test(
  "the page answers how much later an interrupt is while another handler runs",
  long("It adds the question of an interrupt beside that of a packet, which the short list asks."),
  async ({ page }) => {
    await arrive(page);
    await page.getByRole("button", { name: /^Follow the interrupt/ }).click();
    const followed = page.getByRole("region", { name: "Followed interrupt" });
    await followed.getByRole("button", { name: "Why?" }).click();
    await expect(card(page)).toContainText(/waited [\d\s]+ cycles for the first instruction of Driver ISR/);
    const text = await read(card(page));
    const number = numberIn(/Interrupt ([\d\s ]+) \(/.exec(text)?.[1]);
    const later = numberIn(/protocol ran for ([\d\s ]+) cycles/.exec(text)?.[1]);
    const why = await whyOf("interrupt", number);
    const held = why.clauses.find(({ kind }) => kind === "blocked");
    expect(later).toBe((held?.toCycle ?? Number.NaN) - (held?.fromCycle ?? Number.NaN));
    expect(text).toContain(
      "Its priority 5 outranks priority 6 of Driver ISR (a lower number is more urgent).",
    );
  },
);
