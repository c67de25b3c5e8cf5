/** Texts in selects and inputs of every form, in two languages and windows of three sizes. */
import { expect, type Page, test } from "@playwright/test";
import { SIZES } from "./axe.ts";
import { long } from "./long.ts";
import { dropFile, failOnError, fixture, machineIsShown } from "./support.ts";

/** Controls in view whose room is too narrow: for an input its text, for a select the longest word of an option, because
 * options wrap, and the height of the chosen one. */
const cutControls = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    const textInputs = ["text", "search", "number"];
    const faults: string[] = [];
    for (const control of document.querySelectorAll<HTMLSelectElement | HTMLInputElement>("select, input")) {
      const isSelect = control instanceof HTMLSelectElement;
      if (!isSelect && (!textInputs.includes(control.type) || control.readOnly)) continue;
      if (pen === null || !control.checkVisibility() || control.clientWidth === 0) continue;
      const style = getComputedStyle(control);
      pen.font = isSelect ? style.font : getComputedStyle(control, "::placeholder").font;
      const roomPx =
        control.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const canWrap = isSelect && style.whiteSpace === "normal";
      const texts = isSelect
        ? [...control.options].map(({ text }) => text)
        : [control.value === "" ? control.placeholder : ""];
      const widest = Math.max(
        ...texts
          .flatMap((text) => (canWrap ? text.split(/[ -]/) : [text]))
          .map((text) => pen.measureText(text).width),
      );
      const name = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.id;
      if (widest > roomPx) faults.push(`${name}: a text of ${widest} px in ${roomPx} px`);
      if (control.scrollWidth > control.clientWidth || control.scrollHeight > control.clientHeight + 1)
        faults.push(`${name}: ${isSelect ? control.selectedOptions[0]?.text : control.value} is cut`);
    }
    return faults;
  });

interface Form {
  readonly hash: string;
  /** Opens the form, and all its parts. */
  readonly open: (page: Page) => Promise<void>;
}

const openAll = async (page: Page, closed: string) => {
  await expect(async () => {
    const left = await page.locator(closed).evaluateAll((all) => {
      for (const one of all) if (one instanceof HTMLElement) one.click();
      return all.length;
    });
    expect(left).toBe(0);
  }).toPass({ intervals: [100] });
};

const openSettings = async (page: Page) => {
  await machineIsShown(page);
  const settings = { name: /^(Settings|Einstellungen)$/ };
  await page.getByRole("tab", settings).or(page.locator(".rail").getByRole("button", settings)).click();
  await expect(page.locator(".fields__search")).toBeVisible();
  await openAll(page, ".fields .sbranch__toggle[aria-expanded=false]");
};

const FORMS: Readonly<Record<string, Form>> = {
  "settings of a card": { hash: "#ring-overflow", open: openSettings },
  "settings of a timer and a disk": { hash: "#timer-network-disk", open: openSettings },
  "settings of contexts and programs": { hash: "#preemptive-kernel", open: openSettings },
  study: {
    hash: "#sweep",
    open: async (page) => {
      const edit = page.getByRole("button", { name: /^(Edit the study|Studie bearbeiten)$/ });
      await expect(edit).toBeVisible();
      if ((await edit.getAttribute("aria-expanded")) === "false") await edit.click();
      await expect(page.locator(".sweep-form").first()).toBeVisible();
      await openAll(page, ".sweep-form details:not([open]) > summary");
    },
  },
  breakpoints: {
    hash: "#ring-overflow",
    open: async (page) => {
      await machineIsShown(page);
      await page.keyboard.press("k");
      await expect(page.locator(".marks__when select")).toBeVisible();
    },
  },
  capture: {
    hash: "#ring-overflow",
    open: async (page) => {
      await machineIsShown(page);
      await dropFile(page, "two.pcapng", fixture("captures/two-hosts-200.pcapng"));
      await expect(page.locator(".capture form")).toBeVisible();
    },
  },
  "lab task": {
    hash: "#lab=interrupt-cost",
    open: (page) => expect(page.locator(".lab__title")).toBeVisible(),
  },
  "lab editor": {
    hash: "#lab-editor",
    open: (page) => expect(page.locator(".lab-editor__step select")).toBeVisible(),
  },
  "order of two machines": {
    hash: "#compare",
    open: (page) => expect(page.locator(".band__align").first()).toBeVisible(),
  },
};

/** German words are longer, so most forms are measured in German alone. */
const IN_ENGLISH: readonly string[] = ["settings of a card", "breakpoints"];

for (const locale of ["en-US", "de-DE"])
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    for (const [name, { hash, open }] of Object.entries(FORMS).filter(
      ([name]) => locale === "de-DE" || IN_ENGLISH.includes(name),
    ))
      test(
        `the form "${name}" cuts no text`,
        long("It adds the room of every control of a form at three widths, which no other test measures."),
        async ({ page }) => {
          failOnError(page);
          for (const { width, height } of SIZES) {
            await page.setViewportSize({ width, height });
            await page.goto(`./?theme=light&w=${width}${hash}`);
            await open(page);
            expect(await cutControls(page), `${width} px`).toEqual([]);
          }
        },
      );
  });
