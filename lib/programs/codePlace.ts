/** The place of an instruction of a program, in words that need no translation. */

import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { disassemble } from "../assembler/disassemble.ts";
import { instructionAt } from "./programCode.ts";
import { type ProgramMap, programMapsOf } from "./programMap.ts";

export interface ProgramCode {
  readonly names: readonly string[];
  readonly placed: readonly PlacedRoutine[];
  readonly maps: readonly (ProgramMap | undefined)[];
}

export interface CodePlace {
  /** The instruction as in its source, otherwise disassembled. */
  readonly instruction: string;
  /** `main.c:16`. A routine's own source has the name of the routine. Without lines, the address. */
  readonly where: string;
  readonly function: string;
}

export function programCodeOf(scenario: Scenario): ProgramCode {
  const placed = placeRoutines(scenario, assembleProgram);
  const names = scenario.software.routines.map(({ name }) => name);
  return { names, placed, maps: programMapsOf(scenario, placed) };
}

/** Undefined if there is no address, or no code of a program at it. */
export function placeOfCode(
  { names, placed, maps }: ProgramCode,
  address: number | undefined,
): CodePlace | undefined {
  if (address === undefined) return undefined;
  for (const [routine, map] of maps.entries()) {
    const own = placed[routine];
    const found = map === undefined || own === undefined ? undefined : instructionAt(own, address);
    if (map === undefined || found === undefined) continue;
    const place = map.placeAt(address);
    const hex = `0x${address.toString(16)}`;
    const text = place === undefined || place.file !== undefined ? undefined : map.textOf(place);
    return {
      instruction:
        text === undefined ? disassemble(found.word, address, undefined, found.isHalf) : statementOf(text),
      where: place === undefined ? hex : `${place.file ?? names[routine] ?? ""}:${place.line}`,
      function: map.functionAt(address) ?? hex,
    };
  }
  return undefined;
}

/** The statement without label and comment. */
const statementOf = (line: string): string =>
  line
    .replace(/(#|\/\/).*$/, "")
    .replace(/^\s*([\w.$]+:)?/, "")
    .trim()
    .replace(/\s+/g, " ");
