/** Stories: opened by themselves on a first visit, step by step, with things to try, and in a link. */
import { expect, type Page, test } from "@playwright/test";
import RING from "../../scenarios/demos/ring-overflow.json" with { type: "json" };
import { expectNoViolations, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, dropFile, expectCycle, goToAddress, goToCycle, machineIsShown, open } from "./support.ts";

const story = (page: Page) => page.getByRole("region", { name: "Story: Why are packets lost?" });
const next = (page: Page) => story(page).getByRole("button", { name: "Next", exact: true });

const told = (page: Page) => page.getByRole("region", { name: /^Story: / });

/** Uses the buttons of the story. */
async function walk(page: Page, from: number, to: number): Promise<void> {
  const button = told(page).getByRole("button", { name: from < to ? "Next" : "Back", exact: true });
  for (let step = from; step !== to; step += from < to ? 1 : -1) await button.click();
  await expect(told(page)).toContainText(`${to} of `);
}

test.describe("a first visit", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("opens the story by itself, which ends and does not return", async ({ page }) => {
    await page.goto("./?theme=light");
    await expect(story(page)).toContainText("A packet comes over the wire as a frame.");
    await expect(story(page)).toContainText("1 of 9");
    await expect(page.locator('[data-part="ring:eth0"]')).toHaveAttribute("data-lit", "");
    await expectNoViolations(page);
    const first = await cycle(page);
    for (let step = 2; step <= 4; step++) await next(page).click();
    await expect(story(page)).toContainText(/is lost: number 1 of this run/);
    expect(await cycle(page)).toBeGreaterThan(first);
    await story(page).getByRole("button", { name: "Why this one?" }).click();
    const why = page.getByRole("dialog", { name: "Why?" });
    await expect(why).toContainText(/Packet [\d\s]+ was lost/);
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(why).toHaveCount(0);
    await next(page).click();
    await next(page).click();
    await expect(story(page)).toContainText(/Over the whole run 1\s145 packets are lost/);
    // The user guesses first. The run gives the right answer.
    const guess = story(page).getByRole("button", { name: "at the backlog" });
    await guess.click();
    await expect(story(page)).toContainText("The run answers: press “Set the ring to 64”.");
    await expect(story(page)).not.toContainText("The ring loses none then");
    await expect(guess).not.toHaveAttribute("data-verdict");
    await story(page).getByRole("button", { name: "Set the ring to 64" }).click();
    await expect(story(page)).toContainText(/packets lost 1\s145 → 510/);
    await expect(page.locator('[data-part="card:eth0"]')).toContainText("of 64");
    // The run goes on to its next loss by itself.
    await expect.poll(() => cycle(page)).toBeLessThan(1_000_000);
    await expect(story(page)).toContainText("Right. The ring loses none then, the backlog does");
    await expect(guess).toHaveAttribute("data-verdict", "right");
    await expectNoViolations(page);
    // The change of a trial is undone when the user leaves the step, and nothing is compared with it.
    await expect(page.getByRole("button", { name: "Hide the previous run" }).first()).toBeVisible();
    await next(page).click();
    await expect(page.locator('[data-part="card:eth0"]')).toContainText("of 8");
    await expect(page.getByRole("button", { name: "Hide the previous run" })).toHaveCount(0);
    await next(page).click();
    // What contexts save, in numbers of both runs, with both machines side by side.
    const split = page.getByRole("region", { name: "Two machines on one clock" });
    await expect(split.getByRole("region", { name: /set.? of registers$/ })).toHaveCount(2);
    await expect(story(page)).toContainText(/restoring takes 3.04\s% of the time.*: 0 saves, 946 lost\./);
    await next(page).click();
    await expect(story(page)).toContainText(/from 3\s487 to 561\./);
    // After the last step one change has to reach a goal, and the next story is offered.
    await story(page).getByRole("button", { name: "Your turn" }).click();
    await expect(page.locator("[data-lit]")).toHaveCount(0);
    await expect(story(page)).toContainText("bring “packets lost” below 100");
    await expect(story(page).getByRole("status")).toContainText(/packets lost 1\s145/);
    await story(page).getByRole("slider", { name: "Receive ring" }).press("ArrowRight");
    await expect(story(page).getByRole("img", { name: "1 try" })).toBeVisible();
    await story(page)
      .getByRole("button", { name: /Receive ring: back to/ })
      .click();
    await story(page).getByRole("slider", { name: "Processor clock" }).press("End");
    await expect(story(page)).toContainText("Done.");
    await expectNoViolations(page);
    await expect(story(page).getByRole("link", { name: "Next story: Coalescing" })).toBeVisible();
    await story(page).getByRole("button", { name: "Leave the story" }).click();
    await expect(story(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("button", { name: "Show the story" })).toBeVisible({ timeout: 20_000 });
    await expect(story(page)).toHaveCount(0);
  });

  test(
    "by a link opens its machine instead of the story",
    long("It adds that a first visit by a link tells no story, and opens a page for it."),
    async ({ page }) => {
      await page.goto("./?theme=light#napi-livelock");
      await machineIsShown(page);
      await expect(page.getByRole("region", { name: /^Story/ })).toHaveCount(0);
    },
  );

  test(
    "on a phone shows the story below, without overflow",
    long(
      "It adds the first visit on a phone, in a browser context of its own, which takes some 3 s of processor time. The first test of story.spec.ts has it in a window in the short list.",
    ),
    async ({ browser }) => {
      const context = await browser.newContext({
        viewport: PHONE,
        hasTouch: true,
        isMobile: true,
        storageState: { cookies: [], origins: [] },
      });
      const page = await context.newPage();
      await page.goto("./?theme=light");
      await expect(story(page)).toContainText("1 of 9");
      await expect(next(page)).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".quietwork")).toBeInViewport({ ratio: 0.8 });
      const wire = await page.locator(".quiet__wire").boundingBox();
      expect((wire?.x ?? 0) + (wire?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      await next(page).click();
      await expect(story(page)).toContainText("2 of 9");
      await context.close();
    },
  );
});

test(
  "stories open from the gallery and from Papers, and a scenario has its sentence",
  long(
    "It adds other ways to a story, on four machines that are built one after the other. tests/story/stories.test.ts gives each demo its story without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await test.step("the sentence about a scenario disappears with its change", async () => {
      const line = page.locator(".storyline__text");
      await expect(line).toContainText("the ring fills up, and frames are lost");
      await expect(page.locator("[data-headline=lost]")).toContainText(/1.145/);
      const ring = page.getByRole("spinbutton", { name: /size of the ring of eth0/ });
      await page.mouse.move(1, 1); // The numbers can be edited after the first input.
      await ring.focus();
      await page.keyboard.press("PageUp");
      await expect(ring).toHaveAttribute("aria-valuenow", "12");
      await expect(line).toHaveText(
        /^Changed: over the whole run \d+ of 21\s\d{3} packets are lost\. Before the change, 1\s145 were lost\.$/,
        { timeout: 30_000 },
      );
    });
    await test.step("another scenario that opens during a story tells its own", async () => {
      await page.getByRole("button", { name: "Show the story" }).click();
      await expect(page.getByRole("region", { name: /^Story: / })).toContainText("1 of");
      await page.getByRole("button", { name: /^Scenario/ }).click();
      const path = page.getByRole("region", { name: "Start here" });
      await path.getByRole("button", { name: /One packet$/ }).click();
      await expect(page.getByRole("region", { name: "Story: What happens to one packet?" })).toContainText(
        "1 of 8",
      );
    });
    await test.step("an experiment of Papers opens the story of its machine", async () => {
      await goToAddress(page, "#papers");
      const experiment = page.getByRole("article", { name: "Receiving at the driver layer" });
      await experiment.getByRole("button", { name: "Show the story" }).click();
      const told = page.getByRole("region", { name: "Story: What does one context cost for each packet?" });
      await expect(told).toContainText("1 of 6");
      await expect(told).toContainText("The next packet comes as soon as the driver has finished.");
      await expect(page.locator('[data-part="ring:eth0"]')).toHaveAttribute("data-lit", "");
      await told.getByRole("button", { name: "Next", exact: true }).click();
      await expect(told).toContainText("The interrupt is taken.");
      await expectCycle(page, 21_823);
    });
    await test.step("an own story that names missing parts reports it, and the scenario runs", async () => {
      const step = {
        at: { on: "cycle", cycle: 100 },
        light: ["ring:eth9"],
        caption: "A ring that there is not.",
      };
      const file = { ...RING, name: "My ring", story: { title: "Mine", steps: [step] } };
      await dropFile(page, "mine.json", Buffer.from(JSON.stringify(file)));
      await expect(page.locator(".picker__name")).toHaveText("My ring");
      await expect(page.getByText(/The story has a fault: story\.steps\[0\]\.light.*eth9/)).toBeVisible();
    });
  },
);

test(
  "a story about a program shows the program at every width",
  long(
    "It adds stories of programs at five sizes of the window, which is layout, on two loads of the machine.",
  ),
  async ({ page }) => {
    const program = page.locator('[data-part="program:program"]');
    const line = page.locator(".asm__at");
    await page.goto("./?theme=light#handler-full-save?y=4");
    await test.step("a step about a program opens the panel at the line, and a step about numbers goes back", async () => {
      await expect(program).toHaveAttribute("data-lit", "");
      await expect(program.locator(".asm__at")).toHaveText(/sw +gp, +4\(sp\)/);
      await expect(page.getByRole("tab", { name: "Program", exact: true })).not.toHaveAttribute("data-lit");
      for (let step = 5; step <= 8; step++)
        await told(page).getByRole("button", { name: "Next", exact: true }).click();
      await expect(told(page)).toContainText(/That is 14\s% of the time/);
      await expect(page.getByRole("tab", { name: "Results", exact: true })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await told(page).getByRole("button", { name: "Memory with 3 cycles" }).click();
      await expect(told(page)).toContainText(/share of the handler 14.*→ \d/);
    });
    await test.step("the line stays in view when the window changes size, until the user scrolls", async () => {
      await walk(page, 8, 6);
      await expect(line).toHaveText(/lw +t1, 0\(t0\)/);
      await expect(line).toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 1440, height: 560 });
      await expect(line).toBeInViewport({ ratio: 1 });
      const scroller = page.locator(".cm-scroller");
      await scroller.hover();
      await page.mouse.wheel(0, -4000);
      await expect(line).not.toBeInViewport();
      await page.setViewportSize({ width: 1440, height: 600 });
      await expect.poll(() => scroller.evaluate((one) => one.scrollTop)).toBe(0);
    });
    await test.step("the program is beside the story on a wide window, and gives the place back on a narrow one", async () => {
      await page.setViewportSize({ width: 1024, height: 768 });
      await walk(page, 6, 4);
      await expect(line).toHaveText(/sw +gp, +4\(sp\)/);
      await expect(program).toHaveAttribute("data-lit", "");
      await expect(program.locator(".asm__at")).toBeInViewport();
      const [panel, bar] = [await program.boundingBox(), await told(page).boundingBox()];
      expect(panel?.x).toBeGreaterThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0) - 1);
      const counter = await page.locator(".transport .counter").boundingBox();
      expect((counter?.x ?? 0) + (counter?.width ?? 0)).toBeLessThan(panel?.x ?? 0);
      await told(page).getByRole("button", { name: "Leave the story" }).click();
      await expect(program).toBeHidden();
      await expect(page.locator(".rail").getByRole("button", { name: "Program" })).toBeVisible();
    });
    await test.step("the program is shown on a phone during a step about it", async () => {
      await page.setViewportSize(PHONE);
      await goToAddress(page, "#handler-full-save?y=4");
      await expect(told(page)).toContainText("4 of");
      const tab = (name: string) => page.getByRole("tab", { name, exact: true });
      await expect(tab("Program")).toHaveAttribute("aria-selected", "true");
      await expect(page.locator(".asm__at")).toBeInViewport();
      await told(page).getByRole("button", { name: "Back", exact: true }).click();
      await expect(tab("Machine")).toHaveAttribute("aria-selected", "true");
    });
    await test.step("a step at a program's beginning shows the first line on a phone", async () => {
      await walk(page, 3, 1);
      await expect(line).toHaveText(/la +t0, handler/);
      await expect(line).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".program__outcome")).toBeInViewport();
    });
  },
);

test(
  "a link leads to a step of a story, and the story plays to the next one",
  long("It adds a built-in story in a link, where the short list has one of one's own, and opens two pages."),
  async ({ page, context }) => {
    await open(page, { at: "opening" });
    const other = await context.newPage();
    await page.getByRole("button", { name: "Show the story" }).click();
    await next(page).click();
    await next(page).click();
    await expectCycle(page, 30_300);
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link).toContain("y=3");
    await other.goto(link);
    await expect(story(other)).toContainText("3 of 9");
    await expectCycle(other, 30_300);
    await other.getByLabel(/^Speed in cycles per second/).press("End");
    await story(other).getByRole("button", { name: "Watch until the next step" }).click();
    await expect(story(other)).toContainText("4 of 9");
    await expect(other.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  },
);

test(
  "bookmarks become a story that travels in the link",
  long("It adds the way from a bookmark to a story, which tests/story checks without a browser."),
  async ({ page, context }) => {
    await open(page, { at: "opening" });
    for (const [at, note] of [
      [5_000, "Second."],
      [1_000, "First the line rises."],
    ] as const) {
      await goToCycle(page, at);
      await page.keyboard.press("m");
      await expect(page.getByRole("dialog", { name: "Bookmarks" }).getByRole("textbox")).toBeFocused();
      await page.keyboard.type(note);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.keyboard.press("m");
    const panel = page.getByRole("dialog", { name: "Bookmarks" });
    await panel.getByRole("button", { name: "Make a story of these" }).click();
    await panel.getByRole("button", { name: "Show the story" }).click();
    await expect(panel.getByText("A title and a caption of at most 25 words for each step.")).toBeVisible();
    await panel.getByRole("textbox", { name: /^Title/ }).fill("What happens here?");
    await panel.getByRole("textbox", { name: /^Caption at cycle 5/ }).fill("Then a packet comes.");
    await expectNoViolations(page);
    await panel.getByRole("button", { name: "Show the story" }).click();
    const own = (where: Page) => where.getByRole("region", { name: "Story: What happens here?" });
    await expect(own(page)).toContainText("First the line rises.");
    await expectCycle(page, 1_000);
    await own(page).getByRole("button", { name: "Next", exact: true }).click();
    await expectCycle(page, 5_000);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/#s=/);
    const ownLink = await page.getByRole("textbox", { name: "Link" }).inputValue();
    const third = await context.newPage();
    await third.goto(ownLink);
    await expect(own(third)).toContainText("Then a packet comes.");
    await expect(own(third)).toContainText("2 of 2");
    await expectCycle(third, 5_000);
  },
);

test.describe("a story in German", () => {
  test.use({ locale: "de-DE" });

  test(
    "is told to its end with German numbers, names and button texts",
    long(
      "It adds a second story, in German, with a check of accessibility. tests/story/stories.test.ts holds each story to two languages without a browser.",
    ),
    async ({ page }) => {
      page.on("pageerror", (error) => {
        throw error;
      });
      await page.goto("./?theme=light#napi-livelock?y=1");
      const told = page.getByRole("region", {
        name: "Geschichte: Immer beschäftigt, und nichts zugestellt?",
      });
      const on = told.getByRole("button", { name: "Weiter", exact: true });
      await expect(told).toContainText("Kleine Pakete kommen mit fast dem Dreifachen der Rate");
      await expect(told).toContainText("1 von 7");
      await expect(page.locator('[data-part="wire:eth0"]')).toHaveAttribute("data-lit", "");
      await on.click();
      await expect(told).toContainText("braucht dafür 1\u202f500 Takte");
      await expectCycle(page, 1_010_000);
      const placeOfButton = () => on.boundingBox().then((box) => box?.y);
      const before = await placeOfButton();
      for (let step = 3; step <= 5; step++) await on.click();
      await expect(told).toContainText(
        /Der Treiber nimmt \d\d,\d\s% der Zeit: [\d\s]+ von \d{1,2}\s\d{3} Paketen/,
      );
      expect(await placeOfButton()).toBe(before);
      await told.getByRole("button", { name: "200\u202f000 je Sekunde anbieten" }).click();
      await expect(told).toContainText(/zugestellte Pakete \d[\d\s]* → \d+/);
      await told.getByRole("button", { name: "mehr", exact: true }).click();
      await expect(told).toContainText("Nein. Das ist Livelock");
      await expectNoViolations(page);
      await on.click();
      await expect(page.getByRole("button", { name: "Vorherigen Lauf ausblenden" })).toHaveCount(0);
      await on.click();
      await expect(told).toContainText("„Polling mit Budget“");
      await expect(page.locator('[data-part="tries"]')).toHaveAttribute("data-lit", "");
      await expect(page.getByRole("link", { name: "Vergleich", exact: true })).toHaveAttribute(
        "data-lit",
        "",
      );
      await told.getByRole("button", { name: "Jetzt sind Sie dran" }).click();
      await expect(page.locator("[data-lit]")).toHaveCount(0);
      await test.step("keeps a comma with the term before it", async () => {
        await page.setViewportSize(PHONE);
        await goToAddress(page, "#napi-driver?y=7");
        const comma = page.locator(".storybar__term", { hasText: /^Treiber,$/ });
        await expect(comma).toBeVisible();
        const lines = await comma.evaluate(
          (one) => new Set([...one.getClientRects()].map(({ top }) => top)).size,
        );
        expect(lines).toBe(1);
      });
    },
  );
});

/** Texts of the stage outside the highlight that lie under a mark, and marks that leave the window. */
const coveredTexts = (page: Page) =>
  page.locator(".stage").evaluate((stage) => {
    // Letters are lower than their line.
    const leadingPx = 3;
    const px = (text: string) => Number.parseFloat(text) || 0;
    const found: string[] = [];
    for (const lit of stage.querySelectorAll<HTMLElement>("[data-lit]")) {
      const box = lit.getBoundingClientRect();
      const own = getComputedStyle(lit);
      const drawn = getComputedStyle(lit, "::after");
      const isDrawn = own.outlineStyle === "none";
      const reach = px(own.outlineOffset) + px(own.outlineWidth);
      const [top, right, bottom, left] = isDrawn
        ? [-px(drawn.top), -px(drawn.right), -px(drawn.bottom), -px(drawn.left)]
        : [reach, reach, reach, reach];
      const mark = new DOMRect(
        box.x - left,
        box.y - top,
        box.width + left + right,
        box.height + top + bottom,
      );
      const part = lit.dataset.part ?? lit.dataset.thread ?? "";
      if (mark.left < 0 || mark.top < 0 || mark.right > innerWidth) found.push(`${part} leaves the window`);
      const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
      const letters = document.createRange();
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent?.trim() ?? "";
        if (
          text === "" ||
          element === null ||
          lit.contains(element) ||
          element.closest(".sr-only, .part-list") !== null
        )
          continue;
        letters.selectNodeContents(walker.currentNode);
        const line = letters.getBoundingClientRect();
        const isUnder =
          line.left < mark.right &&
          line.right > mark.left &&
          line.top + leadingPx < mark.bottom &&
          line.bottom - leadingPx > mark.top;
        const isInside =
          line.top >= box.top &&
          line.bottom <= box.bottom &&
          line.left >= box.left &&
          line.right <= box.right;
        if (isUnder && !isInside) found.push(`${text} under ${part}`);
      }
    }
    return found;
  });

/** Focuses a term of the story as soon as the page has it, and presses it as soon as the focus has opened its
 * explanation. */
async function pressAtOnce(page: Page, word: string): Promise<void> {
  await page.addInitScript((text) => {
    let isFocused = false;
    const observer = new MutationObserver(() => {
      const terms = document.querySelectorAll<HTMLElement>(".storybar .term");
      const term = Array.from(terms).find((one) => one.textContent === text);
      if (!isFocused && term !== undefined) {
        isFocused = true;
        term.focus();
      }
      if (document.querySelector(".term__popup") === null) return;
      observer.disconnect();
      if (document.activeElement instanceof HTMLElement) document.activeElement.click();
    });
    observer.observe(document, { subtree: true, childList: true });
  }, word);
}

test(
  "a technical term in a caption is explained",
  long("It adds words of captions to the one that serviceWorker.spec.ts presses, and opens a page for it."),
  async ({ page }) => {
    await pressAtOnce(page, "backlog");
    await page.goto("./?theme=light#ring-overflow?y=3");
    const explained = page.getByRole("dialog", { name: "backlog" });
    const word = story(page).getByRole("button", { name: "backlog", exact: true });
    await word.waitFor();
    await expect(explained).toContainText("The queue between driver and protocol");
    await expect(word).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(explained).toContainText("The queue between driver and protocol");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

test(
  'the story "Why are packets lost?" highlights, explains and tries',
  long(
    "It adds the marks of all nine steps and what taking an action back leaves; each is shown, and two of them are tried. tests/story/stories.test.ts checks each mark and action without a browser.",
  ),
  async ({ page }) => {
    await page.goto("./?theme=light#ring-overflow?y=3");
    await test.step("highlights cover no words, and their mark is in the window", async () => {
      await walk(page, 3, 1);
      // The eighth step shows both machines in place of the stage.
      for (let step = 1; step <= 7; step++) {
        await expect(story(page)).toContainText(`${step} of 9`);
        await expect(page.locator("[data-lit]").first()).toBeVisible();
        await expect.poll(() => coveredTexts(page), { message: `step ${step}` }).toEqual([]);
        await next(page).click();
      }
    });
    await test.step("a trial without a guess is explained", async () => {
      await walk(page, 8, 6);
      await expect(story(page)).not.toContainText("The ring loses none then");
      await story(page).getByRole("button", { name: "Set the ring to 64" }).click();
      await expect(story(page)).toContainText("The ring loses none then, the backlog does");
      await expect(story(page)).not.toContainText(/Right\.|No\./);
    });
    await test.step("nothing is compared after an action is undone", async () => {
      await walk(page, 6, 7);
      const clock = page.getByRole("spinbutton", { name: /clock of the processor/ });
      const before = page.getByRole("button", { name: "Hide the previous run" });
      await story(page).getByRole("button", { name: "Clock at 150 MHz" }).click();
      await next(page).click();
      await expect(story(page)).toContainText("8 of 9");
      await story(page).getByRole("button", { name: "Back", exact: true }).click();
      await expect(clock).toHaveText("100 MHz");
      await expect(before).toHaveCount(0);
      await story(page).getByRole("button", { name: "Clock at 150 MHz" }).click();
      await expect(clock).toHaveText("150 MHz");
      await page.getByRole("button", { name: /Processor clock: back to 100/ }).click();
      await expect(clock).toHaveText("100 MHz");
      await expect(before.first()).toBeVisible();
      await next(page).click();
      await expect(before).toHaveCount(0);
    });
  },
);

test(
  "a story that begins during a run shows the right counters, and its last step in a narrow window",
  long(
    "It adds a sentence and a mark of one story, whose machine has to run a million cycles first. tests/story/stories.test.ts fills the gaps of every story without a browser.",
  ),
  async ({ page }) => {
    await page.goto("./?theme=light#napi-livelock?y=1");
    await expect(told(page)).toContainText(
      /The story begins after [\d.]+\sms\. 564 packets have already been lost\./,
    );
    await walk(page, 1, 2);
    await expect(told(page)).not.toContainText("The story begins after");
    await page.setViewportSize({ width: 1024, height: 768 });
    await walk(page, 2, 7);
    await expect(told(page)).toContainText("7 of 7");
    await expect(page.getByRole("button", { name: "Results", exact: true })).toHaveAttribute("data-lit", "");
  },
);

test(
  "the last step of a story highlights where it sends the user, if there is room",
  long("It adds which part of the page is lit at two widths, and opens a page for it."),
  async ({ page }) => {
    await page.goto("./?theme=light#000-contexts?y=7");
    await expect(told(page)).toContainText("7 of 7");
    await expect(page.getByRole("tab", { name: "Settings" })).toHaveAttribute("data-lit", "");
    await expect(page.getByRole("link", { name: "Compare", exact: true })).toHaveAttribute("data-lit", "");
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(page.getByRole("button", { name: "Settings", exact: true })).toHaveAttribute("data-lit", "");
  },
);

const lit = (page: Page, part: string) => page.locator(`[data-part="${part}"][data-lit]`).first();

test(
  "the subject of a step is visible at 1024 px",
  long("It adds the place of one part of the machine at one width, and opens a page for it."),
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto("./?theme=light#003-broadcast?y=4");
    await expect(lit(page, "bus")).toBeInViewport({ ratio: 0.95 });
  },
);

const boxOf = async (page: Page, place: string) => {
  const box = await page.locator(place).first().boundingBox();
  if (box === null) throw new Error(`${place} is not drawn`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test(
  "counters, names and lost packets keep their room where a step leaves little",
  long("It adds the places of four parts of the machine, which are layout, and opens a page for them."),
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto("./?theme=light#napi-lost-wake-up?y=7");
    await expect(page.locator(".fallen .token")).toHaveText("✕ 49");
    expect((await boxOf(page, ".fallen .token")).right).toBeLessThan((await boxOf(page, ".nic")).x + 1);
    await page.getByRole("switch", { name: "Details" }).click();
    await expect(page.locator(".quiet")).toBeVisible();
    const name = await boxOf(page, ".quiet__memory > p");
    expect(name.bottom).toBeLessThanOrEqual((await boxOf(page, ".quiet__memory .quietstore")).y + 1);

    await page.setViewportSize({ width: 1440, height: 900 });
    await goToAddress(page, "#ring-overflow?y=6");
    await expect(page.locator(".score")).toContainText(/1\s?145/);
    const stage = await boxOf(page, ".stage");
    expect((await boxOf(page, ".score > :last-child b")).right).toBeLessThan(stage.right);
  },
);

test(
  "a link followed during a story leads to its step or to another story",
  long(
    "It adds two links that are followed on an open page, each with a machine of its own to build. Another test of story.spec.ts opens a link to a story in the short list.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening", hash: "#ring-overflow?y=3" });
    await expect(story(page)).toContainText("3 of 9");
    await goToAddress(page, "#ring-overflow?y=6");
    await expect(story(page)).toContainText("6 of 9");
    await goToAddress(page, "#handler-full-save?y=4");
    await expect(told(page)).toContainText("4 of ");
    await expect(story(page)).toHaveCount(0);
  },
);

test(
  "the subject of a step is visible on a phone",
  long("It adds the places of two parts of the machine on a phone, and opens a page for it."),
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("./?theme=light#overload-three-contexts?y=1");
    await expect(lit(page, "context:1")).toBeInViewport({ ratio: 0.95 });
    await walk(page, 1, 4);
    await expect(lit(page, "queue:backlog")).toBeInViewport({ ratio: 0.95 });
  },
);
