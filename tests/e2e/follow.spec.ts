import { expect, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { open } from "./support.ts";

test(
  "a packet, the next one and an interrupt with its parts are followed by keyboard",
  long(
    "It adds keys to what parts.spec.ts and story.spec.ts do by pointer. tests/web/simulate/follow checks the answer.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.keyboard.press("j");
    const packet = page.getByRole("region", { name: "Followed packet" });
    const name = packet.getByRole("status");
    await expect(name).toHaveText(/packet \d+.*(delivered|lost)/);
    const first = await name.textContent();
    await packet.getByRole("button", { name: "Next packet" }).press("Enter");
    await expect(name).not.toHaveText(first ?? "");
    await packet.getByRole("button", { name: "Previous packet" }).press("Enter");
    await expect(name).toHaveText(first ?? "");

    // After a reload nothing is simulated yet when the page asks for the packet's fate.
    await page.reload();
    await expect(name).toHaveText(first ?? "");

    await page.keyboard.press("Shift+J");
    const interrupt = page.getByRole("region", { name: "Followed interrupt" });
    await expect(interrupt.getByRole("list", { name: "Parts of its latency" })).toContainText(
      "save registers",
    );
    await interrupt.getByRole("button", { name: "Table of its parts" }).press("Enter");
    const cells = await interrupt
      .getByRole("row")
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => Number((row.children[3]?.textContent ?? "").replace(/\D/g, ""))),
      );
    const whole = cells.pop();
    expect(cells.length).toBeGreaterThan(5);
    expect(cells.reduce((sum, one) => sum + one, 0)).toBe(whole);
    await expectNoViolations(page);
    await interrupt.getByRole("button", { name: "Stop following" }).press("Enter");
    await expect(interrupt).toHaveCount(0);
  },
);
