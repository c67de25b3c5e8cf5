/** Why was this packet lost: the chain of causes, its places, and what would help. */
import { expect, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { expectCycle, open, pickScenario } from "./support.ts";

test("a loss answers with its chain, each cause leads to its place, and remedies are measured", async ({
  page,
}) => {
  await open(page, { at: "opening" });
  await page.keyboard.press("y");
  const card = page.getByRole("dialog", { name: "Why?" }).or(page.getByRole("region", { name: "Why?" }));
  await expect(card).toContainText(/Packet 1\s?249 was lost/);
  await expect(card).toContainText("Its priority 5 is more urgent than the 6 of Driver ISR.");
  await expectNoViolations(page);
  await expect(card).toContainText(/1\s?145 → 524/, { timeout: 30_000 });
  await card.getByRole("button", { name: /^protocol ran for/ }).click();
  await expectCycle(page, 1_120_254);
});

test("a finding answers with the threads that had the processor", async ({ page }) => {
  await open(page, { at: "opening" });
  await pickScenario(page, "Receive livelock", { at: "opening" });
  const findings = page.getByRole("region", { name: "Findings" });
  await findings.getByRole("button", { name: "Why?" }).first().click();
  const card = page.getByRole("dialog", { name: "Why?" });
  await expect(card).toContainText(/application could run from cycle [\d\s]+ on and hardly did\./);
  await expect(card).toContainText("It runs with interrupts off.");
});
