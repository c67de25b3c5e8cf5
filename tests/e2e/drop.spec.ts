import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { cycle, dropFile, fixture, machineIsShown, open } from "./support.ts";

const captures = readdirSync(new URL("../fixtures/captures", import.meta.url)).filter((name) =>
  /\.pcap(ng)?$/.test(name),
);

test("there are captures to try", () => {
  expect(captures.length).toBeGreaterThan(0);
});

for (const name of captures) {
  test(`runs a dropped capture: ${name}`, async ({ page }) => {
    await open(page);
    await dropFile(page, name, fixture(`captures/${name}`));
    await expect(page.locator(".picker__name")).toHaveText(`Capture ${name}`);
    await machineIsShown(page);
    await page.keyboard.press("f");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    await expect(page.getByRole("article", { name: /Network card/ })).toContainText(/[1-9]\d*\sof/);
  });
}

test("tells a capture by its content, not by its name", async ({ page }) => {
  await open(page);
  const [name = ""] = captures;
  await dropFile(page, "notes.json", fixture(`captures/${name}`));
  await expect(page.locator(".picker__name")).toHaveText("Capture notes.json");
});

const text = (content: string) => new TextEncoder().encode(content);
const HOSTILE: readonly (readonly [what: string, name: string, bytes: Uint8Array, reason: RegExp])[] = [
  ["empty", "empty.pcap", new Uint8Array(), /empty\.pcap: .*empty/],
  [
    "of no known kind",
    "cat.png",
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
    /cat\.png: .*neither pcap nor pcapng/,
  ],
  [
    "a capture cut in its header",
    "cut.pcap",
    new Uint8Array([0xd4, 0xc3, 0xb2, 0xa1, 2, 0]),
    /cut\.pcap: at byte \d+/,
  ],
  [
    "broken JSON",
    "broken.json",
    text('{"format": "irqscope-scenario",'),
    /broken\.json: .*line \d+, column \d+/,
  ],
  ["another format", "other.json", text('{"format": "something"}'), /other\.json: /],
  [
    "out of range",
    "range.json",
    text('{"format":"irqscope-scenario","version":1,"name":"x","machine":{"core":{"contexts":400}}}'),
    /range\.json: machine\.core\.contexts .*16/,
  ],
];

for (const [what, name, bytes, reason] of HOSTILE) {
  test(`refuses what is ${what} and keeps what runs`, async ({ page }) => {
    await open(page);
    await page.keyboard.press("i");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    const before = await cycle(page);
    await dropFile(page, name, bytes);
    await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible();
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
    expect(await cycle(page)).toBe(before);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => cycle(page)).toBe(before + 1);
  });
}
