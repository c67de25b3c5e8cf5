/** The transport bar keeps its shape, and P, 1 and 2 work on every page and at every width. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, framesPass, goToCycle, open, settled } from "./support.ts";

const WIDTHS = [1920, 1440, 1200, 1024, 900, 820];

/** In the window: the width of the speed slider, whether labels of its scale overlap, and parts that extend beyond the
 * bar. */
const SHAPE = () => {
  const bar = document.querySelector(".transport");
  const slider = document.querySelector(".transport .speed__control");
  if (bar === null || slider === null) return undefined;
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const labels = [...bar.querySelectorAll(".speed__scale span")]
    .map(boxOf)
    .filter(({ width }) => width > 0)
    .sort((a, b) => a.left - b.left);
  const { left, right } = boxOf(bar);
  const parts = [...bar.children].filter(
    (part) => !part.matches(".transport__notes") && boxOf(part).width > 0,
  );
  const places = parts.map(boxOf).sort((a, b) => a.left - b.left);
  return {
    sliderPx: Math.round(boxOf(slider).width),
    collide: labels.some(
      (box, index) => box.left < (labels[index - 1]?.right ?? Number.NEGATIVE_INFINITY) + 2,
    ),
    overlap: places.some(
      (box, index) => box.left < (places[index - 1]?.right ?? Number.NEGATIVE_INFINITY) - 0.5,
    ),
    isOut: places.some((box) => box.left < left || box.right > right + 0.5),
  };
};

async function addBreakpoint(page: Page, when: string, number?: string): Promise<void> {
  await page.keyboard.press("k");
  const panel = page.getByRole("dialog", { name: "Breakpoints" });
  await panel.getByLabel("stop when").selectOption(when);
  if (number !== undefined) await panel.locator(".marks__number input").fill(number);
  await panel.getByRole("button", { name: "Add breakpoint" }).click();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
}

for (const lang of ["en", "de"])
  test(
    `a stop leaves the transport bar unchanged at every width, and states its reason (${lang})`,
    long(
      "It adds six widths of the bar in two languages, which is layout, and loads the page in each language. smoke.spec.ts of the short list uses the bar at one width.",
    ),
    async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, { hash: `&lang=${lang}`, at: "opening" });
      const before = new Map<number, unknown>();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await framesPass(page);
        const shape = await page.evaluate(SHAPE);
        before.set(width, shape);
        if (width >= 820)
          expect(shape, `${width}`).toMatchObject({ collide: false, overlap: false, isOut: false });
      }
      await page.keyboard.press("k");
      const panel = page.locator(".marks");
      await panel.locator("select").first().selectOption("full");
      await panel.locator(".marks__add").click();
      await expect(panel.getByRole("listitem")).toContainText(
        lang === "en" ? "receive ring of eth0 is full" : "Empfangsring von eth0 ist voll",
      );
      await page.keyboard.press("Escape");
      await page.keyboard.press("b");
      const stopped = page.locator(".stopped");
      await expect(stopped).toContainText(
        lang === "en" ? /receive ring of eth0 is full.*hit/ : /Empfangsring von eth0 ist voll/,
      );
      await expect(stopped).not.toContainText(/nic\[|>=/);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await framesPass(page);
        await expect(stopped).toBeVisible();
        expect(await page.evaluate(SHAPE), `${width}`).toEqual(before.get(width));
      }
    },
  );

test(
  "a search leaves the transport bar unchanged",
  long(
    "It adds the bar while a search runs, which is layout, and waits for a long search. tests/web/engine/search.test.ts searches without a browser.",
  ),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    // Long enough for a search of some frames on any machine.
    await open(page, { hash: "#ring-overflow?runCycles=60000000" });
    await addBreakpoint(page, "latency", "900000");
    const before = await page.evaluate(SHAPE);
    await page.evaluate((shape) => {
      const read = new Function(`return (${shape})()`);
      const look = () => {
        if (document.querySelector('.play[data-searching="true"]') !== null)
          Reflect.set(window, "seen", read());
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
    }, SHAPE.toString());
    await page.keyboard.press("b");
    await expect(page.getByText("No breakpoint stops the run after this cycle.")).toBeVisible({
      timeout: 60_000,
    });
    expect(await page.evaluate(() => Reflect.get(window, "seen"))).toEqual(before);
  },
);

test(
  "the keys 1, 2 and P and the wheel work on every page",
  long(
    "It adds two keys, the wheel and presenter mode on other pages. tests/web/app/keyboard.test.ts has the keys without a browser.",
  ),
  async ({ page }) => {
    await test.step("1 and 2 open the drawer below 1200 px, and select the tab with a spoken status above", async () => {
      await page.setViewportSize({ width: 1024, height: 768 });
      await open(page);
      const drawer = page.getByRole("dialog", { name: "Results and settings" });
      await expect(drawer).toHaveCount(0);
      await page.keyboard.press("2");
      await expect(drawer.getByRole("tab", { name: "Settings" })).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Escape");
      await expect(drawer).toHaveCount(0);
      await page.keyboard.press("1");
      await expect(drawer.getByRole("tab", { name: "Results" })).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press("2");
      await expect(page.getByRole("tab", { name: "Settings" })).toHaveAttribute("aria-selected", "true");
      await expect(page.locator(".side__tabs > [role=status]")).toHaveText("Settings");
      await expect(drawer).toHaveCount(0);
      await page.setViewportSize({ width: 1024, height: 768 });
      await framesPass(page);
      await expect(drawer).toHaveCount(0);
    });
    await test.step("the wheel scrolls Compare, and zooms with Ctrl", async () => {
      await page.getByRole("link", { name: "Compare", exact: true }).click();
      await expect(page.locator(".band")).toHaveCount(2);
      await goToCycle(page, 2_000_000);
      const span = () => page.locator(".timeline__span").first().textContent();
      const shown = await settled(page, async () => (await span()) ?? "");
      const box = await page.locator(".band .timeline__body").first().boundingBox();
      if (box === null) throw new Error("no tracks");
      await page.mouse.move(box.x + box.width / 2, box.y + 30);
      const top = () =>
        page
          .locator(".band")
          .first()
          .evaluate((band) => band.getBoundingClientRect().top);
      const before = await top();
      await page.mouse.wheel(0, 300);
      await expect.poll(top).toBeLessThan(before - 100);
      expect(await settled(page, async () => (await span()) ?? "")).toBe(shown);

      await page.mouse.wheel(0, -600);
      await expect.poll(top).toBe(before);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -100);
      await page.keyboard.up("Control");
      await expect.poll(span).not.toBe(shown);
      expect(await top()).toBe(before);
      expect(await cycle(page)).toBe(2_000_000);
    });
    await test.step("P presents the comparison, and returns", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const bands = page.locator(".band");
      await expect(bands).toHaveCount(2);
      await page.keyboard.press("p");
      await expect(page.locator("html")).toHaveAttribute("data-frame", "presenter");
      await expect(bands).toHaveCount(2);
      await expect(page.locator(".header")).toHaveCount(0);
      await expect(page.getByRole("complementary", { name: "Differences" })).toHaveCount(0);
      await page.keyboard.press("p");
      await expect(page.locator("html")).toHaveAttribute("data-frame", "full");
      await expect(bands).toHaveCount(2);
      await expect(page.getByRole("complementary", { name: "Differences" })).toBeVisible();
      await page.getByRole("link", { name: "Published experiments", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.keyboard.press("p");
      await expect(page.locator("html")).toHaveAttribute("data-frame", "full");
    });
  },
);

test(
  "the counter, the playhead and the stage show one cycle in each frame",
  long(
    "It adds 3 s of playing in a browser. tests/web/ui/base.test.ts checks the frames that all of them share.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#ring-overflow@27000", at: "opening" });
    await page.evaluate(() => {
      const seen: (number | undefined)[][] = [];
      Object.assign(window, { seen });
      const number = (text: string | null | undefined) => Number((text ?? "").replace(/\D/g, ""));
      const probe = document.body.appendChild(document.createElement("i"));
      // Sizes are observed between the callbacks of a frame and its paint.
      new ResizeObserver(() => {
        const drawn = document.querySelector<HTMLElement>("[data-drawn]")?.dataset.drawn;
        const stage = document.querySelector<HTMLElement>(".stage")?.dataset.cycle;
        const counter = number(document.querySelector(".counter__cycle")?.textContent);
        if (drawn !== undefined && drawn !== "") seen.push([counter, Number(drawn), number(stage)]);
      }).observe(probe);
      const again = (frame: number) => {
        probe.style.cssText = `position: fixed; width: ${1 + (frame % 2)}px`;
        requestAnimationFrame(() => again(frame + 1));
      };
      again(0);
    });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const seen = () => page.evaluate(() => (window as unknown as { seen: number[][] }).seen);
    await expect
      .poll(async () => new Set((await seen()).map(([counter]) => counter)).size)
      .toBeGreaterThan(60);
    expect((await seen()).filter((cycles) => new Set(cycles).size > 1)).toEqual([]);
  },
);
