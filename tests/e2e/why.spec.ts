/** Why was this packet lost: the chain of causes, its places, and what would help. */
import { expect, test } from "@playwright/test";
import { expectNoViolations, PHONE, SIZES } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, framesPass, open, pickScenario } from "./support.ts";
import { body, GUTTER_PX, visibleCyclesNow } from "./timelineSupport.ts";

const RIGHT_AIR_PX = 20;

test("the page explains why a packet was lost", async ({ page }) => {
  await open(page, { at: "opening" });
  await page.keyboard.press("y");
  await test.step("the chain's causes lead to their places, and the remedies are measured", async () => {
    const card = page.getByRole("dialog", { name: "Why?" }).or(page.getByRole("region", { name: "Why?" }));
    await expect(card).toContainText(/Packet 1\s?249 was lost/);
    await expect(card).toContainText(
      "Its priority 5 outranks priority 6 of Driver ISR (a lower number is more urgent).",
    );
    await expectNoViolations(page);
    await expect(card).toContainText(/1\s?145 → 524/, { timeout: 30_000 });
    await card.getByRole("button", { name: /^protocol ran for/ }).click();
    await expectCycle(page, 1_120_254);
  });
  await test.step("the whole loss is shown beside the card, and the card leads to the next loss", async () => {
    const card = page.getByRole("dialog", { name: "Why?" });
    await card.getByRole("button", { name: "Show this period" }).click();
    await expectCycle(page, 1_128_025);
    // 10,572 cycles with a margin on both sides. The card covers nothing of them.
    const edge = (await card.boundingBox())?.x ?? 0;
    const plot = await body(page);
    expect(plot.x + plot.width).toBeLessThanOrEqual(edge);
    await expect.poll(() => visibleCyclesNow(page)).toBeGreaterThan(10_572);
    await card.getByRole("button", { name: "Next loss" }).click();
    await expect(card).toContainText(/Packet 1\s?350 was lost in cycle 1\s?223\s?172/);
    await expectCycle(page, 1_223_173);
  });
});

test(
  "Why? is offered at a loss, and a ✕ under the playhead answers and leads to its loss",
  long("It adds two more places that ask Why?. Another test of why.spec.ts asks by key in the short list."),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.keyboard.press("d");
    await expect.poll(() => cycle(page)).toBeGreaterThan(1_128_381);
    const lost = await cycle(page);
    const beside = page.locator(".storyline").getByRole("button", { name: "Why?" });
    await beside.click();
    const card = page.getByRole("dialog", { name: "Why?" });
    await expect(card).toContainText("was lost in cycle");
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    const plot = await body(page);
    // A link contains the visible range. A ✕ is somewhere above the ring, on the line of the playhead.
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await page.keyboard.press("Escape");
    const [, from, to] = /[?&]z=(\d+)-(\d+)/.exec(link) ?? [];
    const share = (lost - 0.5 - Number(from)) / (Number(to) - Number(from));
    const x = plot.x + GUTTER_PX + share * (plot.width - GUTTER_PX - RIGHT_AIR_PX);
    for (let y = plot.y + 100; y < plot.y + 260 && (await card.count()) === 0; y += 5) {
      await page.mouse.click(x, y);
      await framesPass(page);
    }
    await expect(card).toContainText("was lost in cycle");
    await expectCycle(page, lost);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, lost + 1);
    await expect(beside).toHaveCount(0);
  },
);

test(
  "the answer card on a phone takes less than half of the screen, and folds to its headline",
  long(
    "It adds the card on a phone, which is layout, and opens a page for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("./?theme=light#ring-overflow@1128381");
    await expect(page.getByRole("tab", { name: "Machine" })).toBeVisible();
    await page.keyboard.press("y");
    const card = page.getByRole("dialog", { name: "Why?" });
    await expect(card).toContainText("was lost in cycle");
    const height = async () => (await card.boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(PHONE.height / 2);
    await card.getByRole("button", { name: "Causes and remedies" }).click();
    expect(await height()).toBeLessThan(PHONE.height / 4);
    await expect(card).toContainText("was lost in cycle");
  },
);

test(
  "the answer card leaves the story's buttons and the core free",
  long(
    "It adds the card beside a story in three sizes, which is layout, and opens a page for it. Another test of why.spec.ts has the card in the short list.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.getByRole("button", { name: "Show the story" }).click();
    const story = page.getByRole("region", { name: /^Story: / });
    const next = story.getByRole("button", { name: "Next", exact: true });
    for (let step = 2; step <= 4; step++) await next.click();
    await story.getByRole("button", { name: "Why this one?" }).click();
    await expect(page.getByRole("dialog", { name: "Why?" })).toContainText("was lost in cycle");
    const boxOf = async (part: string) => {
      const box = await page.locator(part).first().boundingBox();
      if (box === null) throw new Error(`${part} is not drawn`);
      return box;
    };
    for (const size of SIZES) {
      await page.setViewportSize(size);
      // A trial click fails if another element would get the press.
      for (const button of await story.getByRole("button").all())
        if (await button.isEnabled()) await button.click({ trial: true });
      if (size === PHONE) continue;
      const [core, card] = await Promise.all([boxOf('[data-part="core:1"]'), boxOf(".why")]);
      expect(core.x + core.width).toBeLessThan(card.x);
    }
    await page.keyboard.press("Escape");
    await expect(story).not.toHaveAttribute("style", /--beside: [1-9]/);
  },
);

test(
  "the answer to a finding has the threads that had the processor",
  long("It adds Why? of a finding, which tests/why/chain.test.ts answers without a browser."),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await pickScenario(page, "Receive livelock", { at: "opening" });
    const findings = page.getByRole("region", { name: "Findings" });
    await findings.getByRole("button", { name: "Why?" }).first().click();
    const card = page.getByRole("dialog", { name: "Why?" });
    await expect(card).toContainText(/application could have run from cycle [\d\s]+ on, but hardly did\./);
    await expect(card).toContainText("It runs with interrupts off.");
  },
);
