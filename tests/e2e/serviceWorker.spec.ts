/** The second and third visit, when the service worker serves the page: it serves its own files and nothing else. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { FIRST_WORKER, type Site, serveSite } from "./site.ts";
import { machineIsShown } from "./support.ts";

test.use({ serviceWorkers: "allow" });

const NEW_VERSION = "A new version of irqscope is available";

let site: Site;
test.beforeEach(async ({ page }, info) => {
  site = await serveSite(info.outputPath("site"));
  page.on("pageerror", (error) => {
    throw error;
  });
});
test.afterEach(() => site.stop());

/** A visit after which a worker with a complete copy serves the page from the next load onwards. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await machineIsShown(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

const copies = (page: Page) => page.evaluate(() => caches.keys());
const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "");

/** Requests a new version, as a browser does by itself when a page opens. */
const askForNew = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });

async function showsPapers(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Published experiments" }).click();
  await expect(page.getByRole("article", { name: "Receiving at the driver layer" })).toBeVisible();
}

test(
  "documentation opens on every visit, by a link and by its address, offline too",
  long(
    "It adds the documentation to the visit without a network in offline.spec.ts, for 12 s of processor time.",
  ),
  async ({ page, context }) => {
    site.deploy("prof/irqscope");
    await visit(page, "prof/irqscope/");
    for (const visits of [2, 3]) {
      await page.goto(`${site.url}prof/irqscope/?visit=${visits}`);
      await machineIsShown(page);
      const details = page.getByRole("switch", { name: "Details" });
      if (!(await details.isChecked())) await details.click();
      await page.getByRole("button", { name: "Entry sequence", exact: true }).click();
      const opened = page.waitForEvent("popup");
      await page.getByRole("link", { name: "More: Entry" }).click();
      const docs = await opened;
      await expect(docs.getByRole("heading", { name: "Entry", exact: true })).toBeVisible();
      await docs.close();
    }
    await context.setOffline(true);
    await site.stop();
    for (const address of ["docs/guide.html", "docs/model.html?from=mail#entry", "docs/expressions.html"]) {
      await page.goto(`${site.url}prof/irqscope/${address}`);
      await expect(page.getByRole("navigation", { name: "Documentation" })).toBeVisible();
      expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe("0px");
    }
    for (const address of ["", "index.html", "?theme=dark#papers"]) {
      await page.goto(`${site.url}prof/irqscope/${address}`);
      await expect(page.getByRole("link", { name: "Simulate" })).toBeVisible();
    }
  },
);

for (const folder of ["", "prof/"])
  test(
    `other sites' pages beside irqscope in /${folder} stay unchanged`,
    long(
      "It adds pages of others in the folder, and loads the page three times and theirs twenty times. Another test of serviceWorker.spec.ts has the documentation beside the page in the short list.",
    ),
    async ({ page, context }) => {
      site.deploy(folder);
      const others = [
        "week4.html",
        "course/",
        "course/index.html",
        "launch.html",
        "docs/notes.html",
        "assets/a.html",
      ];
      for (const path of others)
        site.write(
          `${folder}${path.endsWith("/") ? `${path}index.html` : path}`,
          `<!doctype html><title>other</title><p>${path}</p><script src="data.js"></script>`,
        );
      site.write(`${folder}data.js`, "window.fromOther = 1");
      for (const round of [1, 2, 3]) {
        await visit(page, folder);
        for (const path of others) {
          await page.goto(`${site.url}${folder}${path}?round=${round}`);
          await expect(page).toHaveTitle("other");
          await expect(page.getByText(path.replace(/\/$/, ""), { exact: false })).toBeVisible();
        }
      }
      await page.goto(`${site.url}${folder}week4.html`);
      expect(await page.evaluate(() => Reflect.get(window, "fromOther"))).toBe(1);
      const missing = await page.goto(`${site.url}${folder}nothing-here.html`);
      expect(missing?.status()).toBe(404);
      // Changes of other sites are visible at once, and their pages are not available without a network.
      site.write(`${folder}week4.html`, "<!doctype html><title>changed</title>");
      await page.goto(`${site.url}${folder}week4.html`);
      await expect(page).toHaveTitle("changed");
      await context.setOffline(true);
      await expect(page.goto(`${site.url}${folder}week4.html`)).rejects.toThrow();
    },
  );

test("a new version is announced, a reload takes it, and another tab keeps its own until then", async ({
  page,
  context,
}) => {
  site.deploy("irqscope", { mark: "old" });
  await visit(page, "irqscope/");
  await page.reload();
  await machineIsShown(page);
  const beside = await context.newPage();
  await beside.goto(`${site.url}irqscope/`);
  await machineIsShown(beside);
  await expect(page.getByText(NEW_VERSION)).toHaveCount(0);

  site.deploy("irqscope", { mark: "new" });
  await askForNew(page);
  for (const one of [page, beside]) await expect(one.getByText(NEW_VERSION)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await expect.poll(() => buildOf(page).catch(() => "")).toContain("new");
  await machineIsShown(page);
  await showsPapers(page);
  // The server no longer has files of the old version: late files of the other tab come from its copy.
  expect(await buildOf(beside)).toContain("old");
  await showsPapers(beside);
  await expect(page.getByText(NEW_VERSION)).toHaveCount(0);
  await context.setOffline(true);
  await beside.reload();
  expect(await buildOf(beside)).toContain("new");
  await beside.goto(`${site.url}irqscope/docs/guide.html`);
  await expect(beside).toHaveTitle(/^new /);
  await context.setOffline(false);
});

test(
  "the copy of an old version is deleted once its last page is closed",
  long(
    "It adds in a browser what tests/web/offline/serviceWorker.test.ts has of the script, and loads the page four times.",
  ),
  async ({ page }) => {
    site.deploy("irqscope", { mark: "old" });
    await visit(page, "irqscope/");
    await page.reload();
    await machineIsShown(page);
    const [oldCopy] = await copies(page);
    site.deploy("irqscope", { mark: "new" });
    await askForNew(page);
    // By then the new copy is complete. A page that opens earlier keeps the old worker.
    await expect(page.getByText(NEW_VERSION)).toBeVisible({ timeout: 20_000 });
    await page.goto("about:blank");
    await expect(async () => {
      await page.goto(`${site.url}irqscope/`);
      await machineIsShown(page);
      expect(await copies(page)).toHaveLength(1);
    }).toPass();
    expect(await copies(page)).not.toContain(oldCopy);
  },
);

const FOUR_BUILDS = long(
  "It deploys four builds in a row, for which it waits a minute. tests/web/offline/serviceWorker.test.ts runs the worker through them without a browser.",
);

test(
  "a plain reload takes a new version, after one without a network and after a rollback too",
  FOUR_BUILDS,
  async ({ page, context }) => {
    site.deploy("irqscope", { mark: "old" });
    await visit(page, "irqscope/");
    await context.setOffline(true);
    await page.reload();
    await machineIsShown(page);
    expect(await buildOf(page)).toContain("old");
    await context.setOffline(false);
    for (const mark of ["new", "newer", "old"]) {
      site.deploy("irqscope", { mark });
      await askForNew(page);
      await expect(page.getByText(NEW_VERSION)).toBeVisible({ timeout: 20_000 });
      await page.reload();
      expect(await buildOf(page)).toContain(`${mark}.`);
      await machineIsShown(page);
      await expect(page.getByText(NEW_VERSION)).toHaveCount(0);
    }
    await context.setOffline(true);
    await page.reload();
    await machineIsShown(page);
    expect(await buildOf(page)).toContain("old.");
    await showsPapers(page);
  },
);

test(
  "an incomplete deployment changes nothing",
  long(
    "It adds a deployment with a file too few, and loads the page three times. Other tests of serviceWorker.spec.ts deploy whole ones in the short list.",
  ),
  async ({ page }) => {
    site.deploy("irqscope", { mark: "old" });
    await visit(page, "irqscope/");
    await page.reload();
    await machineIsShown(page);
    site.deploy("irqscope", { mark: "new" });
    rmSync(join(site.folder, "irqscope/manifest.webmanifest"));
    await askForNew(page);
    await page.waitForTimeout(2000);
    await page.reload();
    expect(await buildOf(page)).toContain("old");
    await machineIsShown(page);
    // Each visit tries to install the new worker again, and its half-filled cache exists until that fails.
    await expect.poll(() => copies(page)).toHaveLength(1);
  },
);

test(
  "a reload removes an old worker that answered every request with the simulator",
  long("It adds the worker of early builds, which answers wrongly, and loads the page four times or more."),
  async ({ page }) => {
    site.deploy("prof", { mark: "old", worker: FIRST_WORKER });
    site.write("prof/week4.html", "<!doctype html><title>other</title><p>week 4</p>");
    await visit(page, "prof/");
    await page.goto(`${site.url}prof/week4.html`);
    await expect(page).toHaveTitle(/irqscope/);
    site.deploy("prof", { mark: "new" });

    await page.goto(`${site.url}prof/week4.html?again`);
    // The browser lets the new worker take over when the old one has no request to answer, mostly at a reload.
    await expect(async () => {
      await page.reload({ waitUntil: "domcontentloaded", timeout: 20_000 });
      expect(await page.title()).toBe("other");
    }).toPass({ intervals: [1000] });
    await page.goto(`${site.url}prof/docs/guide.html`);
    await expect(page).toHaveTitle(/^new /);
    await visit(page, "prof/");
    expect(await buildOf(page)).toContain("new");
    await page.reload();
    await machineIsShown(page);
    await expect.poll(() => copies(page)).toHaveLength(1);
    await page.goto(`${site.url}prof/week4.html`);
    await expect(page).toHaveTitle("other");
  },
);

test(
  "a page of the first worker keeps its files, and is replaced once closed",
  long("It adds the worker of early builds, which answers wrongly, and loads the page four times."),
  async ({ page }) => {
    site.deploy("irqscope", { mark: "old", worker: FIRST_WORKER });
    await visit(page, "irqscope/");
    await page.reload();
    await machineIsShown(page);
    site.deploy("irqscope", { mark: "new" });
    await askForNew(page);
    await expect.poll(() => copies(page)).toHaveLength(2);
    await showsPapers(page);
    await expect(async () => {
      await page.goto("about:blank");
      await page.goto(`${site.url}irqscope/`);
      expect(await buildOf(page)).toContain("new");
    }).toPass();
    await machineIsShown(page);
    await expect.poll(() => copies(page)).toHaveLength(1);
  },
);

test(
  "the page works where the server sends index.html for the bare folder",
  long("It adds a kind of server, and loads the page three times."),
  async ({ page, context }) => {
    site.deploy("irqscope");
    site.redirect = (path) => (path.endsWith("/index.html") ? path.replace(/index\.html$/, "") : undefined);
    await visit(page, "irqscope/");
    await page.reload();
    await machineIsShown(page);
    await context.setOffline(true);
    await page.reload();
    await machineIsShown(page);
  },
);

test(
  "no service worker is registered by an embedded page, in a frame, or for a learning platform",
  long("It adds three kinds of pages without a worker, and waits on each for what must not come."),
  async ({ page }) => {
    site.deploy("irqscope");
    site.write("frame.html", `<!doctype html><iframe src="irqscope/" width="1200" height="800"></iframe>`);
    for (const address of ["irqscope/?embed=1", "irqscope/#lab=rings&scorm=1", "frame.html"]) {
      await page.goto(site.url + address);
      const shown = address === "frame.html" ? page.frameLocator("iframe") : page;
      await expect(shown.getByRole("region", { name: "Timeline" }).first()).toBeVisible({ timeout: 30_000 });
      // A page that registers a worker does so when it is idle.
      await page.waitForTimeout(1500);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      );
    }
  },
);
