// A study by the command and in the page, timed: what studies.mjs and estimates.mjs share.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const irqscope = join(root, "cli/dist/irqscope.mjs");

/** Seconds. @param {string} program @param {readonly string[]} words */
export function timed(program, words) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONPATH: join(root, "python/src") };
    const child = spawn(program, words, { cwd: root, env, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (data) => {
      errors += data;
    });
    child.on("close", (code) =>
      code === 0
        ? resolve((performance.now() - begin) / 1000)
        : reject(new Error(`${words.join(" ")}: ${errors}`)),
    );
  });
}

/** In so many workers; `file` is the study. `seconds`: of the runs, `estimate`: what stood before them.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {number} workers @param {string} file */
export async function inPage(browser, url, workers, file) {
  const context = await browser.newContext();
  await context.addInitScript(
    (count) => Object.defineProperty(navigator, "hardwareConcurrency", { value: count }),
    workers,
  );
  const page = await context.newPage();
  await page.goto(`${url}#sweep`);
  await page.getByRole("button", { name: "Run the study" }).waitFor({ timeout: 60_000 });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a study …" }).click();
  await (await chooser).setFiles(file);
  const left = page.locator(".sweep-run__text").filter({ hasText: "left" });
  await page
    .getByRole("heading", { name: JSON.parse(readFileSync(file, "utf8")).name, exact: true })
    .waitFor();
  await left.waitFor({ timeout: 60_000 });
  await page.waitForTimeout(5000);
  const estimate = await left.innerText();
  const begin = performance.now();
  await page.getByRole("button", { name: "Run the study" }).click();
  await page.getByText(/runs of .* points are done/).waitFor({ timeout: 3_600_000 });
  const seconds = (performance.now() - begin) / 1000;
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Rows as CSV" }).click();
  const csv = readFileSync((await (await download).path()) ?? "", "utf8");
  await context.close();
  return { seconds, estimate: /about (.*) left/.exec(estimate)?.[1] ?? "", csv };
}
