import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { CACHE_NAME } from "../stage/caches.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import { FigureTable } from "./FigureTable.tsx";
import { memoryRows } from "./metricRows.ts";

/** Misses by layer, then what else stands between core and memory. */
export function MemorySection({
  metrics,
  machine,
}: {
  readonly metrics: Metrics;
  readonly machine: Scenario["machine"];
}) {
  const { caches } = metrics.memory;
  const rows = memoryRows(metrics, machine);
  if (caches.length + rows.length === 0) return null;
  return (
    <section className="section" aria-label={t("Memory")}>
      <div className="section__head">
        <h3>{t("Memory")}</h3>
        <span className="section__note">
          {t("from cycle {cycle}, all cores", { cycle: metrics.fromCycle })}
        </span>
      </div>
      {caches.length === 0 ? null : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("cache, layer")}</th>
              <th scope="col">{t("misses")}</th>
              <th scope="col">{t("of accesses")}</th>
            </tr>
          </thead>
          <tbody>
            {caches.flatMap(({ level, layers }) =>
              layers.map(({ layer, accesses, misses }) => (
                <tr key={level + layer}>
                  <th scope="row" data-layer={layer}>
                    <i className="swatch" aria-hidden="true" /> {CACHE_NAME[level]} {LAYER_TEXT[layer]}
                  </th>
                  <td className="mono">{formatInteger(misses)}</td>
                  <td className="mono">{quantityText(formatPercent(misses / accesses))}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
      <FigureTable rows={rows} />
    </section>
  );
}
