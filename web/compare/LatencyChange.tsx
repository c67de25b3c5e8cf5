import { partChanges } from "../../lib/metrics/compare.ts";
import { t } from "../text/t.ts";
import { meanText } from "../ui/charts/Waterfall.tsx";
import { partStyle } from "../ui/latencyParts.ts";
import { changeBars } from "./changeBars.ts";
import { Fold } from "./Fold.tsx";
import type { Compared } from "./useCompared.ts";

/** Which part of the latency the difference is: from A's mean to B's, part by part. */
export function LatencyChange({ compared }: { readonly compared: Compared }) {
  const { a, b, clockHertzA, clockHertzB } = compared;
  const meanA = a.interruptLatency.mean;
  const meanB = b.interruptLatency.mean;
  if (clockHertzA !== clockHertzB || !Number.isFinite(meanA) || !Number.isFinite(meanB) || meanA === meanB)
    return null;
  const bars = changeBars(meanA, meanB, partChanges(a.interruptParts, b.interruptParts));
  return (
    <Fold
      id="latency-parts"
      label={t("What changed the interrupt latency")}
      title={t(meanB < meanA ? "Where latency was saved" : "Where latency was added")}
      note={t("mean cycles")}
    >
      <ol className="waterfall changes grid">
        {bars.map(({ key, value, start, width }) => {
          const style = key === "A" || key === "B" ? undefined : partStyle(key);
          const isWhole = style === undefined;
          return (
            <li key={key} data-whole={isWhole || undefined}>
              <span className="nowrap">{style?.label ?? `${key}, ${t("mean")}`}</span>
              <span className="waterfall__track anchor" aria-hidden="true">
                <i
                  className={style?.hatched ? "hatch" : undefined}
                  data-layer={style?.layer}
                  style={{ left: `${100 * start}%`, width: `${100 * width}%` }}
                />
              </span>
              <span className="mono waterfall__value to-right">
                {!isWhole && value > 0 ? "+" : ""}
                {meanText(value)}
              </span>
            </li>
          );
        })}
      </ol>
    </Fold>
  );
}
