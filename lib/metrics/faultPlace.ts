/** Finds the source line at which an exception ended a program. */
import type { PlacedProgram, PlacedRoutine } from "../../scenarios/compile/programs.ts";
import { rangeAt } from "../elf/ranges.ts";
import { codeEnd, instructionAt, lineAt, placeInFile } from "../programs/programCode.ts";
import type { Metrics } from "./metrics.ts";
import type { ProgramFault } from "./registry/machine.ts";

export type Disassemble = (
  word: number,
  pc: number,
  label: (address: number) => string | undefined,
  /** It has 16 bits. */
  isHalf?: boolean,
) => string;

/** `disassemble` is called only if an exception ended a program. */
export function withFaultPlace(
  metrics: Metrics,
  placed: readonly PlacedRoutine[],
  disassemble: () => Disassemble,
): Metrics {
  const { fault } = metrics;
  const place = fault === undefined ? undefined : placeOf(fault, placed[fault.routine], disassemble);
  return fault === undefined || place === undefined ? metrics : { ...metrics, fault: { ...fault, place } };
}

function placeOf(
  { address }: ProgramFault,
  routine: PlacedRoutine | undefined,
  disassemble: () => Disassemble,
): string | undefined {
  const { codeAddress = 0, program } = routine ?? {};
  if (routine === undefined || program?.assembled === undefined) return undefined;
  const { assembled } = program;
  const end = codeEnd(codeAddress, program);
  if (address === end) {
    const last = lineAt(codeAddress, assembled, end - 1);
    return last === undefined
      ? undefined
      : `behind the last instruction, line ${last}: ret or ecall ends a program`;
  }
  const found = instructionAt(routine, address);
  if (found === undefined) return undefined;
  const names = new Map(Array.from(assembled.symbols, ([name, value]) => [value, name]));
  const instruction = disassemble()(found.word, address, (target) => names.get(target), found.isHalf);
  const place = program.elf === undefined ? undefined : placeInElf(program.elf, address);
  if (place !== undefined) return `${place}: ${instruction}`;
  const line = lineAt(codeAddress, assembled, address);
  const label = nearestLabel(address, codeAddress, assembled.symbols);
  const behind = label === undefined ? "" : `, ${label}`;
  return line === undefined ? instruction : `line ${line}${behind}: ${instruction}`;
}

/** Place in a linked file: `sum.c:12, sum_of`. */
function placeInElf(elf: NonNullable<PlacedProgram["elf"]>, address: number): string | undefined {
  const place = placeInFile(elf, address);
  const parts = [
    place === undefined ? undefined : `${place.file}:${place.line}`,
    rangeAt(elf.functions, address)?.name,
  ].filter((one) => one !== undefined);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** `handler`, or `handler + 8`. Labels that a compiler makes for itself are used only if there is no other. */
function nearestLabel(
  address: number,
  codeAddress: number,
  symbols: ReadonlyMap<string, number>,
): string | undefined {
  const before = Array.from(symbols).filter(([, value]) => value >= codeAddress && value <= address);
  const own = before.filter(([name]) => !name.startsWith(".L"));
  const [nearest] = (own.length > 0 ? own : before).sort(([, a], [, b]) => b - a);
  if (nearest === undefined) return undefined;
  const distance = address - nearest[1];
  return distance === 0 ? nearest[0] : `${nearest[0]} + ${distance}`;
}
