/** Expressions of a lab: over the results of machines (lib/metrics) and the fields of their scenarios. */

import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";
import {
  BIT,
  BIT_PER_SECOND,
  CYCLE,
  CYCLE_PER_SECOND,
  type Dimension,
  dimensionText,
  isSame,
  NUMBER,
  PER_SECOND,
  SECOND,
  UNITS,
} from "../expressions/dimension.ts";
import { compileExpression, type Path, type Type, type Value } from "../expressions/index.ts";
import { type Expression, type Result, sharePath } from "../expressions/syntax.ts";
import { metricAt } from "../metrics/derived.ts";
import { type Dictionary, dictionaryOf } from "../metrics/dictionary.ts";
import type { Measured } from "../metrics/measure.ts";
import { type ProgramsEnd, programSymbols } from "../programs/ends.ts";

/** The machine of the step has no name. Others are `run["id"]`. */
export const OWN = "";

/** The results of a machine, and the final memory and consoles of its programs. */
export interface Ended extends Measured {
  readonly programs?: ProgramsEnd;
}

export interface Quantity {
  readonly text: string;
  readonly type: Type;
  /** Ids of the machines that must run before the expression has a value. */
  readonly needs: readonly string[];
  readonly evaluate: (measured: ReadonlyMap<string, Ended>) => Value;
}

interface Named {
  readonly dictionary: Dictionary;
  readonly scenario: Scenario;
  readonly places: ProgramPlaces;
}

/** The words that an expression may use at one place of a lab. */
export class Vocabulary {
  private readonly known = new Map<string, Named>();
  private readonly scenarios: ReadonlyMap<string, Scenario>;

  private readonly chosen: ReadonlyMap<string, number | string>;

  /** Scenarios by id. OWN is the step's own machine. `chosen`: words that the seed chooses. */
  constructor(
    scenarios: ReadonlyMap<string, Scenario>,
    chosen: ReadonlyMap<string, number | string> = new Map(),
  ) {
    this.scenarios = scenarios;
    this.chosen = chosen;
  }

  compile(text: string): Result<{ readonly quantity: Quantity }> {
    const compiled = compileExpression(text, (path) => this.dimensionOf(path));
    if (!compiled.ok) return compiled;
    const { type, expression, evaluate } = compiled.compiled;
    const needs = new Set<string>();
    for (const path of pathsIn(expression)) {
      const { machine, rest } = placeOf(path);
      const named = this.named(machine);
      if (named === undefined) continue;
      if (isPlace(named, rest) || metricAt(named.dictionary, named.scenario, rest)) needs.add(machine);
    }
    const quantity: Quantity = {
      text,
      type,
      needs: [...needs],
      evaluate: (measured) => evaluate((path) => this.read(path, measured)),
    };
    return { ok: true, quantity };
  }

  /** The word in a field, such as the name of a stage, or one that the seed chooses. */
  wordOf(text: string): string | undefined {
    const path = parseFieldPath(text);
    if (path === undefined) return undefined;
    const chosen = this.chosenAt(path);
    if (typeof chosen === "string") return chosen;
    const { machine, rest } = placeOf(path);
    const scenario = this.scenarios.get(machine);
    const value = scenario && readField(scenario, rest);
    return typeof value === "string" ? value : undefined;
  }

  /** Labels that expressions name in the machine's memory and that no program has. */
  missingLabels(text: string): readonly string[] {
    const compiled = compileExpression(text, (path) => this.dimensionOf(path));
    if (!compiled.ok) return [];
    return pathsIn(compiled.compiled.expression).flatMap((path) => {
      const { machine, rest } = placeOf(path);
      const named = this.named(machine);
      const place = programPlaceOf(rest);
      if (named === undefined || place === undefined || !named.places.isThere) return [];
      return named.places.addressOf(place) === undefined ? [place.name ?? ""] : [];
    });
  }

  private chosenAt([root, name, ...rest]: Path): number | string | undefined {
    return root === "chosen" && rest.length === 0 ? this.chosen.get(String(name)) : undefined;
  }

  private dimensionOf(path: Path): Dimension | undefined {
    if (typeof this.chosenAt(path) === "number") return NUMBER;
    const { machine, rest } = placeOf(path);
    const named = this.named(machine);
    if (named === undefined) return undefined;
    if (isPlace(named, rest)) return NUMBER;
    return (
      metricAt(named.dictionary, named.scenario, rest)?.dimension ?? dimensionOfField(named.scenario, rest)
    );
  }

  private read(path: Path, measured: ReadonlyMap<string, Ended>): number | undefined {
    const chosen = this.chosenAt(path);
    if (typeof chosen === "number") return chosen;
    const { machine, rest } = placeOf(path);
    const named = this.named(machine);
    const place = named?.places.isThere === true ? programPlaceOf(rest) : undefined;
    if (place !== undefined) {
      const programs = measured.get(machine)?.programs;
      return programs === undefined ? undefined : named?.places.read(place, programs);
    }
    const metric = named && metricAt(named.dictionary, named.scenario, rest);
    const ran = measured.get(machine);
    if (metric !== undefined) return ran === undefined ? undefined : metric.read(ran);
    return named && amountOf(named.scenario, rest);
  }

  private named(machine: string): Named | undefined {
    const known = this.known.get(machine);
    if (known !== undefined) return known;
    const scenario = this.scenarios.get(machine);
    if (scenario === undefined) return undefined;
    const named = { dictionary: dictionaryOf(scenario), scenario, places: new ProgramPlaces(scenario) };
    this.known.set(machine, named);
    return named;
  }
}

const isPlace = ({ places }: Named, path: Path): boolean =>
  places.isThere && programPlaceOf(path) !== undefined;

function placeOf(path: Path): { readonly machine: string; readonly rest: Path } {
  return path[0] === "run" && typeof path[1] === "string"
    ? { machine: path[1], rest: path.slice(2) }
    : { machine: OWN, rest: path };
}

function pathsIn(expression: Expression): readonly Path[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "metric":
      return [expression.path];
    case "unary":
      return pathsIn(expression.of);
    case "call":
      return expression.operands.flatMap(pathsIn);
    case "share":
      return [sharePath(expression.path, expression.operator, 0), ...pathsIn(expression.limit)];
    case "binary":
      return [...pathsIn(expression.left), ...pathsIn(expression.right)];
  }
}

/** Dimensions by the ending of a field's name, because names carry their units. */
const ENDINGS: readonly (readonly [ending: RegExp, dimension: Dimension, factor: number])[] = [
  [/bit_?per_?second$/i, BIT_PER_SECOND, 1],
  [/per_?second$/i, PER_SECOND, 1],
  [/hertz$/i, CYCLE_PER_SECOND, 1],
  [/nanoseconds$/i, SECOND, 1e-9],
  [/cycles$/i, CYCLE, 1],
  [/bytes$/i, BIT, 8],
  [/permille$/i, NUMBER, 0.001],
];

function dimensionOfField(scenario: Scenario, path: Path): Dimension | undefined {
  return amountOf(scenario, path) === undefined ? undefined : unitOf(path)[0];
}

function amountOf(scenario: Scenario, path: Path): number | undefined {
  const value = readField(scenario, path);
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" ? value * unitOf(path)[1] : undefined;
}

function unitOf(path: Path): readonly [Dimension, number] {
  const name = String(path.findLast((part) => typeof part === "string") ?? "");
  const [, dimension = NUMBER, factor = 1] = ENDINGS.find(([ending]) => ending.test(name)) ?? [];
  return [dimension, factor];
}

/** Message for a condition with a unit. */
export const UNIT_OF_CONDITION = "is a condition, which has no unit";

/** Undefined if the unit fits. Units that expressions do not know stand for plain numbers or rates. */
export function unitFault(type: Type, unit: string): string | undefined {
  if (type.kind === "condition") return "is a condition, not a quantity";
  const wanted = UNITS.get(unit)?.dimension;
  const fits = wanted
    ? isSame(wanted, type.dimension)
    : [NUMBER, PER_SECOND].some((one) => isSame(one, type.dimension));
  return fits
    ? undefined
    : `does not measure ${unit === "" ? "a plain number" : unit}: it is ${dimensionText(type.dimension)}`;
}

/** In this unit. */
export function inUnit(value: Value, unit: string): number | undefined {
  return typeof value === "number" ? value / (UNITS.get(unit)?.factor ?? 1) : undefined;
}

/** Places in the memory of programs that an expression names: `word["frames"]`, `half["frames + 4"]`, `byte["0x20000010"]`,
 * `int["sum"]`. Their values are those at the end of the run. */
interface Size {
  readonly bytes: number;
  readonly isSigned: boolean;
}

const SIZES: ReadonlyMap<unknown, Size> = new Map([
  ["word", { bytes: 4, isSigned: false }],
  ["int", { bytes: 4, isSigned: true }],
  ["half", { bytes: 2, isSigned: false }],
  ["byte", { bytes: 1, isSigned: false }],
]);

interface ProgramPlace extends Size {
  /** A label, or undefined if the address is a number. */
  readonly name: string | undefined;
  /** Bytes after the label. */
  readonly offset: number;
}

/** Undefined if the path names something else. */
export function programPlaceOf(path: Path): ProgramPlace | undefined {
  const [kind, text] = path;
  const size = SIZES.get(kind);
  if (size === undefined || path.length !== 2 || typeof text !== "string") return undefined;
  const match = /^\s*(?:(0x[0-9a-f]{1,8}|\d{1,10})|([A-Za-z_.$][\w.$]*))\s*(?:\+\s*(\d{1,5}))?\s*$/i.exec(
    text,
  );
  if (match === null) return undefined;
  const [, number, name, behind = "0"] = match;
  return { ...size, name, offset: Number(number ?? 0) + Number(behind) };
}

/** Adds `bytes` to a place that programPlaceOf knows. */
export function placeBehind(text: string, bytes: number): string {
  const { name, offset = 0 } = programPlaceOf(["word", text]) ?? {};
  const behind = offset + bytes;
  if (name === undefined) return `0x${behind.toString(16)}`;
  return behind === 0 ? name : `${name} + ${behind}`;
}

/** Addresses of the labels of a scenario. They are computed when an expression names a label. */
class ProgramPlaces {
  readonly #scenario: Scenario;
  #symbols: ReadonlyMap<string, number> | undefined;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  get isThere(): boolean {
    return hasPrograms(this.#scenario);
  }

  /** Undefined if no program has the label. */
  addressOf({ name, offset }: ProgramPlace): number | undefined {
    this.#symbols ??= programSymbols(placeRoutines(this.#scenario, assembleProgram));
    const base = name === undefined ? 0 : this.#symbols.get(name);
    return base === undefined ? undefined : base + offset;
  }

  /** Undefined if there is no such label, or if it is not in the memory of programs. */
  read(place: ProgramPlace, { memory }: ProgramsEnd): number | undefined {
    const address = this.addressOf(place);
    const at = (address ?? 0) - SIM_PROGRAM_MEMORY_BASE;
    if (at < 0 || at + place.bytes > memory.length) return undefined;
    const view = new DataView(memory.buffer, memory.byteOffset, memory.length);
    if (place.bytes === 1) return view.getUint8(at);
    if (place.bytes === 2) return view.getUint16(at, true);
    return place.isSigned ? view.getInt32(at, true) : view.getUint32(at, true);
  }
}
