import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { framesPass } from "./support.ts";

export const DESKTOP = { width: 1440, height: 900 } as const;
export const TABLET = { width: 1024, height: 768 } as const;
export const PHONE = { width: 390, height: 844 } as const;
export const SIZES = [DESKTOP, TABLET, PHONE] as const;

const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Checks the present page in both themes. The themes differ only in colours, so only colours are checked in the
 * second. */
export async function expectNoViolations(page: Page): Promise<void> {
  await showTheme(page, "light");
  expect(await violations(page), "light").toEqual([]);
  await showTheme(page, "dark");
  expect(await violations(page, COLOUR_RULES), "dark").toEqual([]);
  await showTheme(page, "light");
}

/** Checks the same page in windows of these sizes: no violations in either theme, and no overflow sideways. */
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

/** Frames are excluded, because the page has none of its own. Passing rules are not described, which would take a third
 * of the time. Focus guards of the popup library are focusable on purpose: they pass the focus on at once. */
async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const results = await window.axe.run(
      { exclude: ["[data-base-ui-focus-guard]"] },
      {
        iframes: false,
        resultTypes: ["violations"],
        ...(only === undefined ? { rules: { "target-size": { enabled: true } } } : { runOnly: [...only] }),
      },
    );
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n  ")}`);
  }, rules);
}

/** Changes the theme as the page's own switch does, which popups cover. */
async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await nothingFades(page);
}

/** Colours are measured when nothing moves, except parts that always move. */
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
