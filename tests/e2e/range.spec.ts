import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { open } from "./support.ts";

test(
  "a range is selected by pointer and by fields, and shown in a table",
  long(
    "It adds a range of the timeline and its file. tests/web/engine/range.test.ts counts it without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    const box = await page.locator(".timeline__body").boundingBox();
    if (box === null) throw new Error("no timeline");
    await page.keyboard.down("Shift");
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.6);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    const range = page.getByRole("region", { name: "Chosen range" });
    await expect(range).toContainText("offered");
    await range.getByLabel("from cycle").fill("0");
    await range.getByLabel("from cycle").press("Enter");
    await range.getByLabel("to cycle").fill("100000");
    await range.getByLabel("to cycle").press("Enter");
    await range.getByRole("button", { name: "Table of the range" }).press("Enter");
    await expect(range).toHaveAttribute("aria-busy", "false");
    await expect(range.getByRole("row", { name: /^length/ })).toContainText(/100.000/);
    await expectNoViolations(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      range.getByRole("button", { name: "Save the range as CSV" }).press("Enter"),
    ]);
    expect(file.suggestedFilename()).toMatch(/^range-\d+-\d+\.csv$/);
    expect(readFileSync(await file.path(), "utf8")).toMatch(/^metric,value,unit\r\nfrom,\d+,cycle\r\n/);
    await range.getByRole("button", { name: "Choose no range" }).press("Enter");
    await expect(range).toHaveCount(0);
    await page.keyboard.press("r");
    await expect(range).toContainText("offered");
  },
);
