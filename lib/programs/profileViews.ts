/** A profile by function and by line. */
import type { InstructionProfile, ProfileCounts } from "./profile.ts";
import type { ProgramMap, SourcePlace } from "./programMap.ts";

export interface ProfileEntry extends ProfileCounts {
  readonly routine: number;
  readonly function: string;
}

export interface LineEntry extends ProfileEntry, SourcePlace {
  /** The text of the source line. */
  readonly text: string | undefined;
}

type Maps = readonly (ProgramMap | undefined)[];

/** `maps` are indexed by routine. The function with most cycles comes first. */
export function byFunction(profile: readonly InstructionProfile[], maps: Maps): readonly ProfileEntry[] {
  return grouped(profile, (one) => {
    const name = functionOf(one, maps);
    return { key: `${one.routine} ${name}`, entry: { routine: one.routine, function: name } };
  });
}

/** Omits instructions without a known line. */
export function byLine(profile: readonly InstructionProfile[], maps: Maps): readonly LineEntry[] {
  return grouped(profile, (one) => {
    const place = maps[one.routine]?.placeAt(one.pc);
    if (place === undefined) return undefined;
    const text = maps[one.routine]?.textOf(place);
    const entry = { routine: one.routine, function: functionOf(one, maps), ...place, text };
    return { key: `${one.routine} ${place.file ?? ""} ${place.line}`, entry };
  });
}

const functionOf = ({ routine, pc }: InstructionProfile, maps: Maps): string =>
  maps[routine]?.functionAt(pc) ?? `0x${pc.toString(16)}`;

/** The cause of most of its lost cycles. Undefined if it lost none. */
export function mainStall({
  stalls,
}: ProfileCounts): { readonly cause: number; readonly cycles: number } | undefined {
  const cycles = Math.max(0, ...stalls);
  return cycles === 0 ? undefined : { cause: stalls.indexOf(cycles), cycles };
}

/** Costs by line of the shown text. `lineOf` returns undefined if the instruction is in no line. */
export function costsByLine(
  profile: readonly InstructionProfile[],
  lineOf: (pc: number) => number | undefined,
): ReadonlyMap<number, ProfileCounts> {
  const costs = new Map<number, ProfileCounts>();
  for (const one of profile) {
    const line = lineOf(one.pc);
    if (line !== undefined) costs.set(line, sum(costs.get(line) ?? NOTHING, one));
  }
  return costs;
}

const NOTHING: ProfileCounts = { cycles: 0, instructions: 0, stalls: [] };

export function totalOf(counts: readonly ProfileCounts[]): ProfileCounts {
  return counts.reduce(sum, NOTHING);
}

function grouped<T>(
  profile: readonly InstructionProfile[],
  placeOf: (one: InstructionProfile) => { readonly key: string; readonly entry: T } | undefined,
): readonly (T & ProfileCounts)[] {
  const groups = new Map<string, T & ProfileCounts>();
  for (const one of profile) {
    const place = placeOf(one);
    if (place === undefined) continue;
    const before = groups.get(place.key);
    const { cycles, instructions, stalls } = one;
    groups.set(
      place.key,
      before === undefined
        ? { ...place.entry, cycles, instructions, stalls }
        : { ...before, ...sum(before, one) },
    );
  }
  return [...groups.values()].sort((a, b) => b.cycles - a.cycles);
}

const sum = (a: ProfileCounts, b: ProfileCounts): ProfileCounts => ({
  cycles: a.cycles + b.cycles,
  instructions: a.instructions + b.instructions,
  stalls: b.stalls.map((cycles, cause) => cycles + (a.stalls[cause] ?? 0)),
});
