/** What if: knobs of a demo, the previous run as a ghost, and numbers of the stage that the user changes in place. */
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { machineIsShown } from "./support.ts";

const RUN_MS = 30_000;

const slider = (page: Page, name: RegExp) => page.getByRole("slider", { name });
const lost = (page: Page) => page.locator("[data-headline=lost]");

/** Waits until the whole run is simulated. */
async function ended(page: Page): Promise<void> {
  await expect(page.locator(".headlines[aria-busy=false]")).toBeVisible({ timeout: RUN_MS });
}

async function open(page: Page, hash = "#ring-overflow"): Promise<void> {
  await page.goto(`./${hash}`);
  await machineIsShown(page);
  await ended(page);
}

test(
  "the sliders of all knobs are aligned, and their names keep apart",
  long(
    "It adds places of sliders, which is layout alone, and opens a page for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await open(page);
    const boxes = await page
      .locator(".knob__range")
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    expect(boxes.length).toBeGreaterThan(3);
    for (const box of boxes) expect(box).toEqual(boxes[0]);
    const labels = await page
      .locator(".knob > label")
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
      );
    labels.slice(1).forEach(({ top }, index) => {
      expect(top - (labels[index]?.bottom ?? 0)).toBeGreaterThanOrEqual(3);
    });
  },
);

test("a ring of 16 instead of 8 loses 524 instead of 1,145, and the previous run stays visible, with undo", async ({
  page,
}) => {
  await open(page);
  await expect(lost(page)).toContainText(/1.145/);
  await slider(page, /Receive ring/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider(page, /Receive ring/)).toHaveAttribute("aria-valuetext", /^16/);
  await expect(lost(page).locator(".headlines__before")).toContainText(/1.145/);
  await ended(page);
  await expect(lost(page).locator(".headlines__after")).toContainText("524");
  await expect(lost(page)).toContainText("621 fewer");
  await expect(page.locator(".slots", { hasText: "rx ring" })).toContainText("16");

  const legend = page.locator(".timeline__before");
  await expect(legend).toBeVisible();
  await expect(page.locator(".histogram__before").first()).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect(slider(page, /Receive ring/)).toHaveAttribute("aria-valuetext", /^8/);
  await ended(page);
  await expect(lost(page).locator(".headlines__after")).toContainText(/1.145/);
  await expect(lost(page).locator(".headlines__before")).toContainText("524");

  await legend.click();
  await expect(legend).toHaveCount(0);
  await expect(page.locator(".histogram__before")).toHaveCount(0);
});

test(
  "a knob returns to the demo's value, and another scenario removes the previous run",
  long(
    "It adds the way back of a knob, and another scenario, and runs one to its end. Another test of whatIf.spec.ts undoes a knob in the short list.",
  ),
  async ({ page }) => {
    await open(page);
    await slider(page, /Processor clock/).focus();
    await page.keyboard.press("ArrowRight");
    await ended(page);
    await expect(page.locator(".timeline__before")).toBeVisible();
    // The run takes as long as before, so counts can be compared.
    await expect(page.locator("[data-headline=delivered] [data-verdict=better]")).toContainText(
      /^[\d\s]+ more$/,
    );
    await page.getByRole("button", { name: /Processor clock: back to 100/ }).click();
    await expect(slider(page, /Processor clock/)).toHaveAttribute("aria-valuetext", /^100/);
    await page.goto("./#napi-livelock");
    await expect(slider(page, /Frames offered/)).toHaveAttribute("aria-valuetext", /120/);
    await expect(page.locator(".timeline__before")).toHaveCount(0);
  },
);

test(
  "the ring on the card can be dragged, stepped and typed",
  long(
    "It adds the ring that is dragged, stepped and typed on the card, and runs its machine to its end. Another test of whatIf.spec.ts sets the same ring by its slider in the short list, and tests/knobs/adjusting.test.ts steps without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await page.mouse.move(1, 1); // The numbers can be edited after the first input.
    const ring = page.getByRole("spinbutton", { name: /size of the ring of eth0/ });
    const cells = page.locator(".slots--tall .slots__cells i");
    await expect(ring).toHaveAttribute("aria-valuenow", "8");
    const box = await ring.boundingBox();
    if (box === null) throw new Error("the ring has no size");
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 2 + 4 * 8, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(ring).toHaveAttribute("aria-valuenow", "12");
    await expect(cells).toHaveCount(12);
    await ring.focus();
    await page.keyboard.press("ArrowUp");
    await expect(cells).toHaveCount(13);
    await page.keyboard.press("Enter");
    await page.keyboard.type("16");
    await page.keyboard.press("Enter");
    await expect(cells).toHaveCount(16);
    await ended(page);
    await expect(lost(page).locator(".headlines__after")).toContainText("524");
  },
);

test(
  "the strip of knobs fits under the machine on a phone, in German and dark",
  long(
    "It adds a phone in German in the dark, which is layout, and opens a page for it, which takes some 3 s of processor time. a11y.spec.ts of the short list has the phone in English.",
  ),
  async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: "de-DE",
      colorScheme: "dark",
      hasTouch: true,
    });
    const page = await context.newPage();
    await page.goto(`${test.info().project.use.baseURL ?? ""}#ring-overflow`);
    await page.getByText("Ausprobieren", { exact: true }).first().click({ timeout: RUN_MS });
    await ended(page);
    await slider(page, /Empfangsring/).focus();
    await page.keyboard.press("ArrowRight");
    await expect(lost(page)).toContainText("621 weniger", { timeout: RUN_MS });
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWider).toBe(false);
    await expectNoViolations(page);
    await context.close();
  },
);
