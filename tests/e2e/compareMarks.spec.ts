/** The second machine's own breakpoints, bookmarks, and position relative to the first. */
import { expect, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, goToCycle, open } from "./support.ts";

test(
  "B stops at its own breakpoint and at the end of the same packet, and the link contains both",
  long(
    "It adds breakpoints and the place of the second machine for 15 s of processor time. tests/web/compare/follower.test.ts and packetAlignment.test.ts have both without a browser.",
  ),
  async ({ page, context }) => {
    await open(page, { hash: "#ring-overflow@0?p=compare&o=ring-overflow-three-contexts", at: "opening" });
    const b = page.getByRole("region", { name: "Machine B", exact: true });
    await expect(b.getByRole("heading", { name: "Ring overflow, three contexts" })).toBeVisible();

    await b.getByRole("button", { name: "Breakpoints" }).click();
    const popup = page.getByRole("dialog", { name: "Breakpoints" });
    await popup.getByLabel("stop when").selectOption("own");
    await popup.getByRole("textbox", { name: "Condition" }).fill("ring.fill >= 3");
    await popup.getByRole("button", { name: "Add breakpoint" }).click();
    await popup.getByRole("button", { name: /next/i }).click();
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await expect(b.getByText("ring.fill >= 3")).toBeVisible();
    await expect(
      page.locator(".transport").getByRole("button", { name: "Breakpoints" }),
    ).toHaveAccessibleName("Breakpoints");

    // With the focus in B's timeline, its keys move to B's next stop and back.
    const stopped = await cycle(page);
    await b.getByRole("application").focus();
    await page.keyboard.press("b");
    await expect.poll(() => cycle(page)).toBeGreaterThan(stopped);
    await page.keyboard.press("Shift+B");
    await expectCycle(page, stopped);

    await goToCycle(page, 400_000);
    const place = b.getByRole("combobox", { name: "Where B stands" });
    await place.selectOption("end");
    await expect(place).toHaveValue("shifted", { timeout: 20_000 });
    const shift = await place.locator("option:checked").textContent();
    expect(shift).toMatch(/^\d.* cycles (later|earlier)$/);
    await expectNoViolations(page);

    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link).toMatch(/&f=p\d+\.\d+&d=1&o=ring-overflow-three-contexts&a=-?\d+&ob=/);
    const other = await context.newPage();
    await other.goto(link);
    await expectCycle(other, 400_000);
    const otherB = other.getByRole("region", { name: "Machine B", exact: true });
    await expect(otherB.getByRole("button", { name: "Breakpoints, 1" })).toBeVisible();
    await expect(otherB.getByRole("combobox").locator("option:checked")).toHaveText(shift ?? "");
    await otherB.getByRole("combobox").selectOption("moment");
    await expect(otherB.getByRole("combobox")).toHaveValue("moment");
  },
);
