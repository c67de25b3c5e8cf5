/** Only a worker that has loaded a program loads the assembler. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { machineIsShown, open, pickScenario } from "./support.ts";

const PROGRAM = "An interrupt handler in assembly";
const TOOLS = "**/programTools-*.js";

function namesLoaded(page: Page): string[] {
  const names: string[] = [];
  page.on("response", (response) => names.push(new URL(response.url()).pathname));
  return names;
}

test(
  "the assembler is loaded with the first machine that has a program",
  long("It adds when the assembler is loaded. weight.spec.ts of the short list has what a visit loads."),
  async ({ page }) => {
    const names = namesLoaded(page);
    const loaded = () => names.filter((name) => name.includes("/programTools-"));
    await open(page, { at: "opening" });
    await pickScenario(page, "Two cores, a lock each", { at: "opening" });
    expect(loaded()).toEqual([]);
    await pickScenario(page, PROGRAM, { at: "opening" });
    expect(loaded()).toHaveLength(1);
  },
);

test(
  "a machine chosen while the assembler loads is the one that stays",
  long(
    "It adds a race between two scenarios that are picked, which tests/web/engine/loading.test.ts has for the engine without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    let letCome: () => void = () => undefined;
    const comes = new Promise<void>((done) => {
      letCome = done;
    });
    const asked = page.waitForRequest(TOOLS);
    await page.route(TOOLS, async (route) => {
      await comes;
      await route.continue();
    });
    await pick(page, PROGRAM);
    await asked;
    await pick(page, "Two cores, a lock each");
    letCome();
    await expect(page.locator(".picker__name")).toHaveText("Two cores, a lock each");
    await machineIsShown(page);
    await page.waitForTimeout(300);
    await expect(page.locator(".picker__name")).toHaveText("Two cores, a lock each");
  },
);

test(
  "an assembler that does not load is reported, and the previous machine stays",
  long(
    "It adds an assembler that cannot be loaded. smoke.spec.ts of the short list has other parts of the page that cannot.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.route(TOOLS, (route) => route.abort());
    await pick(page, PROGRAM);
    await expect(page.getByText(/assembler for its program could not be loaded/)).toBeVisible();
    await machineIsShown(page);
    await pickScenario(page, "Two cores, a lock each", { at: "opening" });
  },
);

async function pick(page: Page, name: string): Promise<void> {
  await page.locator(".picker__trigger").click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}
