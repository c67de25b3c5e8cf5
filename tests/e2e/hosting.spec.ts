/** dist/ on the plainest of web servers: under a sub-path, with and without the media type of wasm. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { CONTENT_SECURITY_POLICY } from "../../tools/contentSecurityPolicy.mjs";
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

test("runs under its own content security policy", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await open(page);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: /Share/ }).click();
  expect(violations).toEqual([]);
  const evaluated = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineScriptRan = true";
    document.body.append(script);
    return "inlineScriptRan" in window;
  });
  expect(evaluated).toBe(false);
  expect(violations).toHaveLength(1);
});

test("the policy is the one in the documentation", () => {
  const documented = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
  expect(documented).toContain(CONTENT_SECURITY_POLICY);
});
