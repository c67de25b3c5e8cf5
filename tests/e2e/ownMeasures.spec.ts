/** Measures that a user types, and a warm-up that the panel excludes, compared with the output of the command. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, goToCycle, open } from "./support.ts";

test.slow();

const COMMAND = fileURLToPath(new URL("../../cli/dist/irqscope.mjs", import.meta.url));
const P95 = "interrupt.latency.p95 in us";
const LATE = "share(interrupt.latency > 20 us) in %";
const LOSS = "receive.loss < 1 %";
const WARM_UP = 1_000_000;
const HERE = 3_000_000;

interface Ran {
  readonly shown: readonly { readonly metric: string; readonly value: number | boolean }[];
  readonly receive: { readonly dropped: readonly { readonly count: number }[] };
  readonly held: readonly { readonly name: string; readonly kind: string; readonly maximum: number }[];
  readonly stateHash: string;
}

/** The command's numbers for ring-overflow up to HERE. */
function ran(...options: readonly string[]): Ran {
  const show = [P95, LATE, LOSS].flatMap((metric) => ["--show", metric]);
  const args = ["run", "ring-overflow", "--cycles", String(HERE), ...show, ...options, "--json"];
  return JSON.parse(execFileSync("node", [COMMAND, ...args], { encoding: "utf8" }));
}

const section = (page: Page) => page.getByRole("region", { name: "Own measures" });
const list = (page: Page) => section(page).getByRole("list", { name: "Own measures" });
const measure = (page: Page, text: string) => list(page).getByRole("listitem").filter({ hasText: text });
const digits = (text: string | null): number => Number((text ?? "").replace(/[^\d.]/g, ""));

async function type(page: Page, text: string): Promise<void> {
  const field = section(page).getByLabel("Another measure");
  await field.fill(text);
  await field.press("Enter");
}

async function expectValue(page: Page, text: string, value: number): Promise<void> {
  await expect
    .poll(async () => digits(await measure(page, text).getByRole("status").textContent()))
    .toBeCloseTo(value, 1);
}

async function countFrom(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: /^Counted from cycle/ }).click();
  await page.getByLabel("Count from cycle").fill(text);
  await page.getByLabel("Count from cycle").press("Enter");
}

test(
  "own measures are typed, refused with the reason, kept over a reload, and removed",
  long(
    "It adds measures of one's own for 9 s of processor time. tests/web/simulate/measures.test.ts has them without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: `#ring-overflow@${HERE}`, at: "opening" });
    const expected = ran();
    await page.mouse.move(700, 300);
    await section(page).getByRole("button", { name: "95 % of the interrupt latencies" }).click();
    await type(page, LOSS);
    await type(page, LATE);
    await expectValue(page, P95, Number(expected.shown[0]?.value));
    await expectValue(page, LATE, Number(expected.shown[1]?.value));
    await expect(measure(page, LOSS).getByRole("status")).toHaveText(expected.shown[2]?.value ? "yes" : "no");
    const field = section(page).getByLabel("Another measure");
    await type(page, "interupts / seconds");
    await expect(section(page).getByRole("alert")).toHaveText(
      /^at 1: no metric interupts\. Did you mean interrupts\?$/,
    );
    await expect(field).toHaveValue("interupts / seconds");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(list(page).getByRole("listitem")).toHaveCount(3);
    await type(page, P95);
    await expect(section(page).getByRole("alert")).toHaveText(`${P95} is already in the list`);
    await field.fill("");
    await expectNoViolations(page);

    await page.reload();
    await expectCycle(page, HERE);
    await page.mouse.move(600, 310);
    await expectValue(page, LATE, Number(expected.shown[1]?.value));
    // The measures follow the playhead.
    await goToCycle(page, 0);
    await expect(measure(page, P95).getByRole("status")).toHaveText("–");
    await measure(page, P95).getByRole("button").click();
    await expect(list(page).getByRole("listitem")).toHaveCount(2);
  },
);

test(
  "a warm-up is excluded from the whole panel as in the command, also after a step back",
  long(
    "It adds a warm-up for 14 s of processor time. tests/web/engine/warmUp.test.ts and state/warmUp.test.ts count behind one without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: `#ring-overflow@${HERE}`, at: "opening" });
    const hash = page.getByRole("row", { name: /^state hash/ }).getByRole("cell");
    await expect(hash).toHaveText(/^[0-9a-f]{16}$/);
    const before = await hash.textContent();
    const [whole, behind] = [ran(), ran("--warm-up", String(WARM_UP))];
    const lost = ({ receive }: Ran) => receive.dropped.reduce((sum, { count }) => sum + count, 0);
    const shownLoss = page.getByRole("region", { name: "Throughput and losses" }).locator("dd").first();
    expect(lost(behind)).toBeLessThan(lost(whole));
    await expect.poll(async () => digits(await shownLoss.textContent())).toBe(lost(whole));

    await countFrom(page, "3000000000");
    await expect(page.locator(".counted").getByRole("alert")).toHaveText(
      /^cycle: a whole number before the end of the run, 20.000.000$/,
    );
    await page.getByLabel("Count from cycle").fill("1M");
    await page.getByLabel("Count from cycle").press("Enter");
    await expect.poll(async () => digits(await shownLoss.textContent())).toBe(lost(behind));
    await expect(page.getByRole("button", { name: /^Counted from cycle 1.000.000$/ })).toBeVisible();
    await page.mouse.move(700, 300);
    await section(page).getByRole("button", { name: "95 % of the interrupt latencies" }).click();
    await expectValue(page, P95, Number(behind.shown[0]?.value));
    await expect(page.getByRole("region", { name: "CPU time by layer" })).toContainText(
      /from cycle 1.000.000/,
    );
    const most = behind.held.find(({ kind }) => kind === "ring")?.maximum;
    const marks = page.getByRole("region", { name: "High-water marks" });
    await expect(
      marks
        .getByRole("row", { name: /^ring of eth0/ })
        .getByRole("cell")
        .first(),
    ).toHaveText(`${most}`);
    expect(await cycle(page)).toBe(HERE);
    await expect(hash).toHaveText(before ?? "");
    await expectNoViolations(page);

    await goToCycle(page, 500_000);
    await expect(
      page.getByText(/^Counting has not begun: the warm-up lasts up to cycle 1.000.000\.$/),
    ).toBeVisible();
    await expect(measure(page, P95).getByRole("status")).toHaveText("–");
    await goToCycle(page, HERE + 200_000);
    await goToCycle(page, HERE);
    await expect.poll(async () => digits(await shownLoss.textContent())).toBe(lost(behind));
  },
);

test(
  "report and link are of the run after its warm-up, also in another tab and after a reload",
  long(
    "It adds a warm-up in report and link, and opens two pages for it. tests/scenarios/linkMarks.test.ts and tests/web/state/warmUp.test.ts have links and reloads without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: `#ring-overflow@${HERE}`, at: "opening" });
    const [whole, behind] = [ran(), ran("--warm-up", String(WARM_UP))];
    await countFrom(page, "1M");
    await expect(page.getByRole("button", { name: /^Counted from cycle 1.000.000$/ })).toBeVisible();
    await page.mouse.move(700, 300);
    await section(page).getByRole("button", { name: "95 % of the interrupt latencies" }).click();
    await expectValue(page, P95, Number(behind.shown[0]?.value));

    // The report covers the same cycles.
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText(/^Always covers the whole run\. Counted from cycle 1.000.000$/)).toBeVisible({
      timeout: 20_000,
    });
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    expect(link).toContain("w=1000000");
    const [report] = await Promise.all([
      page.waitForEvent("download", { timeout: 60_000 }),
      page.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    const text = readFileSync(await report.path(), "utf8");
    expect(text).toContain("after a warm-up of 1,000,000");
    expect(text).toContain("irqscope run ring-overflow --warm-up 1000000");

    // The link has the same counts in another tab, and a reload keeps them.
    const other = await page.context().newPage();
    await other.goto(link);
    await expect(other.getByRole("button", { name: /^Counted from cycle 1.000.000$/ })).toBeVisible({
      timeout: 20_000,
    });
    await other.mouse.move(700, 310);
    await expectValue(other, P95, Number(behind.shown[0]?.value));
    await other.reload();
    await expect(other.getByRole("button", { name: /^Counted from cycle 1.000.000$/ })).toBeVisible({
      timeout: 20_000,
    });
    await other.getByRole("button", { name: /^Counted from cycle/ }).click();
    await other.getByLabel("Count from cycle").fill("0");
    await other.getByLabel("Count from cycle").press("Enter");
    await expect(other.getByRole("button", { name: /^Counted from cycle 0$/ })).toBeVisible();
    await expectValue(other, P95, Number(whole.shown[0]?.value));
  },
);
