/** Labs as SCORM 1.2 packages in a platform's frame over several visits, with service workers. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { unzipSync } from "fflate";
import { joinLab } from "../../lib/labs/gallery.ts";
import { labFileText } from "../../lib/labs/own.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { strictPlatform } from "../support/scormPlatform.ts";
import { long } from "./long.ts";
import { DIST, type Site, serveSite } from "./site.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test.use({ serviceWorkers: "allow" });

/** ?refuse=NAME,NAME: calls and elements that fail. The stored values last as long as the tab. */
const PLATFORM = `<!doctype html><title>Course</title><body style="margin:0">
<script>
  const strictPlatform = ${strictPlatform};
  const student = { "cmi.core.student_name": "Student, Ada", "cmi.core.student_id": "s1234" };
  const before = { ...student, ...JSON.parse(sessionStorage.getItem("lms") || "{}") };
  const refuse = new URLSearchParams(location.search).get("refuse");
  window.visit = strictPlatform(before, refuse === null ? [] : refuse.split(","));
  window.API = Object.fromEntries(Object.entries(window.visit.api).map(([name, call]) => [name, (...given) => {
    const answer = call(...given);
    if (!name.startsWith("LMSGet")) sessionStorage.setItem("lms", JSON.stringify(window.visit.kept()));
    return answer;
  }]));
</script>
<iframe id="sco" src="sco/launch.html" style="border:0;width:100vw;height:100vh"></iframe>`;

let site: Site;
test.beforeEach(async ({ page }, info) => {
  site = await serveSite(info.outputPath("site"));
  page.on("pageerror", (error) => {
    // A visit may end while a part of the page is loading.
    if (!error.message.includes("dynamically imported")) throw error;
  });
});
test.afterEach(() => site.stop());

/** Unpacks the package on the site, behind the platform's page. Resolves to requested addresses that do not exist. */
function pack(folder: string, lab: string, ...options: readonly string[]): void {
  const file = join(folder, "lab.zip");
  const irqscope = join(ROOT, "cli/dist/irqscope.mjs");
  execFileSync(process.execPath, [irqscope, "scorm", lab, "-o", file, "--site", DIST, ...options]);
  const files = unzipSync(readFileSync(file));
  for (const [path, bytes] of Object.entries(files)) site.write(`course/sco/${path}`, bytes);
  site.write("course/index.html", PLATFORM);
  expect(files).not.toHaveProperty(["sw.js"]);
  for (const path of ["LICENSE.txt", "THIRD-PARTY-LICENSES.txt"]) expect(files).toHaveProperty([path]);
  const manifest = new TextDecoder().decode(files["imsmanifest.xml"]);
  for (const [, href = ""] of manifest.matchAll(/<file href="([^"]+)"/g))
    expect(files).toHaveProperty([href]);
}

const frameOf = (page: Page) => page.frameLocator("#sco");
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("lms") ?? "{}") as Readonly<Record<string, string>>);
const faults = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, "visit") as { readonly faults: readonly string[] }).faults);
const entryOf = (page: Page) => frameOf(page).getByRole("region", { name: /six steps of the entry/ });

async function answerFirst(page: Page): Promise<void> {
  const entry = entryOf(page);
  await entry.getByRole("textbox").fill("6");
  await entry.getByRole("button", { name: "Check" }).click();
  await expect(entry.getByText("Right.")).toBeVisible({ timeout: 30_000 });
}

test(
  "the platform stores the progress and gets the score, on the first, second and third visit",
  long(
    "It adds three visits on a learning platform for 8 s of processor time. tests/labs/scormSession.test.ts has them without a browser.",
  ),
  async ({ page }, info) => {
    pack(info.outputDir, "interrupt-cost");
    const missing: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("storage is blocked", "SecurityError");
        },
      });
    });
    await page.goto(`${site.url}course/`);
    await answerFirst(page);
    await expect.poll(async () => Number((await kept(page))["cmi.core.score.raw"])).toBeGreaterThan(0);
    const first = await kept(page);
    expect(first).toMatchObject({
      "cmi.core.lesson_status": "incomplete",
      "cmi.interactions.0.type": "numeric",
      "cmi.interactions.0.student_response": "6",
      "cmi.interactions.0.result": "correct",
    });
    expect(first["cmi.suspend_data"]).not.toBe("");
    await expect(frameOf(page).getByText("they are lost")).toHaveCount(0);

    for (const visit of [2, 3]) {
      // No service worker is registered that would answer the next launch.
      await page.waitForTimeout(1500);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      );
      await page.goto(`${site.url}course/?visit=${visit}`);
      await expect(entryOf(page).getByText("Right.")).toBeVisible({ timeout: 30_000 });
      expect((await kept(page))["cmi.core.score.raw"]).toBe(first["cmi.core.score.raw"]);
    }
    // ---- to the list of labs and back: the session is the same ----
    await frameOf(page).getByRole("link", { name: "Report" }).click();
    await expect(frameOf(page).getByLabel("Your name")).toHaveValue("Student, Ada");
    expect(await faults(page)).toEqual([]);
    expect(missing.filter((url) => !url.endsWith("/favicon.ico"))).toEqual([]);
  },
);

test(
  "a refusal of the platform is reported, and the page offers the file",
  long(
    "It adds a platform whose calls fail. tests/labs/scormSession.test.ts has each failure without a browser.",
  ),
  async ({ page }, info) => {
    pack(info.outputDir, "interrupt-cost");
    await page.goto(`${site.url}course/?refuse=LMSCommit`);
    await answerFirst(page);
    const notice = frameOf(page).getByRole("alert").filter({ hasText: "refused to store your answers" });
    await expect(notice).toContainText("101: General exception");
    const saved = page.waitForEvent("download");
    await notice.getByRole("button", { name: "Save progress" }).click();
    expect(readFileSync(await (await saved).path(), "utf8")).toContain('"entry"');
    await frameOf(page).getByRole("link", { name: "Report" }).click();
    await expect(notice).toBeVisible();
  },
);

test(
  "a page for a platform that does not answer reports it",
  long(
    "It adds a page without a platform, which is opened with its machine from a site of its own. tests/labs/scorm.test.ts looks for a platform without a browser.",
  ),
  async ({ page }) => {
    site.deploy("irqscope");
    await page.goto(`${site.url}irqscope/?embed=1#lab=interrupt-cost&scorm=1`);
    await expect(page.getByRole("alert").filter({ hasText: "none responds" })).toBeVisible({
      timeout: 30_000,
    });
    // No other variant opens in place of the student's.
    await page.goto("about:blank");
    await page.goto(`${site.url}irqscope/?embed=1#lab=interrupt-cost&seed=student&scorm=1`);
    await expect(page.getByText("your variant of this lab is not known")).toBeVisible({ timeout: 30_000 });
  },
);

test(
  "an own lab runs on a platform in German with the student's variant",
  long(
    "It adds a package of one's own lab in German. tests/labs/scorm.test.ts makes packages without a browser.",
  ),
  async ({ page }, info) => {
    const read = (name: string) => readFileSync(join(ROOT, "scenarios/labs/rings", name), "utf8");
    const rings = joinLab(JSON.parse(read("lab.json")), read("text.md"));
    if (!rings.ok) throw new Error("no lab");
    const own = info.outputPath("own.json");
    writeFileSync(own, labFileText({ ...rings.lab, id: "mine", title: "A lab of mine" }));
    pack(info.outputDir, own, "--seed", "student", "--lang", "de");
    for (const visit of [1, 2]) {
      await page.goto(`${site.url}course/?visit=${visit}`);
      await expect(frameOf(page).getByRole("heading", { name: "A lab of mine" })).toBeVisible({
        timeout: 30_000,
      });
      await expect(frameOf(page).getByText(`Variante ${seedOfStudent("s1234")}`)).toBeVisible();
    }
    expect(await faults(page)).toEqual([]);
  },
);
