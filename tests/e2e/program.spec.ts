/** The panel of programs: from a mistake in the source to a machine that runs another one. */
import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, expectFits, expectNoViolations, PHONE, TABLET } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, goToCycle, open, pickScenario } from "./support.ts";

const DEMO = "#checksum-program";

async function openProgram(page: Page): Promise<void> {
  await open(page, { hash: DEMO, at: "opening" });
  await page.getByRole("tab", { name: "Program", exact: true }).click();
  await expect(source(page)).toBeVisible({ timeout: 20_000 });
}

const source = (page: Page) => page.getByRole("textbox", { name: /^Source of / });
const applyButton = (page: Page) => page.getByRole("button", { name: "Apply", exact: true });
const outcome = (page: Page) => page.locator(".program__outcome");

test("the program editor completes, marks mistakes, applies and undoes", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openProgram(page);
  await expect(outcome(page)).toHaveText("17 words of code, 4 bytes of data");
  await expect(applyButton(page)).toBeDisabled();

  // ---- completion, with a line of help for each entry ----
  await source(page).press("Control+End");
  const options = page.getByRole("listbox");
  await source(page).pressSequentially("\n        .text");
  await expect(options).toContainText(".text");
  // The editor takes no key for a list that has just opened.
  await page.waitForTimeout(200);
  // The word is whole, so this begins a line.
  await source(page).press("Enter");
  // As a person types: without time between the keys, the list of the last one did not always open.
  await source(page).pressSequentially("        csrr", { delay: 30 });
  await expect(options).toContainText("csrrsi");
  await source(page).press("Escape");
  await source(page).pressSequentially(" a0, mcyc");
  await expect(page.getByRole("option", { name: /^mcycle\b/ })).toBeVisible();
  await expect(page.locator(".cm-completionInfo")).toContainText("Cycles so far");
  await page.waitForTimeout(200);
  await source(page).press("Enter");
  await expect(source(page)).toContainText("csrr a0, mcycle");

  // ---- a mistake has its place and prevents applying ----
  await source(page).pressSequentially("\n        addi a0, q9, 1");
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await expect(outcome(page)).toContainText('1 error, line 23: is not a register: "q9"');
  await expect(page.locator(".cm-lintRange-error")).toHaveText("q9");
  await applyButton(page).click();
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await expect(source(page)).toBeFocused();
  await expectNoViolations(page);

  // ---- a valid source is applied at the same cycle ----
  for (let key = 0; key < 2; key++) await source(page).press("Delete");
  await source(page).pressSequentially("a0");
  await expect(outcome(page)).toHaveText("Not applied yet · 19 words of code, 4 bytes of data");
  await source(page).press("Control+Enter");
  await expect(outcome(page)).toHaveText("19 words of code, 4 bytes of data");
  await expect(applyButton(page)).toBeDisabled();

  // ---- the typed source stays while other panels are open, and the settings lead back ----
  await page.getByRole("combobox", { name: "Routine" }).selectOption("checksum");
  await source(page).press("Control+End");
  await source(page).pressSequentially("# later");
  await page.getByRole("tab", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("tab", { name: "Program", exact: true }).click();
  // The editor renders the visible lines and a few more.
  await source(page).press("Control+End");
  await expect(source(page)).toContainText("# later");
  await page.getByRole("button", { name: "Revert" }).click();
  await expect(source(page)).not.toContainText("# later");
  await page.getByRole("combobox", { name: "Routine" }).selectOption("count steps");
  await expect(outcome(page)).toHaveText("17 words of code, 4 bytes of data");
});

test(
  "the current line, registers, memory and calls follow the playhead",
  long(
    "It adds registers, memory and calls of one program. tests/web/program/states.test.ts reads them without a browser.",
  ),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await openProgram(page);
    await goToCycle(page, 6713);
    // The handler's first word: li a0 and the next instructions are done, and lhu is next.
    const where = page.locator(".program__where");
    await expect(where).toHaveText("C1 · Driver ISR: line 7, words+8");
    await expect(page.getByRole("combobox", { name: "Routine" })).toHaveValue("1");
    await expect(page.locator(".asm__arrow")).toHaveText("C1");
    await expect(page.locator(".cm-line.asm__at")).toContainText("add   t0, t0, t2");
    const register = (name: string) =>
      page
        .locator(".registers > div")
        .filter({ has: page.locator(`dt:text-is("${name}")`) })
        .locator("dd");
    await expect(register("t1")).toHaveText("00000002");
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, 6714);
    await expect(where).toHaveText("C1 · Driver ISR: line 8, words+12; waiting, load-use: add t0, t0, t2");
    await expect(register("pc")).toHaveText("00001094 changed");
    await expect(register("t1")).toHaveText("00000002");
    await page.keyboard.press("ArrowLeft");
    await expect(register("pc")).toHaveText("00001090 changed");
    await page.getByRole("button", { name: "decimal" }).click();
    await expect(register("a0")).toHaveText("1073741824");

    // ---- memory by symbol and by register, and a missing address ----
    await page.getByRole("button", { name: "Memory", exact: true }).click();
    const address = page.getByRole("combobox", { name: "Address, symbol or register" });
    await address.fill("frames");
    await expect(page.getByRole("rowheader", { name: "20000010" })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("frames: last:");
    await address.fill("0x10");
    await expect(
      page.getByText("There is no memory at this address; it extends from 0x20000000"),
    ).toBeVisible();
    await expectNoViolations(page);

    // ---- calls, while another source is shown ----
    await page.getByRole("button", { name: "Calls", exact: true }).click();
    await page.getByRole("combobox", { name: "Routine" }).selectOption("count steps");
    await page
      .getByRole("list", { name: "Calls of Driver ISR" })
      .getByRole("button", { name: "words+8" })
      .click();
    await expect(page.getByRole("combobox", { name: "Routine" })).toHaveValue("1");
    await expect(source(page)).toBeFocused();
  },
);

test(
  "a breakpoint beside a line stops there, and steps go over, out and back",
  long(
    "It adds breakpoints, steps and conditions in assembly for 13 s of processor time. programC.spec.ts of the short list has both in C.",
  ),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await openProgram(page);
    await goToCycle(page, 6700);
    await page.getByRole("combobox", { name: "Routine" }).selectOption("checksum");
    const where = page.locator(".program__where");
    const button = (name: string) =>
      page.getByRole("toolbar", { name: "Steps of the program" }).getByRole("button", { name, exact: true });

    // ---- the gutter: a line without an instruction means the next one ----
    await page.locator(".cm-gutter.asm__stops .cm-gutterElement").nth(2).click();
    await expect(page.locator(".asm__stops [data-enabled=true]")).toHaveCount(2); // One more line reserves the width.
    await page.keyboard.press("b");
    await expect(where).toHaveText("C1 · Driver ISR: line 3, 00001080");
    const begin = await cycle(page);
    await page.keyboard.press("k");
    await expect(page.getByRole("list", { name: "Breakpoints" })).toContainText('pc == line["checksum"][3]');
    await page.keyboard.press("Escape");

    // ---- steps ----
    await button("Step").click();
    await expect(where).toContainText("line 4,");
    await button("Step").click();
    await expect(where).toContainText("line 5, words");
    await button("Back").click();
    await expect(where).toContainText("line 4,");
    await source(page).press("F11");
    await expect(where).toContainText("line 5, words");
    // To the cursor: the second line after it.
    await page.locator(".cm-line", { hasText: "addi  a1, a1, -2" }).click();
    await button("To the cursor").click();
    await expect(where).toContainText("line 9, words+16");
    await source(page).press("F9");
    await expect(page.getByRole("button", { name: "Breakpoint at the cursor" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await source(page).press("F9");
    await expect(page.getByRole("button", { name: "Breakpoint at the cursor" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await page.getByRole("combobox", { name: "Thread" }).selectOption("Driver ISR");
    await button("Out").click();
    await expect(where).toContainText("Driver ISR: not in a program now");
    expect(await cycle(page)).toBeGreaterThan(begin);
    await expectNoViolations(page);

    // ---- the user's own conditions ----
    await page.keyboard.press("k");
    await page.getByLabel("stop when").selectOption("own");
    await page.getByRole("textbox", { name: "Condition" }).fill("x.a9 > 3");
    await page.getByRole("button", { name: "Add breakpoint" }).click();
    await expect(page.locator(".marks__error")).toContainText("no metric x.a9");
    await page.getByRole("textbox", { name: "Condition" }).fill("memory.frames == 3");
    await page.getByRole("button", { name: "Add breakpoint" }).click();
    await expect(page.getByRole("list", { name: "Breakpoints" })).toContainText("memory.frames == 3");
  },
);

test(
  "the program panel shows control and status registers for a thread in machine mode only",
  long("It adds control and status registers, which tests/web/program/csrs.test.ts reads without a browser."),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await open(page, { hash: "#handler-own-context", at: "opening" });
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    await page.getByRole("button", { name: "CSRs", exact: true }).click();
    const csr = page.locator(".registers--wide > div").filter({ has: page.locator('dt:text-is("mstatus")') });
    await expect(csr.locator("dd")).toHaveText(/^0000[0-9a-f]{4}( changed)?$/);
    await expectNoViolations(page);
    await pickScenario(page, "An interrupt handler in assembly", { at: "opening" });
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    await expect(page.locator(".registers")).toContainText("t0");
    await expect(page.getByRole("button", { name: "CSRs", exact: true })).toHaveCount(0);
  },
);

test(
  "the current line states why it waits, and its cost where a profile counted it",
  long("It adds why a line waits, which tests/web/program/waits.test.ts says without a browser."),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await open(page, { hash: "#audio-ring@3309", at: "opening" });
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    const line = page.locator(".cm-line.asm__at");
    await expect(line).toHaveText(/andi +t1, t1, 255/);
    await expect(line).toHaveAttribute("data-note", "load-use");
    await expect(line).toHaveAttribute("title", /^C1 load-use: add\s+t1, t0, t1$/);
    await expect(page.locator(".program__where")).toContainText("waiting, load-use: add");
    await expectFits(page, [DESKTOP, PHONE]);
    await page.setViewportSize(DESKTOP);
    await page.getByRole("button", { name: "Profile", exact: true }).click();
    await page.getByRole("button", { name: "Count what the timeline shows" }).click();
    await expect(line).toHaveAttribute("data-note", /^load-use \u00b7 CPI \d\.\d\d$/);
    await goToCycle(page, 3311);
    await expect(line).toHaveText(/sw +t1, 0\(s3\)/);
    await expect(line).toHaveAttribute("data-note", /^CPI \d\.\d\d$/);
    await goToCycle(page, 3304);
    await expect(line).toHaveAttribute("title", /^C1 branch: bnez\s+s4, voice\nCPI/);
  },
);

test(
  "the program panel is on every screen size, in German too, and only with a program",
  long(
    "It adds four sizes, German, and a machine without a program, which is layout and loads two machines. Another test of program.spec.ts has the panel in one size in the short list.",
  ),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await openProgram(page);
    await expectFits(page, [DESKTOP]);
    await page.setViewportSize(TABLET);
    await page.getByRole("button", { name: "Program", exact: true }).click();
    await expect(page.getByRole("dialog").locator(".cm-content")).toBeVisible();
    await expectFits(page, [TABLET]);
    await page.setViewportSize(PHONE);
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    await expect(source(page)).toBeVisible();
    await expectFits(page, [PHONE]);
    await page.goto("./?lang=de#checksum-program");
    await page.getByRole("tab", { name: "Programm", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Quelltext von count steps" })).toBeVisible();
    await expectFits(page, [PHONE, { width: 360, height: 740 }]);
    await page.setViewportSize(DESKTOP);
    await page.goto("./?lang=en");
    await pickScenario(page, "Two cores, a lock each", { at: "opening" });
    await expect(page.getByRole("tab", { name: "Settings", exact: true })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Program", exact: true })).toHaveCount(0);
  },
);
