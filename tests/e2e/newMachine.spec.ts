/** A machine from nothing: parts from the shelf work at once, and what lacks a handler says so where it stands. */
import { expect, test } from "@playwright/test";
import { newMachine } from "../../lib/shelf/shelf.ts";
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { expectNoViolations } from "./axe.ts";
import { open } from "./support.ts";

test("New machine is built from the shelf, works at once, and its address carries it", async ({
  page,
  context,
}) => {
  await open(page, { at: "opening" });
  await page.keyboard.press("o");
  await page.getByRole("button", { name: "New machine" }).click();
  const shelf = page.getByRole("region", { name: "Shelf" });
  await shelf.getByRole("button", { name: "+ Network card" }).click();
  await expect(page.locator('[data-part="card:eth0"]').first()).toBeVisible();
  await shelf.getByRole("button", { name: "+ Timer" }).click();
  await expect(page.locator('[data-part="device:tick"]').first()).toBeVisible();
  await expect(page.getByText(/no handler|no frames/)).toHaveCount(0);
  await expectNoViolations(page);
  await expect.poll(() => page.url()).toContain("#s=1.");
  // The sender has stopped changing the machine.
  let address = "";
  await expect
    .poll(() => {
      const isSame = address === page.url();
      address = page.url();
      return isSame;
    })
    .toBe(true);
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.locator('[data-part="card:eth0"]').first()).toBeVisible({ timeout: 30_000 });
  await expect(other.locator('[data-part="device:tick"]').first()).toBeVisible();
});

test("a timer without a handler says so in red where it stands, and a press adds one", async ({ page }) => {
  const base = newMachine();
  const parsed = parseScenario({
    ...base,
    machine: { ...base.machine, timers: [{ name: "beat", periodNanoseconds: 1_000_000 }] },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  await page.goto(`./${encodeLink(parsed.scenario)}`);
  const note = page.getByText("✕ beat: no handler.");
  await expect(note).toBeVisible({ timeout: 30_000 });
  const device = page.locator('[data-part="device:beat"]').first();
  await expect(device).toBeVisible();
  await expect
    .poll(async () => {
      const [above, place] = [await device.boundingBox(), await note.boundingBox()];
      return Math.abs((place?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0)));
    })
    .toBeLessThan(40);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Add one" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.locator('[data-part="line:beat"]').first()).toBeVisible();
});
