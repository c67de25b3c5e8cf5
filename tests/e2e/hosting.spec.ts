/** dist/ on a minimal web server: under a sub-path, with and without the MIME type of wasm. */
import { readFileSync } from "node:fs";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { NAME_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { CONTENT_SECURITY_POLICY } from "../../tools/contentSecurityPolicy.mjs";
import { dropFile, machineIsShown, open } from "./support.ts";

test("the page requests nothing outside its folder, finds every file, and breaks no rule of its policy", async ({
  page,
  request,
  baseURL,
}) => {
  const outside: string[] = [];
  const missing: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? "") && !url.startsWith("data:") && !url.startsWith("blob:"))
      outside.push(url);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`);
  });
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await open(page);
  await hasIcon(page, request);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  expect(outside).toEqual([]);
  expect(missing).toEqual([]);
  await page.getByRole("button", { name: /Share/ }).click();
  expect(violations).toEqual([]);
  expect(await inlineScriptRuns(page)).toBe(false);
  expect(violations).toHaveLength(1);
});

function inlineScriptRuns(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineScriptRan = true";
    document.body.append(script);
    return "inlineScriptRan" in window;
  });
}

/** Every built page names an existing icon. */
async function hasIcon(page: Page, request: APIRequestContext): Promise<void> {
  const icon = await page.locator('link[rel="icon"]').getAttribute("href");
  const answer = await request.get(new URL(icon ?? "no-icon", page.url()).href);
  expect(answer.headers()["content-type"], page.url()).toContain("image/svg+xml");
  expect(answer.ok(), page.url()).toBe(true);
}

test("the page runs when the server does not know the MIME type of wasm", async ({ page }) => {
  let served = 0;
  await page.route("**/*.wasm", async (route) => {
    const response = await route.fetch();
    served++;
    await route.fulfill({ response, headers: { "content-type": "application/octet-stream" } });
  });
  await page.goto("./");
  await machineIsShown(page);
  expect(served).toBeGreaterThan(0);
});

test("the page runs with blocked storage, as in frames of some learning platforms", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("storage is blocked", "SecurityError");
      },
    });
  });
  await open(page);
});

test("the documentation has its own policy and breaks no rule of it", async ({ page, request }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Refused/i.test(message.text())) violations.push(message.text());
  });
  for (const name of ["guide", "model", "expressions"]) {
    await page.goto(`./docs/${name}.html`);
    await hasIcon(page, request);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toMatch(/light|dark/);
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe("0px");
    expect(await inlineScriptRuns(page)).toBe(false);
  }
  expect(violations).toHaveLength(3);
  for (const link of await page.locator("footer a").all()) {
    const address = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
    expect((await request.get(address)).ok(), address).toBe(true);
  }
});

const MARKUP = '<img src="//evil.example/x" onerror="window.ran = 1"><script>window.ran = 1</script>';

/** A scenario whose every text is markup. */
function hostileScenario(): Scenario {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: MARKUP.slice(0, NAME_CHARACTER_LIMIT),
    description: `${MARKUP} javascript:window.ran=1 {{7*7}}`,
    machine: { nics: [{ name: "<svg onload=window.ran=1>" }] },
    software: { queues: [{ name: "\"'><b>", capacity: 8 }] },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

test("hostile links and files are shown as text under the policy, which runs and loads nothing of them", async ({
  page,
  baseURL,
}) => {
  const alarms: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) alarms.push(message.text());
  });
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(baseURL ?? "")) alarms.push(url);
  });
  const scenario = hostileScenario();
  const link = encodeLink(scenario, {
    cycle: 1000,
    breakpoints: [{ condition: MARKUP, fromHit: 1, everyHits: 1, enabled: true }],
    bookmarks: [{ cycle: 1000, note: MARKUP }],
  });
  await open(page, { hash: link ?? "", at: "opening" });
  await expect(page.locator(".picker__name")).toHaveText(scenario.name);
  await page.getByRole("button", { name: "Bookmarks, 1" }).click();
  const note = page.getByRole("dialog", { name: "Bookmarks" }).getByRole("listitem");
  await expect(note).toContainText(MARKUP);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Breakpoints, 1" }).click();
  await expect(page.getByRole("dialog", { name: "Breakpoints" })).toContainText(MARKUP);
  await page.keyboard.press("Escape");
  await dropFile(page, `${MARKUP}.json`, new TextEncoder().encode(`{"name": "${"<b>".repeat(9)}"}`));
  await expect(page.getByRole("alert").filter({ hasText: "onerror" })).toBeVisible();
  await page.goto(`./#s=1.${encodeURIComponent(MARKUP)}&p=<svg>&c=javascript:1`);
  await expect(page.getByRole("alert").filter({ hasText: "the link is cut off" })).toBeVisible();
  await page.goto(`./${link}&p=compare`);
  await page.reload();
  await expect(page.getByRole("region", { name: "Machine A" }).getByRole("heading")).toHaveText(
    scenario.name,
  );
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  expect(await page.locator('img[src*="evil"], svg[onload], [onerror]').count()).toBe(0);
  expect(alarms).toEqual([]);
});

test("the policy equals the one in the documentation", () => {
  const documented = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
  expect(documented).toContain(CONTENT_SECURITY_POLICY);
});
