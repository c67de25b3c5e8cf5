/** Answers about interrupts of harts, and whether the cycles of the run confirm them. */
import { expect } from "vitest";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import { placeOfCode, programCodeOf } from "../../lib/programs/programMap.ts";
import { explain } from "../../lib/why/explain.ts";
import { findTarget } from "../../lib/why/find.ts";
import type { AskedInterrupt, Hold } from "../../lib/why/hartHolds.ts";
import { askedOf } from "../../lib/why/hartWait.ts";
import { sentenceText } from "../../lib/why/patterns.ts";
import { sentencesOf } from "../../lib/why/sentences.ts";
import type { Why } from "../../lib/why/why.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { fastCore } from "../support/cores.ts";
import type { HartCycle } from "./hartCycles.ts";

const core = await fastCore();

export function whyOf(scenario: Scenario, number: number): Why {
  const travels = travelFromStart(core, scenario);
  const target = finished(findTarget(travels, "interrupt", number));
  if (target === undefined) throw new Error(`no interrupt ${number}`);
  const why = finished(explain(travels, target));
  if (why === undefined) throw new Error(`nothing is known of interrupt ${number}`);
  expect(why.clauses.reduce((sum, one) => sum + one.toCycle - one.fromCycle, 0)).toBe(
    why.toCycle - why.fromCycle,
  );
  return why;
}

export const told = (scenario: Scenario, why: Why): string => {
  const { headline, clauses } = sentencesOf(scenario, why);
  const all = [headline, ...clauses.map(({ sentences }) => sentences)];
  return all.map((some) => some.map((one) => sentenceText(one, String)).join(" ")).join("\n");
};

/** Compares each clause with each of its cycles. */
export function expectTrue(scenario: Scenario, cycles: readonly HartCycle[], why: Why): void {
  const asked = askedOf(why.source ?? "line", why.place);
  for (const clause of why.clauses) {
    const { hold } = clause;
    if (clause.handler === "left") expect(cycles[clause.toCycle]?.depth).toBe(0);
    if (hold?.kind === "several") expectAll(hold.main, clause.toCycle - clause.fromCycle);
    for (let at = clause.fromCycle; at < clause.toCycle; at += 1) {
      const now = cycles[at];
      if (now === undefined) throw new Error(`no cycle ${at}`);
      if (clause.kind === "answer") expect(now.depth, `handler in ${at}`).toBeGreaterThan(0);
      else if (hold !== undefined) expect(isTrue(scenario, now, hold, asked), said(hold, at)).toBe(true);
    }
  }
}

/** Each reason is told once, and fewer than three account for all cycles. */
function expectAll(main: Extract<Hold, { kind: "several" }>["main"], length: number): void {
  expect(new Set(main.map(({ hold }) => JSON.stringify(hold))).size).toBe(main.length);
  const sum = main.reduce((all, { cycles }) => all + cycles, 0);
  if (main.length < 3) expect(sum).toBe(length);
  else expect(sum).toBeLessThanOrEqual(length);
}

const said = (hold: Hold, at: number) => `${JSON.stringify(hold)} in ${at}`;

/** The line's interrupt has not reached the PLIC. */
const isHeldBack = ({ isMasked, registers }: HartCycle, line: number): boolean =>
  isMasked && ((registers.plic.pending >> BigInt(line + 1)) & 1n) === 0n;

function isTrue(scenario: Scenario, now: HartCycle, hold: Hold, asked: AskedInterrupt): boolean {
  const { isOpen, closer, registers } = now;
  const { mie, mline, plic } = registers;
  const line = "line" in asked ? asked.line : undefined;
  const bits = "bit" in asked ? [asked.bit] : [11, 16 + asked.line];
  const isOn = bits.map((bit) => ((mie >>> bit) & 1) === 1);
  const isBound = line !== undefined && ((mline >>> line) & 1) === 1;
  const isEnabled = line !== undefined && ((plic.enabled >> BigInt(line + 1)) & 1n) === 1n;
  switch (hold.kind) {
    case "off": {
      const { since } = hold;
      if (isOpen || since === undefined) return false;
      if (since.kind === "start") return closer === undefined;
      if (since.kind === "return") return closer?.kind === "taken" && now.depth === 0;
      const place = placeOfCode(programCodeOf(scenario), closer?.kind === "off" ? closer.address : undefined);
      return place?.where === since.where;
    }
    case "handler":
      return !isOpen && closer?.kind === "taken" && now.depth > 0;
    case "mie":
      return isOpen && ((mie >>> hold.bit) & 1) === 0;
    case "nowhere":
      return !isBound && !isEnabled;
    case "masked":
      return (
        isOpen && hold.line === line && now.isMasked && (isBound || (isEnabled && isHeldBack(now, line)))
      );
    case "claimed":
      return isOpen && ((plic.claimed >> BigInt(hold.source)) & 1n) === 1n;
    case "priority":
      return isOpen && (plic.priorities[hold.source] ?? 0) <= plic.threshold;
    case "instruction":
      return (
        isOpen &&
        isOn.includes(true) &&
        (line === undefined || (isBound && !now.isMasked) || (isEnabled && !isHeldBack(now, line)))
      );
    case "stopped":
      return registers.stopped !== 0;
    case "several":
      return hold.main.some((one) => isTrue(scenario, now, one.hold, asked)) || hold.main.length === 3;
  }
}
