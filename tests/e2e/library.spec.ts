import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { gallery, openGallery, openName, setRing } from "./librarySupport.ts";
import { long } from "./long.ts";
import { expectCycle, goToCycle, machineIsShown, open } from "./support.ts";

/** Waits until the changes are stored in the database. */
async function draftIsKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("irqscope.drafts"))).toBe("1");
}

test("the gallery finds by words, draws scenario and run, and opens by keyboard", async ({ page }) => {
  await open(page);
  await openGallery(page);
  await expect(gallery(page).getByRole("button", { name: "Ring overflow", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expectNoViolations(page);
  await page.keyboard.type("cores lock");
  await expect(gallery(page).getByRole("status").first()).toHaveText("5 scenarios");
  const card = gallery(page).getByRole("button", { name: "Two cores, one lock", exact: true });
  await expect(card.locator(".schematic__core")).toHaveCount(2);
  await expect(card).toHaveAccessibleDescription(
    /one works while the other spins.*2 cores · 1 context per core/,
  );
  // The strip shows what ran around the opening cycle, in the colours of the layers.
  await expect(card.locator(".strip path[data-layer=protocol]")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(card).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(gallery(page).getByRole("searchbox")).toBeFocused();
  await page.keyboard.type(" zebra");
  await expect(gallery(page).getByText(/No scenario has/)).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.keyboard.type("two cores, one lock");
  await page.keyboard.press("Enter");
  await expect(openName(page)).toHaveText("Two cores, one lock");
  await expect(page.locator(".picker__trigger")).toBeFocused();
});

test(
  "the library keeps changes over a closed tab, and saves by name",
  long("It adds a closed tab to the files that the library reads and writes in the next test."),
  async ({ page, context }) => {
    await open(page);
    await goToCycle(page, 1_000_000);
    await setRing(page, "16");
    await draftIsKept(page);
    await page.close();

    const next = await context.newPage();
    await next.goto("./");
    await machineIsShown(next);
    await expect(next.getByText(/Your changes to Ring overflow from .* are not saved/)).toBeVisible();
    const [offer, shown] = await Promise.all([
      next.getByRole("complementary", { name: "Unsaved changes" }).boundingBox(),
      next.getByRole("main").boundingBox(),
    ]);
    expect(offer?.y, "covers nothing of the page").toBeGreaterThanOrEqual(
      Math.floor((shown?.y ?? 0) + (shown?.height ?? 0)),
    );
    await next.getByRole("button", { name: "Open them" }).click();
    await expect(next.locator(".picker__trigger")).toContainText("edited");
    await expectCycle(next, 1_000_000);

    await openGallery(next);
    await saveAs(next, "Sixteen slots");
    await expect(gallery(next).getByText("not saved", { exact: true })).toHaveCount(0);
    await expect(openName(next)).toHaveText("Sixteen slots");
    await expect(next.locator(".picker__edited")).toHaveCount(0);
  },
);

/** With the focus in the gallery, which stays open. */
async function saveAs(page: Page, text: string): Promise<void> {
  const name = gallery(page).getByRole("textbox", { name: "Save the open scenario as" });
  await name.fill(text);
  await name.press("Enter");
  await expect(gallery(page).getByText(`Saved as “${text}”.`)).toBeVisible();
}

test("the library renames, deletes, restores, downloads and adds scenarios from files", async ({ page }) => {
  await open(page);
  await goToCycle(page, 1_000_000);
  await setRing(page, "16");
  await openGallery(page);
  await saveAs(page, "Sixteen slots");
  await gallery(page).getByRole("button", { name: "Rename Sixteen slots" }).click();
  await page.keyboard.type("Week 3");
  await page.keyboard.press("Enter");
  await gallery(page).getByRole("button", { name: "Duplicate Week 3" }).click();
  await gallery(page).getByRole("button", { name: "Delete Week 3 2" }).click();
  await expect(gallery(page).getByText("“Week 3 2” was deleted.")).toBeVisible();
  await gallery(page).getByRole("button", { name: "Undo" }).click();
  await expect(gallery(page).getByRole("button", { name: "Week 3 2", exact: true })).toBeVisible();

  const saving = page.waitForEvent("download");
  await gallery(page).getByRole("button", { name: "Download all" }).click();
  const file = readFileSync(await (await saving).path(), "utf8");
  expect(
    JSON.parse(file)
      .scenarios.map((one: { name: string }) => one.name)
      .toSorted(),
  ).toEqual(["Week 3", "Week 3 2"]);
  await gallery(page)
    .getByLabel("Scenario files to add")
    .setInputFiles([
      { name: "all.json", mimeType: "application/json", buffer: Buffer.from(file) },
      { name: "bad.json", mimeType: "application/json", buffer: Buffer.from('{"format":"other"}') },
    ]);
  await expect(gallery(page).getByText(/2 scenarios were added\. Refused: bad\.json: format/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(gallery(page)).toHaveCount(0);
  await openGallery(page);
  await page.keyboard.type("week 3 2");
  await page.keyboard.press("Enter");
  await expect(openName(page)).toHaveText("Week 3 2");
  await expectCycle(page, 1_000_000);
  await expect(page.locator(".nic .slots__head").first()).toContainText("/ 16");
});

test(
  "the library reports an unreadable record, and has no violations",
  long(
    "It adds a damaged record, which tests/web/scenarios/library.test.ts has without a browser, and axe on one's own scenarios.",
  ),
  async ({ page, context }) => {
    await open(page);
    await setRing(page, "16");
    await draftIsKept(page);
    await page.close();
    const next = await context.newPage();
    await next.goto("./");
    await machineIsShown(next);
    await expect(next.getByText(/Your changes to Ring overflow from .* are not saved/)).toBeVisible();
    await expectNoViolations(next);
    await next.getByRole("button", { name: "Open them" }).click();
    await expect(next.locator(".picker__trigger")).toContainText("edited");
    await openGallery(next);
    await saveAs(next, "Sixteen slots");
    await expectNoViolations(next);
    // Another page has written there too.
    await next.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open("irqscope");
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => fail(opening.error);
      });
      const transaction = database.transaction("scenarios", "readwrite");
      transaction
        .objectStore("scenarios")
        .put({ version: 1, kind: "saved", name: "Odd <b>", scenario: "{" }, "odd");
      await new Promise((done) => {
        transaction.oncomplete = done;
      });
      database.close();
    });
    await next.keyboard.press("Escape");
    await expect(gallery(next)).toHaveCount(0);
    await openGallery(next);
    await expect(gallery(next).getByText("Odd <b> cannot be read")).toBeVisible();
  },
);

test(
  "the library reports missing storage, and everything else works",
  long(
    "It adds changes and the gallery where storage is blocked. hosting.spec.ts of the short list runs the machine there.",
  ),
  async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "indexedDB"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("storage is blocked", "SecurityError");
          },
        });
      }
    });
    await open(page, { hash: "#ring-overflow?d=1" });
    await setRing(page, "16");
    await expect(page.getByText(/This browser cannot keep your changes/)).toBeVisible();
    await openGallery(page);
    await expect(gallery(page).getByRole("alert")).toContainText("This browser stores nothing for this page");
    await page.keyboard.type("two cores, one takes");
    await page.keyboard.press("Enter");
    await expect(openName(page)).toHaveText("Two cores, one takes the interrupts");
  },
);
