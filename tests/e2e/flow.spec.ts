/** Moving packets: at packet speed, at a step, at a step back, and not at all under reduced motion. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { expectCycle, goToCycle, open } from "./support.ts";

/** Texts of the tokens on the stage from now on. */
async function watchTokens(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.closest(".flow") !== null)
            seen.push(`${node.className} ${node.textContent}`.trim());
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

test(
  "packets move on the stage, and a line describes the last event",
  long(
    "It adds packets that move for 5 s of processor time. tests/web/simulate/flow/places.test.ts has their ways without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await test.step("the line shows the last event, and before the first one the sentence about the scenario", async () => {
      const line = page.locator(".storyline__text");
      await expect(line).toHaveText(/^Frames arrive about as fast/);
      await page.keyboard.press("d");
      await expect(line).toHaveText(/^Cycle \d+: .*lost/);
    });
    await test.step("packets run from the wire to the application at the default packet speed", async () => {
      await expect(page.getByRole("button", { name: "packets", exact: true })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      const seen = await watchTokens(page);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect(page.locator(".stage")).toHaveAttribute("data-pace", "packets");
      await expect(page.locator(".corework")).toHaveText(/protocol|Driver ISR|application/i);
      await expect.poll(seen, { timeout: 15_000 }).toContainEqual(expect.stringMatching(/^token \d+$/));
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await expect(page.locator(".corework")).toHaveCount(0);
      await expect(
        page
          .getByRole("list", { name: /^Pipeline/ })
          .getByRole("listitem")
          .first(),
      ).toBeVisible();
    });
    await test.step("a step to a drop shows the loss, and the step back undoes it", async () => {
      await goToCycle(page, 1_127_000);
      const seen = await watchTokens(page);
      await page.keyboard.press("d");
      await expectCycle(page, 1_127_906);
      await expect.poll(seen).toContainEqual(expect.stringMatching(/^token ✕ \d+$/));
      const before = (await seen()).length;
      await page.keyboard.press("ArrowLeft");
      await expectCycle(page, 1_127_905);
      await expect.poll(async () => (await seen()).length).toBeGreaterThan(before);
    });
    await test.step("reduced motion shows states only", async () => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await goToCycle(page, 1_127_000);
      const seen = await watchTokens(page);
      await page.keyboard.press("d");
      await expectCycle(page, 1_127_906);
      await page.waitForTimeout(300);
      expect(await seen()).toEqual([]);
    });
  },
);

test(
  "the stage is measured only for pictures in which something moves",
  long(
    "It adds a count of measurements, which only slows the page down where it is wrong, and opens a page for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await page.addInitScript(() => {
      const counts = { pictures: 0, measured: 0 };
      Object.assign(window, { counts });
      const measure = Element.prototype.getBoundingClientRect;
      Element.prototype.getBoundingClientRect = function (this: Element) {
        if (this.classList.contains("stage")) counts.measured += 1;
        return measure.call(this);
      };
      new MutationObserver((changes) => {
        counts.pictures += changes.length;
      }).observe(document, { subtree: true, attributeFilter: ["data-cycle"] });
    });
    await open(page, { at: "opening" });
    const seen = await watchTokens(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(seen, { timeout: 15_000 }).toContainEqual(expect.stringMatching(/^token \d+$/));
    const counts = () =>
      page.evaluate(() => ({
        ...(window as unknown as { counts: { pictures: number; measured: number } }).counts,
      }));
    const before = await counts();
    await expect.poll(async () => (await counts()).pictures - before.pictures).toBeGreaterThan(60);
    const { pictures, measured } = await counts();
    expect((measured - before.measured) / (pictures - before.pictures)).toBeLessThan(0.5);
  },
);
