/** The parts that each step of each story highlights, in windows of three sizes. */
import { readdirSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { SIZES } from "./axe.ts";
import { long } from "./long.ts";
import { failOnError, goToAddress } from "./support.ts";

const STORIES = readdirSync(new URL("../../scenarios/stories/", import.meta.url))
  .flatMap((file) => /^(.+)\.story\.json$/.exec(file)?.[1] ?? [])
  // The tour is about the page, and has no scenario of its own.
  .filter((id) => id !== "tour");
/** Each size takes every sixth story, and another one than the other sizes, because all of them take a quarter of an hour. */
const SHARE = 6;
/** Longer than numbers of a caption take to arrive. The parts have to stay in view. */
const SETTLED_MS = 300;
/** On a busy host the machine draws late, and the page scrolls again for a second after it. */
const LATE_MS = 2000;
/** A mark shows where the rest of a part is. */
const LEAST_SHARE = 0.9;

/** Highlighted parts of which the window shows less, although the stage has room for them beside the parts that it shows.
 * One of several elements of a part has to be in view, and a part that is higher than the stage has to fill it. */
const hiddenParts = (page: Page) =>
  page.evaluate(
    async ({ least, airPx }) => {
      const lit = [...document.querySelectorAll<HTMLElement>("[data-lit]")].filter((one) =>
        one.checkVisibility(),
      );
      const entries = await new Promise<readonly IntersectionObserverEntry[]>((done) => {
        const observer = new IntersectionObserver(done);
        for (const one of lit) observer.observe(one);
        if (lit.length === 0) done([]);
      });
      const roomOf = (one: Element) =>
        one.closest(".stage, .page__panel, .side__panel")?.clientHeight ?? window.innerHeight;
      const parts = entries.flatMap(({ target, intersectionRect, boundingClientRect: box }) =>
        target instanceof HTMLElement
          ? [
              {
                name: target.dataset.part ?? `thread:${target.dataset.thread}`,
                box,
                isIn: intersectionRect.height >= least * Math.min(box.height, roomOf(target)),
                roomPx: roomOf(target),
                isOnStage: target.closest(".stage") !== null,
              },
            ]
          : [],
      );
      const shown = parts.filter(({ isIn }) => isIn);
      return parts
        .filter(({ name, box, isIn, roomPx, isOnStage }) => {
          if (isIn || shown.some((one) => one.name === name)) return false;
          const beside = [box, ...shown.filter((one) => one.isOnStage).map((one) => one.box)];
          const spanPx =
            Math.max(...beside.map(({ bottom }) => bottom)) - Math.min(...beside.map(({ top }) => top));
          return !isOnStage || spanPx + 2 * airPx <= roomPx;
        })
        .map(({ name }) => name);
    },
    { least: LEAST_SHARE, airPx: 6 },
  );

for (const [size, { width, height }] of SIZES.entries())
  test(
    `every step of a story shows what it highlights, as far as there is room at ${width} px`,
    long(
      "It adds the place of each highlighted part in each step of 31 stories. story.spec.ts has one step in the short list.",
    ),
    async ({ page }) => {
      test.setTimeout(300_000);
      failOnError(page);
      await page.addInitScript(() => localStorage.setItem("irqscope.details", "off"));
      await page.setViewportSize({ width, height });
      await page.goto("./?theme=light");
      const hidden: string[] = [];
      for (const id of STORIES.filter((_, index) => index % SHARE === size)) {
        await goToAddress(page, `#${id}?y=1`);
        for (let step = 1, of = 1; step <= of; step++) {
          const count = page.locator(".storybar[aria-busy=false] .storybar__count");
          await expect(count, id).toHaveText(new RegExp(`^${step} of `));
          of = Number(/\d+$/.exec((await count.textContent()) ?? "")?.[0]);
          await page.waitForTimeout(SETTLED_MS);
          const endMs = Date.now() + LATE_MS;
          let parts = await hiddenParts(page);
          while (parts.length > 0 && Date.now() < endMs) parts = await hiddenParts(page);
          hidden.push(...parts.map((part) => `${id}, step ${step}: ${part}`));
          if (step < of) await page.locator('.storybar [data-clicker="next"]').click();
        }
      }
      expect(hidden).toEqual([]);
    },
  );
