import { droppedOf } from "../../../lib/metrics/dropped.ts";
import type { DirectionMetrics } from "../../../lib/metrics/metrics.ts";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { ChartSection, EmptySection } from "../../ui/charts/ChartSection.tsx";
import { StackedBar } from "../../ui/charts/StackedBar.tsx";
import type { DataTable } from "../../ui/dataCsv.ts";
import {
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSi,
  type Quantity,
  quantityText,
} from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { type FlowRow, flowRows, flowSegments } from "./metricsText.ts";

interface FlowSectionProps {
  readonly title: string;
  readonly direction: DirectionMetrics;
  /** Trans where no frame has been offered. */
  readonly empty: string;
  /** In which these frames were counted. */
  readonly cycles: number;
  readonly clockHertz: number;
}

export function FlowSection({ title, direction, empty, cycles, clockHertz }: FlowSectionProps) {
  const rows = flowRows(direction, cycles, clockHertz);
  const delivered = rows.find((row) => row.key === "delivered");
  const lost = droppedOf(direction);
  if (direction.offered === 0) return <EmptySection title={title} text={empty} />;
  return (
    <ChartSection
      title={title}
      term="drop"
      note={t("over {cycle}", { cycle: quantityText(formatSeconds(cycles / clockHertz)) })}
      chart={
        <>
          <dl className="figures figures--two grid">
            <div className={lost > 0 ? "loss" : undefined}>
              <dt className="small">{t("lost")}</dt>
              <dd>
                <Amount of={{ value: formatInteger(lost), unit: plural(lost, "packet") }} />
              </dd>
            </div>
            <div>
              <dt className="small">{t("delivered")}</dt>
              <dd>
                <Amount of={formatSi(delivered?.bitPerSecond ?? Number.NaN, "b/s", 4)} />
              </dd>
            </div>
          </dl>
          <StackedBar label={title} segments={flowSegments(direction)} />
          <RateTable rows={rows} />
        </>
      }
      table={<CountTable rows={rows} />}
      figure={{
        title,
        unit: t("share of the packets offered"),
        drawing: { kind: "shares", segments: flowSegments(direction) },
        data: flowData(rows),
      }}
    />
  );
}

function flowData(rows: readonly FlowRow[]): DataTable {
  return {
    columns: ["frames", "count", "frames_per_second", "bits_per_second", "share"],
    rows: rows.map((row) => [row.key, row.frames, row.framesPerSecond, row.bitPerSecond, row.share]),
  };
}

function rateOf(row: FlowRow): Quantity {
  return row.framesPerSecond === undefined
    ? { value: formatInteger(row.frames), unit: plural(row.frames, "packet") }
    : formatSi(row.framesPerSecond, t("packet/s"));
}

function RateTable({ rows }: { readonly rows: readonly FlowRow[] }) {
  return (
    <table className="table">
      <tbody>
        {rows
          .filter((row) => row.key !== "in-flight" || row.frames > 0)
          .map((row) => (
            <tr key={row.key} className={row.loss ? "loss" : undefined}>
              <th scope="row">{row.label}</th>
              <td>
                <Amount of={rateOf(row)} />
              </td>
              <td className="table__share">
                {row.share === undefined ? null : <Amount of={formatPercent(row.share)} />}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function CountTable({ rows }: { readonly rows: readonly FlowRow[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t("packets")}</th>
          <th scope="col">{t("count")}</th>
          <th scope="col">{t("rate")}</th>
          <th scope="col">{t("share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={row.loss ? "loss" : undefined}>
            <th scope="row">{row.label}</th>
            <td className="mono">{formatInteger(row.frames)}</td>
            <td>
              {row.framesPerSecond === undefined ? null : <Amount of={formatSi(row.framesPerSecond, "/s")} />}
            </td>
            <td className="mono">{row.share === undefined ? "" : quantityText(formatPercent(row.share))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
