/** The parts of Details that are open while Details are off. Pure functions. */
import { DETAIL_PARTS, type DetailPart, partsFor } from "./details.ts";
import { paceOf } from "./playback.ts";
import type { AppState } from "./store.ts";

/** Parts that were requested, parts that a story or a cause mentions, and the pipeline's stages at a speed that shows
 * single cycles. */
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
