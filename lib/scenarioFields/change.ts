/** Changes one field of a scenario: a typed text is checked against range and unit of the schema. */
import { withField } from "../../scenarios/base/fieldPath.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { withoutGroups } from "../digitGroups.ts";
import { BIT_PER_SECOND, type Dimension, isSame, NUMBER, UNITS } from "../expressions/dimension.ts";
import type { Path } from "../expressions/index.ts";
import type { Field } from "./describe.ts";

type FieldText =
  | { readonly ok: true; readonly value: number | string | boolean }
  | { readonly ok: false; readonly message: string };

type Changed =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly message: string };

/** Reads "8", "100 000", "100,000", "100_000", "2.5k", "125 MHz", and "0.5 ms" for a field in ns. Choices and texts
 * stay as they are. */
export function readFieldText(field: Field, text: string): FieldText {
  switch (field.of.kind) {
    case "text":
      return { ok: true, value: text };
    case "switch":
      return text === "true" || text === "false"
        ? { ok: true, value: text === "true" }
        : { ok: false, message: "must be true or false" };
    case "choice":
      return field.of.options.includes(text)
        ? { ok: true, value: text }
        : { ok: false, message: `must be one of ${field.of.options.join(", ")}` };
    case "number":
      return readNumber(field, text);
  }
}

/** The scenario with one changed field. Refuses values that the schema or the checks refuse. */
export function changeField(
  scenario: Scenario,
  field: Pick<Field, "path" | "name">,
  value: unknown,
): Changed {
  return read(withField(scenario, field.path, value), field);
}

/** Makes the changed scenario cover the same simulated time, so that it can be compared with the original. */
export function tryField(scenario: Scenario, field: Pick<Field, "path" | "name">, value: unknown): Changed {
  const changes = changesTogether(scenario, { path: field.path, value });
  const changed = changes.reduce<unknown>((so, one) => withField(so, one.path, one.value), scenario);
  return read(changed, field);
}

/** `changed` is undefined if there is no such field. */
function read(changed: unknown, field: Pick<Field, "name">): Changed {
  if (changed === undefined) return { ok: false, message: `there is no field ${field.name}` };
  const parsed = parseScenario(changed);
  if (parsed.ok) return parsed;
  const [error] = parsed.errors;
  return { ok: false, message: error === undefined ? "is not valid" : `${error.field} ${error.message}` };
}

const MULTIPLES: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9 };

function readNumber(field: Field, text: string): FieldText {
  if (field.of.kind !== "number") return { ok: false, message: "is not a number" };
  const { minimum, maximum, step, words } = field.of;
  const asWord = words.find((one) => String(one) === text.trim());
  if (asWord !== undefined) return { ok: true, value: asWord };
  const plain = withoutGroups(text).trim();
  const [, digits = "", word = ""] = /^([+-]?\d*\.?\d+(?:e[+-]?\d+)?)\s*(\S*)$/i.exec(plain) ?? [];
  if (digits === "" || /^[^\p{L}%‰]/u.test(word))
    return { ok: false, message: numberWanted(field.unit, words.join(" or ")) };
  const factor = MULTIPLES[word] ?? factorOf(word, field.unit);
  if (factor === undefined)
    return { ok: false, message: `is in ${field.unit === "" ? "no unit" : field.unit}, not in ${word}` };
  // Decimal factors leave no rounding error: 0.3 ms are 300 000 ns.
  const value = Number((Number(digits) * factor).toPrecision(15));
  if (value < minimum || value > maximum)
    return { ok: false, message: `must be from ${minimum} to ${maximum}${inUnit(field.unit)}` };
  const isStep = step === 0 || Math.abs(value / step - Math.round(value / step)) < 1e-6;
  if (!isStep)
    return { ok: false, message: step === 1 ? "must be a whole number" : `goes in steps of ${step}` };
  return { ok: true, value };
}

function numberWanted(unit: string, word: string): string {
  if (word === "") return unit === "" ? "must be a number" : `must be a number in ${unit}`;
  return unit === "" ? `must be a number or ${word}` : `must be a number in ${unit} or ${word}`;
}

function inUnit(unit: string): string {
  return unit === "" ? "" : ` ${unit}`;
}

/** Converts one `word` to the field's unit. Undefined if it measures another quantity. */
function factorOf(word: string, unit: string): number | undefined {
  if (word === unit || `${word}s` === unit) return 1;
  const from = UNITS.get(word);
  const to = baseOf(unit);
  return from && to && isSame(from.dimension, to.dimension) ? from.factor / to.factor : undefined;
}

/** Units of fields that expressions write in another way. */
function baseOf(unit: string): { readonly factor: number; readonly dimension: Dimension } | undefined {
  if (unit === "bit/s") return { factor: 1, dimension: BIT_PER_SECOND };
  if (unit === "bytes") return UNITS.get("B");
  if (unit === "‰") return { factor: 0.001, dimension: NUMBER };
  return UNITS.get(unit);
}

/** A changed machine is compared with the previous run over the same simulated time. A faster clock therefore means more
 * cycles. */
export interface FieldValue {
  readonly path: Path;
  readonly value: unknown;
}

/** The change of the field, plus the run length if the field is the clock. `original` is the scenario that was opened.
 * If the run still has the simulated time of the original, it keeps this time to the cycle however often the clock
 * changes. */
export function changesTogether(
  scenario: Scenario,
  { path, value }: FieldValue,
  original: Scenario = scenario,
): readonly FieldValue[] {
  const changed: FieldValue = { path, value };
  if (path.join(".") !== "machine.clockHertz" || typeof value !== "number" || !(value > 0)) return [changed];
  const isAsOpened = cyclesAt(original, scenario.machine.clockHertz) === scenario.runCycles;
  return [changed, { path: ["runCycles"], value: cyclesAt(isAsOpened ? original : scenario, value) }];
}

/** Length of the scenario's run at another clock. */
export function cyclesAt({ runCycles, machine }: Scenario, clockHertz: number): number {
  const cycles = Math.round((runCycles * clockHertz) / machine.clockHertz);
  return Math.min(RUN_CYCLE_LIMIT, Math.max(1, cycles));
}
