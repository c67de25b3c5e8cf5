/** docs/papers/closed-forms.md: formulas of a host that takes interrupts, beside the curves of results.csv. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RESULT_ROWS } from "./resultRows.ts";

const cells = readFileSync(new URL("../../docs/papers/closed-forms.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter((row) => row.length === 5);

const MICROSECOND = 1e-6;

/** Packets a second: `first` is paid for each packet that comes, `rest` only for those that get so far. */
function interruptDriven(offered: number, first: number, rest: number): number {
  return Math.min(offered, Math.max(0, (1 - offered * first * MICROSECOND) / (rest * MICROSECOND)));
}

const polled = (offered: number, cost: number) => Math.min(offered, 1 / (cost * MICROSECOND));

/** Share of packets that find an evenly served queue with exponential costs empty: D/M/1. */
function findsEmpty(load: number): number {
  let waits = 0.5;
  for (let step = 0; step < 1000; step++) waits = Math.exp(-(1 - waits) / load);
  return 1 - waits;
}

/** By the name of the curve or claim in results.csv. */
const FORMULAS: Readonly<Record<string, (offered: number) => number>> = {
  "007-curve-router": (offered) => interruptDriven(offered, 60, 160),
  "007-curve-interrupts": (offered) => interruptDriven(offered, 160, 350),
  "007-curve-quota": (offered) => polled(offered, 201),
  "007-curve-feedback": (offered) => polled(offered, 500),
  "006-curve": (offered) => polled(offered, 2.798),
  "007-interrupts": (offered) => 1e6 * findsEmpty(offered / 364_332),
};

const numberOf = (text: string) => Number(text.replaceAll(",", ""));

function simulatedOf(name: string, offered: string): number {
  const row = RESULT_ROWS.find((one) =>
    name === "007-interrupts"
      ? one.get("claim") === `007-interrupts-${offered.replaceAll(",", "")}`
      : one.get("claim") === name && one.get("text")?.endsWith(offered),
  );
  return Number(row?.get("simulated"));
}

const OFFERED_AT_SIZE: Readonly<Record<string, number>> = {
  "512": 232_666,
  "1,024": 119_061,
  "1,440": 85_193,
};

test("the page has each curve", () => {
  expect(new Set(cells.map(([name]) => name?.replaceAll("`", "")))).toEqual(new Set(Object.keys(FORMULAS)));
});

test.each(cells.map((row) => [row.slice(0, 2).join(" "), row] as const))(
  "%s: formula and simulation are as printed",
  (_, [quoted = "", at = "", formula = "", simulated = ""]) => {
    const name = quoted.replaceAll("`", "");
    const offered = name === "007-interrupts" ? (OFFERED_AT_SIZE[at] ?? 0) : numberOf(at);
    expect(Math.round(FORMULAS[name]?.(offered) ?? Number.NaN)).toBe(numberOf(formula));
    expect(Math.round(simulatedOf(name, at))).toBe(numberOf(simulated));
  },
);
