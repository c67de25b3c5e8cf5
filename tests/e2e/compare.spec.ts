import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectFits, expectNoViolations, SIZES } from "./axe.ts";
import { long } from "./long.ts";
import {
  cycle,
  expectCycle,
  framesPass,
  goToCycle,
  machineIsShown,
  open,
  openPage,
  settled,
} from "./support.ts";

async function openCompare(page: Page): Promise<void> {
  await open(page);
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(band(page, "B").getByRole("heading", { name: "Ring overflow, three contexts" })).toBeVisible();
}

/** Like openCompare, without the page before. */
async function openPair(page: Page): Promise<void> {
  await open(page, { hash: PAIR, at: "opening" });
  await expectCycle(page, 0);
}

const PAIR = "#ring-overflow@0?p=compare&o=ring-overflow-three-contexts";

const band = (page: Page, letter: "A" | "B") =>
  page.getByRole("region", { name: `Machine ${letter}`, exact: true });
const panel = (page: Page) => page.getByRole("complementary", { name: "Differences" });

/** Changes one field of A to make B. */
async function change(page: Page, search: string, title: RegExp, value: string): Promise<void> {
  await page.getByRole("button", { name: "Change a field" }).click();
  await page.getByRole("searchbox", { name: "Field of A" }).fill(search);
  await page.getByRole("button", { name: title }).first().click();
  await page.getByRole("textbox", { name: title }).fill(value);
  await page.getByRole("button", { name: "Make B from A" }).click();
  await expect(page.getByRole("dialog", { name: /^Make B from A/ })).toHaveCount(0);
}

/** A section of numbers is closed until the user opens it. */
const fold = (page: Page, name: string) =>
  panel(page).getByRole("region", { name, exact: true }).locator("summary");

async function row(page: Page, group: string, label: string): Promise<readonly string[]> {
  await fold(page, group).click();
  const found = panel(page).getByRole("region", { name: group }).getByRole("row", { name: label }).first();
  return found.getByRole("cell").allTextContents();
}

test(
  "the pipelines of both machines are aligned one below the other if B has a longer name",
  long(
    "It adds places in two windows, and opens Compare with two machines for them. The first short test of compare.spec.ts sees that both machines are there.",
  ),
  async ({ page }) => {
    await openCompare(page);
    for (const size of SIZES.slice(0, 1)) {
      await page.setViewportSize(size);
      await framesPass(page);
      await expect(band(page, "B").getByRole("list", { name: /^Pipeline/ })).toBeVisible();
      const [a, b] = await Promise.all(
        (["A", "B"] as const).map((letter) =>
          band(page, letter)
            .getByRole("list", { name: /^Pipeline/ })
            .boundingBox(),
        ),
      );
      expect([b?.x, b?.width], `${size.width} px`).toEqual([a?.x, a?.width]);
    }
  },
);

test(
  "the tables of differences are closed, keep their state, and the tiles lead to them",
  long(
    "It adds what stays open over two reloads, which tests/web/compare/folds.test.ts checks without a browser.",
  ),
  async ({ page }) => {
    await openCompare(page);
    await goToCycle(page, 2_000_000);
    const open = panel(page).locator("details[open] h3");
    await expect(fold(page, "Received")).toBeVisible();
    await expect(open).toHaveCount(0);
    await page.getByRole("button", { name: "Packets lost, receive" }).click();
    await expect(open).toHaveText(["Received"]);
    await expect(fold(page, "Received")).toBeFocused();
    await fold(page, "Work").click();
    const reload = async () => {
      await page.reload();
      await machineIsShown(page);
      await goToCycle(page, 2_000_000); // There are no numbers at cycle 0.
    };
    await reload();
    await expect(open).toHaveText(["Received", "Work"]);
    await fold(page, "Received").click();
    await reload();
    await expect(open).toHaveText(["Work"]);
  },
);

test(
  "B is the counterpart of A, then A with one changed field, and differences are stated, marked and counted",
  long(
    "It adds the way from the menu, a refused value and a ratio. The keyboard test of compare.spec.ts makes B from A and sees their difference.",
  ),
  async ({ page }) => {
    await openCompare(page);
    await expect(
      page.getByText(/^A: one set of registers .* B: 3 sets \(contexts\): each thread has its own/),
    ).toBeVisible();
    await expect(page.getByText(/^Unlike “Ring overflow”/)).toHaveCount(0);
    await goToCycle(page, 2_000_000);

    await page.getByRole("button", { name: "Change a field" }).click();
    await page.getByRole("searchbox", { name: "Field of A" }).fill("receive ring");
    await page
      .getByRole("button", { name: /^Receive ring/ })
      .first()
      .click();
    await page.getByRole("textbox", { name: /^Receive ring/ }).fill("9000");
    await page.getByRole("button", { name: "Make B from A" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "must be from 1 to 8192 frames" })).toBeVisible();
    await page.getByRole("textbox", { name: /^Receive ring/ }).fill("64 frames");
    await page.getByRole("button", { name: "Make B from A" }).click();

    await expect(page.getByText(/differs in Receive ring: A 8, B 64/)).toBeVisible();
    await expect(page.getByText(/sets \(contexts\)/)).toHaveCount(0);
    await expect(band(page, "B").getByRole("heading", { name: /receive ring 64/ })).toBeVisible();
    await expectCycle(page, 2_000_000);
    await expect(page.getByText(/B loses \d+ frames instead of \d+/)).toBeVisible({ timeout: 20_000 });
    const [a, b, difference, ratio] = await row(page, "Received", "lost");
    expect(Number(a)).toBeGreaterThan(Number(b));
    expect(difference).toBe(`\u2212${Number(a) - Number(b)}`);
    expect(Number(ratio)).toBeCloseTo(Number(b) / Number(a), 2);
  },
);

test("Compare works by keyboard alone, and from a link", async ({ page, context }) => {
  await openPair(page);
  await test.step("one field of A is changed by keyboard to make B", async () => {
    await page.getByRole("button", { name: "Change a field" }).press("Enter");
    const search = page.getByRole("searchbox", { name: "Field of A" });
    await search.fill("ring");
    await search.press("ArrowDown");
    await expect(page.getByRole("button", { name: /^Receive ring/ }).first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(search).toBeFocused();
    await page.keyboard.press("Enter");
    const value = page.getByRole("textbox", { name: /^Receive ring/ });
    await expect(value).toBeFocused();
    await value.press("Control+a");
    await page.keyboard.type("64");
    await page.keyboard.press("Enter");
    await expect(band(page, "B").getByRole("heading", { name: /receive ring 64/ })).toBeVisible();
  });
  await test.step("one playhead moves both machines", async () => {
    await page.keyboard.press("Space");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    await page.keyboard.press("Space");
    await goToCycle(page, 1_234_566);
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, 1_234_567);
    await expect(page.getByText(/B loses \d+ frames instead of \d+/)).toBeVisible({ timeout: 20_000 });
    const [a, b, difference] = await row(page, "Received", "lost");
    expect(Number(a)).toBeGreaterThan(Number(b));
    expect(difference).toBe(`\u2212${Number(a) - Number(b)}`);
    await expectNoViolations(page);
  });
  await test.step("a link opens both machines at the same place", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link.length).toBeLessThan(2000);
    await expect(page.getByText(/Opens both machines at cycle/)).toBeVisible();

    const other = await context.newPage();
    await other.goto(link);
    await expect(band(other, "B").getByRole("heading", { name: /receive ring 64/ })).toBeVisible();
    await expectCycle(other, 1_234_567);
    await expect(other.getByText(/differs in Receive ring: A 8, B 64/)).toBeVisible();
    await other.getByRole("link", { name: "Simulate" }).click();
    await expect(other.locator(".picker__name")).toHaveCount(1); // Compare with its two machines is gone.
    await expect(other.locator(".picker__name")).toHaveText("Ring overflow");
    await other.goBack();
    await expect(band(other, "B").getByRole("heading", { name: /receive ring 64/ })).toBeVisible();
    await other.reload();
    await expect(band(other, "B").getByRole("heading", { name: /receive ring 64/ })).toBeVisible();
  });
});

test(
  "the tracks of the difference show values under the pointer, and a click moves the playhead there",
  long(
    "It adds the tip over the difference of both timelines, whose numbers tests/web/timeline/compare.test.ts checks without a browser.",
  ),
  async ({ page }) => {
    await openPair(page);
    await change(page, "receive ring", /^Receive ring/, "64");
    await goToCycle(page, 10_000_000);
    await page.keyboard.press("0");
    const tracks = page.getByRole("img", { name: /Where A and B do different work/ });
    const tip = page.locator(".compare__tracks .timeline__tip");
    // The tip appears after a movement, once both machines are there and the page is still.
    await expect(async () => {
      await tracks.scrollIntoViewIfNeeded();
      const box = await tracks.boundingBox();
      if (box === null) throw new Error("no tracks");
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.7);
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7);
      await expect(tip).toContainText("B delivered", { timeout: 1000 });
    }).toPass({ timeout: 40_000 });
    await expect(tip).toContainText(/different work\s*(<\s*)?\d+\s*%/);
    const told = Number(((await tip.locator("p").textContent()) ?? "").replace(/\D/g, ""));
    await page.mouse.down();
    await page.mouse.up();
    await expectCycle(page, told);
  },
);

test(
  "Swap exchanges the sides and keeps the place",
  long(
    "It adds one button, and opens Compare with two machines for it. The short tests of compare.spec.ts see their differences without the swap.",
  ),
  async ({ page }) => {
    await openPair(page);
    await change(page, "receive ring", /^Receive ring/, "64");
    await goToCycle(page, 1_500_000);
    await expect(page.getByText(/B loses \d+ frames/)).toBeVisible({ timeout: 20_000 });
    await page.getByRole("button", { name: "Swap A and B" }).click();
    await expect(band(page, "A").getByRole("heading", { name: /receive ring 64/ })).toBeVisible();
    await expectCycle(page, 1_500_000);
    await expect(page.getByText(/differs in Receive ring: A 64, B 8/)).toBeVisible();
    await expect(page.getByText(/B loses \d+ frames instead of \d+/)).toBeVisible({ timeout: 20_000 });
  },
);

test(
  "one playhead moves both machines by play, keys and seeks, and equal machines do the same",
  long(
    "It adds that two equal machines are said to do the same. The keyboard test of compare.spec.ts moves both machines in the short list.",
  ),
  async ({ page }) => {
    await openPair(page);
    await change(page, "hardware contexts", /^Hardware contexts/, "1");
    await page.keyboard.press("Space");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    await page.keyboard.press("Space");
    await goToCycle(page, 1_000_000);
    await page.keyboard.press("d");
    await expect.poll(() => cycle(page)).toBeGreaterThan(1_000_000);
    const drop = await settled(page, () => cycle(page));
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, drop + 1);
    await expect(page.getByText(/both do the same/)).toBeVisible();
    const doing = (letter: "A" | "B") => band(page, letter).locator(".band__doing").textContent();
    await expect.poll(async () => (await doing("A")) === (await doing("B"))).toBe(true);
  },
);

test(
  "equal machines get an offer of the counterpart",
  long("It adds an offer that tests/web/compare/choosePair.test.ts makes without a browser."),
  async ({ page }) => {
    await openPair(page);
    await change(page, "hardware contexts", /^Hardware contexts/, "1");
    await expect(page.getByText(/^A and B are identical\. Change one setting of B/)).toBeVisible();
    await page.getByRole("button", { name: "Compare with Ring overflow, three contexts" }).click();
    await expect(
      band(page, "B").getByRole("heading", { name: "Ring overflow, three contexts" }),
    ).toBeVisible();
    await expect(page.getByText(/Same traffic, same seed/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Compare with/ })).toHaveCount(0);
  },
);

test(
  "a window opened while a popup of a change fades keeps the focus",
  long(
    "It adds a race of the focus between a popup that fades and the next field. No other test of the short list has it: it opens Compare with two machines and waits for a popup that is slowed down.",
  ),
  async ({ page }) => {
    await openPair(page);
    await page.addStyleTag({ content: ".popup { transition-duration: 1.5s !important }" });
    await page.getByRole("button", { name: "Change a field" }).click();
    await page.getByRole("searchbox", { name: "Field of A" }).fill("receive ring");
    await page.keyboard.press("Enter");
    await page.keyboard.type("64");
    await page.keyboard.press("Enter");
    await page.keyboard.press("g");
    const target = page.getByLabel("cycle", { exact: true });
    await expect(target).toBeFocused();
    await expect(page.getByRole("dialog", { name: /^Make B from A/ })).toHaveCount(0);
    await expect(target).toBeFocused();
  },
);

test(
  "seeds show whether a difference exceeds chance, and can be stopped",
  long(
    "It adds the table of several seeds for 10 s of processor time. tests/web/compare/seedRuns.test.ts runs and stops them without a browser.",
  ),
  async ({ page }) => {
    await openPair(page);
    await change(page, "run length", /^Run length/, "1000000");
    await change(page, "receive ring", /^Receive ring/, "64");
    await fold(page, "More than chance?").click();
    await page.getByLabel("Seeds").selectOption("4");
    await page.getByRole("button", { name: "Run 8 machines" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Run 8 machines" }).click();
    const table = page.getByRole("table", { name: /Means of 4 seeds/ });
    await expect(table).toBeVisible({ timeout: 60_000 });
    await expect(table.getByRole("row", { name: /^lost/ })).toContainText("✓");
    await expect(table.getByRole("row", { name: /^offered/ })).toContainText("same");
  },
);

test(
  "for a scenario without a counterpart B is a copy until the user presses a knob",
  long("It adds an offer that tests/web/compare/oneChange.test.ts makes without a browser."),
  async ({ page }) => {
    await open(page, { hash: "#coalescing?p=compare", at: "opening" });
    await expect(page.getByText(/^A and B are identical\. Change one setting of B/)).toBeVisible();
    await page.getByRole("button", { name: "B with Frames per interrupt 32 instead of 1" }).click();
    await expect(page.getByText(/differs in .*: A 1, B 32/)).toBeVisible();
    await expect(
      band(page, "B").getByRole("heading", { name: "Coalescing, frames per interrupt 32" }),
    ).toBeVisible();
    await expect(page.getByText(/Same traffic, same seed/)).toBeVisible();
    await expect(page.getByRole("list", { name: "Change B" })).toHaveCount(0);
  },
);

test(
  "parts of only one machine are named, and their fields are behind a button",
  long("It adds texts that tests/web/compare/toldDifferences.test.ts checks without a browser."),
  async ({ page }) => {
    await open(page, { hash: "#napi-livelock?p=compare", at: "opening" });
    await expect(page.getByText("Only in A: backlog, protocol.")).toBeVisible();
    await expect(page.getByText("Only in B: poll.")).toBeVisible();
    await page.getByRole("button", { name: /^All \d+ fields$/ }).click();
    await expect(page.getByRole("row", { name: /software\.queues\.backlog\.capacity/ })).toBeVisible();
  },
);

test(
  "a changed scenario is compared with its original",
  long(
    "It adds the pair of a changed scenario, which tests/web/compare/choosePair.test.ts chooses without a browser.",
  ),
  async ({ page }) => {
    await openCompare(page);
    await page.getByRole("link", { name: "Simulate" }).click();
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByRole("searchbox", { name: "Find a setting" }).fill("receive ring");
    const ring = page.getByRole("spinbutton", { name: /^Receive ring/ });
    await ring.fill("16");
    await ring.press("Enter");
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await expect(page.getByText("B is A without its changes: the race shows what they do.")).toBeVisible();
    await expect(page.getByText(/differs in Receive ring: A 16, B 8/)).toBeVisible();
    // The address names both machines, so a reload restores them.
    await expect.poll(() => new URL(page.url()).hash).toMatch(/rxRingFrames=16.*o=ring-overflow$/);
    await page.reload();
    await expect(page.getByText(/differs in Receive ring: A 16, B 8/)).toBeVisible();
  },
);

test(
  "a paper's card compares the two machines of its experiment",
  long(
    "It adds a second way into Compare, the one from Papers, and opens two pages for it. keyboard.spec.ts of the short list opens the machine of an experiment from its card.",
  ),
  async ({ page }) => {
    await openPage(page, "#papers");
    const card = page.getByRole("article", { name: "Receiving at the driver layer" });
    await card.getByRole("button", { name: "Compare the two machines" }).click();
    await expect(band(page, "A").getByRole("heading", { name: /receive, one context/ })).toBeVisible();
    await expect(band(page, "B").getByRole("heading", { name: /receive, three contexts/ })).toBeVisible();
  },
);

test(
  "the page of both machines with their differences has no violations",
  long("It adds the page before a change. The keyboard test of compare.spec.ts has axe behind one."),
  async ({ page }) => {
    await openPair(page);
    await goToCycle(page, 1_000_000);
    await expect(page.getByText(/B loses \d+ frames/)).toBeVisible({ timeout: 20_000 });
    await expectNoViolations(page);
  },
);

test(
  "the popup of a change has no violations and no overflow in any size",
  long(
    "It adds the popup of a change and two more sizes, for 16 s of processor time. Another test of compare.spec.ts measures the page in the short list.",
  ),
  async ({ page }) => {
    await openPair(page);
    await page.getByRole("button", { name: "Change a field" }).click();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole("searchbox").fill("receive ring");
    await page
      .getByRole("button", { name: /^Receive ring/ })
      .first()
      .click();
    await expectNoViolations(page);
    await page.getByRole("textbox", { name: /^Receive ring/ }).fill("64");
    await page.getByRole("button", { name: "Make B from A" }).click();
    await goToCycle(page, 1_000_000);
    await expect(page.getByText(/B loses \d+ frames/)).toBeVisible({ timeout: 20_000 });
    await expectFits(page);
  },
);

test(
  "numbers stay within their columns and names on their line, in German at every width",
  long(
    "It adds widths of columns and names in German in three sizes, which is layout alone, and opens Compare with two machines for them.",
  ),
  async ({ page }) => {
    const [link = ""] = readFileSync(
      new URL("../fixtures/links/v1-compare-contexts.txt", import.meta.url),
      "utf8",
    ).split("\n");
    await open(page, { hash: `&lang=de${link}`, at: "opening" });
    const rows = page.locator(".compared tbody tr");
    const closed = page.locator(".numbers-fold:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    await expect(rows.filter({ hasText: "Mb/s" })).toHaveCount(1);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await framesPass(page);
      const sticksOut = await page.locator(".compared td").evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          const isWithin = text.getBoundingClientRect().right <= cell.getBoundingClientRect().right + 1;
          return isWithin ? [] : [cell.textContent];
        }),
      );
      expect(sticksOut, `${size.width} px`).toEqual([]);
      const words = page.locator(".band__name, .band__doing");
      const cut = await words.evaluateAll(
        (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
      );
      expect(cut, `${size.width} px`).toBe(0);
    }
    // Below the machines the numbers have the whole width, without the line that separates them at the side.
    await expect(page.locator(".compare__panel")).toHaveCSS("border-left-width", "0px");
  },
);

test(
  "a first visit compares the pair with the most visible difference, and keeps an open scenario",
  long(
    "It adds the pair of a first visit, which tests/web/compare/choosePair.test.ts chooses without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await expect(band(page, "A").getByRole("heading", { name: "Overload, one context" })).toBeVisible();
    await expect(band(page, "B").getByRole("heading", { name: "Overload, three contexts" })).toBeVisible();
    await expect(page.getByText(/loses \d+ frames instead of \d+/)).toBeVisible();
    await page.goBack();
    await expect(page.locator(".picker__name")).toHaveText("Ring overflow");
  },
);
