/** Every page prints completely, in ink on white, in any theme of the screen and after any other page. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { open } from "./support.ts";

/** The print layout: what the browser does before it prints, at the width of a sheet. */
async function onPaper(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
}

/** Share of white and of dark pixels in each picture that is printed instead of a canvas. */
function pictures(page: Page): Promise<readonly { readonly white: number; readonly black: number }[]> {
  return page.locator(".print-picture").evaluateAll((found) =>
    found.map((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error("no canvas");
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      if (data === undefined) throw new Error("nothing was drawn");
      let [white, black] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const light = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
        if (light > 240 && data[at + 3] === 255) white += 4;
        if (light < 24) black += 4;
      }
      return { white: white / data.length, black: black / data.length };
    }),
  );
}

/** Elements that a print cuts off: they scroll, or extend beyond the sheet. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("#root *")].flatMap((element) => {
      const { overflowY, display } = getComputedStyle(element);
      const hides = ["auto", "scroll", "hidden"].includes(overflowY) && display !== "inline";
      const isTall = element.scrollHeight > element.clientHeight + 4 && element.clientHeight > 60;
      return hides && isTall ? [`${element.tagName} ${element.className}`] : [];
    }),
  );
}

const pagesIn = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

for (const theme of ["light", "dark"] as const)
  test(
    `Simulate and Compare, ${theme}, print their timelines in ink on white`,
    long(
      "It adds timelines on paper for 8 s of processor time. lab.spec.ts of the short list has a sheet on paper.",
    ),
    async ({ page }) => {
      await open(page, { theme, at: "opening" });
      await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
      await expect(page.locator(".timeline__body[data-drawn]:not([data-drawn=''])")).toBeVisible();
      // The numbers of the run may come after its timeline.
      await expect.poll(async () => pagesIn(await page.pdf({ format: "A4" }))).toBeGreaterThanOrEqual(2);
      await onPaper(page);
      const [timeline] = await pictures(page);
      expect(timeline?.white).toBeGreaterThan(0.4);
      expect(timeline?.black).toBeLessThan(0.2);
      expect(await cutOff(page)).toEqual([]);
      await expect(page.getByText("Where the latency went")).toBeVisible();
      await expect(page.locator(".transport")).toBeHidden();
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(20, 23, 28)");
      await page.emulateMedia({ media: null });
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(page.locator(".print-picture")).toHaveCount(0);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);

      await page.getByRole("link", { name: "Compare", exact: true }).click();
      await expect(page.locator(".band .timeline__body[data-drawn]:not([data-drawn=''])")).toHaveCount(2);
      const numbers = page.getByRole("region", { name: "Received", exact: true });
      await expect(numbers).toBeVisible();
      await expect(numbers.getByRole("table")).toBeHidden();
      await page.waitForTimeout(500);
      expect(pagesIn(await page.pdf({ format: "A4" }))).toBeGreaterThanOrEqual(2);
      await onPaper(page);
      const found = await pictures(page);
      expect(found).toHaveLength(4);
      // Closed on the screen, open on paper.
      await expect(numbers.getByRole("table")).toBeVisible();
      for (const { white, black } of found) {
        expect(white).toBeGreaterThan(0.3);
        expect(black).toBeLessThan(0.2);
      }
      expect(await cutOff(page)).toEqual([]);
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(numbers.getByRole("table")).toBeHidden();
    },
  );

for (const [name, hash, pages] of [
  ["Published experiments", "#papers", 10],
  ["Labs", "#labs", 2],
  ["a lab", "#lab=interrupt-cost", 2],
] as const)
  test(
    `${name} prints as the first page of a visit`,
    long(
      "It adds three pages that print as they stand, and loads each. lab.spec.ts of the short list has a sheet on paper.",
    ),
    async ({ page }) => {
      await page.goto(`./?theme=dark${hash}`);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.waitForTimeout(1500);
      expect(pagesIn(await page.pdf({ format: "A4" }))).toBeGreaterThanOrEqual(pages);
      await onPaper(page);
      expect(await cutOff(page)).toEqual([]);
    },
  );
