/** Frames lost on a track: near a cycle, and in view. */
import { sim_drop_cause_names } from "../../core-wasm/binding/layout.gen.ts";
import type { LossData, TimelineWindow } from "../engine/protocol.ts";
import { endCycleOf } from "../state/viewport.ts";
import { t } from "../text/t.ts";
import { formatCompact, formatInteger } from "../ui/format.ts";
import { countWithin, lowerBound } from "./columns.ts";
import { dropCauseText } from "./journey.ts";
import type { Facts } from "./spans.ts";
import type { StaticSpec } from "./spec.ts";

export const GLYPH_REACH_PX = 6;

/** Number lost under the pointer. */
export interface NearLosses {
  readonly frames: number;
  readonly causes: readonly string[];
}

export function lossesNear(
  { viewport }: StaticSpec,
  window: TimelineWindow,
  lost: LossData | undefined,
  cycle: number,
): NearLosses {
  const reach = (GLYPH_REACH_PX / 2) * viewport.cyclesPerPx;
  if (lost === undefined) return { frames: 0, causes: [] };
  const end = lowerBound(lost.at, cycle + reach - window.from);
  let [frames, causes] = [0, 0];
  for (let i = lowerBound(lost.at, cycle - reach - window.from); i < end; i++) {
    frames += lost.count[i] ?? 0;
    causes |= lost.causes[i] ?? 0;
  }
  return { frames, causes: sim_drop_cause_names.filter((_, cause) => (causes >> cause) & 1) };
}

export function lossRows({ frames, causes }: NearLosses): Facts["rows"] {
  if (frames === 0) return [];
  return [
    [t("✕ lost here"), formatInteger(frames)],
    [t("cause"), causes.map((cause) => dropCauseText(cause)).join(", ")],
  ];
}

export function lossesInView({ window, viewport }: StaticSpec, lost: LossData | undefined): number {
  if (window === undefined || lost === undefined) return 0;
  return countWithin(lost, viewport.startCycle - window.from, endCycleOf(viewport) - window.from);
}

export function lossText(frames: number): string {
  return frames < 10_000 ? formatInteger(frames) : formatCompact(frames);
}
