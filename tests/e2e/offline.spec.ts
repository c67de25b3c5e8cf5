/** After one visit the page needs no server. */
import { expect, test } from "@playwright/test";
import { long } from "./long.ts";
import { machineIsShown, open, pickScenario } from "./support.ts";

test.use({ serviceWorkers: "allow" });

test("the page runs without a network after the first visit: machine, other scenarios, papers", async ({
  page,
  context,
}) => {
  await open(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload(); // The worker of a first visit serves from the next load onwards.
  await machineIsShown(page);
  await context.setOffline(true);
  await page.goto("./?theme=dark");
  await machineIsShown(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "Ring overflow" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Eight cores, / })
    .click();
  await expect(page.locator(".picker__name")).toHaveText(/^Eight cores, /);
  await pickScenario(page, "An interrupt handler in assembly", { at: "opening" });
  await page.goto("./#papers");
  await expect(page.getByRole("article", { name: "Receiving at the driver layer" })).toBeVisible();
});

test(
  "the page can be installed, and its manifest names existing icons",
  long("It adds a manifest that hardly changes, and opens a page for it."),
  async ({ page, request, baseURL }) => {
    await page.goto("./");
    const href = await page.locator('link[rel="manifest"]').getAttribute("href");
    const manifest = await (await request.get(new URL(href ?? "", baseURL).href)).json();
    expect(manifest.display).toBe("standalone");
    for (const { src } of manifest.icons)
      expect((await request.get(new URL(src, baseURL).href)).ok(), src).toBe(true);
  },
);
