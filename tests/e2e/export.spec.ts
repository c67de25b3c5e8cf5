/** Data of a run as files: one of each kind, a stopped export, and refused ones. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { readKanata } from "../export/support/kanataReader.ts";
import { readTrace, slicesOf } from "../export/support/perfettoReader.ts";
import { readVcd, type VcdDump } from "../export/support/vcdReader.ts";
import { writtenScenario } from "../support/writtenScenario.ts";
import { long } from "./long.ts";
import { open } from "./support.ts";

test.slow();

async function openExport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeVisible({ timeout: 20_000 });
}

async function saved(page: Page, name: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.getByRole("combobox", { name: "Data of the run" }).selectOption(name);
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  await expect(page.getByText(/^Saved: .+ kB\.$/)).toBeVisible();
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const stateHashIn = (report: Buffer) => /state hash<\/th><td>([0-9a-f]{16})/.exec(report.toString())?.[1];

const withoutCommand = (dump: string): string => dump.replace(/\$comment command: .*\n/, "");

/** The output of the command that the page has written into a dump. */
function byItsCommand({ comments }: VcdDump): string {
  const command = comments.find((one) => one.startsWith("command: "))?.slice("command: ".length);
  const bundle = fileURLToPath(new URL("../../cli/dist/irqscope.mjs", import.meta.url));
  const { stdout, stderr, status } = spawnSync(
    "sh",
    ["-c", `irqscope() { "$NODE" "$BUNDLE" "$@"; }; ${command}`],
    {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, NODE: process.execPath, BUNDLE: bundle },
    },
  );
  expect(status, stderr).toBe(0);
  return withoutCommand(stdout);
}

test(
  "an export can be stopped, and another one begins",
  long(
    "It adds the button that stops an export, and opens a page and saves a table of the whole run for it. Another test of export.spec.ts saves in the short list, without a stop.",
  ),
  async ({ page }) => {
    await open(page);
    await openExport(page);
    await page.getByRole("combobox", { name: "Data of the run" }).selectOption("Trace for Perfetto");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: "Stop export" }).click();
    await expect(page.getByText("Nothing was saved.")).toBeVisible();
    expect((await saved(page, "Packets (CSV)")).bytes.length).toBeGreaterThan(1000);
  },
);

test("report and tables of the whole run are saved, with the origin beside each table", async ({ page }) => {
  await open(page);
  await openExport(page);
  const report = await saved(page, "Report (HTML)");
  expect(report.name).toBe("irqscope-report.html");
  expect(report.bytes.toString()).toMatch(/^<!doctype html>.*<th>state hash<\/th><td>[0-9a-f]{16}<\/td>/s);
  expect(report.bytes.toString()).toMatch(/<th>lost<\/th><td>1,145<\/td>/);
  const packets = await saved(page, "Packets (CSV)");
  expect(packets.bytes.toString()).toMatch(/^packet,direction,size_bytes,/);
  // The metadata of a table is offered as a second file.
  const [beside] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Versions and command (JSON)" }).click(),
  ]);
  expect(beside.suggestedFilename()).toBe("irqscope-packets.csv-metadata.json");
  const metadata = JSON.parse(readFileSync(await beside.path(), "utf8"));
  expect(metadata.url).toBe("irqscope-packets.csv");
  expect(metadata.notes[0]).toMatchObject({ program: version, stateHash: stateHashIn(report.bytes) });
  expect(metadata.notes[0].command).toBe("irqscope export packets ring-overflow");
  await expectParquet(page, "Packets (Parquet)");
});

async function expectParquet(page: Page, name: string): Promise<void> {
  const { bytes } = await saved(page, name);
  expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(["PAR1", "PAR1"]);
}

async function expectCapture(page: Page, name: string): Promise<void> {
  expect((await saved(page, name)).bytes.readUInt32LE(0)).toBe(0x0a0d0d0a);
}

test(
  "the other tables of the whole run are saved, and its packets as a capture",
  long(
    "It adds five more tables and files of kinds that the short list has saved once. tests/export/rows.test.ts and pcapng.test.ts write such files without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await openExport(page);
    for (const name of ["Interrupts (CSV)", "Events (CSV)", "Series over time (CSV)"])
      expect((await saved(page, name)).bytes.toString().split("\n").length).toBeGreaterThan(100);
    await expectParquet(page, "Series over time (Parquet)");
    await expectCapture(page, "Packets as a capture (pcapng)");
  },
);

async function expectForOtherPrograms(page: Page, hash: string, slices: number): Promise<void> {
  await open(page, { hash, at: "opening" });
  await openExport(page);
  const trace = await saved(page, "Trace for Perfetto");
  expect(trace.name).toBe("irqscope-perfetto.perfetto-trace");
  expect(slicesOf(readTrace(trace.bytes)).length).toBeGreaterThan(slices);
  const konata = await saved(page, "Pipeline for Konata");
  expect(readKanata(konata.bytes.toString()).size).toBeGreaterThan(100);
  const waveforms = (await saved(page, "Waveforms (VCD)")).bytes.toString();
  const dump = readVcd(waveforms);
  expect(dump.variables.size).toBeGreaterThan(10);
  expect(byItsCommand(dump)).toBe(withoutCommand(waveforms));
  await expectCapture(page, "Traffic for another run (pcapng)");
}

test("a short run is saved for Perfetto, Konata, waveform viewers and as traffic", ({ page }) =>
  expectForOtherPrograms(page, "#two-port-router@0", 100));

test(
  "a run fifty times as long is saved for other programs",
  long(
    "It adds files of a run of fifty times the length for 16 s of processor time. The test above it saves the same kinds of a short run in the short list.",
  ),
  ({ page }) => expectForOtherPrograms(page, "#ring-overflow@0", 1000),
);

test(
  "a part of the run is saved: the timeline's range and the selected range",
  long(
    "It adds the part that the timeline shows and the chosen range. tests/web/app/exportWindows.test.ts makes both without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#ring-overflow@1128381?z=1120000-1140000&r=1125000-1130000", at: "opening" });
    await openExport(page);
    const cycles = page.getByRole("combobox", { name: "Cycles to export" });
    await expect(cycles).toHaveCount(0); // A report covers the whole run,
    await expect(page.getByText(/^Always covers the whole run\./)).toBeVisible();
    const what = page.getByRole("combobox", { name: "Data of the run" });
    await what.selectOption("Traffic for another run (pcapng)"); // and so does its traffic.
    await expect(cycles).toHaveCount(0);
    await what.selectOption("Interrupts (CSV)");
    await expect(cycles.getByRole("option")).toHaveText([
      "whole run",
      "what the timeline shows",
      "the chosen range",
    ]);
    const rowsOf = async (name: "shown" | "range", from: number, to: number) => {
      await cycles.selectOption(name === "shown" ? "what the timeline shows" : "the chosen range");
      const said = (cycle: number) => String(cycle).replace(/(?=(?:\d{3})+$)/g, ".");
      const note = new RegExp(`^Everything that ended in cycles ${said(from)} to ${said(to)}\\.$`);
      await expect(page.getByText(note)).toBeVisible();
      const file = await saved(page, "Interrupts (CSV)");
      expect(file.name).toBe(`irqscope-interrupts-${from}-${to}.csv`);
      const [head = "", ...lines] = file.bytes.toString().trim().split(/\r?\n/);
      const columns = head.split(",");
      return lines.map((line) =>
        Object.fromEntries(line.split(",").map((cell, at) => [columns[at] ?? "", cell])),
      );
    };
    const shown = await rowsOf("shown", 1_120_000, 1_140_000);
    const range = await rowsOf("range", 1_125_000, 1_130_000);
    const endOf = (row: Readonly<Record<string, string>>) => Number(row.end_cycle ?? Number.NaN);
    const ended = (rows: typeof shown) => rows.map(endOf).filter((end) => end > 0);
    expect(ended(shown).length).toBeGreaterThan(ended(range).length);
    expect(ended(range).length).toBeGreaterThan(0);
    for (const end of ended(shown)) expect(end).toBeGreaterThanOrEqual(1_120_000);
    for (const end of ended(shown)) expect(end).toBeLessThanOrEqual(1_140_000);
    // The rows of the range are those of the whole run that end in the range.
    expect(ended(range)).toEqual(ended(shown).filter((end) => end > 1_125_000 && end <= 1_130_000));
  },
);

test(
  "a pipeline log may be longer up to its limit, and the page states why no more",
  long("It adds the bound of a pipeline log, which tests/cli/export.test.ts checks without a browser."),
  async ({ page }) => {
    await open(page, { hash: "#ring-overflow@1128381?z=1120000-1130000", at: "opening" });
    await openExport(page);
    const log = await saved(page, "Pipeline for Konata");
    expect(log.name).toBe("irqscope-konata-1128381-1148381.kanata");
    await expect(page.getByText(/At most 262.144 instructions/)).toBeVisible();
    const cycles = page.getByRole("combobox", { name: "Cycles to export" });
    await cycles.selectOption("whole run");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(
      page.getByText(/^No export: more than 262.?144 instructions are in the pipeline/),
    ).toBeVisible({
      timeout: 60_000,
    });
    // Nothing is lost: the user can save another stretch.
    await cycles.selectOption("what the timeline shows");
    const shown = await saved(page, "Pipeline for Konata");
    expect(shown.name).toBe("irqscope-konata-1120000-1130000.kanata");
    expect(readKanata(shown.bytes.toString()).size).toBeGreaterThan(100);
  },
);

test(
  "an export without a possible range is refused with the reason",
  long("It adds a refusal that tests/export/pcapng.test.ts checks without a browser."),
  async ({ page }) => {
    await open(page, { hash: "#000-stack-send" });
    await openExport(page);
    await page
      .getByRole("combobox", { name: "Data of the run" })
      .selectOption("Traffic for another run (pcapng)");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(page.getByText(/No export: traffic\[0\] is a closed loop/)).toBeVisible();
  },
);

/** The state of the same machine, from the core alone. */
async function runHere(id: string): Promise<{ readonly scenario: Scenario; readonly stateHash: string }> {
  const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
  const parsed = parseScenario(writtenScenario(id));
  if (!parsed.ok) throw new Error(`${id} is not a scenario`);
  const { scenario } = parsed;
  const machine = createMachine(
    await loadCore(file("core-wasm/binding/core.wasm")),
    compileScenario(scenario),
  );
  machine.step(scenario.runCycles);
  return { scenario, stateHash: machine.stateHash() };
}

test(
  "Compare saves one report of both machines with their differences and results",
  long(
    "It adds the report of both machines of Compare for 9 s of processor time. tests/export/report.test.ts writes the report of two runs without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#ring-overflow?p=compare&o=ring-overflow-three-contexts", at: "opening" });
    await openExport(page);
    const choice = page.getByRole("combobox", { name: "Data of the run" });
    await expect(choice.getByRole("option")).toHaveCount(1);
    const { name, bytes } = await saved(page, "Report (HTML)");
    expect(name).toBe("irqscope-report.html");
    // Opened as a reader does, without the page that made it.
    const report = await page.context().newPage();
    await report.setContent(bytes.toString());
    await expect(report.getByRole("heading", { level: 1 })).toContainText("Ring overflow");
    const text = (await report.locator("body").textContent()) ?? "";
    for (const machine of ["ring-overflow", "ring-overflow-three-contexts"]) {
      const { scenario, stateHash } = await runHere(machine);
      expect(text).toContain(scenario.name);
      expect(text).toContain(stateHash);
    }
    const differing = report.getByRole("table").filter({ hasText: "field" });
    await expect(differing.first()).toContainText(/contexts/i);
    const dropped = report.getByRole("row", { name: /^lost/ }).getByRole("cell");
    const [a = 0, b = 0, difference = 0] = (await dropped.allTextContents()).map((cell) =>
      Number(cell.replaceAll(",", "")),
    );
    expect(a).toBeGreaterThan(b);
    expect(difference).toBe(b - a);
    await expect(report.locator("figure svg").first()).toBeVisible();
    expect(await report.locator("script, link, img[src^=http]").count()).toBe(0);
  },
);
