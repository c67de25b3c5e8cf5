/** Names of a scenario's programs, for conditions. */
import type { PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { ProgramNames } from "../breakpoints/programWords.ts";
import { programPlaces } from "./places.ts";

/** Undefined if there is no program. */
export function programNames(
  { software }: Scenario,
  placed: readonly PlacedRoutine[],
): ProgramNames | undefined {
  if (!placed.some(({ program }) => program !== undefined)) return undefined;
  const places = programPlaces(placed);
  return {
    addressOf: (label) => places.names.find(({ name }) => name === label)?.address,
    lineEntries: (routine, line, file) =>
      places.entriesOf(
        software.routines.findIndex(({ name }) => name === routine),
        line,
        file,
      ),
  };
}
