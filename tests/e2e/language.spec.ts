/** The page in German: by the browser's language, in the labs, there and back with nothing lost, in a link, in a frame
 * without storage, in settings, Compare and Papers. */
import { expect, test } from "@playwright/test";
import { DESKTOP, expectFits, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { machineIsShown } from "./support.ts";

test.use({ locale: "de-DE" });

test("the page is German for a German browser, English at a press, and keeps its state", async ({ page }) => {
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto("./?theme=light");
  await machineIsShown(page);
  const root = page.locator("html");
  await expect(root).toHaveAttribute("lang", "de");
  await expect(page.getByRole("link", { name: "Übungen", exact: true })).toBeVisible();

  // ---- a lab with a started answer ----
  await page.getByRole("link", { name: "Übungen", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Übungen" })).toBeVisible();
  await expectFits(page, [PHONE]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole("link", { name: /interrupt/i })
    .first()
    .click();
  const answer = page.getByRole("textbox").first();
  await answer.fill("41");
  await expect(page.getByRole("button", { name: "Prüfen" }).first()).toBeVisible();

  // ---- English, and German again ----
  await page.getByRole("button", { name: "English" }).click();
  await expect(root).toHaveAttribute("lang", "en");
  await expect(page.getByRole("button", { name: "Check" }).first()).toBeVisible();
  await expect(answer).toHaveValue("41");
  await page.reload();
  await expect(page.getByRole("link", { name: "Labs", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.getByRole("link", { name: "Übungen", exact: true })).toBeVisible();

  // ---- a link in the sender's language, against the user's choice ----
  await page.goto("./?theme=light&lang=en");
  await expect(root).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Share" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  await expect(link).not.toHaveValue(/lang=/);
  await page.getByRole("checkbox", { name: "Force English for the reader" }).check();
  await expect(link).toHaveValue(/[?&]lang=en/);
});

test(
  "settings, Compare and Papers are German with German numbers, and fit",
  long(
    "It adds three pages in German for their texts and widths, and loads the page for two of them. A text without German does not compile.",
  ),
  async ({ page }) => {
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.goto("./?theme=light");
    await machineIsShown(page);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Einstellungen" }).click();
    await page.getByRole("searchbox", { name: "Einstellung suchen" }).fill("taktfrequenz");
    const clock = page.getByRole("spinbutton", { name: "Taktfrequenz" });
    await clock.fill("0,5");
    await clock.press("Enter");
    await expect(page.getByText(/Nicht übernommen, 1 Fehler/)).toBeVisible();
    await expect(page.getByText(/muss eine ganze Zahl sein, nicht 0,5/).first()).toBeVisible();
    await clock.fill("50 000 000");
    await clock.press("Enter");
    await expect(page.getByText("Ihre Änderung.")).toBeVisible();
    await expectFits(page, [DESKTOP]);

    await page.getByRole("link", { name: "Vergleich", exact: true }).click();
    // A changed scenario is compared with its original.
    await expect(page.getByText("B ist A ohne seine Änderungen", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Ein Feld ändern" }).click();
    await page.getByRole("searchbox").fill("empfangsring");
    await page
      .getByRole("button", { name: /^Empfangsring/ })
      .first()
      .click();
    await page.getByRole("textbox", { name: /^Empfangsring/ }).fill("64");
    await page.getByRole("button", { name: "B aus A machen" }).click();
    await expect(page.getByText(/unterscheidet sich in/)).toContainText("Empfangsring");
    await expect(page.getByText(/^Bis Takt/)).toBeVisible();
    await expectFits(page, [PHONE]);

    await page.goto("./?theme=light#papers");
    await expect(
      page.getByRole("heading", { name: "Veröffentlichte Experimente, nachgerechnet" }),
    ).toBeVisible();
    await expect(page.getByRole("article", { name: "Empfangen in der Treiberschicht" })).toBeVisible();
    await expectFits(page, [PHONE]);
  },
);

test(
  "an embedded page with blocked storage is German",
  long(
    "It adds German in a frame whose storage is blocked. hosting.spec.ts of the short list runs the page there, and another test of language.spec.ts has German.",
  ),
  async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("storage is blocked", "SecurityError");
          },
        });
    });
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.route(`${baseURL}course/`, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: '<!doctype html><html lang="de"><title>Kurs</title><iframe title="Simulator" src="../?embed=1&theme=light" style="width:100%;height:800px;border:0"></iframe>',
      }),
    );
    await page.goto(`${baseURL}course/`);
    const frame = page.frameLocator("iframe");
    await expect(frame.locator("html")).toHaveAttribute("lang", "de");
    await expect(frame.getByRole("link", { name: "In irqscope öffnen" })).toBeVisible();
    await expect(frame.getByText("Empfangsring").first()).toBeVisible();
    await frame.getByRole("button", { name: "Weiter: Paket" }).click();
    await expect(frame.locator("html")).toHaveAttribute("lang", "de");
  },
);
