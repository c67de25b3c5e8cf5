/** A stretch of the run as a video: by the encoder, by the recorder, stopped, and in a browser with neither. */
import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { expectCycle, goToCycle, open } from "./support.ts";

test.use({ reducedMotion: "reduce" });
/** Pictures of this size are encoded without a graphics card. */
test.slow();

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Video of the moving packets …" }).click();
  await expect(page.getByRole("dialog", { name: "Save video" })).toBeVisible();
}

async function savedVideo(page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.getByRole("button", { name: "Save video" }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

interface Played {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  /** Seconds at which the video ended. */
  readonly endedAt: number;
  /** Values of pictures in its middle and at its end. */
  readonly colors: readonly number[];
  /** Brightness of the ground behind the machine. */
  readonly ground: number;
}

/** Plays the video in a player that gets nothing but the file. */
async function played(context: BrowserContext, bytes: Buffer, type: string): Promise<Played> {
  const player = await context.newPage();
  await player.setContent("<video muted></video>");
  return player.evaluate(
    async ([base64, mime]) => {
      const video = document.querySelector("video");
      if (video === null) throw new Error("no player");
      const file = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
        type: mime,
      });
      const event = (name: string) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true });
          video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
        });
      const colors = () => {
        const canvas = document.createElement("canvas");
        canvas.width = video.videoWidth;
        canvas.height = video.videoHeight;
        const surface = canvas.getContext("2d");
        surface?.drawImage(video, 0, 0);
        const image = surface?.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(image?.data.buffer ?? [])).size;
      };
      const ready = event("loadeddata");
      video.src = URL.createObjectURL(file);
      await ready;
      // A seek uses the index of the file. Before it a player may show nothing.
      const there = event("seeked");
      video.currentTime = video.duration / 2;
      await there;
      const middle = colors();
      const ended = event("ended");
      video.playbackRate = 4;
      await video.play();
      await ended;
      const canvas = document.createElement("canvas");
      const surface = canvas.getContext("2d");
      surface?.drawImage(video, -20, -20);
      return {
        ground: surface?.getImageData(0, 0, 1, 1).data[0] ?? 0,
        seconds: video.duration,
        width: video.videoWidth,
        height: video.videoHeight,
        endedAt: video.currentTime,
        colors: [middle, colors()],
      };
    },
    [bytes.toString("base64"), type] as const,
  );
}

for (const [format, details] of [
  ["vp9", long("It adds the second encoder. The same test makes a video by VP8 in the short list.")],
  ["vp8", {}],
] as const)
  test(`a ${format} video plays to its end, at the right time`, details, async ({ page, context }) => {
    await open(page, { at: "opening" });
    await goToCycle(page, 1_127_000);
    await openDialog(page);
    await page.getByRole("spinbutton", { name: "Number of seconds" }).fill("1");
    await page.getByLabel("Video format").selectOption(format);
    const { name, bytes } = await savedVideo(page);
    expect(name).toBe("irqscope-cycle-1127000.webm");
    expect(bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    await expect(
      page.getByText(/^Saved: \d+ cycles at \d+ cycles a second, [\d\u202f]+ kB\.$/),
    ).toBeVisible();
    const { seconds, width, height, endedAt, colors, ground } = await played(context, bytes, "video/webm");
    // 0.7 s before the first move, one second, and 1.5 s until all moves have arrived.
    expect(seconds).toBeCloseTo(3.2, 1);
    expect(endedAt).toBeCloseTo(seconds, 1);
    expect([width, height]).toEqual([1280, 720]);
    for (const one of colors) expect(one).toBeGreaterThan(50);
    // #f7f8fa in the light theme. White would mean that the player takes the range of values for another.
    expect(Math.abs(ground - 0xf7)).toBeLessThanOrEqual(4);
    // The page is where it was.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expectCycle(page, 1_127_000);
  });

test(
  "a video reaches the next event, several events, or the next bookmark",
  long(
    "It adds three lengths of a video, and makes three more videos for them. The test above it makes one of one second in the short list.",
  ),
  async ({ page, context }) => {
    await open(page, { at: "opening" });
    await goToCycle(page, 1_129_000);
    await page.keyboard.press("m");
    await expect(page.getByRole("dialog", { name: "Bookmarks" }).getByRole("textbox")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await goToCycle(page, 1_128_700);
    await openDialog(page);
    const cyclesOf = async () =>
      Number(
        /: ([\d\u202f]+) cycles/
          .exec((await page.locator(".video__said").textContent()) ?? "")?.[1]
          ?.replace(/\D/g, ""),
      );
    await page.getByLabel("Length").selectOption("to the next bookmark");
    const { bytes } = await savedVideo(page);
    await expect.poll(cyclesOf).toBe(300);
    const { seconds } = await played(context, bytes, "video/webm");
    expect(seconds).toBeCloseTo(2.2 + 300 / 869, 0);
    await page.getByLabel("Length").selectOption("to the next event");
    await savedVideo(page);
    const one = await cyclesOf();
    await page.getByLabel("Length").selectOption("a number of events");
    await page.getByRole("spinbutton", { name: "Number of events" }).fill("3");
    await savedVideo(page);
    expect(await cyclesOf()).toBeGreaterThan(one);
  },
);

test(
  "a stopped video saves nothing, and another can follow",
  long(
    "It adds the button that stops a video, and its colours, and makes a video of a minute and another for them. The first test of video.spec.ts makes one without a stop in the short list.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await openDialog(page);
    await page.getByRole("spinbutton", { name: "Number of seconds" }).fill("60");
    let saved = 0;
    page.on("download", () => {
      saved += 1;
    });
    await page.getByRole("button", { name: "Save video" }).click();
    await expect(page.getByRole("progressbar", { name: "Save video" })).toBeVisible();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(page.getByText("Nothing was saved.")).toBeVisible();
    expect(saved).toBe(0);
    await page.getByRole("spinbutton", { name: "Number of seconds" }).fill("1");
    await page.getByRole("combobox", { name: "Colours" }).selectOption("dark");
    expect((await savedVideo(page)).bytes.length).toBeGreaterThan(20_000);
  },
);

test(
  "without an encoder the video is recorded from the canvas",
  long("It adds the recorder, which tests/web/app/recorder.test.ts has without a browser."),
  async ({ page, context }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "VideoEncoder"));
    await open(page, { at: "opening" });
    await openDialog(page);
    await expect(page.getByLabel("Video format").locator("option")).toHaveText(["MediaRecorder"]);
    await page.getByRole("spinbutton", { name: "Number of seconds" }).fill("1");
    const { name, bytes } = await savedVideo(page);
    expect(name).toMatch(/\.webm$/);
    const { endedAt, width } = await played(context, bytes, "video/webm");
    expect(width).toBe(1280);
    expect(endedAt).toBeGreaterThan(2.5);
  },
);

test(
  "without encoder and recorder the dialog reports it",
  long(
    "It adds a browser that makes no video, and opens a page for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, "VideoEncoder");
      Reflect.deleteProperty(window, "MediaRecorder");
    });
    await open(page, { at: "opening" });
    await openDialog(page);
    await expect(
      page.getByRole("alert").filter({ hasText: "This browser cannot make a video" }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Save video" })).toBeDisabled();
  },
);
