import { expect, type Page, test } from "@playwright/test";
import { expectFits, expectNoViolations, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, dropFile, expectCycle, goToCycle, machineIsShown, open } from "./support.ts";

const PLACE = 1_000_000;

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("searchbox", { name: "Find a setting" })).toBeVisible();
}

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Find a setting" }).fill(words);
}

const ring = (page: Page) => page.getByRole("spinbutton", { name: "Receive ring", exact: true });
/** The machine's value on the stage. */
const slots = (page: Page) => page.locator(".nic .slots__head").first();

async function setRing(page: Page, frames: string): Promise<void> {
  await ring(page).fill(frames);
  await ring(page).press("Enter");
}

/** The field of the ring, with the machine in the middle of its run. */
async function openRing(page: Page): Promise<void> {
  await open(page, { hash: `#ring-overflow@${PLACE}`, at: "opening" });
  await expectCycle(page, PLACE);
  await openSettings(page);
  await find(page, "rxRingFrames");
}

test(
  "the ring can be changed while the machine runs, with the cycle kept, undo, redo and reset",
  long(
    "It adds a change while the machine runs, and redo. whatIf.spec.ts changes the ring and takes it back in the short list.",
  ),
  async ({ page }) => {
    await openRing(page);
    await expect(slots(page)).toContainText("/ 8");
    await setRing(page, "16");
    await expect(slots(page)).toContainText("/ 16");
    await expectCycle(page, PLACE);
    await expect(page.locator(".picker__trigger")).toContainText("edited");
    await expect(page.getByText("was 8")).toBeVisible();
    await expect(page.getByRole("button", { name: "1 change to the scenario" })).toBeVisible();

    await page.getByRole("button", { name: "Undo" }).click();
    await expect(slots(page)).toContainText("/ 8");
    await expectCycle(page, PLACE);
    await expect(ring(page)).toHaveValue("8");
    await expect(page.getByText("Unchanged")).toBeVisible();
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(slots(page)).toContainText("/ 16");

    await ring(page).press("ArrowUp");
    await expect(slots(page)).toContainText("/ 17");
    await ring(page).press("Control+z");
    await expect(slots(page)).toContainText("/ 16");
    await page.getByRole("button", { name: /^Receive ring: back/ }).click();
    await expect(slots(page)).toContainText("/ 8");

    await setRing(page, "4");
    await expect(slots(page)).toContainText("/ 4");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(slots(page)).toContainText("/ 8");
    await expectCycle(page, PLACE);
    await expect(page.locator(".picker__trigger")).not.toContainText("edited");
  },
);

test(
  "a wrong value is reported at its field, and the previous machine continues",
  long("It adds refusals of one field, which tests/web/scenarios/settings.test.ts has without a browser."),
  async ({ page }) => {
    await openRing(page);
    await expect(slots(page)).toContainText("/ 8");
    await setRing(page, "99999");
    await expect(ring(page)).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(".sfield__error")).toHaveText("✕ must be at most 8192");
    await expect(slots(page)).toContainText("/ 8");
    await find(page, "");
    // Named as on the page.
    await page.locator(".outcome__errors").getByRole("button", { name: "Receive ring" }).click();
    await expect(ring(page)).toBeFocused();
    await setRing(page, "a dozen");
    await expect(page.locator(".sfield__error")).toContainText("write numbers like 64");
    await setRing(page, "12");
    await expect(slots(page)).toContainText("/ 12");
    await expect(page.getByText("Not applied")).toHaveCount(0);
  },
);

test(
  "a dropped file begins a new history of changes",
  long(
    "It adds a file that is dropped on changes, which tests/web/scenarios/settings.test.ts and open.test.ts have without a browser.",
  ),
  async ({ page }) => {
    await openRing(page);
    await setRing(page, "24");
    await expect(slots(page)).toContainText("/ 24");
    const text = JSON.stringify({
      format: "irqscope-scenario",
      version: 1,
      name: "Bare",
      machine: { nics: [{ name: "lan" }] },
    });
    await dropFile(page, "bare.json", new TextEncoder().encode(text));
    await expect(page.locator(".picker__name")).toHaveText("Bare");
    await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
    await expect(page.getByText("Unchanged")).toBeVisible();
  },
);

test(
  "settings change during play, from another tab, and in lists",
  long(
    "It adds changes while the machine plays, keys of the whole page, and entries that come and go. tests/web/state/session.test.ts goes on playing and tests/settings/edit.test.ts has the entries, both without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#ring-overflow@50000", at: "opening" });
    await expectCycle(page, 50_000);
    await openSettings(page);
    await find(page, "rxRingFrames");
    await test.step("a playing machine keeps playing after a change", async () => {
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await setRing(page, "16");
      await expect(slots(page)).toContainText("/ 16");
      await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
      const here = await cycle(page);
      expect(here).toBeGreaterThanOrEqual(50_000);
      await expect.poll(() => cycle(page)).toBeGreaterThan(here);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Reset" }).click();
      await expect(slots(page)).toContainText("/ 8");
    });
    await test.step("undo works wherever the focus is, and the sheet of keys fits beside the settings", async () => {
      await setRing(page, "16");
      await expect(slots(page)).toContainText("/ 16");
      await page.getByRole("tab", { name: "Results" }).click();
      await page.keyboard.press("Control+z");
      await expect(slots(page)).toContainText("/ 8");
      await page.keyboard.press("Control+Shift+z");
      await expect(slots(page)).toContainText("/ 16");
      await page.keyboard.press("?");
      const keys = page.getByRole("dialog", { name: "Keyboard" });
      await expect(keys).toBeVisible();
      await expect(keys).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
      await expect(keys).toHaveCount(0);
    });
    await test.step("an entry is added, named and removed", async () => {
      await page.getByRole("tab", { name: "Settings" }).click();
      await find(page, "");
      await page.getByRole("button", { name: "Reset" }).click();
      await expect(slots(page)).toContainText("/ 8");
      await page.getByRole("button", { name: /^NICs/ }).click();
      await page.getByRole("button", { name: "Add NIC" }).click();
      const entry = page.getByRole("tabpanel", { name: "Settings" }).getByRole("button", { name: /^eth1/ });
      await expect(entry).toBeVisible();
      await expect(page.getByRole("region", { name: "Machine" }).getByText("eth1")).not.toHaveCount(0);
      await entry.click();
      await page.getByRole("button", { name: "Remove eth1" }).click();
      await expect(entry).toHaveCount(0);
      await expect(page.getByText("Unchanged")).toBeVisible();
    });
  },
);

test(
  "the settings have no violations on a phone and on a desktop",
  long(
    "It adds seven views of the settings with axe. a11y.spec.ts of the short list measures the settings on a phone.",
  ),
  async ({ page }) => {
    await test.step("the settings on a phone have no violations", async () => {
      await page.setViewportSize(PHONE);
      await open(page, { at: "opening" });
      await openSettings(page);
      await find(page, "rxRingFrames");
      await setRing(page, "16");
      await expect(page.getByText("was 8")).toBeVisible();
      await expectFits(page, [PHONE]);
      await page.getByRole("button", { name: "Reset" }).click();
      await expect(page.getByText("was 8")).toHaveCount(0);
    });
    await test.step("fields, errors, changes and JSON side by side have no violations", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openSettings(page);
      await find(page, "");
      await expectNoViolations(page);
      for (const part of [/^Core/, /^NICs/, /^eth0/, /^Traffic/, /^Threads/, /^Driver ISR/, /^Steps/])
        await page.locator(".sbranch__toggle").filter({ hasText: part }).first().click();
      await expectNoViolations(page);
      await find(page, "rxRingFrames");
      await setRing(page, "99999");
      await page.getByRole("button", { name: /change to the scenario/ }).click();
      await expectNoViolations(page);
      await page.getByRole("button", { name: "JSON", exact: true }).click();
      await expect(page.getByRole("textbox", { name: "Scenario as JSON" })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole("button", { name: "Fields and JSON side by side" }).click();
      await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
      await expectNoViolations(page);
    });
  },
);

test(
  "the JSON of the settings applies a change, completes fields, and shows errors on their line",
  long(
    "It adds the editor of JSON in the settings for 6 s of processor time. labEditor.spec.ts of the short list has the same editor, and tests/settings/jsonText.test.ts its completion without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await openSettings(page);
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Scenario as JSON" });
    await editor.getByText('"rxRingFrames"').dblclick();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("24,");
    await expect(slots(page)).toContainText("/ 24");
    await page.keyboard.press("Enter");
    await page.keyboard.type('"hash');
    await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("hashSeed");
    await expect(page.getByText(/Not applied, 1 error/)).toBeVisible();
    await expect(page.locator(".cm-lintRange-error, .cm-lintPoint-error").first()).toBeVisible();
    await page.keyboard.press("Escape");
    for (let undo = 0; undo < 3; undo++) await page.keyboard.press("Control+z");
    await expect(page.getByText("Not applied")).toHaveCount(0);
  },
);

const HOSTILE: readonly (readonly [what: string, text: string, reason: RegExp])[] = [
  ["no JSON", '{"format": "irqscope-scenario", ', /where a field name|text ends/],
  ["markup", '["<img src=x onerror=alert(1)>"]', /must be an object/],
  [
    "a prototype",
    '{"format":"irqscope-scenario","version":1,"name":"x","__proto__":{"a":1}}',
    /not a known field/,
  ],
  ["a deep nest", `${"[".repeat(5000)}${"]".repeat(5000)}`, /nested more than/],
  ["huge numbers", '{"format":"irqscope-scenario","version":1,"name":"x","runCycles":1e300}', /runCycles/],
];

test(
  "hostile JSON is refused with a reason, and machine and page continue",
  long(
    "It adds six hostile texts. tests/settings/jsonText.test.ts and tests/scenarios/hostile.test.ts refuse more of them without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await openSettings(page);
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Scenario as JSON" });
    for (const [, text, reason] of HOSTILE) {
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
      await expect(page.locator(".outcome__errors")).toContainText(reason);
      await expect(slots(page)).toContainText("/ 8");
    }
    expect(await page.evaluate(() => Object.hasOwn(Object.prototype, "a"))).toBe(false);
    for (let step = 0; step < 20 && (await page.getByRole("button", { name: "Undo" }).isEnabled()); step++)
      await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Unchanged")).toBeVisible();
  },
);

test(
  "a link and a reload keep the changes, and the link opens the changed machine",
  long(
    "It adds changes in a link that is made here and in an entry of the history, and opens three pages for them. links.spec.ts of the short list opens the link of an own scenario and hands it out again, and tests/web/scenarios/address.test.ts brings changes back from the history without a browser.",
  ),
  async ({ page, context }) => {
    await open(page);
    await goToCycle(page, 50_000);
    await openSettings(page);
    await find(page, "rxRingFrames");
    await setRing(page, "24");
    await expect(slots(page)).toContainText("/ 24");
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    const other = await context.newPage();
    await other.goto(link);
    await machineIsShown(other);
    await expect(slots(other)).toContainText("/ 24");
    await expectCycle(other, 50_000);
    await page.keyboard.press("Escape");
    await page.goto("about:blank");
    await page.goBack();
    await machineIsShown(page);
    await expect(slots(page)).toContainText("/ 24");
  },
);
