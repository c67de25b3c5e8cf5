import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { builtinScenario } from "../../scenarios/index.ts";

/** Longer than the page waits before it shows or requests the details of a view at rest. */
const SETTLED_MS = 250;

export interface OpenOptions {
  /** The opening place of the scenario, or cycle 0 (on anything wider than a phone). */
  readonly at?: "opening" | "start";
  readonly theme?: "light" | "dark";
  readonly hash?: string;
}

/** Opens the page and waits until a machine is shown. Fails on any error in the console. */
export async function open(
  page: Page,
  { theme = "light", hash = "", at = "start" }: OpenOptions = {},
): Promise<void> {
  const address = at === "start" ? atStart(hash) : hash;
  await openPage(page, address, theme);
  await machineIsShown(page);
  if (at === "opening") return;
  if (address === hash) await goToCycle(page, 0);
  else await expectCycle(page, 0);
}

/** Opens a page that need not show a machine, as "#papers". Fails on any error in the console. */
export async function openPage(page: Page, hash: string, theme = "light"): Promise<void> {
  failOnError(page);
  await slowDown(page);
  await page.goto(`./?theme=${theme}${hash}`);
}

/** Fails the test on any error in the console. */
export function failOnError(page: Page): void {
  page.on("pageerror", (error) => {
    throw error;
  });
}

/** Parts of the site by their address, each with something that no other part shows. */
export const PARTS = {
  "#simulate": ".stage",
  "#compare": ".band",
  "#papers": 'h2:has-text("Published experiments, run again")',
  "#labs": 'h1:text-is("Labs")',
  "#lab=interrupt-cost": ".lab__title",
  "#lab-report=interrupt-cost": ".sheet",
  "#lab-grade": 'h1:text-is("Grade submissions")',
  "#lab-editor": 'h1:text-is("Lab editor")',
} as const;

/** Goes to a part of the site on the open page. With the same `search` the page is not loaded again. */
export async function goToPart(page: Page, part: keyof typeof PARTS, search = ""): Promise<void> {
  await page.goto(`./${search}${part}`);
  await expect(page.locator("main:not([aria-busy])")).toBeVisible();
  await expect(page.locator(PARTS[part]).first()).toBeVisible();
}

/** Does on the open page what a link does that is pressed or pasted into the address bar. */
export async function goToAddress(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    window.location.hash = address;
  }, hash);
}

/** Follows a link to a built-in scenario on the open page, in half the time of another page. */
export async function follow(page: Page, hash: string): Promise<void> {
  await goToAddress(page, hash);
  const name = builtinScenario(/^#([a-z0-9-]+)/.exec(hash)?.[1] ?? "")?.name;
  if (name === undefined) throw new Error(`${hash} names no scenario`);
  await expect(page.locator(".picker__name").first()).toHaveText(name);
  await machineIsShown(page);
  const [, cycle] = /@(\d+)/.exec(hash) ?? [];
  if (cycle !== undefined) await expectCycle(page, Number(cycle));
}

/** A link to cycle 0 takes a second of processor time less than the dialog. A link that contains more than its scenario
 * stays as it is. */
function atStart(hash: string): string {
  if (!hash.includes("#")) return `${hash}#${DEFAULT_SCENARIO_ID}@0`;
  return /#.*[@?=]/.test(hash) ? hash : `${hash}@0`;
}

/** IRQSCOPE_E2E_SLOWDOWN=6 slows the page's processor down by six, which shows races between tests and page. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.IRQSCOPE_E2E_SLOWDOWN ?? 1);
  if (!(rate > 1)) return;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Waits until the page has drawn what was requested: two frames, since one may be in progress. */
export async function framesPass(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** The value once it has stopped changing: its inputs arrive a little after the user's. */
export async function settled<T extends string | number>(page: Page, read: () => Promise<T>): Promise<T> {
  let value = await read();
  await expect(async () => {
    const before = value;
    await page.waitForTimeout(SETTLED_MS);
    value = await read();
    expect(value).toEqual(before);
  }).toPass({ intervals: [0] });
  return value;
}

export async function goToCycle(page: Page, target: number): Promise<void> {
  await page.keyboard.press("g");
  await page.getByLabel("cycle", { exact: true }).fill(String(target));
  await page.keyboard.press("Enter");
  await expectCycle(page, target);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

export async function machineIsShown(page: Page): Promise<void> {
  const stages = page.getByRole("list", { name: /^Pipeline/ });
  // Without details a core is one block.
  await expect(stages.or(page.locator(".quietcores")).first()).toBeVisible({ timeout: 20_000 });
}

export async function cycle(page: Page): Promise<number> {
  const text = (await page.locator(".counter__cycle").textContent()) ?? "";
  return Number(text.replace(/\D/g, ""));
}

export async function expectCycle(page: Page, expected: number): Promise<void> {
  await expect.poll(() => cycle(page)).toBe(expected);
}

/** The picture of the machine in words: stage boxes and contexts. */
export async function picture(page: Page): Promise<string> {
  return page.getByRole("region", { name: "Machine" }).evaluate((stage) => {
    const boxes = Array.from(stage.querySelectorAll(".stagebox > .sr-only"), (box) => box.textContent);
    const rest = stage.querySelector(".contexts")?.textContent ?? "";
    const entry = stage.querySelector(".entry")?.textContent ?? "";
    return [...boxes, rest, entry].join("\n");
  });
}

export async function pickScenario(
  page: Page,
  name: string,
  { at = "start" }: Pick<OpenOptions, "at"> = {},
): Promise<void> {
  await page.locator(".picker__trigger").click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expect(page.locator(".picker__name")).toHaveText(name);
  await machineIsShown(page);
  if (at === "start") await goToCycle(page, 0);
}

export async function dropFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ base64, fileName }) => {
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    { base64: Buffer.from(bytes).toString("base64"), fileName: name },
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

export function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../fixtures/${path}`, import.meta.url)));
}
