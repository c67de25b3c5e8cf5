/** Machines with several contexts in the pipeline at once, and with several cores. */
import { expect, type Page, test } from "@playwright/test";
import RING from "../../scenarios/demos/ring-overflow.json" with { type: "json" };
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { DESKTOP, expectFits, SIZES, TABLET } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, follow, framesPass, goToCycle, machineIsShown, open } from "./support.ts";

const SHARED = "#load-use-four-contexts";
const TWO_CORES = "#two-cores";

/** "C2", the context that issues next according to the gate. */
async function chosen(page: Page): Promise<string | undefined> {
  const rows = await page
    .getByRole("list", { name: "Front stages, round robin" })
    .getByRole("listitem")
    .allTextContents();
  expect(rows).toHaveLength(4);
  const issuing = rows.filter((row) => row.includes("issues next"));
  expect(issuing.length).toBeLessThanOrEqual(1);
  return issuing[0]?.slice(0, 2);
}

test(
  "the context that issues next is in EX a cycle later, and the others state why they wait",
  long(
    "It adds who issues next in eight cycles. tests/boundary/viewChoice.test.ts checks without a browser that the context which the picture says issues next does so.",
  ),
  async ({ page }) => {
    await open(page, { hash: `${SHARED}@10024`, at: "opening" });
    await expectCycle(page, 10_024);
    const execute = page.getByRole("list", { name: "Pipeline" }).getByRole("listitem").first();
    const seen = new Set<string>();
    for (let next = 10_025; next < 10_033; next++) {
      const context = await chosen(page);
      await page.keyboard.press("ArrowRight");
      await expectCycle(page, next);
      if (context === undefined) continue;
      seen.add(context);
      await expect(execute.locator(".back__context")).toHaveText(context);
    }
    expect(seen.size).toBeGreaterThan(2);
    await expect(page.getByRole("list", { name: "Front stages, round robin" })).toContainText(
      "ready, not chosen",
    );
  },
);

test("an interrupt goes to the core that it is steered to, and cores fold and open by keyboard", async ({
  page,
}) => {
  await open(page, { hash: TWO_CORES });
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(100);
  const start = await cycle(page);
  await page.keyboard.press("ArrowRight");
  await expectCycle(page, start + 1);
  const stage = page.getByRole("region", { name: "Machine" });
  await expect(stage.getByRole("list", { name: "Interrupt lines" })).toContainText("goes to core 2");
  await expect(stage.locator(".entry__head")).toContainText("core 2");
  await expect(stage.getByRole("status")).toContainText("core 2: entry: push SR");
  await expect(stage.getByRole("list", { name: "Pipeline of core 1" })).not.toContainText("push SR");
  await expect(stage.getByRole("list", { name: "Pipeline of core 2" })).toContainText("entry");

  const first = stage.getByRole("button", { name: /^core 1/ });
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await expect(first).toContainText("application");
  await expect(stage.getByRole("list", { name: "Pipeline of core 1" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(stage.getByRole("list", { name: "Pipeline of core 1" })).toBeVisible();
});

test(
  "the stage shows eight cores and eight rings",
  long(
    "It adds a layout of eight cores and one word of German, and opens the machine of eight cores for them, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#eight-cores", at: "opening" });
    await test.step("the bars end at one place, and + is explained without a pointer", async () => {
      const bars = page.locator(".ring__bar");
      await expect(bars).toHaveCount(8);
      const ends = await bars.evaluateAll((all) =>
        all.map((bar) => Math.round(bar.getBoundingClientRect().right)),
      );
      expect(new Set(ends).size).toBe(1);
      await page.getByRole("button", { name: "no interrupt yet" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText("The card waits for several frames")).toBeVisible();
      await page.keyboard.press("Escape");
    });
    await test.step("contexts without work are shown as idle, in German too", async () => {
      await page.getByRole("button", { name: "Deutsch" }).click();
      const words = page.locator(".coresum__thread");
      await expect(words.filter({ hasText: "untätig" }).first()).toBeVisible();
      await expect(words.filter({ hasText: "idle" })).toHaveCount(0);
    });
  },
);

test(
  "the stage has no violations and no overflow in any size and theme",
  long(
    "It adds two machines in three sizes and two themes, each with a check of accessibility. a11y.spec.ts of the short list measures every panel on a phone.",
  ),
  async ({ page }) => {
    await open(page, { hash: SHARED });
    for (const scenario of [SHARED, TWO_CORES]) {
      await page.setViewportSize(DESKTOP);
      if (scenario !== SHARED) await follow(page, `${scenario}@0`);
      await page.keyboard.press("]");
      for (const size of SIZES) {
        await expectFits(page, [size]);
        const [needed, there] = await page
          .locator(".stage")
          .evaluate((stage) => [stage.scrollWidth, stage.clientWidth]);
        expect(needed, `the stage, ${size.width} px`).toBe(there);
      }
    }
  },
);

/** Boxes of the stage that cut off a word. Text that is wrapped out of sight as a whole does not count. */
const cutOff = (page: Page) =>
  page.locator(".stage").evaluate((stage) =>
    Array.from(stage.querySelectorAll<HTMLElement>("*"))
      .filter((one) => {
        const { overflowX, textOverflow, clipPath, display } = getComputedStyle(one);
        const isCut = overflowX === "hidden" && textOverflow !== "ellipsis" && clipPath === "none";
        return isCut && display !== "inline" && one.scrollWidth > one.clientWidth + 1;
      })
      .map((one) => `${one.className}: ${one.textContent}`),
  );

test(
  "the stage beside a lab's text cuts off no word",
  long(
    "It adds room for words of the machine beside labs, in German, which is layout alone, and loads two labs for it.",
  ),
  async ({ page }) => {
    await page.goto("./?theme=light&lang=de#lab=hazards&step=watch");
    await machineIsShown(page);
    await expect(page.locator(".stage")).toHaveAttribute("data-bare", "true");
    const held = page.locator(".stage .tag", { hasText: "Load-Use" });
    for (let step = 0; step < 20 && (await held.count()) === 0; step++) {
      await page.keyboard.press("ArrowRight");
      await framesPass(page);
    }
    await expect(held.first()).toBeVisible();
    for (const size of [DESKTOP, TABLET]) {
      await page.setViewportSize(size);
      await framesPass(page);
      expect(await cutOff(page), `${size.width} px`).toEqual([]);
    }
    // With devices, the core is below them, as wide as the stage.
    await page.goto("./?theme=light&lang=de#lab=contexts&step=three");
    await machineIsShown(page);
    await framesPass(page);
    expect(await cutOff(page)).toEqual([]);
    const [stage, core] = await Promise.all(
      [".stage", ".core"].map((one) => page.locator(one).boundingBox()),
    );
    expect(core?.width).toBeGreaterThan(0.9 * (stage?.width ?? 0));

    // Free space is above the core as well as below, also where the cards are denser.
    for (const lab of ["interrupt-cost", "rings", "livelock&step=over"]) {
      await page.goto(`./?theme=light&lang=de#lab=${lab}`);
      await page.reload();
      await machineIsShown(page);
      await framesPass(page);
      const [nic, head, bus] = await Promise.all(
        [".nic", ".zone--core", ".bus__line"].map((one) => page.locator(one).first().boundingBox()),
      );
      const above = (head?.y ?? 0) - (nic?.y ?? 0) - (nic?.height ?? 0);
      const ends = await page
        .locator(".contexts, .stores > *, .stage__foot > .quiet__floor")
        .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)));
      expect(above, `${lab}, above`).toBeGreaterThan(0);
      expect((bus?.y ?? 0) - ends, `${lab}, below`).toBeGreaterThan(0);
      expect((bus?.y ?? 0) - ends, `${lab}, below`).toBeLessThan(40);
    }
  },
);

/** Places and heights of the parts of the stage, from its top. */
const places = (page: Page) =>
  page.locator(".stage").evaluate((stage) =>
    Array.from(
      stage.querySelectorAll(":scope > *, .nic > *, .nic__body > *, .controller > *, .core > *, .stores > *"),
    ).map((part) => {
      const { top, height } = part.getBoundingClientRect();
      const y = top - stage.getBoundingClientRect().top + stage.scrollTop;
      return { part: part.getAttribute("class")?.split(" ")[0] ?? "", y, height };
    }),
  );

type Places = Awaited<ReturnType<typeof places>>;

/** The steps of an entry are one line while none runs. With rates they are open, the lines above them get denser, and they
 * stay dense, so that this happens once. */
const WITHOUT_ENTRY = 1_132_600;
const OPENS_WITH_RATES = ["lines", "entry"];

/** By more than a pixel, since letters of another font may be a fraction of a pixel higher. */
function moved(before: Places, after: Places): readonly string[] {
  const isSame = (was: Places[number], is: Places[number] | undefined) =>
    is?.part === was.part && Math.abs(is.y - was.y) <= 1 && Math.abs(is.height - was.height) <= 1;
  const gone = before.filter((was, index) => !isSame(was, after[index]));
  return [...gone, ...after.slice(before.length)].map(({ part }) => part);
}

test(
  "the stage keeps its layout when rates replace states and back",
  long(
    "It adds places of the stage in two sizes while it plays, which is layout alone, and opens a page for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await open(page, { hash: `#ring-overflow-three-contexts@${WITHOUT_ENTRY}` });
    // From 30 cycles a second to some 100 000, so that the run does not end before there are rates.
    for (let press = 0; press < 12; press++) await page.keyboard.press(".");
    await expect(page.locator(".stage > .flow")).toBeAttached(); // Loaded at the first input.
    for (const size of [TABLET]) {
      await page.setViewportSize(size);
      await machineIsShown(page);
      await framesPass(page);
      const before = await places(page);
      await page.keyboard.press("Space");
      await expect(page.locator(".stage")).toHaveAttribute("data-rates", "true", { timeout: 15_000 });
      const shifted = async () =>
        moved(before, await places(page)).filter((part) => !OPENS_WITH_RATES.includes(part));
      expect(await shifted(), `${size.width} px`).toEqual([]);
      await page.keyboard.press("Space");
      await expect(page.locator(".stage")).toHaveAttribute("data-rates", "false");
      await goToCycle(page, WITHOUT_ENTRY);
      expect(await shifted(), `${size.width} px, paused`).toEqual([]);
    }
  },
);

/** Sixteen cards. Two of them lose frames, and no thread takes frames from the second. */
function manyCards(): string {
  const [card] = RING.machine.nics;
  const [frames] = RING.traffic;
  const parsed = parseScenario({
    ...RING,
    machine: {
      ...RING.machine,
      nics: Array.from({ length: 16 }, (_, index) => ({ ...card, name: `eth${index}` })),
    },
    traffic: ["eth0", "eth1"].map((nic) => ({ ...frames, nic })),
  });
  const link = parsed.ok ? encodeLink(parsed.scenario, { cycle: 2_000_000 }) : undefined;
  if (link === undefined) throw new Error("no link");
  return link;
}

test(
  "tiles of many cards have equal heights with and without marks",
  long(
    "It adds heights of tiles of sixteen cards in three sizes, which is layout alone, and opens their machine for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await open(page, { hash: manyCards(), at: "opening" });
    await expectCycle(page, 2_000_000);
    const tiles = page.locator(".nictile");
    await expect(tiles).toHaveCount(16);
    await expect(tiles.filter({ hasText: "✕" })).toHaveCount(2);
    await expect(tiles.filter({ has: page.locator(".nictile__raised") })).not.toHaveCount(0);
    for (const size of [DESKTOP, TABLET, { width: 1920, height: 1200 }]) {
      await page.setViewportSize(size);
      await framesPass(page);
      const heights = await tiles.evaluateAll((all) =>
        all.map((tile) => Math.round(10 * tile.getBoundingClientRect().height)),
      );
      expect(new Set(heights).size, `${heights}`).toBe(1);
    }
  },
);
