import { expect, test } from "@playwright/test";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, goToCycle, machineIsShown, open, pickScenario, settled } from "./support.ts";

test("the page opens on the default scenario, plays and pauses", async ({ page }) => {
  const opening = builtinScenario(DEFAULT_SCENARIO_ID)?.opening.cycle ?? Number.NaN;
  await open(page, { at: "opening" });
  await expect(page).toHaveTitle("irqscope");
  await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
  await expectCycle(page, opening);
  // The page opens at an event: the entry of an interrupt.
  await expect(page.locator(".entry__steps [aria-current=step]")).toHaveCount(1);

  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => cycle(page)).toBeGreaterThan(opening + 5);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const paused = await settled(page, () => cycle(page));
  await page.waitForTimeout(300);
  expect(await cycle(page)).toBe(paused);
});

test(
  "a whole run fills the metrics, and the scenario panel describes the machine",
  long(
    "It adds a whole run by the speed slider and one table of metrics. tests/web/simulate/metrics.test.ts has the metrics without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#figure-4" });
    await test.step("the metrics are complete after a run to the end at full speed", async () => {
      await page.getByRole("slider", { name: /Speed/ }).press("End");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect.poll(() => cycle(page)).toBe(40_000);
      const metrics = page.getByRole("tabpanel", { name: "Results" });
      await expect(metrics.getByRole("heading", { name: "Interrupt latency" })).toBeVisible();
      await expect(metrics.getByText("p50")).not.toHaveCount(0);
      await expect(metrics.locator(".histogram__bar").first()).toBeVisible();

      await metrics.getByRole("button", { name: "Where the latency went as a table" }).click();
      const table = metrics.getByRole("table").filter({ hasText: "save registers" });
      await expect(table).toBeVisible();
      const means = await table
        .getByRole("row")
        .evaluateAll((rows) =>
          rows.slice(1).map((row) => Number(row.querySelector("td")?.textContent?.replace(/[^\d.]/g, ""))),
        );
      const total = means.pop();
      expect(means.reduce((sum, mean) => sum + mean, 0)).toBeCloseTo(total ?? Number.NaN, 0);
    });
    await test.step("the scenario panel describes the machine", async () => {
      await pickScenario(page, "Pattery: receive, one context", { at: "opening" });
      await page.keyboard.press("2");
      const panel = page.getByRole("tabpanel", { name: "Settings" });
      await panel.getByRole("button", { name: "About" }).click();
      await expect(panel.getByText("200 MHz")).toBeVisible();
      await expect(panel.getByText("93 + 93 cycles")).toBeVisible();
      await expect(panel.getByText("Source 000")).toBeVisible();
    });
  },
);

test(
  "Space plays after a click on a button and after a move to a cycle, and restarts at the end",
  long(
    "It adds Space after a click and at the end of a run. tests/web/app/keyboard.test.ts has the keys and tests/web/state/session.test.ts the end of a run, both without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    const playing = page.getByRole("button", { name: "Pause" });
    await page.getByRole("button", { name: "Forward one event" }).click();
    await page.keyboard.press("Space");
    await expect(playing).toBeVisible();
    await page.keyboard.press("Space");
    await expect(playing).toHaveCount(0);
    await page.locator(".picker__trigger").click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Ring overflow, three contexts", exact: true })
      .click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Space");
    await expect(playing).toBeVisible();
    await page.keyboard.press("Space");
    await expect(playing).toHaveCount(0);
    await goToCycle(page, 20_000_000);
    await page.keyboard.press("Space");
    await expect(playing).toBeVisible();
    await expect.poll(() => cycle(page)).toBeLessThan(20_000_000);
  },
);

test("the page reports an engine that cannot start, and a part that cannot be loaded", async ({ page }) => {
  await page.route("**/worker-*.js", (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("the simulation worker could not start");
  await page.unroute("**/worker-*.js");
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("the simulator's core could not be fetched");
  await expect(page.getByText("There are no numbers, because nothing is running.")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "The simulation stopped: its engine does not run" }),
  ).toBeVisible();
  await expect(page.getByText("Nothing runs", { exact: true })).toBeVisible();
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Load the page again" }).click();
  await machineIsShown(page);

  await page.route("**/assets/**", (route) => route.abort());
  await page.locator(".picker__trigger").click();
  // The tables of metrics, which are loaded at the first input, report a failure in their own place.
  const part = page
    .getByRole("banner")
    .getByRole("alert")
    .filter({ hasText: "This part of the page could not be loaded" });
  await expect(part).toBeVisible();
  await expect(page.getByRole("region", { name: "Machine" })).toBeVisible();
  await page.unroute("**/assets/**");
  await part.getByRole("button", { name: "Load the page again" }).click();
  await machineIsShown(page);
});

test(
  "the page remembers scenario and cycle over a reload, and otherwise starts afresh",
  long("It adds what is open after a reload, which tests/web/scenarios/tabs.test.ts has without a browser."),
  async ({ page }) => {
    await open(page);
    await pickScenario(page, "Pattery: send, one context");
    await goToCycle(page, 123_456);
    await page.reload();
    await expect(page.locator(".picker__name")).toHaveText("Pattery: send, one context");
    await expectCycle(page, 123_456);
    await page.goto("./");
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
  },
);

test("the page follows the system's theme, and keeps the user's choice", async ({ page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("./");
  await expect.poll(theme).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(theme).toBe("light");
  await page.keyboard.press("t");
  await expect.poll(theme).toBe("dark");
  await page.reload();
  await expect.poll(theme).toBe("dark");

  await page.goto("./?theme=light");
  await expect.poll(theme).toBe("light");
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  await expect.poll(theme).toBe("dark");
});
