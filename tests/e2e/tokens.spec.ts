/** Packets that move cover no text: boxes are measured in sampled frames, with one card, two and sixteen. */
import { expect, type Page, test } from "@playwright/test";
import RING from "../../scenarios/demos/ring-overflow.json" with { type: "json" };
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { randomScenario } from "../support/randomScenario.ts";
import { long } from "./long.ts";

import { cycle, framesPass, open } from "./support.ts";

/** Positions of each token on its way. */
const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Edges may touch. */
const SLACK_PX = 1.5;

interface Sampled {
  readonly frames: number;
  readonly covered: readonly string[];
}

/** Tokens move a hundred times as slowly, so that a busy host samples each of them. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: Element, ...args: Parameters<typeof animate>) {
      const animation = animate.apply(this, args);
      if (this.matches(".token")) animation.playbackRate = 0.01;
      return animation;
    };
  }),
);

/** Stops all tokens at parts of their way, and lists the texts below them. */
const sample = (page: Page, root: string): Promise<Sampled> =>
  page.evaluate(
    ([within, shares, slack]) => {
      const tokens = [...document.querySelectorAll<HTMLElement>(`${within} .flow > .token`)];
      if (tokens.length === 0) return { frames: 0, covered: [] };
      const texts: { text: string; box: DOMRect }[] = [];
      const range = document.createRange();
      for (const stage of document.querySelectorAll(within)) {
        const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode.textContent?.trim() ?? "";
          const parent = walker.currentNode.parentElement;
          if (text === "" || parent === null || parent.closest(".flow, .sr-only, .part-list") !== null)
            continue;
          if (!parent.checkVisibility({ visibilityProperty: true })) continue;
          range.selectNodeContents(walker.currentNode);
          texts.push({ text, box: range.getBoundingClientRect() });
        }
      }
      const covered = new Set<string>();
      for (const share of shares)
        for (const token of tokens) {
          const [animation] = token.getAnimations();
          if (animation === undefined) continue;
          animation.pause();
          animation.currentTime = share * Number(animation.effect?.getTiming().duration);
          if (Number(getComputedStyle(token).opacity) < 0.6) continue;
          const one = token.getBoundingClientRect();
          for (const { text, box } of texts) {
            const width = Math.min(one.right, box.right) - Math.max(one.left, box.left);
            const height = Math.min(one.bottom, box.bottom) - Math.max(one.top, box.top);
            if (width > slack && height > slack) covered.add(`${token.textContent} over ${text} at ${share}`);
          }
        }
      for (const token of tokens) for (const animation of token.getAnimations()) animation.finish();
      return { frames: shares.length, covered: [...covered] };
    },
    [root, SHARES, SLACK_PX] as const,
  );

/** Steps by events until so many frames with a moving packet are sampled, and one of them has what is awaited. */
async function sampleSteps(
  page: Page,
  root: string,
  frames: number,
  isAwaited = async () => true,
): Promise<number> {
  let seen = 0;
  let hasAwaited = false;
  for (let step = 0; seen < frames && step < 2 * frames; step++) {
    const before = await page.locator(".stage, .race__score").first().textContent();
    const from = await cycle(page);
    await page.keyboard.press("]");
    await expect.poll(() => cycle(page)).toBeGreaterThan(from);
    await framesPass(page);
    hasAwaited ||= await isAwaited();
    const sampled = await sample(page, root);
    expect(sampled.covered, `after cycle ${from}: ${before}`).toEqual([]);
    seen += sampled.frames;
  }
  expect(hasAwaited).toBe(true);
  return seen;
}

/** The machine of "Ring overflow" with more cards, each with its frames. */
function cards(count: number): unknown {
  const [card] = RING.machine.nics;
  const [frames] = RING.traffic;
  const names = Array.from({ length: count }, (_, index) => `eth${index}`);
  return {
    ...RING,
    machine: { ...RING.machine, nics: names.map((name) => ({ ...card, name })) },
    traffic: names.map((nic) => ({ ...frames, nic })),
  };
}

function linkTo(input: unknown, at: number): string {
  const parsed = parseScenario(input);
  const link = parsed.ok ? encodeLink(parsed.scenario, { cycle: at }) : undefined;
  if (link === undefined) throw new Error("no link");
  return link;
}

/** Frames of the machine without details, then with them. */
async function sampleBoth(page: Page, hash: string, frames: number): Promise<number> {
  await open(page, { hash, at: "opening" });
  const details = page.getByRole("switch", { name: "Details" });
  let seen = 0;
  for (const isOn of [false, true]) {
    if ((await details.getAttribute("aria-checked")) !== String(isOn)) await details.click();
    await expect(page.locator(".stage.quiet")).toHaveCount(isOn ? 0 : 1);
    seen += await sampleSteps(page, ".stage", frames / 2);
  }
  return seen;
}

test("a moving packet covers no text, without details and with them", async ({ page }) => {
  expect(await sampleBoth(page, "#overload-one-context@1126000", 20)).toBeGreaterThanOrEqual(20);
});

test(
  "moving packets of random machines and of many cards cover no text, on Compare neither",
  long(
    "It adds random machines, several cards and Compare, 200 frames in all. The short list has 20 frames of one machine.",
  ),
  async ({ page }) => {
    test.setTimeout(400_000);
    let seen = 0;
    const machines = [
      ...[1, 5, 16, 35, 54].map((seed) => ({ input: randomScenario(seed), at: 5000 })),
      ...[2, 4, 16].map((count) => ({ input: cards(count), at: 30_000 })),
    ];
    for (const { input, at } of machines) {
      await page.goto("about:blank");
      seen += await sampleBoth(page, linkTo(input, at), 30);
    }
    // Shortly before the full backlog of A refuses packets.
    await page.goto("./#overload-one-context@1127900");
    await expect.poll(() => cycle(page)).toBe(1_127_900);
    await page.goto("./#compare");
    await expect(page.locator(".race__stage .slots").first()).toBeVisible({ timeout: 20_000 });
    const lost = page.locator(".race__stage .flow > .token[data-kind=lost]");
    seen += await sampleSteps(page, ".race__stage", 60, async () => (await lost.count()) > 0);
    expect(seen).toBeGreaterThanOrEqual(200);
  },
);
