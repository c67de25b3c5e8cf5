import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { open, openPage } from "./support.ts";

const FAST_CORE = /\/core_fast-[^/]+\.wasm$/;

const SAME = "computed here: the same state hashes as at release";

const card = (page: Page, name: string) => page.getByRole("article", { name });

test(
  "Papers runs an experiment in the fast core, shows which claims hold, and opens its machine",
  long(
    "It adds the way from the menu and figures of a card. keyboard.spec.ts runs the experiment and opens its machine in the short list.",
  ),
  async ({ page }) => {
    test.slow();
    await open(page);
    await page.getByRole("navigation").getByRole("link", { name: "Published experiments" }).click();
    await expect(page.getByRole("heading", { name: "Published experiments, run again" })).toBeVisible();
    const receive = card(page, "Receiving at the driver layer");
    await expect(receive).toBeVisible({ timeout: 30_000 });
    const row = receive.getByRole("row", { name: /Receive, one context/ });
    await expect(row.getByRole("cell").nth(1)).toHaveText("994");
    await expect(row.getByRole("cell").nth(2)).toHaveText("989.7");
    await expect(receive.getByText(/^computed at release/)).toBeVisible();
    const fast = page.waitForResponse(FAST_CORE);
    await receive.getByRole("button", { name: "Run", exact: true }).click();
    expect((await fast).ok()).toBe(true);
    await expect(receive.getByText(SAME)).toBeVisible({ timeout: 60_000 });
    const send = card(page, "Sending at the driver layer");
    await expect(send.getByText(/one save and restore of 186 cycles is still there/)).toBeVisible();
    await expectNoViolations(page);
    await send.getByRole("button", { name: "one context" }).click();
    await expect(page.getByRole("button", { name: /Scenario/ })).toContainText("Pattery: send, one context");
    await page.goBack();
    await expect(send).toBeVisible();
  },
);

test(
  "Papers runs all experiments, and can hide those that hold",
  long(
    "It adds a run of many experiments and the filter. The check of the papers runs them without a browser, and tests/web/papers/papers.test.ts has the words of the cards.",
  ),
  async ({ page }) => {
    test.slow();
    await openPage(page, "#papers");
    const receive = card(page, "Receiving at the driver layer");
    await expect(receive).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Run all" }).click();
    await expect(receive.getByText(SAME)).toBeVisible({ timeout: 60_000 });
    const send = card(page, "Sending at the driver layer");
    await expect(send.getByText(SAME)).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Stop" }).click();
    const sources = card(page, "Several sources on one processor");
    await sources.getByRole("button", { name: "Run", exact: true }).click();
    await expect(sources.getByText(SAME)).toBeVisible({ timeout: 60_000 });
    const all = sources.getByRole("table", { name: "Processor time that contexts free" }).getByRole("row");
    await expect(all.filter({ hasText: "+ HDLC" }).getByRole("cell").last()).toHaveText("8.863");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Outside" }).click();
    await expect(receive).toHaveCount(0);
    await expect(card(page, "A frame of 64 bytes")).toBeVisible();
  },
);

test(
  "Papers runs machines in the fast core, and in the small one if it does not load",
  long(
    "It adds the small core where the fast one does not come, and loads the page of the papers twice. keyboard.spec.ts runs the fast one in the short list.",
  ),
  async ({ page }) => {
    const freed = async () => {
      const sources = card(page, "Several sources on one processor");
      await sources.getByRole("button", { name: "Run", exact: true }).click();
      await expect(sources.getByText(SAME)).toBeVisible({ timeout: 60_000 });
    };
    const fast = page.waitForResponse(FAST_CORE);
    await page.goto("./#papers");
    await freed();
    expect((await fast).ok()).toBe(true);
    let refused = 0;
    await page.route(FAST_CORE, (route) => {
      refused++;
      return route.abort();
    });
    await page.reload();
    await freed();
    expect(refused).toBeGreaterThan(0);
  },
);

test(
  "Papers can stop a run and start it again",
  long(
    "It adds the button that stops, the address of a source, and a dot of its picture. tests/web/papers/papers.test.ts stops a run without a browser.",
  ),
  async ({ page }) => {
    await page.goto("./#papers");
    await page.getByRole("button", { name: "Run all" }).click();
    await expect(page.getByText(/^\d+ of \d\d experiments$/)).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("button", { name: "Run all" })).toBeVisible();
    await page.getByRole("link", { name: /^003 / }).click();
    await expect(page).toHaveURL(/#papers=003$/);
    const source = page.getByRole("heading", { name: /Layer-2 Packet Processing/ });
    await expect(source).toBeFocused();
    await expect(source).toBeInViewport();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeInViewport();
    await page.getByRole("button", { name: /First frame, clocks: printed 1.293/ }).click();
    await expect(page.locator(".picker__name")).toContainText("Salehi", { timeout: 60_000 });
  },
);

test(
  "Papers on a phone has no overflow, and its navigation is reachable",
  long(
    "It adds the menu of a phone, and opens the page of the papers for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.click();
    await expect(page.getByRole("link", { name: "Simulate" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: "Published experiments" }).click();
    await expect(card(page, "Receiving at the driver layer")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBe(widths[1]);
    await menu.click();
    await page.getByRole("link", { name: "Simulate" }).click();
    await expect(page.getByRole("button", { name: "Ring overflow" })).toBeVisible();
  },
);

test(
  "Papers on a phone separates the column heads, in German too",
  long(
    "It adds widths of columns on a phone, in German, which is layout alone, and opens the page of the papers for it.",
  ),
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("./?lang=de#papers");
    const receiving = card(page, "Empfangen in der Treiberschicht");
    // The deviation takes room from the other columns.
    await expect(receiving.getByText(/^Abweichung/).first()).toBeVisible({ timeout: 60_000 });
    const heads = receiving.locator("thead").first().locator("th");
    const words = await heads.evaluateAll((all) =>
      all.slice(1).map((head) => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return { left: range.getBoundingClientRect().left, right: range.getBoundingClientRect().right };
      }),
    );
    expect(words).toHaveLength(3);
    words.slice(1).forEach(({ left }, index) => {
      expect(left - (words[index]?.right ?? 0), `after ${index}`).toBeGreaterThan(4);
    });
  },
);
