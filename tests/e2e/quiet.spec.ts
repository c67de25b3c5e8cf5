/** The first screen of a newcomer: few words, few controls, nothing small. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, open } from "./support.ts";

test.use({ storageState: { cookies: [], origins: [] } });

const MOST_PIECES = 75;
const MOST_CONTROLS = 22;
const LEAST_TEXT_PX = 13;

interface Painted {
  readonly text: string;
  readonly sizePx: number;
}

/** Keeps what each canvas holds: a picture begins with a clear or a ground over all of it. */
async function watchCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new WeakMap<HTMLCanvasElement, { text: string; font: string }[]>();
    Object.assign(window, { drawn });
    const { fillText, fillRect, clearRect } = CanvasRenderingContext2D.prototype;
    const begins = ({ canvas }: CanvasRenderingContext2D, x: number, y: number, width: number) => {
      if (x <= 0 && y <= 0 && width >= canvas.clientWidth / 2) drawn.set(canvas, []);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      const list = drawn.get(this.canvas) ?? [];
      drawn.set(this.canvas, [...list, { text, font: this.font }]);
      return fillText.call(this, text, ...rest);
    };
    CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
      begins(this, x, y, width);
      return fillRect.call(this, x, y, width, height);
    };
    CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
      begins(this, x, y, width);
      return clearRect.call(this, x, y, width, height);
    };
  });
}

/** Text nodes in view and words on canvas, as painted. */
async function pieces(page: Page): Promise<readonly Painted[]> {
  return page.evaluate(() => {
    const found: { text: string; sizePx: number }[] = [];
    const inView = ({ left, right, top, bottom, width, height }: DOMRect) =>
      width > 1 && height > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (parent === null || text === "") continue;
      if (parent.closest("option, .sr-only, .skip, .part-list, script, style") !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (inView(range.getBoundingClientRect()))
        found.push({ text, sizePx: Number.parseFloat(getComputedStyle(parent).fontSize) });
    }
    const { drawn } = window as unknown as {
      drawn: WeakMap<HTMLCanvasElement, { text: string; font: string }[]>;
    };
    for (const canvas of document.querySelectorAll("canvas")) {
      if (!canvas.checkVisibility() || !inView(canvas.getBoundingClientRect())) continue;
      for (const { text, font } of drawn.get(canvas) ?? [])
        if (text.trim() !== "") found.push({ text, sizePx: Number(/([\d.]+)px/.exec(font)?.[1]) });
    }
    return found;
  });
}

const CONTROLS = "button, a[href], input, select, textarea, [role=slider], [role=tab], [role=switch]";

async function controls(page: Page): Promise<readonly string[]> {
  return page.locator(CONTROLS).evaluateAll((all) =>
    all
      .filter((one) => {
        const { width, height, top, left } = one.getBoundingClientRect();
        const isShown = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
        return (
          isShown &&
          top < innerHeight &&
          left < innerWidth &&
          one.closest(".part-list, .sr-only, .skip") === null
        );
      })
      .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""),
  );
}

async function expectQuiet(page: Page): Promise<void> {
  const words = await pieces(page);
  const pressed = await controls(page);
  const list = words.map(({ text }) => text).join(" | ");
  console.log(`${words.length} pieces, ${pressed.length} controls`);
  expect(words.length, list).toBeLessThanOrEqual(MOST_PIECES);
  expect(words.length, list).toBeGreaterThan(30);
  expect(pressed.length, pressed.join(" | ")).toBeLessThanOrEqual(MOST_CONTROLS);
  expect(pressed.length).toBeGreaterThan(10);
  expect(words.filter(({ sizePx }) => sizePx < LEAST_TEXT_PX)).toEqual([]);
}

test("the first screen is quiet, and Details show all of the machine", async ({ page }) => {
  await watchCanvases(page);
  await page.goto("./");
  await expect(page.locator(".storybar__count")).toContainText("1 of 9");
  await expect(page.locator(".timeline__body")).not.toHaveAttribute("data-drawn", "");
  await expect(page.getByRole("region", { name: "Machine" }).getByText("application")).not.toHaveCount(0);
  await test.step("with the first story open", () => expectQuiet(page));
  await test.step("with the story closed", async () => {
    await page.getByRole("button", { name: "Leave the story" }).click();
    await expect(page.locator(".storybar")).toHaveCount(0);
    await expectQuiet(page);
  });
  await test.step("a step by single cycles opens the stages of the pipeline", async () => {
    await expect(page.getByRole("list", { name: "Pipeline" })).toHaveCount(0);
    await page.getByLabel("Step by", { exact: true }).selectOption("cycle");
    await expect(page.getByRole("list", { name: "Pipeline" })).toBeVisible();
    const before = await cycle(page);
    await page.getByRole("button", { name: "Forward one cycle" }).click();
    await expect.poll(() => cycle(page)).toBe(before + 1);
    await page.getByLabel("Step by", { exact: true }).selectOption("packet");
    await expect(page.getByRole("list", { name: "Pipeline" })).toHaveCount(0);
  });
  await test.step("the keyboard reaches Play by its first stop", async () => {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.getByRole("button", { name: "Skip to Play" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeFocused();
  });
  await test.step("the switch shows the details, and is remembered", async () => {
    await page.getByRole("switch", { name: "Details" }).click();
    await expect(page.locator(".entry")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Settings" })).toBeVisible();
    await page.reload();
    await expect(page.locator(".entry")).toBeVisible();
    await page.getByRole("switch", { name: "Details" }).click();
    await expect(page.locator(".entry")).toHaveCount(0);
  });
});

test(
  "a link opens with Details where it says so or names a part of them",
  long("It adds the page to addresses that tests/web checks without a browser."),
  async ({ page }) => {
    await open(page, { hash: "#ring-overflow@31536?d=1" });
    await expect(page.getByRole("switch", { name: "Details" })).toHaveAttribute("aria-checked", "true");
    await page.goto("./#one-packet@100?t=~ipc0");
    await page.reload();
    await expect(page.locator(".entry")).toBeVisible();
    await page.goto("./#ring-overflow@31536");
    await page.reload();
    await expect(page.locator(".quiet")).toBeVisible();
    await expect(page.locator(".entry")).toHaveCount(0);
  },
);
