import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";

const progress = (page: Page) => page.getByRole("status").filter({ hasText: /runs/ });

async function openSweep(page: Page, hash = "#sweep"): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.locator(".sweep").getByRole("heading", { level: 2 })).toBeVisible({ timeout: 30_000 });
}

/** Three contexts, whose threads the context rule places. */
const PAPER = {
  format: "irqscope-study",
  version: 1,
  name: "Paper",
  scenarios: ["000-trace-receive"],
  set: { runCycles: 300_000 },
  axes: [
    { kind: "field", field: "contexts", values: [1, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: "16..32*2" },
  ],
  seeds: { count: 1 },
  metrics: ["receive.latency.p99 in us", "interrupts"],
};

test(
  "Sweep names the paper's own point, and no point that only resembles it",
  long("It adds the point of a paper, which tests/study/ownPoint.test.ts names without a browser."),
  async ({ page }) => {
    await openSweep(page);
    const edit = page.getByRole("button", { name: "Edit the study" });
    if ((await edit.getAttribute("aria-expanded")) === "false") await edit.click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a study …" }).click();
    await (await chooser).setFiles({
      name: "paper.study.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(PAPER)),
    });
    await expect(
      page.getByText(/^No point is “.*” as it is\. It has contexts as it is · Receive ring 8\./),
    ).toBeVisible();
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(progress(page)).toHaveText("4 runs of 4 points are done.", { timeout: 60_000 });
    await expect(page.locator(".sweep-mark__base")).toHaveCount(0);
    await page.getByRole("button", { name: "Add this point" }).click();
    await expect(page.getByLabel("Values of contexts")).toHaveValue("1, 3, as it is");
    await expect(page.getByLabel("Values of rxRingFrames")).toHaveValue("16..32*2, 8");
    await expect(page.getByText(/^No point is/)).toHaveCount(0);
    await page.getByRole("button", { name: "Run the study" }).click();
    await expect(progress(page)).toHaveText("9 runs of 9 points are done.", { timeout: 60_000 });
    // The point is named in the lines, the map and the front if there is room.
    await expect(page.locator(".sweep-mark__base")).toHaveCount(3);
    await expect(page.locator(".sweep-base-name")).toHaveText(["Pattery et al.", "Pattery et al."]);
    await expect(page.getByText(/^○ Pattery: .+, as it is \(Pattery et al\.\)/).first()).toBeVisible();
    await page
      .getByRole("button", { name: /contexts as it is, Receive ring 8/ })
      .last()
      .click();
    await expect(page.getByRole("region", { name: "Chosen point" })).toContainText(
      "as it is (Pattery et al.)",
    );
  },
);
