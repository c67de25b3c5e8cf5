/** A page translator replaces text nodes by elements while the page runs. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, expectCycle, goToCycle, open } from "./support.ts";

/** Acts like a translator: each matching text, now and later, is wrapped twice, and the node itself is removed. */
function translate(page: Page, letters: string): Promise<void> {
  return page.evaluate((pattern) => {
    const matches = new RegExp(pattern, "u");
    const wrap = (node: Node) => {
      const parent = node.parentElement;
      if (
        parent === null ||
        parent.closest("font, script, style, svg") ||
        !matches.test(node.nodeValue ?? "")
      )
        return;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      const text = node.nodeValue ?? "";
      if (node instanceof Text) node.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    };
    const all = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (walker.nextNode()) found.push(walker.currentNode);
      for (const node of found) wrap(node);
    };
    all(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) {
          if (node instanceof Text) wrap(node);
          else if (node instanceof Element && node.tagName !== "FONT") all(node);
        }
    }).observe(document.body, { childList: true, subtree: true });
  }, letters);
}

for (const [what, letters] of [
  ["words", "\\p{L}"],
  ["words and numbers", "\\S"],
] as const)
  test(
    `a translator of ${what} breaks nothing, and every number keeps changing`,
    long(
      "It adds two translators that change texts on all pages, and opens a page for each. No other test has a translator.",
    ),
    async ({ page }) => {
      const broken: string[] = [];
      page.on("pageerror", (error) => broken.push(error.message));
      await open(page, { at: "opening" });
      await translate(page, letters);
      await goToCycle(page, 1_000_000);
      for (let step = 1; step <= 6; step++) {
        await page.keyboard.press("ArrowRight");
        await expectCycle(page, 1_000_000 + step);
      }
      await page.keyboard.press("d");
      await expect.poll(() => cycle(page)).toBeGreaterThan(1_000_006);
      const dropped = await cycle(page);
      await expect(page.locator(".nic .loss, .nic__drops").first()).toBeVisible();

      for (const language of ["Deutsch", "English", "Deutsch", "English"]) {
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("combobox").fill("sprache language");
        await page.keyboard.press("Enter");
        await expect(page.locator("html")).toHaveAttribute("lang", language === "Deutsch" ? "de" : "en");
      }
      await page.keyboard.press("2");
      await page.keyboard.press("1");
      for (const key of ["k", "m", "g", "?"]) {
        await page.keyboard.press(key);
        await expect(page.getByRole("dialog")).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
      for (const key of ["x", "x", "j", "r"]) await page.keyboard.press(key);
      for (const name of ["Compare", "Published experiments", "Labs", "Simulate"]) {
        await page.evaluate((hash) => {
          window.location.hash = hash;
        }, `#${name.toLowerCase()}`);
        await page.waitForTimeout(400);
      }
      await goToCycle(page, dropped + 10);
      await page.keyboard.press("ArrowLeft");
      await expectCycle(page, dropped + 9);
      // Metrics belong to the cycle, so their numbers have changed too.
      await expect(page.locator(".side")).toContainText(
        String(dropped + 9).replace(/\B(?=(\d{3})+$)/g, "\u202f"),
      );
      await page.keyboard.press("Space");
      await expect.poll(() => cycle(page)).toBeGreaterThan(dropped + 20);
      await page.keyboard.press("Space");
      await expect(page.getByText("Something went wrong on this page")).toHaveCount(0);
      expect(broken).toEqual([]);
    },
  );
