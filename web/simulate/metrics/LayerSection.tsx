import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { layerRows } from "../../../lib/metrics/registry/processor.ts";
import type { TermId } from "../../../lib/terms/terms.ts";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { ChartSection } from "../../ui/charts/ChartSection.tsx";
import { StackedBar } from "../../ui/charts/StackedBar.tsx";
import { formatInteger, formatPercent } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import { LAYER_TEXT } from "../stage/labels.ts";
import { layerNote, layerShares } from "./metricsText.ts";

export function LayerSection({ metrics }: { readonly metrics: Metrics }) {
  const shares = layerShares(metrics);
  const shared = layerNote(metrics);
  if (shares.length === 0) {
    return (
      <ChartSection
        title={t("CPU time by layer")}
        chart={<p className="empty">{t("No cycle has been simulated yet: press Play.")}</p>}
      />
    );
  }
  return (
    <ChartSection
      title={t("CPU time by layer")}
      term="layer"
      note={t("from cycle {cycle}", { cycle: metrics.fromCycle })}
      lead={shared === undefined ? undefined : <p className="empty">{shared}</p>}
      chart={
        <>
          <StackedBar label={t("CPU time by layer")} segments={shares} />
          <ul className="shares flex wrap t-12">
            {shares.map((share) => (
              <li key={share.key}>
                <i
                  className={share.tone === "hatch" ? "swatch hatch" : "swatch"}
                  data-layer={share.layer}
                  data-tone={share.tone}
                  aria-hidden="true"
                />
                <Share label={share.label} of={share.key} />
                <Amount of={formatPercent(share.share)} />
              </li>
            ))}
          </ul>
        </>
      }
      table={<LayerTable metrics={metrics} />}
      figure={{
        title: t("CPU time by layer"),
        unit: t("share of the cycles of all contexts"),
        drawing: { kind: "shares", segments: shares },
        data: {
          columns: ["layer", "cycles", "share"],
          rows: shares.map(({ key, cycles, share }) => [key, cycles, share]),
        },
      }}
    />
  );
}

const SHARE_TERMS: Readonly<Record<string, TermId>> = {
  "driver-isr": "driver-isr",
  protocol: "protocol",
  entry: "entry-sequence",
  saving: "save-restore",
  stall: "stall",
  idle: "idle",
};

function Share({ label, of }: { readonly label: string; readonly of: string }) {
  const term = SHARE_TERMS[of];
  return term === undefined ? label : <Term id={term}>{label}</Term>;
}

function LayerTable({ metrics }: { readonly metrics: Metrics }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t("layer")}</th>
          <th scope="col">{t("cycles")}</th>
          <th scope="col">{t("of these stalled")}</th>
        </tr>
      </thead>
      <tbody>
        {layerRows(metrics)
          .filter(({ layer, cycles }) => layer !== "idle" && cycles > 0)
          .map(({ key, layer, cycles, stallCycles }) => (
            <tr key={key}>
              <th scope="row">{LAYER_TEXT[layer]}</th>
              <td className="mono">{formatInteger(cycles)}</td>
              <td className="mono">{formatInteger(stallCycles)}</td>
            </tr>
          ))}
        {metrics.readyCycles === 0 ? null : (
          <tr>
            <th scope="row">{t("not chosen")}</th>
            <td className="mono">{formatInteger(metrics.readyCycles)}</td>
            <td />
          </tr>
        )}
        <tr>
          <th scope="row">{t("idle")}</th>
          <td className="mono">{formatInteger(metrics.idleCycles)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
