/** The gallery as an entry: numbered stories, and comparisons from a card. */
import { expect, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { open } from "./support.ts";

test(
  "the gallery leads to stories and to comparisons",
  long(
    "It adds the numbered path and pairs from a card for 9 s of processor time. tests/web/scenarios/startHere.test.ts and siblings.test.ts hold the scenarios of both.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await test.step("the gallery starts with six numbered questions, and the first one is told as a story", async () => {
      await page.getByRole("button", { name: /^Scenario/ }).click();
      const path = page.getByRole("region", { name: "Start here" }).getByRole("listitem");
      await expect(path).toHaveCount(6);
      await expect(path.first()).toContainText(/1\s*What happens to one packet\?\s*3 minutes/);
      await expect(path.first().locator(".strip path").first()).toBeAttached();
      await expectNoViolations(page);
      await path
        .first()
        .getByRole("button", { name: /One packet$/ })
        .click();
      await expect(page.getByRole("region", { name: "Story: What happens to one packet?" })).toContainText(
        "1 of 8",
      );
      await expect(page).toHaveURL(/one-packet/);
    });
    await test.step("a search hides the questions, and a card opens the comparison of its pair", async () => {
      await page.getByRole("button", { name: /^Scenario/ }).click();
      await page.getByRole("searchbox", { name: "Find a scenario" }).fill("overload one");
      await expect(page.getByRole("region", { name: "Start here" })).toHaveCount(0);
      await page.getByRole("button", { name: "Compare with Overload, three contexts" }).click();
      await expect(page.getByRole("region", { name: "Machine B", exact: true })).toContainText(
        "Overload, three contexts",
      );
      await expect(page.getByRole("region", { name: "Machine A", exact: true })).toContainText(
        "Overload, one context",
      );
    });
  },
);
