import { expect, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, expectCycle, open, picture } from "./support.ts";

test("stepping by cycles shows the entry of an interrupt", async ({ page }) => {
  await open(page);
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(100);
  const start = await cycle(page);
  await test.step("the stage speaks the events politely", async () => {
    await expect(page.getByRole("region", { name: "Machine" }).getByRole("status")).toContainText(
      /eth0 raised its interrupt|eth0's interrupt is pending/,
    );
  });
  await test.step("each stage box has a spoken sentence", async () => {
    const boxes = page.getByRole("list", { name: "Pipeline" }).getByRole("listitem");
    await expect(boxes.nth(0)).toContainText(/^IF, .+, application, nullified/);
  });
  await test.step("a step moves by a cycle, and back to the same machine", async () => {
    const seen: string[] = [await picture(page)];
    for (let step = 1; step <= 6; step++) {
      await page.keyboard.press("ArrowRight");
      await expectCycle(page, start + step);
      await expect.poll(() => picture(page)).not.toBe(seen.at(-1));
      seen.push(await picture(page));
    }
    for (let step = 5; step >= 0; step--) {
      await page.getByRole("button", { name: "Back one cycle" }).click();
      await expectCycle(page, start + step);
      await expect.poll(() => picture(page)).toBe(seen[step]);
    }
  });
  await test.step("the entry steps are highlighted one by one", async () => {
    const lit: string[] = [];
    for (let step = 1; step <= 12; step++) {
      const before = await picture(page);
      await page.keyboard.press("ArrowRight");
      await expectCycle(page, start + step);
      await expect.poll(() => picture(page)).not.toBe(before);
      const labels = await page.locator(".entry__steps [aria-current=step] .entry__label").allTextContents();
      expect(labels.length).toBeLessThanOrEqual(1);
      for (const label of labels) if (label !== lit.at(-1)) lit.push(label);
    }
    expect(lit.slice(0, 7)).toEqual([
      "drain",
      "push SR",
      "clear enable",
      "push PC",
      "get vector, ack",
      "vector to address",
      "load PC",
    ]);
  });
  await test.step("reduced motion moves nothing", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("ArrowRight");
    const durations = await page
      .locator(".stage *")
      // A part that was replaced meanwhile has no style.
      .evaluateAll((all) =>
        all.filter((one) => one.isConnected).map((one) => getComputedStyle(one).animationDuration),
      );
    expect(durations.length).toBeGreaterThan(50);
    expect(new Set(durations)).toEqual(new Set(["0s"]));
  });
});

test(
  "stepping works by instruction, by event and to a typed cycle",
  long(
    "It adds steps by instruction and event, two fast inputs and an upright window. tests/web/engine/search.test.ts steps by both without a browser, and another test of stage.spec.ts steps by cycle.",
  ),
  async ({ page }) => {
    await open(page);
    await test.step("a step goes by instruction and by event, forwards and backwards", async () => {
      await page.getByRole("button", { name: "Forward one instruction" }).click();
      await expect.poll(() => cycle(page)).toBeGreaterThan(0);
      const first = await cycle(page);
      await page.getByRole("button", { name: "Forward one instruction" }).click();
      await expect.poll(() => cycle(page)).toBeGreaterThan(first);
      await page.keyboard.press("Shift+ArrowLeft");
      await expectCycle(page, first);

      await page.keyboard.press("]");
      await expect.poll(() => cycle(page)).toBeGreaterThan(first);
      const event = await cycle(page);
      await page.keyboard.press("]");
      await expect.poll(() => cycle(page)).toBeGreaterThan(event);
      await page.keyboard.press("[");
      await expectCycle(page, event);
    });
    await test.step("G, a cycle, Enter and G again work faster than the popup fades", async () => {
      await page.keyboard.press("z");
      await expectCycle(page, 0);
      // The keys come in one turn of the page: nothing fades, renders late or waits for a frame in between.
      await page.evaluate((first) => {
        const press = (key: string) => {
          const target = document.activeElement ?? document.body;
          target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        };
        press("g");
        return Promise.resolve().then(() => {
          const field = document.activeElement;
          if (!(field instanceof HTMLInputElement)) throw new Error("the field has no focus");
          field.value = first;
          field.form?.requestSubmit();
          return Promise.resolve().then(() => press("g"));
        });
      }, "1234");
      await expectCycle(page, 1234);
      const field = page.getByLabel("cycle", { exact: true });
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(/1.?234/);
      // The popup stays: the fading of the previous one does not close it.
      await page.waitForTimeout(400);
      await expect(field).toBeFocused();
      await page.keyboard.type("77");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
      await expectCycle(page, 78);
    });
  },
);

test(
  "Run to goes to the chosen event",
  long("It adds the menu to runs that commands.spec.ts starts from the palette, for 10 s of processor time."),
  async ({ page }) => {
    await open(page, { hash: "#000-receive-three-contexts" });
    await test.step("Run to reports that there is nothing to run to", async () => {
      await page.keyboard.press("d");
      await expect(page.getByRole("status").getByText(/^No loss/)).toBeVisible();
      await expectCycle(page, 0);
    });
    await test.step("Run to goes to the next interrupt, switch and delivery, and to a cycle", async () => {
      await page.getByRole("button", { name: "Run to" }).click();
      await page.getByRole("button", { name: /next interrupt/ }).click();
      await expect.poll(() => cycle(page)).toBeGreaterThan(0);
      const recognised = await cycle(page);

      await page.keyboard.press("c");
      await expect.poll(() => cycle(page)).toBeGreaterThan(recognised);
      await expect(page.locator(".context[data-active=true]")).toContainText("Driver ISR");
      const switched = await cycle(page);

      await page.keyboard.press("f");
      await expect.poll(() => cycle(page)).toBeGreaterThan(switched + 2000);
      await expect(page.getByRole("article", { name: /Network card/ })).toContainText("1 of 1");

      await page.keyboard.press("g");
      await page.getByLabel("cycle", { exact: true }).fill("150 000 000");
      await page.keyboard.press("Enter");
      await expectCycle(page, 150_000_000);

      await page.keyboard.press("g");
      await page.getByLabel("cycle", { exact: true }).fill("1e12");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: "the run ends at" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expectCycle(page, 150_000_000);

      await page.keyboard.press("z");
      await expectCycle(page, 0);
      await page.keyboard.press("e");
      await expect.poll(() => cycle(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(150_000_000);
    });
  },
);
