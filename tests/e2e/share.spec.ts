import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, open, pickScenario, picture, settled } from "./support.ts";

test(
  "a link opens the same machine at the same cycle",
  long(
    "It adds the hash of the state behind a link. links.spec.ts of the short list opens links and writes them again.",
  ),
  async ({ page, context }) => {
    await open(page, { hash: "#ring-overflow-three-contexts" });
    await page.keyboard.press("i");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    const entry = await cycle(page);
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await expectCycle(page, entry + 3);

    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await expect(page.getByText(`${link.length} characters`)).toBeVisible();
    expect(link.length).toBeLessThan(2000);
    // The address bar follows the machine, and leaves Details to what this browser remembers.
    const withoutDetails = (address: string) => address.replace(/\?d=1$/, "");
    await expect.poll(() => withoutDetails(page.url())).toBe(withoutDetails(link));
    const before = await settled(page, () => picture(page));

    const other = await context.newPage();
    await other.goto(link);
    await expectCycle(other, entry + 3);
    await expect(other.locator(".picker__name")).toHaveText("Ring overflow, three contexts");
    await expect.poll(() => picture(other)).toBe(before);
  },
);

test(
  "a link made within a story keeps its step until the playhead moves on",
  long("It adds the step of a story in a link. story.spec.ts of the short list follows such a link."),
  async ({ page, context }) => {
    await open(page, { at: "opening" });
    await page.getByRole("button", { name: "Show the story" }).click();
    await expect(page.getByRole("region", { name: /^Story/ })).toContainText("1 of 9");
    await expect(page).toHaveURL(/[?&]y=1/);
    const told = await cycle(page);
    await page.keyboard.press("d");
    await expect.poll(() => cycle(page)).not.toBe(told);
    const here = await cycle(page);
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link).not.toMatch(/[?&]y=/);
    const other = await context.newPage();
    await other.goto(link);
    await expectCycle(other, here);
  },
);

/** Number of colours in a part of a picture, in px of the page. The picture has two pixels for each. */
async function coloursIn(
  page: Page,
  png: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const box = [2 * x, 2 * y, 2 * width, 2 * height].map(Math.round);
  return page.evaluate(
    async ([base64, [left = 0, top = 0, wide = 1, high = 1]]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]),
      );
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(left, top, wide, high).data ?? new Uint8ClampedArray();
      return new Set(new Uint32Array(data.buffer)).size;
    },
    [png.toString("base64"), box] as const,
  );
}

test("the link can be copied, and scenario and picture saved", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, { at: "opening" });
  const stage = await page.locator(".stage").boundingBox();
  await page.getByRole("button", { name: "Share" }).click();
  await test.step("the link is copied, and the page reports it", async () => {
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });
  await test.step("the dialog shows the link of the present position each time it opens", async () => {
    const before = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await page.keyboard.press("Escape");
    // While it fades, the closing dialog still has its link.
    await expect(page.locator(".share")).toHaveCount(0);
    const from = await cycle(page);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => cycle(page)).toBeGreaterThan(from);
    await page.evaluate(() => {
      const seen: string[] = [];
      Reflect.set(window, "links", seen);
      const look = () => {
        const field = document.querySelector<HTMLInputElement>('.share input[aria-label="Link"]');
        if (field !== null) seen.push(field.value);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("textbox", { name: "Link" })).not.toHaveValue(before);
    const seen = await page.evaluate(() => Reflect.get(window, "links") as readonly string[]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(before);
  });
  await test.step("the scenario is saved as a file that opens again", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("ring-overflow.json");
    const parsed = parseScenario(readFileSync(await download.path(), "utf8"));
    expect(parsed.ok && parsed.scenario.name).toBe("Ring overflow");
  });
  await test.step("a picture of machine and timeline is saved, or copied to the clipboard", async () => {
    const saved = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^irqscope-cycle-\d+\.png$/);
      return readFileSync(await download.path());
    };
    const png = await saved("Save PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBeCloseTo(2 * (stage?.width ?? 0), -1);
    // The picture has nothing of the parts between them.
    const timeline = await page.locator(".timeline").boundingBox();
    expect(png.readUInt32BE(20)).toBeCloseTo(2 * ((stage?.height ?? 0) + (timeline?.height ?? 0)), -1);
    // A blank page of this size has a few kilobytes.
    expect(png.length).toBeGreaterThan(100_000);
    await page.getByLabel("Part to save").selectOption("machine");
    expect((await saved("Save PNG")).readUInt32BE(20)).toBeLessThan(png.readUInt32BE(20));

    await page.getByLabel("Part to save").selectOption("timeline");
    const tools = await page.locator(".timeline__tools").boundingBox();
    const place = { x: (tools?.x ?? 0) - (timeline?.x ?? 0), y: (tools?.y ?? 0) - (timeline?.y ?? 0) };
    expect(await coloursIn(page, await saved("Save PNG"), { ...place, width: 60, height: 20 })).toBe(1);
    await page.getByLabel("Part to save").selectOption("machine");

    await page.getByRole("button", { name: "Copy PNG" }).click();
    await expect(page.getByText("Copied.", { exact: true })).toBeVisible();
    const kinds = await page.evaluate(async () =>
      (await navigator.clipboard.read()).flatMap(({ types }) => types),
    );
    expect(kinds).toContain("image/png");

    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException("closed", "NotAllowedError"));
    });
    expect((await saved("Copy PNG")).length).toBeGreaterThan(30_000);
    await expect(page.getByText("This page may not use the clipboard. Saved as a file.")).toBeVisible();
  });
});

test(
  "machine and timeline are saved as self-contained SVG drawings",
  long(
    "It adds drawings of machine and of both. exportPicture.spec.ts of the short list saves that of the timeline.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.getByRole("button", { name: "Share" }).click();
    const saved = async (part: string) => {
      await page.getByLabel("Part to save").selectOption(part);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save SVG" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^irqscope-cycle-\d+\.svg$/);
      const svg = readFileSync(await download.path(), "utf8");
      expect(/<script|<image|foreignObject|NaN|undefined/.exec(svg)?.[0]).toBeUndefined();
      return svg;
    };
    /** The size and the number of colours of the file in a browser that gets nothing else. */
    const drawn = (svg: string) =>
      page.evaluate(async (text) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        const pixels = new Uint32Array(
          context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? [],
        );
        return { width: canvas.width, height: canvas.height, colors: new Set(pixels).size };
      }, svg);

    const machine = await saved("machine");
    for (const part of [
      "wire:eth0",
      "ring:eth0",
      "queue:backlog",
      "context:1",
      "pipeline:1",
      "thread:application",
      "bus",
    ])
      expect(machine, part).toContain(`data-part="${part}"`);
    const one = await drawn(machine);
    expect(one.width).toBe(1280);
    expect(one.colors).toBeGreaterThan(50);

    const timeline = await saved("timeline");
    expect(timeline).toContain(">backlog<");
    const two = await drawn(timeline);
    expect(two.width).toBe(await page.locator(".timeline__body").evaluate((body) => body.clientWidth));
    expect(two.colors).toBeGreaterThan(50);

    const both = await drawn(await saved("both"));
    expect(both.height).toBeGreaterThan(one.height + two.height);

    // Close to single cycles the timeline is the instruction diagram.
    await page.keyboard.press("Escape");
    await page.getByRole("application").focus();
    for (let press = 0; press < 30; press++) await page.keyboard.press("w");
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => saved("timeline")).toContain(">IF<");
  },
);

const BROKEN = [
  ["cut", "#s=1.q1ZKy"],
  ["forged", "#s=1.AAAAAAAAAAAA"],
  ["of a version to come", "#s=9.abcdef"],
  ["empty", "#s="],
] as const;

test("a link that does not open is reported, and the default or the previous machine runs", async ({
  page,
}) => {
  const [[, first], ...others] = BROKEN;
  await open(page, { hash: first, at: "opening" });
  const alert = page.getByRole("alert").filter({ hasText: "This link cannot be opened" });
  for (const hash of [undefined, ...others.map(([, other]) => other)]) {
    if (hash !== undefined) await page.evaluate((to) => location.assign(to), hash);
    await expect(alert, hash ?? first).toBeVisible();
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(alert).toHaveCount(0);
  }
});

test(
  "a link pasted into the open page opens",
  long(
    "It adds a pasted link. links.spec.ts of the short list changes the address of an open page, and tests/web/scenarios/address.test.ts has each order of links without a browser.",
  ),
  async ({ page, context }) => {
    await open(page);
    const maker = await context.newPage();
    await open(maker);
    await pickScenario(maker, "Pattery: send, one context");
    await maker.getByRole("button", { name: "Share" }).click();
    const link = await maker.getByRole("textbox", { name: "Link" }).inputValue();
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      link.slice(link.indexOf("#")),
    );
    await expect(page.locator(".picker__name")).toHaveText("Pattery: send, one context");
  },
);
