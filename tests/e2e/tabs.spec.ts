/** The page over time: two tabs, changes while it saves, workers that fail or die. */
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { gallery, openGallery, openName, setRing } from "./librarySupport.ts";
import { long } from "./long.ts";
import { expectCycle, goToCycle, machineIsShown, open } from "./support.ts";

async function saveAs(page: Page, name: string): Promise<void> {
  await openGallery(page);
  const field = gallery(page).getByRole("textbox", { name: "Save the open scenario as" });
  await field.fill(name);
  await field.press("Enter");
  await expect(gallery(page).getByText(`Saved as “${name}”.`)).toBeVisible();
}

async function closeGallery(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(gallery(page)).toHaveCount(0);
}

async function openOwn(page: Page, name: string): Promise<void> {
  await openGallery(page);
  await gallery(page).getByRole("button", { name, exact: true }).click();
  await expect(openName(page)).toHaveText(name);
}

async function tabs(context: BrowserContext): Promise<readonly [Page, Page]> {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await open(one);
  await open(other);
  return [one, other];
}

test(
  "a scenario saved by name is not offered as unsaved, and keeps its place",
  long("It adds what is saved twice by name. library.spec.ts of the short list saves once."),
  async ({ page, context }) => {
    await open(page);
    await setRing(page, "16");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("irqscope.drafts"))).toBe("1");
    await saveAs(page, "mine");
    await expect(gallery(page).getByText("not saved", { exact: true })).toHaveCount(0);
    await closeGallery(page);
    await goToCycle(page, 700_000);
    await setRing(page, "32");
    await openGallery(page);
    await gallery(page).getByRole("button", { name: "Save changes" }).click();
    await expect(gallery(page).getByText("Saved as “mine”.")).toBeVisible();
    await expect(gallery(page).getByText("not saved", { exact: true })).toHaveCount(0);
    await page.close();

    const next = await context.newPage();
    await open(next);
    await expect(next.getByText(/are not saved/)).toHaveCount(0);
    await openOwn(next, "mine");
    await expectCycle(next, 700_000);
    await expect(next.locator(".nic .slots__head").first()).toContainText("/ 32");
  },
);

test(
  "an own scenario that another tab changed is overwritten only on request",
  long(
    "It adds two tabs with one scenario. tests/web/scenarios/libraryTabs.test.ts has them without a browser.",
  ),
  async ({ context }) => {
    const [one, other] = await tabs(context);
    await setRing(one, "16");
    await saveAs(one, "mine");
    await closeGallery(one);
    await openOwn(other, "mine");
    await setRing(one, "64");
    await openGallery(one);
    await gallery(one).getByRole("button", { name: "Save changes" }).click();
    await expect(gallery(one).getByText("Saved as “mine”.")).toBeVisible();

    await setRing(other, "128");
    await openGallery(other);
    await gallery(other).getByRole("button", { name: "Save changes" }).click();
    const conflict = gallery(other).getByRole("alert").filter({ hasText: "changed in another tab" });
    await expect(conflict).toBeVisible();
    await conflict.getByRole("button", { name: "Overwrite" }).click();
    await expect(gallery(other).getByText("Saved as “mine”.")).toBeVisible();
    await expect(conflict).toHaveCount(0);

    // The list in one tab shows what the other does. A scenario that is deleted there can be saved as new.
    await gallery(one).getByRole("button", { name: "Delete mine", exact: true }).click();
    await expect(gallery(other).getByRole("button", { name: "mine", exact: true })).toHaveCount(0);
    await closeGallery(other);
    await setRing(other, "256");
    await openGallery(other);
    await gallery(other).getByRole("button", { name: "Save changes" }).click();
    const gone = gallery(other).getByRole("alert").filter({ hasText: "no longer among your scenarios" });
    await gone.getByRole("button", { name: "Save as new" }).click();
    await expect(gallery(other).getByRole("button", { name: "mine", exact: true })).toBeVisible();
  },
);

test(
  "a reload opens the scenario of this tab, not of another",
  long("It adds two tabs that are loaded anew. tests/web/scenarios/tabs.test.ts has them without a browser."),
  async ({ context }) => {
    const [one, other] = await tabs(context);
    await openGallery(one);
    await one.keyboard.type("two cores, one lock");
    await one.keyboard.press("Enter");
    await expect(openName(one)).toHaveText("Two cores, one lock");
    await goToCycle(one, 5000);
    await openGallery(other);
    await other.keyboard.type("figure 4");
    await other.keyboard.press("Enter");
    await expect(openName(other)).toContainText("figure 4");
    await one.reload();
    await machineIsShown(one);
    await expect(openName(one)).toHaveText("Two cores, one lock");
    await expectCycle(one, 5000);
  },
);

test(
  "a lab in two tabs keeps the answers of both",
  long("It adds two tabs with one lab. tests/labs/twoTabs.test.ts has them without a browser."),
  async ({ context }) => {
    const [one, other] = [await context.newPage(), await context.newPage()];
    const entry = (page: Page) => page.getByRole("region", { name: /six steps of the entry/ });
    const saving = (page: Page) => page.getByRole("region", { name: /all 32 registers/ });
    for (const page of [one, other]) {
      await page.goto("./#lab=interrupt-cost");
      await expect(entry(page)).toBeVisible();
    }
    await entry(one).getByRole("textbox").fill("6");
    await entry(one).getByRole("button", { name: "Check" }).click();
    await expect(entry(one).getByText("Right.")).toBeVisible();
    await expect(entry(other).getByText("Right.")).toBeVisible();
    await saving(other).getByRole("textbox").fill("36");
    await saving(other).getByRole("button", { name: "Check" }).click();
    await expect(saving(other).getByText("Right.")).toBeVisible();
    await one.reload();
    await expect(entry(one).getByText("Right.")).toBeVisible();
    await expect(saving(one).getByText("Right.")).toBeVisible();
  },
);

test(
  "a check without a machine reports it, and the next check works",
  long(
    "It adds a machine that cannot be loaded in a lab. tests/web/engine/workers.test.ts has workers that cannot be started, and the next one, without a browser.",
  ),
  async ({ page }) => {
    await page.goto("./#lab=interrupt-cost");
    const entry = page.getByRole("region", { name: /six steps of the entry/ });
    await machineIsShown(page);
    await entry.getByRole("textbox").fill("6");
    await page.route(/worker-[^/]*\.js$|\.wasm$/, (route) => route.fulfill({ status: 404, body: "gone" }));
    await entry.getByRole("button", { name: "Check" }).click();
    await expect(entry.getByRole("alert")).toContainText("The machine could not be run");
    await page.unroute(/worker-[^/]*\.js$|\.wasm$/);
    await entry.getByRole("button", { name: "Check" }).click();
    await expect(entry.getByText("Right.")).toBeVisible();
    await expect(entry.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "a worker that vanished without an error is reported and replaced",
  long(
    "It adds a worker that ends without an error. tests/web/engine/silence.test.ts notices it without a browser.",
  ),
  async ({ page }) => {
    // Intercepts the page's connection to the worker, so that the test can end the worker as a browser short of memory
    // does.
    await page.addInitScript(() => {
      const Original = Worker;
      const made: Worker[] = [];
      class Watched extends Original {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given);
          made.push(this);
        }
      }
      Object.assign(window, {
        Worker: Watched,
        endWorkers: () => {
          for (const one of made.splice(0)) one.terminate();
        },
      });
    });
    await open(page);
    await goToCycle(page, 1_000_000);
    await page.evaluate(() => Reflect.get(window, "endWorkers")());
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, 1_000_001);
    await expect(page.getByText("The picture is still of cycle")).toBeVisible();
    const note = page.getByRole("alert").filter({ hasText: "has not answered for some seconds" });
    await expect(note).toBeVisible({ timeout: 20_000 });
    await note.getByRole("button", { name: "Start this scenario again" }).click();
    await expect(note).toHaveCount(0);
    await expect(page.getByText("The picture is still of cycle")).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, 1_000_002);
  },
);
