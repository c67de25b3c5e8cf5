/** Programs that are linked files, in the panel: the lines of C that the scenario carries, and instructions. */
import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, expectFits, expectNoViolations, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { goToCycle, open, pickScenario } from "./support.ts";

async function openProgram(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await open(page, { hash: "#checksum-in-c@6760", at: "opening" });
  await page.getByRole("tab", { name: "Program", exact: true }).click();
}

const shown = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const where = (page: Page) => page.locator(".program__where");
const choice = (page: Page) => page.getByRole("combobox", { name: "File or instructions" });
const button = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Steps of the program" }).getByRole("button", { name, exact: true });
/** The gutter beside a line of the text. The gutter begins with a line that reserves the width. */
const beside = (page: Page, line: number) =>
  page.locator(".cm-gutter.asm__stops .cm-gutterElement").nth(line);

test("a C program shows the running line, its file, breakpoints and steps by line", async ({ page }) => {
  await openProgram(page);
  await expect(where(page)).toHaveText("C1 · Driver ISR: checksum.c:15, main+40");
  await expect(shown(page, "checksum.c of checksum")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Routine" })).toHaveValue("1");
  await expect(choice(page)).toHaveValue("checksum.c");
  await expect(page.locator(".cm-line.asm__at")).toContainText("for (; bytes > 1; bytes -= 2)");
  await expect(page.locator(".asm__arrow")).toHaveText("C1");
  await expectNoViolations(page);

  // ---- the file follows the thread ----
  await goToCycle(page, 6713);
  await expect(where(page)).toHaveText("C1 · Driver ISR: start.S:10, _start+8");
  await expect(choice(page)).toHaveValue("start.S");
  await expect(page.locator(".cm-line.asm__at")).toContainText("tail");
  await button(page, "Line").click();
  await expect(choice(page)).toHaveValue("checksum.c");
  await expect(where(page)).toContainText("checksum.c:15,");

  // ---- a breakpoint: line 17, and at a line without code the next one ----
  await beside(page, 17).click();
  await page.keyboard.press("b");
  await expect(where(page)).toContainText("checksum.c:17,");
  await page.keyboard.press("k");
  await expect(page.getByRole("list", { name: "Breakpoints" })).toContainText(
    'pc == line["checksum"]["checksum.c"][17]',
  );
  await page.keyboard.press("Escape");
  await beside(page, 11).click();
  await expect(page.locator(".asm__stops [data-enabled=true]")).toHaveCount(3); // One more line reserves the width.

  // ---- the text is read-only ----
  await shown(page, "checksum.c of checksum").press("x");
  await expect(page.locator(".cm-line").first()).toContainText("/* The Internet checksum");
  await button(page, "Back").click();
  await expect(where(page)).not.toContainText("checksum.c:17,");
});

test(
  "instructions are beside the C source, and a call leads to its line",
  long(
    "It adds the listing of a linked file, which tests/web/program/linkedListing.test.ts makes without a browser.",
  ),
  async ({ page }) => {
    await openProgram(page);
    await choice(page).selectOption({ label: "Instructions" });
    await expect(shown(page, "Instructions of checksum")).toBeVisible();
    await expect(page.locator(".cm-line.asm__at")).toHaveText(/^ {2}0x1034 {2}bne a0, a3, 0x1028$/);
    await expect(page.locator(".cm-line", { hasText: "# checksum.c:16" }).first()).toBeVisible();
    await page.locator(".cm-line", { hasText: "0x103c" }).click();
    await button(page, "To the cursor").click();
    await expect(page.locator(".cm-line.asm__at")).toContainText("0x103c  bnez a1");
    await expectNoViolations(page);
    // The listing still shows instructions when the thread moves to another file.
    await goToCycle(page, 6713);
    await expect(page.locator(".cm-line.asm__at")).toContainText("0x1008  j main");
    await page.getByRole("button", { name: "Calls", exact: true }).click();
    await choice(page).selectOption("checksum.c");
    await page.getByRole("list", { name: "Calls of Driver ISR" }).getByRole("button").first().click();
    await expect(choice(page)).toHaveValue("start.S");
    await expect(shown(page, "start.S of checksum")).toBeFocused();
  },
);

test(
  "a profile is by function, by line and beside the lines, for the timeline's range and the whole run",
  long(
    "It adds the profile of a run. tests/web/engine/profileTasks.test.ts and tests/web/program/profileStore.test.ts count it without a browser.",
  ),
  async ({ page }) => {
    await openProgram(page);
    await page.getByRole("button", { name: "Profile", exact: true }).click();
    const said = page.locator(".profile__said");
    await expect(said).toContainText("Counts every instruction");
    await page.getByRole("button", { name: "Count what the timeline shows" }).click();
    await expect(said).toHaveText(/^cycles [\d\s]+ to [\d\s]+$/);
    const row = (name: string) =>
      page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
    await expect(row("main")).toContainText("branch");
    const few = await row("main").textContent();

    // ---- equal to `irqscope profile checksum-in-c` ----
    await page.getByRole("button", { name: "Count the whole run" }).click();
    await expect(said).toHaveText(/^cycles 0 to 2.000.000$/, { timeout: 45_000 });
    expect(await row("main").textContent()).not.toBe(few);
    await expect(row("main").getByRole("cell")).toHaveText([
      /^90.000$/,
      /^4\.5.%$/,
      "1.44",
      /^branch 27.200$/,
    ]);
    const cost = page.locator(".asm__cost", { hasText: "4.0" });
    await expect(cost).toHaveAttribute(
      "title",
      /^78.800 cycles · 54.000 instructions · CPI 1\.46 · branch 24.800/,
    );
    await expectNoViolations(page);

    // ---- a row leads to its line, and another scenario has no costs ----
    await row("checksum.c:15").getByRole("button").click();
    await expect(page.locator(".cm-activeLine")).toContainText("for (; bytes > 1");
    await choice(page).selectOption({ label: "Instructions" });
    await expect(page.locator(".asm__cost").first()).toBeVisible();
    await pickScenario(page, "An interrupt handler in assembly", { at: "opening" });
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    await expect(said).toContainText("Counts every instruction");
    await expect(page.locator(".asm__cost")).toHaveCount(0);
  },
);

test(
  "a stopped profile keeps what it counted",
  long(
    "It adds the button that stops a count, which tests/web/program/profileStore.test.ts stops without a browser.",
  ),
  async ({ page }) => {
    await openProgram(page);
    await page.getByRole("button", { name: "Profile", exact: true }).click();
    await page.getByRole("button", { name: "Count the whole run" }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible({ timeout: 20_000 });
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(page.locator(".profile__said")).toHaveText(/^cycles 0 to [\d\s]+$/);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  },
);

test(
  "the C program panel fits a phone and is German",
  long(
    "It adds the panel on a phone, in German, which is layout, and opens a program in C for it. Another test of programC.spec.ts has the panel at one width in the short list.",
  ),
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("./?lang=de#checksum-in-c@6760");
    await page.getByRole("tab", { name: "Programm", exact: true }).click();
    await expect(shown(page, "checksum.c von checksum")).toBeVisible();
    await expect(button(page, "Zeile")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Zeile", exact: true })).toBeVisible();
    await expectFits(page, [PHONE]);
    await expectNoViolations(page);
  },
);
