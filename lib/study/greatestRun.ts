/** The worst case of a study as a run that can be looked at, and the cycle in which its metric reaches its value. */

import { type CoreModule, createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Measured, measureAgain, measureRun } from "../metrics/measure.ts";
import { measureSince } from "../metrics/since.ts";
import { type Column, columnName, columnValues } from "../sweep/column.ts";
import type { StudyPlan } from "./plan.ts";
import { rulesOf } from "./replicates.ts";
import { pointKey, type StudyRow } from "./row.ts";

export interface GreatestRun {
  readonly column: Column;
  readonly value: number;
  readonly row: StudyRow;
  /** Number of the point, from 0. */
  readonly number: number;
  readonly scenario: Scenario;
}

/** For each metric that is the maximum of latencies, the greatest run among `rows`. */
export function greatestRuns(plan: StudyPlan, rows: readonly StudyRow[]): readonly GreatestRun[] {
  const rules = rulesOf(plan);
  return plan.asked.flatMap((column) => {
    const name = columnName(column);
    if (!rules.isMaximum(name)) return [];
    const measuredIn = ({ metrics }: StudyRow) => metrics[name] ?? Number.NEGATIVE_INFINITY;
    const row = rows.reduce<StudyRow | undefined>(
      (best, one) =>
        measuredIn(one) > (best === undefined ? Number.NEGATIVE_INFINITY : measuredIn(best)) ? one : best,
      undefined,
    );
    const run = row && runOfRow(plan, row);
    return row === undefined || run === undefined ? [] : [{ column, value: measuredIn(row), row, ...run }];
  });
}

/** Undefined if the plan has no such point. */
export function runOfRow(
  plan: Pick<StudyPlan, "points">,
  row: StudyRow,
): Pick<GreatestRun, "number" | "scenario"> | undefined {
  const key = pointKey(row.point);
  const point = plan.points.find(({ values }) => pointKey(values) === key);
  return point && { number: point.number, scenario: { ...point.scenario, seed: row.seed } };
}

export interface Reach {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  /** A metric that never falls during a run. */
  readonly column: Column;
  readonly value: number;
}

export function isReachedIn({ scenario, column, value }: Reach, measured: Measured): boolean {
  const [found] = columnValues([column], scenario, measured);
  return found !== undefined && Number(found) >= value;
}

/** A run that is looked at in ever smaller parts, until a cycle is found. */
const PARTS = 64;

/** Ends of parts behind `from`, the last one `to`. */
export function* stopsIn(from: number, to: number): Generator<number> {
  const step = Math.max(1, Math.ceil((to - from) / PARTS));
  for (let cycle = from; cycle < to; ) {
    cycle = Math.min(to, cycle + step);
    yield cycle;
  }
}

interface MeasuredMachine {
  readonly machine: Machine;
  /** Results up to the machine's cycle, without the warm-up. */
  readonly measured: () => Measured;
}

/** The machine after the warm-up. */
export function machineBehind(core: CoreModule, scenario: Scenario, warmUpCycles: number): MeasuredMachine {
  const machine = createMachine(core, compileScenario(scenario));
  for (const cycle of stopsIn(0, warmUpCycles)) machine.step(cycle);
  const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
  return {
    machine,
    measured: () => (before === undefined ? measureRun(machine) : measureSince(before, machine)),
  };
}

/** The cycle in which the metric reaches its value. For a maximum of latencies, the cycle in which that latency ends.
 * The machine runs once, and parts of the run are repeated a few times. Undefined if it never has the value. */
export function reachedCycle(core: CoreModule, reach: Reach): number | undefined {
  const { scenario, warmUpCycles } = reach;
  const { machine, measured } = machineBehind(core, scenario, warmUpCycles);
  let [from, to] = [warmUpCycles, scenario.runCycles + 1];
  while (to - from > 1) {
    let state = machine.save();
    let reached: number | undefined;
    for (const cycle of stopsIn(from, Math.min(to, scenario.runCycles))) {
      machine.step(cycle);
      if (isReachedIn(reach, measured())) {
        reached = cycle;
        break;
      }
      from = cycle;
      state = machine.save();
    }
    if (reached === undefined) return undefined;
    to = reached;
    machine.restore(state);
  }
  return to - 1;
}
