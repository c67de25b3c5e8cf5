import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { framesPass } from "./support.ts";

export const DESKTOP = { width: 1440, height: 900 } as const;
export const TABLET = { width: 1024, height: 768 } as const;
export const PHONE = { width: 390, height: 844 } as const;
export const SIZES = [DESKTOP, TABLET, PHONE] as const;

/** Without frames: the page has none of its own, and the run for frames takes twice as long.
 * Focus guards of the popup library are focusable on purpose, they hand the focus on at once. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().exclude("[data-base-ui-focus-guard]");

/** The page as it is, in both themes. Only colours differ between them, so the second is measured for those. */
export async function expectNoViolations(page: Page): Promise<void> {
  await showTheme(page, "light");
  expect(await found(axe(page)), "light").toEqual([]);
  await showTheme(page, "dark");
  expect(await found(axe(page).withRules(["color-contrast", "link-in-text-block"])), "dark").toEqual([]);
  await showTheme(page, "light");
}

/** The same page in windows of these sizes: no violations in either theme, nothing sticks out sideways. */
export async function expectFits(page: Page, sizes: readonly { width: number; height: number }[] = SIZES) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoViolations(page);
    const [needed, there] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(needed, `${size.width} px`).toBe(there);
  }
}

async function found(builder: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
}

/** As the page's own switch does, which popups cover. */
async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await nothingFades(page);
}

/** Colours are measured when nothing moves, but for what moves for ever. */
async function nothingFades(page: Page): Promise<void> {
  await framesPass(page);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}
