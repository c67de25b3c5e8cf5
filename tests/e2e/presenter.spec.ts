/** Presenter mode, legible from the last row: large type, large numbers, a clicker's keys, a blank screen, a spotlight. */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { lectureAddress } from "../../web/app/presenter/lecture.ts";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, goToCycle, open } from "./support.ts";

const PROJECTOR = { width: 1920, height: 1080 };
const LEAST_PX = 20;

test.use({ viewport: PROJECTOR });

/** Visible texts below the minimum size, with their size. */
const smallTexts = (page: Page) =>
  page.evaluate((least) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      const element = walker.currentNode.parentElement;
      if (text === "" || element === null || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { width, height } = element.getBoundingClientRect();
      const isHidden = element.closest(".sr-only, .part-list") !== null || width < 2 || height < 2;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (!isHidden && size < least) found.push(`${size} px: ${text}`);
    }
    return found;
  }, LEAST_PX);

/** Texts in view: what the room has to read. */
const textsInView = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const letters = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      const element = walker.currentNode.parentElement;
      if (text === "" || element === null || !element.checkVisibility({ visibilityProperty: true })) continue;
      letters.selectNodeContents(walker.currentNode);
      const { top, bottom, left, right, width, height } = letters.getBoundingClientRect();
      const isInView = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
      if (!isInView || width < 2 || height < 2 || element.closest(".sr-only, .part-list") !== null) continue;
      found.push(text);
    }
    return found;
  });

/** Texts of the stage that are cut off at their lower edge, because they or their box are lower than a line. */
const cutTexts = (page: Page) =>
  page.locator(".stage, .split").evaluate((stage) => {
    const slackPx = 2;
    const found: string[] = [];
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    const letters = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      const own = walker.currentNode.parentElement;
      if (text === "" || own?.checkVisibility({ visibilityProperty: true }) !== true) continue;
      if (own.closest(".sr-only") !== null) continue;
      letters.selectNodeContents(walker.currentNode);
      const line = letters.getBoundingClientRect();
      for (let box: Element | null = own; box !== null && box !== stage; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === "visible" && !box.matches(".lines li, .entry__steps li"))
          continue;
        const { top, bottom } = box.getBoundingClientRect();
        // Text that is wrapped out of sight as a whole is not cut off.
        const isInSight = line.top < bottom - slackPx && line.bottom > top + slackPx;
        if (isInSight && (line.bottom > bottom + slackPx || line.top < top - slackPx))
          found.push(`${text} in ${box.className || box.tagName}`);
      }
      if (own.scrollHeight > own.clientHeight + slackPx && own.clientHeight > 0 && !own.matches(".term"))
        found.push(`${text}: ${own.clientHeight} of ${own.scrollHeight} px`);
    }
    return found;
  });

async function present(page: Page): Promise<void> {
  await page.keyboard.press("p");
  await expect(page.locator("html")).toHaveAttribute("data-frame", "presenter");
  // The speaker's tools are loaded with the mode.
  const tools = await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .find((name) => /\/PresenterTools-[^/]*\.js$/.test(name)),
  );
  await page.evaluate(
    async (module) => {
      await import(String(module));
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    },
    await tools.jsonValue(),
  );
}

test(
  "presenter mode shows letters of at least 20 px and large numbers, and a press shows another",
  long(
    "It adds sizes of letters on the whole page. Another test of presenter.spec.ts measures letters at a step of a story in the short list.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await present(page);
    const lost = page.getByRole("button", { name: /^✕ lost/ });
    await expect(lost).toContainText("110");
    expect(await smallTexts(page)).toEqual([]);
    await expectNoViolations(page);
    const sizeOf = (place: Locator) =>
      place.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(await sizeOf(lost.locator("b"))).toBeGreaterThanOrEqual(48);
    expect(await sizeOf(page.locator(".storyline__text"))).toBeGreaterThanOrEqual(24);
    const number = page.locator(".bignumber");
    await expect(number).toContainText("packet latency, mean");
    expect(await sizeOf(number.locator("b"))).toBeGreaterThanOrEqual(48);
    await number.click();
    await expect(number).toContainText("packet latency, p99");
    await page.getByRole("button", { name: /Exit presenter mode/ }).click();
    await expect(number).toHaveCount(0);
  },
);

test(
  "presenter mode cuts off no text of the stage, also above a story and after its last change",
  long(
    "It adds nine steps of a story, in each of which no text is cut: that is layout alone, at the cost of nine places of a machine.",
  ),
  async ({ page }) => {
    test.slow();
    await open(page, { at: "opening" });
    await present(page);
    await expect.poll(() => cutTexts(page)).toEqual([]);
    await page.getByRole("button", { name: "Show the story" }).click();
    const story = page.getByRole("region", { name: /^Story/ });
    for (let step = 1; step <= 9; step++) {
      await expect(story).toContainText(`${step} of 9`);
      await expect.poll(() => cutTexts(page), { message: `step ${step}` }).toEqual([]);
      if (step === 6) {
        await story.getByRole("button", { name: "Set the ring to 64" }).click();
        await expect(page.locator('[data-part="card:eth0"]')).toContainText("of 64");
        // Runs to where the backlog has lost some packets.
        await goToCycle(page, 1_128_400);
        await expect(page.locator(".quietqueue")).toContainText(["memory", /23 of 32.*✕/]);
        await expect.poll(() => cutTexts(page), { message: "with a larger ring" }).toEqual([]);
      }
      await page.keyboard.press("PageDown");
    }
  },
);

test(
  "presenter mode steps through events and a story by clicker, and a full stop blanks the screen",
  long("It adds the keys of a clicker to the lecture of the next test, which the clicker leads through."),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await present(page);
    const before = await cycle(page);
    // The clicker's keys work a moment after the mode begins.
    await expect(async () => {
      await page.keyboard.press("PageDown");
      await expect.poll(() => cycle(page), { timeout: 1500 }).toBeGreaterThan(before);
    }).toPass();
    const after = await cycle(page);
    await page.keyboard.press("PageUp");
    await expect.poll(() => cycle(page)).toBeLessThan(after);
    await page.getByRole("button", { name: "Show the story" }).click();
    const story = page.getByRole("region", { name: /^Story/ });
    await expect(story).toContainText("1 of 9");
    await page.keyboard.press("PageDown");
    await expect(story).toContainText("2 of 9");
    expect(await smallTexts(page)).toEqual([]);
    await page.keyboard.press("PageUp");
    await expect(story).toContainText("1 of 9");
    await page.keyboard.press(".");
    await expect(page.getByRole("button", { name: "Show the page again" })).toBeVisible();
    await page.keyboard.press("PageDown");
    await expect(page.getByRole("button", { name: "Show the page again" })).toHaveCount(0);
    await expect(story).toContainText("1 of 9");
  },
);

test("a lecture's link opens its first scene on stage, and a clicker leads to the others", async ({
  page,
}) => {
  const address = lectureAddress([
    { link: "#ring-overflow@31536", note: "The ring is full." },
    { link: "#sweep=contexts-ring-rate", note: "Every ring, every rate" },
    { link: "#ring-overflow@32400", note: "The second loss" },
  ]);
  await page.goto(`./${address}`);
  const bar = page.locator(".lecture");
  await expect(bar).toContainText("The ring is full.", { timeout: 30_000 });
  await expect(page.locator("html")).toHaveAttribute("data-frame", "presenter");
  await expect(bar.getByRole("status")).toHaveText("1 / 3");
  await expect.poll(() => cycle(page)).toBe(31_536);
  await expect(page.locator(".bignumber")).toBeVisible();
  const texts = await textsInView(page);
  expect(texts.length, texts.join(" · ")).toBeLessThanOrEqual(60);
  expect(texts.length).toBeGreaterThan(20);
  expect(await smallTexts(page)).toEqual([]);
  // Playing on leaves the scene, and the clicker comes back to it.
  await page.keyboard.press("PageDown");
  await expect(bar).toContainText("Every ring, every rate");
  await expect(page.locator(".sweep-stage svg[role=group]")).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("PageDown");
  await expect(bar.getByRole("status")).toHaveText("3 / 3");
  await expect.poll(() => cycle(page)).toBe(32_400);
  await page.getByRole("button", { name: "Scenes", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Scenes of the lecture" });
  await dialog.getByLabel("Note of scene 3").fill("Two of three");
  await dialog.getByRole("button", { name: "Scene 3 earlier" }).click();
  await expectNoViolations(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as a file" }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(file.scenes.map(({ note }: { readonly note: string }) => note)).toEqual([
    "The ring is full.",
    "Two of three",
    "Every ring, every rate",
  ]);
  await dialog.getByRole("button", { name: "Show scene 1" }).click();
  await expect.poll(() => cycle(page)).toBe(31_536);
});

test(
  "presenter mode shows a spotlight for a held pointer, which clicks nothing",
  long(
    "It adds the spotlight, which no other test presses, and opens a page for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await present(page);
    const place = await page.locator(".quiet__score").boundingBox();
    if (place === null) throw new Error("no score");
    await page.mouse.move(place.x + 10, place.y + 200);
    await page.mouse.down();
    await expect(page.locator(".spotlight")).toBeVisible();
    await page.mouse.move(place.x + 80, place.y + 30);
    await page.mouse.up();
    await expect(page.locator(".spotlight")).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

test(
  "presenter mode enlarges Compare and its score",
  long(
    "It adds the mode on Compare, for its sizes, and opens two machines for it. Another test of presenter.spec.ts has the mode on Simulate in the short list.",
  ),
  async ({ page }) => {
    await page.goto("./#compare");
    await expect(page.getByRole("region", { name: "Machine B", exact: true })).toContainText(
      "three contexts",
    );
    await present(page);
    await expect(page.locator(".race__score").last()).toBeVisible();
    const names = page.locator(".pair .picker__name");
    await expect(names).toHaveText(["Overload, one context", "Overload, three contexts"]);
    for (const name of await names.all())
      expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1);
    expect(await smallTexts(page)).toEqual([]);
    const texts = await textsInView(page);
    expect(texts.length, texts.join(" · ")).toBeLessThanOrEqual(60);
  },
);

/** Two pictures of each measure, and the trade-off. */
const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "Rings",
  scenarios: ["ring-overflow"],
  set: { runCycles: 200_000 },
  axes: [
    { kind: "field", field: "contexts", values: [1, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: [4, 16] },
  ],
  seeds: { first: 1, count: 2 },
  metrics: ["receive.loss in %", "interrupts"],
};

test(
  "presenter mode shows one picture of Sweep with its caption, and a clicker moves to the next",
  long(
    "It adds the mode on Sweep, with five pictures for their sizes, and runs a study for them. Another test of presenter.spec.ts has the clicker in the short list.",
  ),
  async ({ page }) => {
    test.slow();
    await page.goto("./#sweep");
    await page.getByRole("button", { name: "Edit the study" }).click({ timeout: 30_000 });
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a study …" }).click();
    const buffer = Buffer.from(JSON.stringify(STUDY));
    await (await chooser).setFiles({ name: "rings.study.json", mimeType: "application/json", buffer });
    await expect(page.getByRole("heading", { name: "Rings" })).toBeVisible();
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(page.getByText("8 runs of 4 points are done.")).toBeVisible({ timeout: 60_000 });
    await present(page);
    const place = page.locator(".sweep-stage__bar").getByRole("status");
    // Page up changes nothing on the first picture. The page takes the key as soon as the clicker is loaded.
    const isTaken = () =>
      page.evaluate(
        () => !window.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp", cancelable: true })),
      );
    await expect.poll(isTaken).toBe(true);
    await expect(place).toHaveText("1 / 5");
    const chart = page.locator(".sweep-stage svg[role=group]");
    const sizes = () =>
      page.locator(".sweep-stage svg text").evaluateAll((texts) =>
        texts.map((one) => {
          const scale = (one as SVGTextElement).getScreenCTM()?.a ?? 0;
          return Number.parseFloat(getComputedStyle(one).fontSize) * scale;
        }),
      );
    const titles = new Set<string>();
    for (let slide = 1; slide <= 5; slide++) {
      await expect(place).toHaveText(`${slide} / 5`);
      await expect(chart).toHaveCount(1);
      await expect
        .poll(async () => (await chart.boundingBox())?.height ?? 0, { message: `slide ${slide}` })
        .toBeGreaterThan(0.6 * PROJECTOR.height);
      await expect
        .poll(async () => (await chart.boundingBox())?.width ?? 0)
        .toBeGreaterThan(0.9 * PROJECTOR.width);
      const box = await chart.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PROJECTOR.height);
      titles.add((await page.locator(".sweep-stage h3").textContent()) ?? "");
      // Letters in the drawing are scaled with it, and other letters have the size of the style sheet.
      for (const size of await sizes()) expect(size).toBeGreaterThan(LEAST_PX - 0.1);
      const small = (await smallTexts(page)).filter((text) => !/^(10|11)(\.\d+)? px/.test(text));
      expect(small).toEqual([]);
      await page.keyboard.press("PageDown");
    }
    expect(titles.size).toBe(5);
    await expect(place).toHaveText("5 / 5");
    await expectNoViolations(page);
    await page.keyboard.press("PageUp");
    await expect(place).toHaveText("4 / 5");
    await page.keyboard.press(".");
    await expect(page.getByRole("button", { name: "Show the page again" })).toBeVisible();
    await page.keyboard.press(".");
    await page.keyboard.press("Escape");
    await expect(page.getByText("8 runs of 4 points are done.")).toBeVisible();
  },
);
