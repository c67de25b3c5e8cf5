import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { framesPass } from "./support.ts";

export async function expectNoViolations(page: Page): Promise<void> {
  await nothingFades(page);
  // Focus guards of the popup library: focusable on purpose, they hand the focus on at once.
  const { violations } = await new AxeBuilder({ page }).exclude("[data-base-ui-focus-guard]").analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
  expect(found).toEqual([]);
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
