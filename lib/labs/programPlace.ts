/** Places in the memory of programs that an expression names: `word["frames"]`, `half["frames + 4"]`, `byte["0x20000010"]`,
 * `int["sum"]`, as they are at the end of the run. */
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";
import type { Path } from "../expressions/index.ts";
import { type ProgramsEnd, programSymbols } from "../programs/ends.ts";

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
  /** A label, or undefined where the address is a number. */
  readonly name: string | undefined;
  /** Bytes behind the label. */
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

/** `bytes` behind a place that programPlaceOf knows. */
export function placeBehind(text: string, bytes: number): string {
  const { name, offset = 0 } = programPlaceOf(["word", text]) ?? {};
  const behind = offset + bytes;
  if (name === undefined) return `0x${behind.toString(16)}`;
  return behind === 0 ? name : `${name} + ${behind}`;
}

/** Addresses of the labels of a scenario. They are computed when an expression names a label. */
export class ProgramPlaces {
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
