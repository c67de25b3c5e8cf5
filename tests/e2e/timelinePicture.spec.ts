import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { framesPass, machineIsShown, open, settled } from "./support.ts";
import {
  body,
  GUTTER_PX,
  LANE_Y_PX,
  openRun,
  RING_Y_PX,
  visibleCycles,
  visibleCyclesNow,
} from "./timelineSupport.ts";

/** Share of differing pixels. A picture shifted by one pixel has 0.04. */
const DRAGGED_LIMIT = 0.02;

test(
  "a dragged timeline shows the same picture as one drawn there",
  long(
    "It adds pixels of a picture that was dragged, which are compared at two zooms. Another test of timelinePicture.spec.ts compares colours of the drawn picture in the short list.",
  ),
  async ({ page }) => {
    const box = await openRun(page);
    for (const zoomPresses of [0, 12]) {
      for (let press = 0; press < zoomPresses; press++) await page.keyboard.press("s");
      await page.mouse.move(box.x + 700, box.y + RING_Y_PX);
      await page.mouse.down();
      for (const x of [690, 670, 640, 600, 590]) {
        await page.mouse.move(box.x + x, box.y + RING_Y_PX);
        await framesPass(page);
      }
      await page.mouse.up();
      await page.mouse.move(box.x + 10, box.y + 10);
      await settled(page, () => pictureHash(page));
      const different = await page.evaluate(async (top) => {
        const canvas = document.querySelector<HTMLCanvasElement>(".timeline__body canvas");
        const read = () => canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
        const dragged = read();
        // Fonts that arrive make the timeline discard every picture.
        document.fonts.dispatchEvent(new Event("loadingdone"));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const anew = read();
        if (canvas === null || dragged === undefined || anew === undefined) throw new Error("no canvas");
        // Below the lanes and the dashes of the ring's edge, which keep the position of the drag. Strips may begin at another fraction of a
        // pixel.
        let count = 0;
        let compared = 0;
        for (let y = top; y < canvas.height; y++) {
          for (let x = Math.round(canvas.width / 2); x < canvas.width; x++) {
            const i = 4 * (y * canvas.width + x);
            compared++;
            if (Math.abs((dragged[i] ?? 0) - (anew[i] ?? 0)) > 40) count++;
          }
        }
        return count / compared;
      }, RING_Y_PX - 45);
      expect(different, `${zoomPresses} presses`).toBeLessThan(DRAGGED_LIMIT);
    }
  },
);

function pictureHash(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".timeline__body canvas");
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) hash = (Math.imul(hash, 31) + (data[i] ?? 0)) | 0;
    return hash;
  });
}

/** Colours of the lower canvas, as #rrggbb. */
async function drawnColors(page: Page): Promise<ReadonlySet<string>> {
  const colors = await page.evaluate(() => {
    const canvases = document.querySelectorAll<HTMLCanvasElement>(".timeline__body canvas");
    const found = new Set<string>();
    for (const canvas of canvases) {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] !== 255) continue;
        const hex = [data[i], data[i + 1], data[i + 2]].map((part) =>
          (part ?? 0).toString(16).padStart(2, "0"),
        );
        found.add(`#${hex.join("")}`);
      }
    }
    return [...found];
  });
  return new Set(colors);
}

test("the timeline is drawn in the colours of the theme, and again when the theme changes", async ({
  page,
}) => {
  // Without ?theme, which would fix the theme.
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("./");
  await machineIsShown(page);
  const token = (name: string) =>
    page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key).trim(), name);
  for (const theme of ["light", "dark"] as const) {
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    for (const name of ["--isr", "--proto", "--accent", "--drop"]) {
      const color = await token(name);
      await expect
        .poll(async () => (await drawnColors(page)).has(color), { message: `${theme} ${name}` })
        .toBe(true);
    }
    await page.keyboard.press("t");
  }
});

test(
  "the timeline zooms with two fingers and pans with one",
  long("It adds fingers to the wheel and the keys of timeline.spec.ts."),
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      baseURL: baseURL ?? "",
    });
    const page = await context.newPage();
    await open(page);
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
    const box = await body(page);
    const y = box.y + 220;
    const cdp = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", xs: readonly number[]) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: xs.map((x, id) => ({ x: box.x + x, y, id })),
      });
    const before = await visibleCycles(page);
    await touch("touchStart", [200, 240]);
    for (let spread = 0; spread <= 80; spread += 10) await touch("touchMove", [200 - spread, 240 + spread]);
    await touch("touchEnd", []);
    await expect.poll(() => visibleCyclesNow(page)).toBeLessThan(before / 3);

    const zoomed = await visibleCycles(page);
    await touch("touchStart", [300]);
    for (let x = 300; x >= 150; x -= 15) await touch("touchMove", [x]);
    await touch("touchEnd", []);
    expect(await visibleCycles(page)).toBe(zoomed);
    await context.close();
  },
);

for (const presses of [12, 11, 10])
  test(
    `the timeline is never empty during play (${presses} steps faster), and returns to its zoom`,
    long(
      "It adds three speeds at which no lane is empty, and watches each a number of seconds. Another test of timelinePicture.spec.ts looks at a picture that stands still.",
    ),
    async ({ page }) => {
      await openRun(page);
      await page.keyboard.press("z");
      await page.keyboard.press("x");
      await page.keyboard.press("x");
      for (let press = 0; press < 12; press++) await page.keyboard.press("w");
      const visible = await visibleCycles(page);
      for (let press = 0; press < presses; press++) await page.keyboard.press(".");
      // A lane with data has no plain background over half of its width left of the playhead.
      await page.evaluate(
        ([y, left]) => {
          const canvas = document.querySelector<HTMLCanvasElement>(".timeline__body > canvas");
          const surface = canvas?.getContext("2d");
          if (canvas === null || surface === null || surface === undefined) throw new Error("no canvas");
          const ratio = window.devicePixelRatio;
          const counts = { frames: 0, empty: 0 };
          Reflect.set(window, "seen", counts);
          const look = () => {
            const row = surface.getImageData((left ?? 0) * ratio, (y ?? 0) * ratio, 400 * ratio, 12).data;
            const pixels = new Set<string>();
            for (let at = 0; at < row.length; at += 4) pixels.add(`${row[at]},${row[at + 1]},${row[at + 2]}`);
            counts.frames += 1;
            if (pixels.size < 2) counts.empty += 1;
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        [LANE_Y_PX - 6, GUTTER_PX + 8] as const,
      );
      await page.keyboard.press(" ");
      await page.waitForTimeout(2500);
      const seen = await page.evaluate(() => Reflect.get(window, "seen"));
      expect(seen.frames).toBeGreaterThan(5);
      expect(seen.empty, JSON.stringify(seen)).toBe(0);
      if (await page.getByRole("button", { name: "Pause" }).isVisible()) await page.keyboard.press(" ");
      await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 30_000 });
      expect(await visibleCycles(page)).toBe(visible);
    },
  );
