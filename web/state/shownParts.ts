/** Which parts of the details are open while Details are off. Pure. */
import { DETAIL_PARTS, type DetailPart, partsFor } from "./details.ts";
import { paceOf } from "./playback.ts";
import type { AppState } from "./store.ts";

/** What was asked for, what a story or a cause speaks of, and the stages of
 * the pipeline where single cycles go by. */
export function shownParts({
  openParts,
  lit,
  speed,
  stepUnit,
}: Pick<AppState, "openParts" | "lit" | "speed" | "stepUnit">): readonly DetailPart[] {
  const isSingle = stepUnit === "cycle" || stepUnit === "instruction" || paceOf(speed) === "cycles";
  const asked: readonly DetailPart[] = [
    ...openParts,
    ...partsFor(lit),
    ...(isSingle ? (["pipeline"] as const) : []),
  ];
  return DETAIL_PARTS.filter((part) => asked.includes(part));
}
