import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { open } from "./support.ts";

async function saved(page: Page, chart: string, format: "SVG" | "PNG" | "CSV"): Promise<Buffer> {
  const name = `${chart} as a file`;
  await page.getByRole("button", { name }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menu", { name }).getByRole("menuitem", { name: format }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^[a-z0-9-]+\\.${format.toLowerCase()}$`));
  return readFileSync(await download.path());
}

test("every chart can be saved as a drawing, a picture and numbers, the latency chart also as cumulative", async ({
  page,
}) => {
  await open(page, { at: "opening" });
  const svg = (await saved(page, "Interrupt latency", "SVG")).toString();
  const opened = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      errors: file.querySelectorAll("parsererror").length,
      bars: file.querySelectorAll("rect").length,
    };
  }, svg);
  expect(opened.errors).toBe(0);
  expect(opened.bars).toBeGreaterThan(5);
  const png = await saved(page, "CPU time by layer", "PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(1024);
  const csv = (await saved(page, "Throughput and losses", "CSV")).toString().trim().split("\r\n");
  expect(csv[0]).toBe("frames,count,frames_per_second,bits_per_second,share");
  expect(csv.find((line) => line.startsWith("delivered,"))).toMatch(/^delivered,\d+,[\d.]+,[\d.]+,0\.\d+$/);
  // The latency as a cumulative distribution.
  await page.getByRole("checkbox", { name: "cumulative" }).check();
  const chart = page.getByRole("img", { name: /Interrupt latency, cumulative/ });
  await chart.hover();
  await expect(page.getByText(/% take less than [\d ,.]+ cycles/)).toBeVisible();
});
