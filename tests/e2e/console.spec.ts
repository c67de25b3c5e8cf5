/** The output of consoles, in the program panel and on the stage. */
import { expect, type Page, test } from "@playwright/test";
import { encodeLink } from "../../scenarios/link/link.ts";
import { oneProgram } from "../programs/oneProgram.ts";
import { DESKTOP, expectFits, expectNoViolations, PHONE, TABLET } from "./axe.ts";
import { long } from "./long.ts";
import { goToCycle, machineIsShown, open } from "./support.ts";

/** 100 cycles for each character. */
function sending(source: string, cycle = 20): string {
  const terminal = { name: "terminal", line: {}, bitPerSecond: 20_000_000 };
  const link = encodeLink(oneProgram(source, { consoles: [terminal] }), { cycle });
  if (link === undefined) throw new Error("no link");
  return link;
}

const OK = "li t0, UART0_BASE\nli t1, 'o'\nsb t1, 0(t0)\nli t1, 'k'\nsb t1, 0(t0)\nend: j end";

/** The line is wider than its row at every size. */
const LONG = `frame 1 of 64 bytes: ${"0123456789abcdef ".repeat(6)}is whole`;
const TEXTS = `
        la   t2, text
        li   t0, UART0_BASE
wait:   lbu  t1, 5(t0)
        andi t1, t1, UART_LSR_THRE
        beqz t1, wait
        lbu  t1, 0(t2)
        beqz t1, end
        sb   t1, 0(t0)
        addi t2, t2, 1
        j    wait
end:    j    end
        .data
text:   .string "ready\\n${LONG}\\n"`;

const sentLast = (page: Page) => page.locator(".device__sent");

test(
  "the console output follows the playhead",
  long(
    "It adds a console of the panel of programs, whose text tests/web/ui/consoleText.test.ts makes without a browser.",
  ),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await open(page, { hash: sending(OK), at: "opening" });
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    await page.getByRole("button", { name: "Console", exact: true }).click();
    const sent = page.getByRole("region", { name: "UART0" });
    await expect(sent).toHaveText("UART0 characters sent: 0");
    await goToCycle(page, 1000);
    await expect(sent).toHaveText("UART0 characters sent: 2ok");
    await expectNoViolations(page);
    await goToCycle(page, 150);
    await expect(sent).toHaveText("UART0 characters sent: 1o");
  },
);

test(
  "the console's row on the stage shows the last line sent, from its first character",
  long(
    "It adds the row of the console in three sizes and in presenter mode, which is layout. tests/web/ui/consoleText.test.ts makes its last line without a browser.",
  ),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await open(page, { hash: sending(TEXTS), at: "opening" });
    const row = page
      .getByRole("list", { name: "Devices" })
      .getByRole("listitem")
      .filter({ hasText: "terminal" });
    await expect(row).toBeVisible();
    await expect(sentLast(page)).toHaveCount(0);
    await goToCycle(page, 350);
    await expect(row).toHaveText(/Last sent: rea$/);
    await goToCycle(page, 20_000);
    await expect(row).toContainText(`Last sent: ${LONG}`);
    await expect(sentLast(page)).toHaveAttribute("title", `ready\n${LONG}`);
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      const [needed, there, cut, letters] = await sentLast(page).evaluate((one) => {
        const { textOverflow, fontSize } = getComputedStyle(one);
        return [one.scrollWidth, one.clientWidth, textOverflow, Number.parseFloat(fontSize)] as const;
      });
      expect(needed, `${size.width} px`).toBeGreaterThan(there);
      expect(cut).toBe("ellipsis");
      expect(letters).toBeGreaterThanOrEqual(11);
    }
    await expectFits(page);
    await test.step("presenter mode shows the last line of the console", async () => {
      await page.setViewportSize({ width: 1920, height: 1080 });
      await page.keyboard.press("p");
      await expect(page.locator("[data-frame=presenter]")).toBeVisible();
      await expect(sentLast(page)).toContainText(LONG);
      const letters = await sentLast(page).evaluate((one) =>
        Number.parseFloat(getComputedStyle(one).fontSize),
      );
      expect(letters).toBeGreaterThanOrEqual(20);
      await page.keyboard.press("Escape");
      await expect(page.locator("[data-frame=full]")).toBeVisible();
    });
    await page.setViewportSize(DESKTOP);
    await goToCycle(page, 350);
    await expect(row).toHaveText(/Last sent: rea$/);
  },
);

test(
  "an embedded page shows the last line of the console",
  long(
    "It adds the row of the console in an embedded page, and opens it for that. tests/web/ui/consoleText.test.ts makes its last line without a browser.",
  ),
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`./?embed=1&theme=light${sending(TEXTS, 20_000)}`);
    await machineIsShown(page);
    await expect(sentLast(page)).toContainText(LONG);
  },
);
