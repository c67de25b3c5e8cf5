/** Frames that software dropped, at no queue. */
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { drawDrops } from "../draw/marks.ts";
import type { Track } from "../layout.ts";
import { lossesNear, lossRows, type NearLosses } from "../losses.ts";
import { LANE_AIR_PX } from "../spec.ts";
import { plainFacts, type TrackType } from "./track.ts";

interface SoftwareHit {
  readonly kind: "software";
  readonly cycle: number;
  readonly track: Track;
  readonly losses: NearLosses;
}

export const software: TrackType<"software", SoftwareHit> = {
  kind: "software",
  linkName: "software",
  /** If no software discards frames, there is nothing to see unless a program fails. */
  places: ({ letsGo }) => [
    { index: 0, least: 14, natural: 18, most: 30, isExtra: !letsGo, isShared: !letsGo },
  ],
  air: [LANE_AIR_PX, LANE_AIR_PX],
  name: () => t("lost by software"),
  hasLossesOnly: true,
  draw: (tools, track) =>
    drawDrops(tools, tools.spec.window?.losses.software, track.top + Math.floor(track.heightPx / 2)),
  raster: () => [],
  widest: () => "",
  value: undefined,
  losses: ({ losses }) => losses.software,
  hit: (spec, window, track, cycle) => {
    const losses = lossesNear(spec, window, window.losses.software, cycle);
    return losses.frames === 0 ? undefined : { kind: "software", cycle, track, losses };
  },
  facts: {
    software: ({ cycle, losses }) =>
      plainFacts(
        t("lost by software"),
        [[t("cycle"), formatInteger(Math.round(cycle))], ...lossRows(losses)],
        true,
      ),
  },
};
