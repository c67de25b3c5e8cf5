/** Published links open the page as it was when they were made. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { type DecodedLink, decodeLink } from "../../scenarios/link/link.ts";
import { long } from "./long.ts";
import { expectCycle, goToCycle, open } from "./support.ts";

const CHOSEN = ["v1-own-everything", "v1-compare-bookmarks"];
const OTHERS = ["v1-timer-network-disk", "v1-eight-cores", "v1-random-11"];

function opened(link: string): Extract<DecodedLink, { ok: true }> {
  const decoded = decodeLink(link);
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded;
}

test("an old link opens as recorded, and the page writes it again as an equal link", ({ page }) =>
  expectSameMeaning(page, CHOSEN));

test(
  "old links to other machines open as recorded",
  long(
    "It adds three links for 8 s of processor time. tests/scenarios/link.test.ts reads every link of old without a browser.",
  ),
  ({ page }) => expectSameMeaning(page, OTHERS),
);

async function expectSameMeaning(page: Page, files: readonly string[]): Promise<void> {
  test.slow();
  // The user shares before the timeline is there.
  await page.route(/\/timeline-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  for (const file of files) {
    const text = readFileSync(new URL(`../fixtures/links/${file}.txt`, import.meta.url), "utf8");
    const [link = ""] = text.split("\n");
    const golden = opened(link);
    await page.goto("about:blank");
    await page.goto(`./${link}`);
    const isCompared = golden.other !== undefined;
    if (isCompared) {
      const bands = page.getByRole("region", { name: /^Machine [AB]$/ });
      await expect(bands.getByRole("heading")).toHaveText([golden.scenario.name, golden.other?.name ?? ""]);
    } else await expect(page.locator(".picker__name")).toHaveText(golden.scenario.name);
    await expectCycle(page, golden.position.cycle ?? 0);
    await page.getByRole("button", { name: "Share" }).click();
    const again = opened(await page.getByRole("textbox", { name: "Link" }).inputValue());
    const { zoom, page: part, ...place } = golden.position;
    expect(again, file).toMatchObject({ scenario: golden.scenario, position: place });
    expect(again.other, file).toEqual(golden.other);
    // The visible range is a whole number of pixels wide.
    if (zoom !== undefined && again.position.zoom !== undefined) {
      const pixel = (zoom.to - zoom.from) / 500;
      expect(Math.abs(again.position.zoom.from - zoom.from), file).toBeLessThanOrEqual(pixel + 1);
      expect(Math.abs(again.position.zoom.to - zoom.to), file).toBeLessThanOrEqual(pixel + 1);
    }
    expect(again.position.page, file).toBe(isCompared ? "compare" : undefined);
    if (part !== undefined) expect(page.url(), file).toContain(`p=${part}`);
    await page.keyboard.press("Escape");
  }
}

test(
  "a link that other software re-encoded opens, or the page states why not",
  long(
    "It adds thirteen links as other software changes them. tests/scenarios/linkSpoilt.test.ts reads such links without a browser.",
  ),
  async ({ page }) => {
    test.slow();
    await open(page, { at: "opening" });
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByLabel("Self-contained link (longer)").check();
    await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/#s=/);
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    const { scenario, position, modelVersion } = opened(link);
    expect(modelVersion).toMatch(/^\d+$/);
    const hash = link.slice(link.indexOf("#"));
    const changed = hash.replace("&c=", "&c=1");
    const notice = page.locator(".notice");

    const same = [
      hash,
      `#${encodeURIComponent(hash.slice(1))}`,
      `#${encodeURIComponent(hash)}`,
      hash.replaceAll("=", "%3D"),
      `${hash}).`,
      `${hash}?fbclid=IwAR0&s=20`,
      `${hash}&utm_source=mail&s=20`,
      `?fbclid=x${encodeURIComponent(hash)}`,
    ];
    for (const spoilt of same) {
      await page.goto("about:blank");
      await page.goto(`./${spoilt}`);
      await expect(page.locator(".picker__name"), spoilt).toHaveText(scenario.name);
      await expectCycle(page, position.cycle ?? 0);
      await expect(notice, spoilt).toHaveCount(0);
      expect(new URL(page.url()).hash, spoilt).toContain(hash);
    }

    await page.goto("about:blank");
    await page.goto(`./${changed}`);
    await expect(notice).toContainText("what stands behind the scenario was cut off or changed");
    await expect(page.locator(".picker__name")).toHaveText(scenario.name);

    for (const [wrong, reason] of [
      [hash.slice(0, 200), "cut off"],
      ["#nosuch", "neither a link nor a page"],
      ["#c=5", "neither a link nor a page"],
    ] as const) {
      await page.goto("about:blank");
      await page.goto(`./${wrong}`);
      await expect(notice, wrong).toContainText(reason);
    }
    // The same holds on a page that is already open.
    await page.goto("about:blank");
    await page.goto("./#compare");
    await expect(page.locator(".band")).toHaveCount(2);
    await page.evaluate(() => {
      window.location.hash = "#nowhere";
    });
    await expect(notice).toContainText("#nowhere");

    const old = readFileSync(new URL("../fixtures/links/v1-eight-cores.txt", import.meta.url), "utf8");
    await page.goto("about:blank");
    await page.goto(`./${old.split("\n")[0]}`);
    await expect(notice).toContainText("made with an older version of the model");
  },
);

test("a short address can be copied, typed, changed and followed", async ({ page, context }) => {
  await open(page, { at: "opening" });
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#ring-overflow@\d+$/);
  await goToCycle(page, 1_128_400);
  await expect.poll(() => new URL(page.url()).hash).toBe("#ring-overflow@1128400");

  // An address typed by hand with a larger ring.
  const other = await context.newPage();
  await other.goto("./?theme=light#ring-overflow@1128400?rxRingFrames=16");
  await expectCycle(other, 1_128_400);
  await expect(
    other.getByText("Differs from Ring overflow: Receive ring 8 frames → 16 frames."),
  ).toBeVisible();
  await other.getByRole("button", { name: "Share" }).click();
  const link = other.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/#ring-overflow@1128400\?rxRingFrames=16/);
  expect((await link.inputValue()).length).toBeLessThan(120);
  await other.keyboard.press("Escape");

  // After a reload the open scenario is there with its changes.
  await other.keyboard.press("m");
  await other.keyboard.press("Enter");
  await expect(other.getByRole("button", { name: /Bookmarks/ }).first()).toBeVisible();
  await other.evaluate(() => location.assign("#napi-livelock@1055181"));
  await expect(other.locator(".picker__name")).toHaveText("Receive livelock");
  await expectCycle(other, 1_055_181);
  await other.goBack();
  await expect(other.locator(".picker__name")).toHaveText("Ring overflow");

  await other.goto("./?theme=light#ring-overflow?rxRingFrame=16");
  await expect(other.getByText(/did you mean rxRingFrames/)).toBeVisible();
});
