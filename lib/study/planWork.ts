/** What planning a study costs: each point is read as a whole scenario. Its work is counted before, so that a file that asks
 * for hours of it is refused at once. A unit takes some ten microseconds. */
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { SCENARIO_CHARACTER_LIMIT, WorkBudget } from "../assembler/work.ts";
import type { AxisStep, Setting } from "./points.ts";

/** 10,000 points of the largest program that is built in, or 4,000 of a capture of 200,000 frames. */
const WORK_LIMIT = 80_000_000;
/** Columns of captures are looked through faster than other fields. */
const COLUMN_ENTRIES_PER_UNIT = 32;
const CHARACTERS_PER_UNIT = 32;
/** What a source as a value writes out is not known before it is assembled: as much as a scenario may. */
const WRITES_OUT = /\.(?:rept|irpc?|macro)\b/;

/** Undefined: they are planned. `spent`: on the scenarios before. */
export function planWork(
  scenario: Scenario,
  fixed: AxisStep,
  axes: readonly (readonly AxisStep[])[],
  spent: number,
): { readonly units: number } | { readonly refused: string } {
  const total = axes.reduce((product, steps) => product * steps.length, 1);
  const own = unitsOf(scenario, isCut(axes) ? Math.max(1, total) : 1) + assemblyUnits(scenario);
  const ofAxes = axes.map((steps) => stepUnits(steps.flat()) * (total / Math.max(1, steps.length)));
  const units = spent + total * (own + stepUnits(fixed)) + ofAxes.reduce((sum, one) => sum + one, 0);
  if (units <= WORK_LIMIT) return { units };
  const most = Math.max(1, Math.floor((WORK_LIMIT * total) / units));
  return {
    refused: `make ${total} points of a scenario that is too large to plan so often: at most ${most} are planned`,
  };
}

/** A window has its share of the captures. */
const isCut = (axes: readonly (readonly AxisStep[])[]): boolean =>
  axes.some(([first = []]) => first.some(({ target }) => target.kind === "window"));

function assemblyUnits(scenario: Scenario): number {
  const budget = new WorkBudget();
  placeRoutines(scenario, assembleProgram, budget);
  return budget.spent;
}

const stepUnits = (settings: readonly Setting[]): number =>
  settings.reduce(
    (sum, { value }) => sum + unitsOf(value, 1) + (writesOut(value) ? SCENARIO_CHARACTER_LIMIT : 0),
    0,
  );

const writesOut = (value: unknown): boolean =>
  WRITES_OUT.test(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** `windows`: that the columns of captures are cut into. */
function unitsOf(value: unknown, windows: number): number {
  if (typeof value === "string") return 1 + value.length / CHARACTERS_PER_UNIT;
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value) && value.length > COLUMN_ENTRIES_PER_UNIT && typeof value[0] === "number")
    return 1 + value.length / COLUMN_ENTRIES_PER_UNIT / windows;
  return Object.values(value).reduce<number>((sum, one) => sum + unitsOf(one, windows), 1);
}
