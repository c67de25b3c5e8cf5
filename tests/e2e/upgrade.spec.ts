/** The present version keeps all that an earlier version stored in the browser (tests/fixtures/stores). To record a
 * version: IRQSCOPE_RECORD=1.2.3 npx playwright test upgrade. Its links are in tests/fixtures/links. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { gallery, openGallery, openName, setRing } from "./librarySupport.ts";
import { expectCycle, goToCycle, machineIsShown } from "./support.ts";

test.describe.configure({ timeout: 60_000 });

interface Stores {
  readonly localStorage: Readonly<Record<string, string>>;
  /** The store scenarios of the database irqscope, version 1, by id. */
  readonly scenarios: Readonly<Record<string, unknown>>;
}

const FOLDER = new URL("../fixtures/stores/", import.meta.url);

function storesIn(page: Page): Promise<Stores> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("irqscope");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const store = database.transaction("scenarios").objectStore("scenarios");
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const [keys, values] = await Promise.all([read(store.getAllKeys()), read(store.getAll())]);
    database.close();
    return {
      localStorage: { ...localStorage },
      scenarios: Object.fromEntries(keys.map((key, at) => [String(key), values[at] as unknown])),
    };
  });
}

/** A page of the same origin that runs nothing of irqscope. */
async function putStores(page: Page, stores: Stores): Promise<void> {
  await page.goto("./docs/guide.html");
  await page.evaluate(async (kept) => {
    for (const [key, value] of Object.entries(kept.localStorage)) localStorage.setItem(key, value);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("irqscope", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("scenarios");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction("scenarios", "readwrite");
    for (const [id, value] of Object.entries(kept.scenarios))
      transaction.objectStore("scenarios").put(value, id);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }, stores);
}

/** A saved scenario and a draft, marks, the theme, an answer in a lab. */
async function leaveAll(page: Page): Promise<void> {
  await page.goto("./");
  await machineIsShown(page);
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  await setRing(page, "16");
  await openGallery(page);
  await gallery(page).getByRole("textbox", { name: "Save the open scenario as" }).fill("Sixteen slots");
  await page.keyboard.press("Enter");
  await expect(gallery(page).getByText("Saved as “Sixteen slots”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await goToCycle(page, 1_000);
  await page.keyboard.press("m");
  await page.getByRole("dialog", { name: "Bookmarks" }).getByRole("textbox").fill("the line rises");
  await page.keyboard.press("Enter");
  await page.keyboard.press("k");
  await page.getByRole("dialog", { name: "Breakpoints" }).getByLabel("stop when").selectOption("drop");
  await page.getByRole("button", { name: "Add breakpoint" }).click();
  await page.keyboard.press("Escape");
  await page.goto("./#lab=interrupt-cost");
  const card = page.getByRole("region", { name: /six steps of the entry/ });
  await card.getByRole("textbox").fill("6");
  await card.getByRole("button", { name: "Check" }).click();
  await expect(card.getByText("Right.")).toBeVisible();
  await page.goto("./#simulate");
  await machineIsShown(page);
  await goToCycle(page, 2_000);
  await setRing(page, "32");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("irqscope.drafts"))).toBe("1");
  await page.reload();
  await machineIsShown(page);
}

const { IRQSCOPE_RECORD: version } = process.env;
if (version !== undefined)
  test("the stores that this version leaves are recorded", async ({ page }) => {
    await leaveAll(page);
    const stores = await storesIn(page);
    writeFileSync(new URL(`${version}.json`, FOLDER), `${JSON.stringify(stores, undefined, 2)}\n`);
  });

for (const name of readdirSync(FOLDER))
  test(`the page loses nothing that ${name.replace(".json", "")} stored`, async ({ page }) => {
    const before: Stores = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
    expect(Object.keys(before.scenarios)).toHaveLength(2);
    await putStores(page, before);
    await page.goto("./");
    await machineIsShown(page);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Open them" }).click();
    await expect(openName(page)).toHaveText("Sixteen slots");
    await expect(page.locator(".nic .slots__head").first()).toContainText("/ 32");
    await expectCycle(page, 2_000);
    await page.keyboard.press("m");
    await expect(page.getByRole("dialog", { name: "Bookmarks" })).toContainText("the line rises");
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    await expect(page.getByRole("dialog", { name: "Breakpoints" }).getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await openGallery(page);
    // The first is the draft.
    await gallery(page).getByRole("button", { name: "Sixteen slots", exact: true }).last().click();
    await expect(page.locator(".nic .slots__head").first()).toContainText("/ 16");
    await page.goto("./#lab=interrupt-cost");
    // The lab has another edition since: what was typed stays, and is asked again.
    await expect(page.getByText("Your work began in edition 1 of this lab")).toBeVisible();
    await expect(
      page.getByRole("region", { name: /six steps of the entry/ }).getByRole("textbox"),
    ).toHaveValue("6");
    const after = await storesIn(page);
    // The draft now belongs to this visit, under its own name.
    for (const key of Object.keys(before.localStorage).filter((one) => one !== "irqscope.drafts"))
      expect(Object.keys(after.localStorage)).toContain(key);
    for (const [key, value] of Object.entries(before.scenarios))
      if (JSON.stringify(value).includes('"kind":"saved"'))
        expect(Object.keys(after.scenarios)).toContain(key);
  });
