/** By keyboard: the focused element disappears with an answer, a hint and a step, and the focus moves to a useful
 * place. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { goToPart, PARTS } from "./support.ts";

const card = (page: Page, text: RegExp) => page.getByRole("region", { name: text });
const focused = (page: Page) => page.locator(":focus");

test("the focus moves to the outcome of an answer, to a hint, and to the title of the next step", async ({
  page,
}) => {
  await page.goto("./#lab=interrupt-cost");
  const first = card(page, /six steps of the entry/);
  await first.getByRole("textbox").focus();
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await expect(first.getByText("Not yet.")).toBeVisible();
  await expect(first.getByRole("textbox")).toBeFocused(); // The answer can be tried again.
  await first.getByRole("textbox").fill("6");
  await page.keyboard.press("Enter");
  await expect(focused(page)).toHaveText("Right.");

  // The focus was on the button, which is gone.
  const second = card(page, /all 32 registers/);
  await second.getByRole("textbox").fill("36");
  await second.getByRole("button", { name: "Check" }).focus();
  await page.keyboard.press("Enter");
  await expect(focused(page)).toHaveText("Right.");
  await page.keyboard.press("Tab");
  const third = card(page, /stood in IF/);
  await expect(third.locator(":focus")).toHaveCount(1);
  await third.getByRole("radio", { name: /thrown away/ }).check();
  await third.getByRole("button", { name: "Check" }).press("Enter");
  await expect(third.locator(":focus")).toHaveText("Right.");

  await page.getByRole("button", { name: "Next step" }).press("Enter");
  await expect(focused(page)).toHaveText(/^Step 2 of 5/);
  await page.goBack();
  await expect(focused(page)).toHaveText(/^Step 1 of 5/);
  await page.goForward();
  await expect(focused(page)).toHaveText(/^Step 2 of 5/);

  const prediction = card(page, /What share of its cycles/);
  await prediction.getByRole("textbox").fill("5");
  await prediction.getByRole("button", { name: /Lock in/ }).press("Enter");
  await expect(prediction.locator(":focus")).toHaveText(/^You predicted 5.%/);

  const hint = page.getByRole("button", { name: /^Show a hint/ });
  await hint.press("Enter");
  await expect(focused(page)).toHaveText(/^Hint 1/);

  const next = card(page, /beside the work/);
  await next.getByRole("textbox").fill("1");
  await page.keyboard.press("Enter");
  await next.getByRole("button", { name: "Continue without it" }).press("Enter");
  await expect(next.locator(":focus")).toBeVisible();

  const last = card(page, /Of these cycles, what share/);
  await last.getByRole("textbox").fill("1");
  await page.keyboard.press("Enter");
  await last.getByRole("button", { name: "Continue without it" }).press("Enter");
  const after = last.getByRole("button", { name: "Answer it after all" });
  await expect(after).toBeVisible();
  await page.getByRole("button", { name: "Show what happened" }).press("Enter");
  await expect(focused(page)).toHaveText(/^What happened/);
  await expect(after).toHaveCount(0);
});

test(
  "the focus stays where the user moved it while a machine ran",
  long(
    "It adds a race of the focus while a machine runs, and opens a lab for it. Another test of labFocus.spec.ts moves the focus in the short list, where nobody has gone on.",
  ),
  async ({ page }) => {
    await page.goto("./#lab=interrupt-cost");
    const [first, second] = [card(page, /six steps of the entry/), card(page, /all 32 registers/)];
    await first.getByRole("textbox").fill("6");
    await first
      .getByRole("button", { name: "Check" })
      .evaluate((button: HTMLButtonElement) => button.click());
    await second.getByRole("textbox").focus();
    await expect(first.getByText("Right.")).toBeVisible();
    await expect(second.getByRole("textbox")).toBeFocused();
  },
);

test(
  "every page of the site has one heading of level 1",
  long("It opens every page for one count."),
  async ({ page }) => {
    for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
      await goToPart(page, part);
      await expect(page.locator("h1"), part).toHaveCount(1);
    }
  },
);

test(
  "an embedded page has one heading of level 1",
  long(
    "It adds two embedded pages, and loads both. Another test of labFocus.spec.ts counts the headings of every part of the site in the short list.",
  ),
  async ({ page }) => {
    for (const part of ["#simulate", "#lab=interrupt-cost"] as const) {
      await goToPart(page, part, "?embed=1");
      await expect(page.locator("h1"), part).toHaveCount(1);
    }
  },
);
