/** Which series of the window are pictures at this zoom. */
import type { Layout } from "../layout.ts";
import type { StaticSpec } from "../spec.ts";
import { planStrips, type StripPlan, type StripSource } from "../strips.ts";
import { trackType } from "../tracks/index.ts";

export function stripPlanOf(spec: StaticSpec, layout: Layout, strips: StripSource): StripPlan {
  const { window } = spec;
  if (window === undefined) return planStrips([]);
  return planStrips(
    layout.tracks.flatMap((track) => trackType(track)?.raster(spec, window, track, strips) ?? []),
  );
}
