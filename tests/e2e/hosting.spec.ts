/** dist/ on the plainest of web servers: under a sub-path, with and without the media type of wasm. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { machineIsShown, open } from "./support.ts";

test("asks for nothing outside its own folder, and everything is there", async ({ page, baseURL }) => {
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
  await open(page);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  expect(outside).toEqual([]);
  expect(missing).toEqual([]);
});

test("runs when the server does not know the media type of wasm", async ({ page }) => {
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

test("runs where storage is blocked, as in some learning platforms' frames", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("storage is blocked", "SecurityError");
      },
    });
  });
  await open(page);
});

/** As docs/deploy.md gives it. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

test("runs under the content security policy of docs/deploy.md", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await page.route("**/courses/os/irqscope/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": POLICY } });
  });
  await open(page);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: /Share/ }).click();
  expect(violations).toEqual([]);
});

test("the policy tested is the one in the documentation", () => {
  const documented = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
  expect(documented).toContain(POLICY);
});
