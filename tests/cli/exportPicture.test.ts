/** `irqscope export timeline|pipeline` writes a self-contained picture of the requested window.
 * tests/e2e/exportPicture.spec.ts compares it with the page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readKanata } from "../export/support/kanataReader.ts";
import { testCommand } from "../support/command.ts";
import { faultOfXml } from "../support/xml.ts";

const command = testCommand();
const run = (line: string) => command.run("export", ...line.split(" "));

function picture(line: string): string {
  const { output, errors, exitCode } = run(line);
  expect(errors).toMatch(
    /^irqscope \S+, model \d+: \d+ × \d+ px, state hash [0-9a-f]{16} at cycle \d+\nirqscope export .+\n$/,
  );
  expect(exitCode).toBe(0);
  expect(faultOfXml(output)).toBeUndefined();
  expect(/NaN|undefined|<script|<image|href| style=|="var/.exec(output)?.[0]).toBeUndefined();
  return output;
}

/** Boxes of the stages in a diagram whose cycles are whole px: row, name and cycle from the window's begin. */
function stages(svg: string, { plotPx, cyclePx }: { readonly plotPx: number; readonly cyclePx: number }) {
  return Array.from(
    svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*text-anchor="middle"[^>]*>(IF|ID|EX|MEM|WB)</g),
    ([, x, y, name = ""]) => ({ row: Number(y), name, cycle: Math.floor((Number(x) - plotPx) / cyclePx) }),
  );
}

describe("an exported picture of a run", () => {
  test("is a self-contained document of the requested width, and the same each time", () => {
    const line = "timeline ring-overflow --cycles 300k --window 100k..140k --width 900";
    const svg = picture(line);
    expect(svg).toMatch(/<svg [^>]*width="900" height="\d+"/);
    expect(svg).toMatch(/<title>[^<]+: timeline of cycles 100000 to 140000<\/title>/);
    for (const name of ["C1", "rx ring", "backlog", "interrupts"]) expect(svg).toContain(`>${name}<`);
    expect(picture(line)).toBe(svg);
    const dark = picture(`${line} --theme dark`);
    expect(dark).toContain("#151920");
    expect(svg).not.toContain("#151920");
  });

  test("of the pipeline has each stage where the Konata log has it", () => {
    const window = "100000..100060";
    const svg = picture(
      `pipeline ring-overflow --cycles 200k --window ${window} --width ${220 + 20 + 60 * 20}`,
    );
    const drawn = stages(svg, { plotPx: 220, cyclePx: 20 });
    const konata = run(`konata ring-overflow --cycles 200k --window ${window}`).output;
    const told = [...readKanata(konata).values()].flatMap(({ stays }) =>
      stays
        .filter(({ lane }) => lane === 0)
        .map(({ stage, from }) => ({ name: stage, cycle: from - 100_000 })),
    );
    expect(drawn.length).toBeGreaterThan(100);
    expect(drawn.map(({ name, cycle }) => ({ name, cycle }))).toEqual(told);
  });

  test("can show a point of a study, or another value of a field", () => {
    const svg = picture("timeline contexts-ring-rate --point 20 --cycles 100k");
    for (const name of ["C1", "C2"]) expect(svg).toContain(`>${name}<`);
    expect(picture("timeline ring-overflow --cycles 100k --set rxRingFrames=64")).not.toBe(
      picture("timeline ring-overflow --cycles 100k"),
    );
  });
});

describe("export refuses a picture", () => {
  test.each([
    [
      "timeline ring-overflow --window 0..40",
      /--window: has 40 cycles; a timeline of this width shows 64 or more; irqscope export pipeline draws fewer/,
    ],
    ["pipeline ring-overflow", /--window: has 20000000 cycles; a pipeline shows at most 512/],
    [
      "pipeline ring-overflow --window 0..100 --width 900",
      /--width: must be at least 4240 for a pipeline of 100 cycles/,
    ],
    ["timeline ring-overflow --width 100", /--width: must be at least 288 for a timeline/],
    ["timeline ring-overflow --width 1e9", /--width: must be a whole number/],
    ["timeline ring-overflow --theme blue", /--theme: must be light or dark, not "blue"/],
    ["timeline ring-overflow --csv t.csv", /--csv: is for packets, .*; timeline takes -o/],
    ["timeline ring-overflow --every 100", /--every: is for series/],
    ["packets ring-overflow --width 900", /--width: is for timeline and pipeline/],
    ["vcd ring-overflow --theme dark", /--theme: is for timeline and pipeline/],
  ])("%s", (line, reason) => {
    const { output, errors, exitCode } = run(
      `${line} -o refused.svg`.replace(/(--csv .*) -o refused.svg/, "$1"),
    );
    expect(errors).toMatch(reason);
    expect([exitCode, output]).toEqual([2, ""]);
    expect(() => readFileSync(join(command.folder, "refused.svg"))).toThrow();
  });
});
