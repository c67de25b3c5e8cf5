import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, dropFile, fixture, machineIsShown, open } from "./support.ts";

const captures = readdirSync(new URL("../fixtures/captures", import.meta.url)).filter((name) =>
  /\.pcap(ng)?$/.test(name),
);

test("there are captures to try", () => {
  expect(captures.length).toBeGreaterThan(0);
});

test(
  "captures that are dropped",
  long(
    "It adds every capture of the fixtures, which tests/captures/readCapture.test.ts reads without a browser. capture.spec.ts of the short list drops some of them.",
  ),
  async ({ page }) => {
    await open(page);
    await test.step("runs dropped captures, told by their content, not by their name", async () => {
      const files = captures.map((name) => [name, name] as const);
      for (const [name, dropped] of [...files, [captures[0] ?? "", "notes.json"] as const]) {
        await dropFile(page, dropped, fixture(`captures/${name}`));
        await expect(page.locator(".picker__name")).toHaveText(`Capture ${dropped}`);
        await machineIsShown(page);
        await page.keyboard.press("f");
        await expect.poll(() => cycle(page), name).toBeGreaterThan(0);
        await expect(page.getByRole("article", { name: /Network card/ }), name).toContainText(/[1-9]\d*\sof/);
      }
    });
    await test.step("takes the whole packets of a capture that was cut off, and says so", async () => {
      const whole = fixture("captures/two-hosts-200-us-little.pcap");
      await dropFile(page, "killed.pcap", whole.subarray(0, whole.length - 7));
      await expect(page.locator(".picker__name")).toHaveText("Capture killed.pcap");
      const notice = page
        .getByRole("status")
        .filter({ hasText: "killed.pcap ends in the middle of a packet" });
      await expect(notice).toContainText("the 199 packets before it are taken");
      await notice.getByRole("button", { name: "Dismiss" }).click();
      await expect(notice).toHaveCount(0);
    });
  },
);

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

test("refuses what is no scenario with a reason and keeps what runs", async ({ page }) => {
  await open(page);
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);
  for (const [what, name, bytes, reason] of HOSTILE) {
    const before = await cycle(page);
    await dropFile(page, name, bytes);
    await expect(page.getByRole("alert").filter({ hasText: reason }), what).toBeVisible();
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
    expect(await cycle(page), what).toBe(before);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => cycle(page), what).toBe(before + 1);
  }
});
