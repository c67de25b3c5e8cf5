/** Each layer's share of the time of all cores, for a phone's strip. */
import { t } from "../../text/t.ts";
import { layerColumns } from "../layerTime.ts";
import { barsTrack } from "./bars.ts";
import { coresHit, type SharesHit, sharesFacts } from "./lanes.ts";

export const cores = barsTrack<"cores", SharesHit>({
  kind: "cores",
  linkName: undefined,
  places: () => [],
  name: () => t("cores"),
  busyContext: () => undefined,
  bars: (window, _, { theme, machine }) => ({
    parts: layerColumns(window).map((values, layer) => ({
      values,
      color: theme.layers[layer] ?? theme.idle,
    })),
    roof: machine.cpus,
  }),
  hasNoValue: true,
  hit: (spec, window, _, cycle) => coresHit(spec, window, cycle),
  facts: { shares: sharesFacts },
});
