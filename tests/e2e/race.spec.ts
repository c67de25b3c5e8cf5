/** Compare as a race: two stages over each other on one clock, each with its score. */
import { expect, type Page, test } from "@playwright/test";
import { expectFits, expectNoViolations, SIZES } from "./axe.ts";
import { long } from "./long.ts";
import { cycle } from "./support.ts";

const stage = (page: Page, letter: "A" | "B") =>
  page.getByRole("region", { name: `Stage of machine ${letter}` });
/** Of A and of B. */
const scores = (page: Page, name: string) =>
  page.locator(`.race__score > div:has(dt:text-is("${name}")) > dd`);

/** Interrupts and three contexts. */
const LANES_PX = 18 + 3 * 16;

async function openRace(page: Page): Promise<void> {
  await page.goto("./#compare");
  await expect(stage(page, "B").getByText("protocol").first()).toBeVisible({ timeout: 20_000 });
}

/** Texts of the tokens on a stage from now on. */
async function watchTokens(page: Page, letter: "A" | "B"): Promise<() => Promise<readonly string[]>> {
  const seen = await stage(page, letter).evaluateHandle((root) => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.closest(".flow") !== null)
            texts.push(`${node.className} ${node.textContent}`.trim());
    }).observe(root, { childList: true, subtree: true });
    return texts;
  });
  return () => seen.jsonValue();
}

const numbersIn = (texts: readonly string[]) =>
  texts.flatMap((text) => text.match(/^token (?:✕ )?(\d+)/)?.[1] ?? []);

test(
  "the race starts both machines at the same packet, with the same number over both stages",
  long(
    "It adds packets that move over both stages for 8 s of processor time. tests/web/compare/follower.test.ts starts both machines at one packet without a browser.",
  ),
  async ({ page }) => {
    test.setTimeout(90_000);
    await openRace(page);
    const [seenA, seenB] = [await watchTokens(page, "A"), await watchTokens(page, "B")];
    await page.getByRole("button", { name: "Start at the same packet" }).click();
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await expect
      .poll(
        async () => {
          const [a, b] = [numbersIn(await seenA()), numbersIn(await seenB())];
          return a.filter((one) => b.includes(one)).length;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
  },
);

test(
  "the score of the race equals the tables, and names the machine that is ahead",
  long("It adds the page to a score that tests/web/compare checks without a browser."),
  async ({ page }) => {
    await openRace(page);
    const dropped = page
      .getByRole("complementary", { name: "Differences" })
      .getByRole("region", { name: "Received" })
      .getByRole("row", { name: /lost/ });
    await page.getByRole("button", { name: "Packets lost, receive" }).click();
    // Both machines are still running to where the page opens.
    await expect(async () => {
      const lost = await scores(page, "packets lost").allTextContents();
      const inTable = await dropped.getByRole("cell").allTextContents();
      expect(lost[0]).toBe(inTable[0]);
      expect(lost[1]).toBe(`${inTable[1]} (better)`);
    }).toPass();
    expect(await cycle(page)).toBeGreaterThan(0);
  },
);

test(
  "the race shows loss, latency and wait first, tested with eight seeds by itself",
  long(
    "It adds three tiles with eight seeds for 10 s of processor time. tests/web/compare/tiles.test.ts has them without a browser.",
  ),
  async ({ page }) => {
    test.setTimeout(90_000);
    await openRace(page);
    const tiles = page.getByRole("list", { name: "What matters first" }).getByRole("listitem");
    await expect(tiles).toHaveCount(3);
    await expect(tiles.first()).toContainText(/Packets lost.*A\s*268.*B\s*83/s);
    for (const tile of await tiles.all())
      await expect(tile).toContainText(/(not )?significant whole run, 8 seeds: B − A = [+\d−-]/, {
        timeout: 60_000,
      });
  },
);

test(
  "the race ends with a result in words that has the numbers of the score",
  long("It adds the result in words, which tests/web/compare/result.test.ts writes without a browser."),
  async ({ page }) => {
    await openRace(page);
    const result = page.locator(".race__result");
    await expect(result).toHaveCount(0);
    await page.getByRole("button", { name: "To the end", exact: true }).click();
    await expect(result.getByRole("heading")).toHaveText("End of the run: B is ahead", { timeout: 30_000 });
    const numbers = async (name: string) =>
      (await scores(page, name).allTextContents()).map((text) => Number(text.replaceAll(/\D/g, "")));
    const [delivered = [], lost = []] = [await numbers("packets delivered"), await numbers("packets lost")];
    const more = (delivered[1] ?? 0) - (delivered[0] ?? 0);
    const fewer = (lost[0] ?? 0) - (lost[1] ?? 0);
    expect(more).toBeGreaterThan(0);
    const said = ((await result.textContent()) ?? "").replaceAll(/(\d)\s(?=\d{3})/g, "$1");
    expect(said).toMatch(new RegExp(`With three contexts ${more} more of \\d+ packets were delivered`));
    expect(said).toContain(`; ${fewer} fewer were lost; the mean latency is`);
    await page.keyboard.press("ArrowLeft");
    await expect(result).toHaveCount(0);
  },
);

test(
  "the race without a packet reports it, and both play from the present cycle",
  long("It adds a start without a packet, which tests/web/compare/follower.test.ts has without a browser."),
  async ({ page }) => {
    await page.goto("./#button-overrun?p=compare");
    await expect(scores(page, "events missed")).toHaveCount(2, { timeout: 20_000 });
    await page.getByRole("button", { name: "Start at the same packet" }).click();
    await expect(page.getByText(/^There is no packet to start at so far/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  },
);

test(
  "Why? is answered beside the race",
  long("It adds Why? on Compare. why.spec.ts of the short list has it on Simulate."),
  async ({ page }) => {
    await openRace(page);
    await page.keyboard.press("y");
    await expect(page.getByRole("dialog", { name: "Why?" })).toContainText(/Packet [\d\s]+ was lost/);
  },
);

test(
  "a ✕ of B is answered while the card of A is open, and Y asks the side touched last",
  long(
    "It adds Why? of the second machine, which tests/web/compare/follower.test.ts asks without a browser.",
  ),
  async ({ page }) => {
    await openRace(page);
    await page.keyboard.press("y");
    const card = page.getByRole("dialog", { name: "Why?" });
    await expect(card.getByRole("heading", { name: "Why? A" })).toBeVisible();
    await stage(page, "B").click({ position: { x: 5, y: 60 } });
    await page.keyboard.press("y");
    await expect(card.getByRole("heading", { name: "Why? B" })).toBeVisible();
    await expect(card).toHaveCount(1);
  },
);

test(
  "the race fits every size, without violations",
  long("It adds three sizes with axe. compare.spec.ts of the short list has one."),
  async ({ page }) => {
    test.setTimeout(90_000);
    await openRace(page);
    for (const size of SIZES) {
      await expectFits(page, [size]);
      await expect(page.getByRole("button", { name: "Start at the same packet" })).toBeInViewport();
    }
    // At 1024 x 768 the lanes of both are in one view.
    await page.setViewportSize({ width: 1024, height: 768 });
    const lanes = page.getByRole("region", { name: "Machine B", exact: true }).locator(".band__tracks");
    await expect.poll(async () => (await lanes.boundingBox())?.y).toBeLessThan(768 - LANES_PX);
    await expectNoViolations(page);
  },
);
