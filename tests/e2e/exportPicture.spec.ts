/** The timeline that the command draws equals the page's, shape by shape, for the same window and width. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { fontTextWidth } from "../../web/timeline/saved/runPicture.ts";
import { long } from "./long.ts";
import { open } from "./support.ts";

test.slow();

const COMMAND = fileURLToPath(new URL("../../cli/dist/irqscope.mjs", import.meta.url));
let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "irqscope-picture-"));
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function commandSvg(...args: readonly string[]): string {
  const file = join(folder, "picture.svg");
  const command = [COMMAND, "export", ...args, "-o", file, "--force"];
  execFileSync(process.execPath, command, { stdio: "pipe" });
  return readFileSync(file, "utf8");
}

interface Box {
  readonly x: number;
  readonly width: number;
  /** The built style sheets write #fff for #ffffff. Here all colours have six digits. */
  readonly fill: string | undefined;
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Drawn {
  readonly width: number;
  readonly boxes: readonly Box[];
  readonly labels: readonly Label[];
}

async function pageSvg(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Part to save").selectOption("timeline");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save SVG" }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

/** Uses the browser's own XML parser, which refuses what is not well-formed. */
function drawn(page: Page, svg: string): Promise<Drawn> {
  return page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, "image/svg+xml");
    const fault = file.querySelector("parsererror");
    if (fault !== null) throw new Error(fault.textContent ?? "no XML");
    const number = (element: Element, name: string) => Number(element.getAttribute(name));
    return {
      width: number(file.documentElement, "width"),
      boxes: [...file.querySelectorAll("rect")].map((one) => ({
        ...{
          x: number(one, "x"),
          width: number(one, "width"),
          fill: one.getAttribute("fill")?.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"),
        },
      })),
      labels: [...file.querySelectorAll("text")].map((one) => ({
        ...{ x: number(one, "x"), y: number(one, "y"), text: one.textContent ?? "" },
      })),
    };
  }, svg);
}

async function shownAndMade(
  page: Page,
  what: string,
  scenario: string,
  window: string,
  theme: "light" | "dark",
) {
  await open(page, { theme, hash: `#${scenario}?z=${window.replace("..", "-")}`, at: "opening" });
  await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 60_000 });
  const shown = await drawn(page, await pageSvg(page));
  const look = ["--window", window, "--theme", theme, "--width", String(shown.width)];
  return { shown, made: await drawn(page, commandSvg(what, scenario, ...look)) };
}

/** The places of labels depend on letter widths, which the page measures in whole px at some sizes. */
const LETTERS_PX = 4;

/** A text that is cut may have a letter or two more where letters are narrower. */
function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = "", long = ""] = [one, other].toSorted((a, b) => a.length - b.length);
  return (
    [short, long].every((text) => text.endsWith("…")) &&
    long.startsWith(short.slice(0, -1)) &&
    long.length - short.length <= 2
  );
}

for (const [scenario, window, theme, details] of [
  ["ring-overflow", "100000..140000", "light", {}],
  [
    "two-cores",
    "0..200000",
    "dark",
    long(
      "It adds another machine and the dark theme. The same test draws ring-overflow in the light theme in the short list.",
    ),
  ],
] as const)
  test(
    `the saved timeline of ${scenario}, ${theme}, has the lanes, spans and marks of the page`,
    details,
    async ({ page }) => {
      const { shown, made } = await shownAndMade(page, "timeline", scenario, window, theme);
      expect(made.width).toBe(shown.width);
      const isSame = (one: Box) => (other: Box) =>
        one.x === other.x && one.fill === other.fill && Math.abs(one.width - other.width) < LETTERS_PX;
      const exact = made.boxes.filter((one) =>
        shown.boxes.some((other) => isSame(one)(other) && one.width === other.width),
      );
      expect(exact.length).toBeGreaterThan(300);
      expect(exact.length).toBeGreaterThan(0.98 * made.boxes.length);
      expect(made.boxes.filter((one) => !shown.boxes.some(isSame(one)))).toEqual([]);
      const isNear = (one: Label) => (other: Label) =>
        isSameText(one.text, other.text) && Math.abs(one.x - other.x) < LETTERS_PX;
      expect(made.labels.length).toBeGreaterThan(15);
      expect(made.labels.filter((one) => one.text !== "" && !shown.labels.some(isNear(one)))).toEqual([]);
    },
  );

const ROW_PX = 19;

/** Instructions of a diagram that went through all its stages: address, text, and stages in order. */
function instructions({ labels }: Drawn): readonly string[] {
  return labels
    .filter(({ text }) => text === "WB")
    .flatMap((last) => {
      // Letters of another size are on another line.
      const row = labels.filter(({ y }) => Math.abs(y - last.y) < ROW_PX / 2);
      const texts = row.toSorted((a, b) => a.x - b.x).map(({ text }) => text);
      const stages = texts.filter((text) => /^(IF|ID|EX|MEM|WB)$/.test(text));
      return stages[0] === "IF" ? [`${texts[0]} ${texts[1]} ${stages.join(" ")}`] : [];
    });
}

test(
  "the saved pipeline has the page's instructions in the same stages, with the same letter widths",
  long(
    "It adds the diagram of the pipeline and the widths of letters, beside the timeline that the short list compares.",
  ),
  async ({ page }) => {
    const { shown, made } = await shownAndMade(page, "pipeline", "ring-overflow", "100000..100036", "light");
    const [of, all] = [instructions(shown), instructions(made)];
    expect(of.length).toBeGreaterThan(3);
    expect(all.length).toBeGreaterThan(of.length);
    expect(all.join("\n")).toContain(of.join("\n"));
    await test.step("the assumed letter widths equal those of the page's fonts", async () => {
      const text = " !#%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
      for (const font of [
        ...['400 100px "Inter Variable"', '550 100px "Inter Variable"', '600 100px "Inter Variable"'],
        '500 100px "JetBrains Mono Variable"',
      ]) {
        const widths = await page.evaluate(
          async ([name, all]) => {
            await document.fonts.load(name, all);
            const context = document.createElement("canvas").getContext("2d");
            if (context === null) throw new Error("no canvas");
            context.font = name;
            return [...all].map((one) => context.measureText(one).width);
          },
          [font, text] as const,
        );
        [...text].forEach((one, index) => {
          expect(Math.abs(fontTextWidth(one, font) - (widths[index] ?? 0)), `${font} ${one}`).toBeLessThan(1);
        });
      }
    });
  },
);
