/** The knobs of a scenario without its schema, for a page that has not loaded the schema. Paths are looked up in the
 * scenario, and names of fields give their unit. lib/knobs/knobs.ts checks a value when it is set. */
import { isObject } from "../../scenarios/base/values.ts";
import type { Knob, Scenario } from "../../scenarios/format/schema.ts";
import { valuesOfRange } from "../../scenarios/story/knobRange.ts";

type Path = readonly (string | number)[];
export type KnobValue = number | string | boolean;

export interface OfferedKnob {
  /** slider: numbers in ascending order. choice: words, or words and numbers. */
  readonly kind: "slider" | "switch" | "choice";
  /** Entries of lists are addressed by name if they have one. */
  readonly path: Path;
  readonly label: Knob["label"];
  readonly unit: string;
  /** The values include the present one. */
  readonly values: readonly KnobValue[];
  readonly value: KnobValue;
}

export function offeredKnobs(scenario: Scenario): readonly OfferedKnob[] {
  if (scenario.knobs === undefined || scenario.knobs.length === 0) return [];
  const { knobs, story: _, ...machine } = scenario;
  const leaves = [...leavesOf(machine, [])];
  return knobs.flatMap(({ field, label, values, range }): readonly OfferedKnob[] => {
    const wanted = partsOf(field);
    const ending = leaves.filter(({ path }) => endsWith(path, wanted));
    const leaf =
      ending.find(({ path }) => path.length === wanted.length) ??
      (ending.length === 1 ? ending[0] : undefined);
    if (leaf === undefined) return [];
    const given = values ?? (range === undefined ? usualValues(leaf.value) : valuesOfRange(range));
    const { path, value } = leaf;
    return given === undefined ? [] : [{ path, label, unit: unitOf(path), ...choiceOf(given, value) }];
  });
}

export function choiceOf(
  given: readonly KnobValue[],
  value: KnobValue,
): Pick<OfferedKnob, "kind" | "values" | "value"> {
  if (typeof value === "boolean") return { kind: "switch", values: [false, true], value };
  const offered = [...new Set([...given, ...(given.includes(value) ? [] : [value])])];
  const numbers = offered.filter((one) => typeof one === "number");
  return numbers.length === offered.length
    ? { kind: "slider", values: numbers.sort((a, b) => a - b), value }
    : { kind: "choice", values: offered, value };
}

/** Doublings on both sides of the present value. */
const USUAL_DOUBLINGS = [-2, -1, 0, 1, 2, 3];

function usualValues(value: KnobValue): readonly KnobValue[] | undefined {
  if (typeof value === "boolean") return [false, true];
  if (typeof value !== "number" || value <= 0) return undefined;
  const values = USUAL_DOUBLINGS.map((power) => value * 2 ** power);
  return Number.isInteger(value) ? values.filter(Number.isInteger) : values;
}

/** Lists longer than this are data. */
const LIST_LIMIT = 64;

function* leavesOf(here: unknown, path: Path): Generator<{ readonly path: Path; readonly value: KnobValue }> {
  if (Array.isArray(here)) {
    if (here.length > LIST_LIMIT) return;
    for (const [index, entry] of here.entries()) {
      const name: unknown = isObject(entry) ? entry.name : undefined;
      yield* leavesOf(entry, [...path, typeof name === "string" ? name : index]);
    }
  } else if (isObject(here)) {
    for (const [key, member] of Object.entries(here)) yield* leavesOf(member, [...path, key]);
  } else if (typeof here === "number" || typeof here === "string" || typeof here === "boolean") {
    yield { path, value: here };
  }
}

/** Reads `eth0.rxRingFrames` and `nics["eth0"].rxRingFrames`. A name in quotes may contain any character. */
function partsOf(text: string): Path {
  return Array.from(
    text.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g),
    ([, quoted, index, plain = ""]) =>
      quoted !== undefined ? quoted.replace(/\\(.)/g, "$1") : index !== undefined ? Number(index) : plain,
  );
}

function endsWith(path: Path, end: Path): boolean {
  return (
    end.length > 0 &&
    end.length <= path.length &&
    end.every((part, at) => part === path[path.length - end.length + at])
  );
}

/** Endings of names that stand for a unit. If one ending contains another, the longer one comes first. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/BitPerSecond$/, "bit/s"],
  [/framesPerSecond$/, "1/s"],
  [/Hertz$/, "Hz"],
  [/Nanoseconds$/, "ns"],
  [/cycles$/i, "cycles"],
  [/Frames$/, "frames"],
  [/Bytes$/, "bytes"],
  [/instructions$/i, "instructions"],
  [/Words$/, "words"],
  [/^capacity$/, "packets"],
];

function unitOf(path: Path): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "");
  return UNITS.find(([end]) => end.test(name))?.[1] ?? "";
}
