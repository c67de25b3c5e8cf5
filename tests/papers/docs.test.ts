/** The tables of docs/papers are text: the test compares their figures with results.csv, which the check `papers`
 * compares with the runs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { isRounded } from "../../lib/papers/judge.ts";
import { RESULT_ROWS } from "./resultRows.ts";

const docs = (name: string) => readFileSync(new URL(`../../docs/papers/${name}`, import.meta.url), "utf8");

const claims = RESULT_ROWS.filter((row) => row.get("kind") !== "curve");
const results = new Map(claims.map((row) => [row.get("claim") ?? "", row]));

type Column = "simulated" | "error %" | "held";

function resultOf(claim: string, column: Column): number {
  const at = (name: string) => Number(results.get(claim)?.get(name));
  return column === "held" ? (100 * at("points held")) / at("points") : at(column);
}

/** Page, begin of the line, and the figures of that line: text, claim, column. */
const FIGURES: readonly (readonly [string, string, readonly (readonly [string, string, Column])[]])[] = [
  [
    "000.md",
    "| receive, one context  ",
    [
      ["989.69", "000-rx-one", "simulated"],
      ["-0.43", "000-rx-one", "error %"],
    ],
  ],
  ["000.md", "| receive, three contexts", [["1,071.90", "000-rx-three", "simulated"]]],
  ["000.md", "| send, one context", [["651.11", "000-tx-one", "simulated"]]],
  ["000.md", "| send, three contexts, as the text says", [["724.20", "000-tx-three-text", "simulated"]]],
  ["000.md", "| send, three contexts, as the number says", [["685.70", "000-tx-three-number", "simulated"]]],
  ["000.md", "| receive, one context   | 8.57", [["8.577", "000-stack-one", "simulated"]]],
  ["000.md", "| gain of three contexts", [["0.27", "000-stack-gain", "simulated"]]],
  [
    "001.md",
    "| netperf: +30",
    [
      ["32.9", "001-netperf-gain", "simulated"],
      ["76", "001-netperf-gain", "held"],
    ],
  ],
  ["001.md", "| NAT box: less bandwidth", [["94", "001-nat-loss", "held"]]],
  [
    "002.md",
    "| 34Kc, audio alone",
    [
      ["8.38", "002-t1-fps", "simulated"],
      ["+4.0", "002-t1-ipc", "error %"],
    ],
  ],
  [
    "002.md",
    "| row 3, Linux, equal",
    [
      ["1.64", "002-row3-fps", "simulated"],
      ["1.57", "002-row3-mbs", "simulated"],
      ["0.429", "002-row3-ipc", "simulated"],
    ],
  ],
  [
    "002.md",
    "| row 4, Linux",
    [
      ["5.99", "002-row4-fps", "simulated"],
      ["0.148", "002-row4-mbs", "simulated"],
      ["0.693", "002-row4-ipc", "simulated"],
    ],
  ],
  [
    "002.md",
    "| row 5, round robin",
    [
      ["6.85", "002-row5-fps", "simulated"],
      ["0.957", "002-row5-mbs", "simulated"],
      ["0.911", "002-row5-ipc", "simulated"],
    ],
  ],
  [
    "002.md",
    "| row 6, file copy raised",
    [
      ["6.30", "002-row6-fps", "simulated"],
      ["1.236", "002-row6-mbs", "simulated"],
      ["0.892", "002-row6-ipc", "simulated"],
    ],
  ],
  ["002.md", "| row 5 against row 3", [["318", "002-row5-gain", "simulated"]]],
  [
    "002.md",
    "| row 6 against row 3; streams",
    [
      ["285", "002-row6-gain", "simulated"],
      ["3.847", "002-streams", "simulated"],
    ],
  ],
  [
    "003.md",
    "| 64 bytes, ratio 1",
    [
      ["760", "003-second-clocks", "simulated"],
      ["+0.1", "003-second-clocks", "error %"],
    ],
  ],
  [
    "003.md",
    "| ratio 2 (64, 128 bytes)",
    [
      ["822", "003-r2-clocks", "simulated"],
      ["+1.3", "003-r2-clocks", "error %"],
    ],
  ],
  [
    "003.md",
    "| ratio 3 (64, 128 bytes)",
    [
      ["899", "003-r3-clocks", "simulated"],
      ["+4.9", "003-r3-clocks", "error %"],
    ],
  ],
  [
    "003.md",
    "| first frame, ratio 1",
    [
      ["1,173", "003-first-clocks", "simulated"],
      ["-9.3", "003-first-clocks", "error %"],
    ],
  ],
  ["003.md", "| 256 bytes, ratio 2", [["876", "003-clocks-256-2", "simulated"]]],
  ["003.md", "| 256 bytes, ratio 3", [["959", "003-clocks-256-3", "simulated"]]],
  ["003.md", "| 512 bytes, ratio 2", [["996", "003-clocks-512-2", "simulated"]]],
  ["003.md", "| 512 bytes, ratio 3", [["1,088", "003-clocks-512-3", "simulated"]]],
  ["003.md", "| 1,024 bytes, ratio 2", [["1,264", "003-clocks-1024-2", "simulated"]]],
  ["003.md", "| 1,024 bytes, ratio 3", [["1,382", "003-clocks-1024-3", "simulated"]]],
  [
    "003.md",
    "Frames a second at 240 MHz",
    [
      ["266,963", "003-frame-rate", "simulated"],
      ["2.23", "003-four-ports", "simulated"],
    ],
  ],
];

test("results.csv has a line for each claim, in the order of the sources", async () => {
  const all = (await loadPapers()).flatMap(({ experiments }) => experiments.flatMap((one) => one.claims));
  expect(claims.map((row) => row.get("claim"))).toEqual(all.map(({ id }) => id));
});

test.each(FIGURES)("%s, %s states the figures of results.csv", (page, begin, figures) => {
  const found = docs(page)
    .split("\n")
    .filter((line) => line.replaceAll(/ +/g, " ").startsWith(begin.replaceAll(/ +/g, " ").trimEnd()));
  for (const [text, claim, column] of figures) {
    expect([claim, found.some((line) => line.includes(text))]).toEqual([claim, true]);
    const result = resultOf(claim, column);
    expect([claim, text, result, isRounded(text.replace(/^[+-]/, ""), Math.abs(result))]).toEqual([
      claim,
      text,
      result,
      true,
    ]);
    if (/^[+-]/.test(text)) expect(Math.sign(result)).toBe(text.startsWith("-") ? -1 : 1);
  }
});
