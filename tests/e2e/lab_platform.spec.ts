/** A lab as a SCORM 1.2 package in a learning platform's frame, where storage is blocked. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { unzipSync } from "fflate";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
  woff2: "font/woff2",
};

/** A run-time of the standard, as small as can be: elements, their limits, the order of calls. */
const PLATFORM = `<!doctype html><title>Course</title><body style="margin:0">
<script>
  const kept = JSON.parse(sessionStorage.getItem("lms") || "{}");
  const data = { "cmi.core.student_name": "Student, Ada", "cmi.core.student_id": "s1", "cmi.suspend_data": "", ...kept };
  const faults = [];
  let open = false;
  window.lms = { data, faults };
  const guard = (name) => { if (!open) faults.push(name + " outside a session"); };
  window.API = {
    LMSInitialize: () => { open = true; return "true"; },
    LMSGetValue: (name) => { guard(name); return data[name] ?? ""; },
    LMSSetValue: (name, value) => {
      guard(name);
      if (typeof value !== "string") faults.push(name + " is no text");
      if (name === "cmi.suspend_data" && value.length > 4096) faults.push("suspend_data is too long");
      data[name] = value;
      return "true";
    },
    LMSCommit: () => { sessionStorage.setItem("lms", JSON.stringify(data)); return "true"; },
    LMSFinish: () => { open = false; return "true"; },
    LMSGetLastError: () => "0", LMSGetErrorString: () => "", LMSGetDiagnostic: () => "",
  };
</script>
<iframe id="sco" src="sco/launch.html" style="border:0;width:100vw;height:100vh"></iframe>`;

test("lab in a learning platform: it keeps the progress and hears of the score", async ({
  page,
  baseURL,
}, info) => {
  const cli = join(info.outputDir, "cli");
  execFileSync(process.execPath, [join(ROOT, "cli/build.mjs"), "--out", cli], { stdio: "pipe" });
  const file = join(info.outputDir, "lab.zip");
  const site = join(ROOT, "dist");
  execFileSync(process.execPath, [
    join(cli, "irqscope.mjs"),
    "scorm",
    "interrupt-cost",
    "-o",
    file,
    "--site",
    site,
  ]);
  const files = unzipSync(readFileSync(file));
  const manifest = new TextDecoder().decode(files["imsmanifest.xml"]);
  for (const [, href = ""] of manifest.matchAll(/<file href="([^"]+)"/g))
    expect(files).toHaveProperty([href]);

  const base = `${baseURL}course/`;
  const missing: string[] = [];
  await page.route(`${base}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(new URL(base).pathname.length);
    const bytes = files[path.replace(/^sco\//, "")];
    if (path === "") return route.fulfill({ contentType: "text/html", body: PLATFORM });
    if (bytes === undefined) missing.push(path);
    if (bytes === undefined) return route.fulfill({ status: 404 });
    const contentType = MEDIA_TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return route.fulfill({ contentType, body: Buffer.from(bytes) });
  });
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("storage is blocked", "SecurityError");
      },
    });
  });
  page.on("pageerror", (error) => {
    throw error;
  });

  await page.goto(base);
  const lab = page.frameLocator("#sco");
  const entry = lab.getByRole("region", { name: /six steps of the entry/ });
  await entry.getByRole("textbox").fill("6");
  await entry.getByRole("button", { name: "Check" }).click();
  await expect(entry.getByText("Right.")).toBeVisible({ timeout: 20_000 });
  const told = () =>
    page.evaluate(() => Reflect.get(window, "lms") as { data: Record<string, string>; faults: string[] });
  await expect.poll(async () => (await told()).data["cmi.core.score.raw"]).toBe("5");
  expect((await told()).data["cmi.core.lesson_status"]).toBe("incomplete");

  // ---- another day: the platform gives back what it has kept ----
  await page.reload();
  await expect(entry.getByText("Right.")).toBeVisible({ timeout: 20_000 });
  await lab.getByRole("link", { name: "Report" }).click();
  await expect(lab.getByLabel("Your name")).toHaveValue("Student, Ada");
  expect((await told()).faults).toEqual([]);
  expect(missing).toEqual([]);
});
