/** A page that cannot start says so. It never shows a skeleton for ever, or shapes without words. */
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { type Site, serveSite } from "./site.ts";
import { machineIsShown } from "./support.ts";

const noteOf = (page: Page) => page.locator("#start-note");

for (const [name, files] of [
  ["the entry", "assets/index-*.js"],
  ["React", "assets/react-*.js"],
  ["the first picture", "assets/first-*.js"],
  ["a part of the entry", "assets/rolldown-runtime-*.js"],
] as const)
  test(
    `a missing script, ${name}, leaves a sentence on the page`,
    long("It adds four scripts that are missing. The short list has one of them."),
    async ({ page }) => {
      await page.route(`**/${files}`, (route) => route.fulfill({ status: 404, body: "not found" }));
      await page.goto("./");
      await expect(noteOf(page)).toBeVisible();
      await expect(noteOf(page)).toContainText("irqscope has not started.");
      await expect(noteOf(page)).toContainText(/reload the page/i);
      await expect(noteOf(page)).toContainText("irqscope ist nicht gestartet.");
    },
  );

test("a missing script is named, and the button tries again", async ({ page }) => {
  await page.route("**/assets/first-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("./#papers");
  await expect(page.getByRole("alert")).toContainText(/first-[\w-]+\.js/);
  await page.unroute("**/assets/first-*.js");
  await page.getByRole("button", { name: "Load the page again" }).click();
  await expect(page.getByRole("article", { name: "Receiving at the driver layer" })).toBeVisible();
});

test(
  "a missing style sheet leaves words, and no shape larger than they",
  long(
    "It adds a missing style sheet, and opens a page for it, which takes some 3 s of processor time. Another test of start.spec.ts misses a script in the short list.",
  ),
  async ({ page }) => {
    await page.route("**/assets/index-*.css", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("./");
    await expect(page.getByText("irqscope has not started.")).toBeVisible();
    const logo = await page.locator(".logo svg").first().boundingBox();
    expect(logo?.width).toBeLessThan(30);
  },
);

test(
  "scripts that never arrive leave a sentence after a while",
  long("It adds scripts that are never answered. The short list has a page that runs none."),
  async ({ page }) => {
    await page.route("**/assets/index-*.js", () => undefined);
    await page.goto("./", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
    await expect(noteOf(page)).toBeHidden();
    await expect(noteOf(page)).toBeVisible({ timeout: 25_000 });
  },
);

test(
  "the page meets Trusted Types, and reports a server that forbids its policy",
  long(
    "It adds policies of a server, and opens the page for each of two. hosting.spec.ts of the short list has the page's own policy.",
  ),
  async ({ page }) => {
    const demand = async (policy: string) => {
      await page.unrouteAll();
      await page.route("**/irqscope/", async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: { ...response.headers(), "content-security-policy": policy },
        });
      });
      await page.goto("about:blank");
      await page.goto("./");
    };
    await demand("require-trusted-types-for 'script'");
    await machineIsShown(page);
    await demand("require-trusted-types-for 'script'; trusted-types 'none'");
    await expect(page.getByRole("alert").filter({ hasText: "Trusted Types" })).toBeVisible();
  },
);

test.describe("the page without scripts", () => {
  test.use({ javaScriptEnabled: false });
  // The browser reads the page as if it had scripts, and runs none. The sandbox below has the other kind.
  test("shows a sentence after a while", async ({ page }) => {
    await page.goto("./");
    await expect(page.locator(".start-note:visible")).not.toHaveCount(0, { timeout: 25_000 });
  });
});

test.describe("the page in a sandboxed frame", () => {
  let site: Site;
  test.beforeEach(async ({ page: _ }, info) => {
    site = await serveSite(info.outputPath("site"));
    site.deploy("irqscope");
  });
  test.afterEach(() => site.stop());

  for (const allowed of ["allow-scripts", ""])
    test(
      `that allows "${allowed}" shows words and no shapes`,
      long(
        "It adds a frame with two sandboxes, each on a site of its own. tests/web/app/startFault.test.ts knows a sandbox without a browser.",
      ),
      async ({ page }) => {
        site.write(
          "course.html",
          `<!doctype html><iframe sandbox="${allowed}" src="irqscope/" width="900" height="600"></iframe>`,
        );
        await page.goto(`${site.url}course.html`);
        const frame = page.frameLocator("iframe");
        await expect(frame.getByText(/irqscope has not started|needs JavaScript/).first()).toBeVisible();
        await expect(
          frame.getByText("allow-same-origin").or(frame.getByText("needs JavaScript")).first(),
        ).toBeVisible();
        expect((await frame.locator(".logo svg").boundingBox())?.width).toBeLessThan(30);
      },
    );
});
