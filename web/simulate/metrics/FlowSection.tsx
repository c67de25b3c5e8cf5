import type { DirectionMetrics } from "../../../lib/metrics/metrics.ts";
import { amountOf, type ShownInPanel } from "../../../lib/metrics/registry/entry.ts";
import { dropShown, FRAMES_SHOWN } from "../../../lib/metrics/registry/framesShown.ts";
import type { Machine } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { ChartSection, EmptySection } from "../../ui/charts/ChartSection.tsx";
import { type Segment, StackedBar } from "../../ui/charts/StackedBar.tsx";
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

interface FlowSectionProps {
  readonly title: string;
  readonly direction: DirectionMetrics;
  /** Shown if no frame has been offered. */
  readonly empty: string;
  /** Number of cycles in which these frames were counted. */
  readonly cycles: number;
  readonly machine: Machine;
}

export function FlowSection({ title, direction, empty, cycles, machine }: FlowSectionProps) {
  const rows = flowRows(direction, cycles, machine);
  const segments = flowSegments(direction);
  const { lost } = direction;
  if (direction.offered === 0) return <EmptySection title={title} text={empty} />;
  return (
    <ChartSection
      title={title}
      term="drop"
      note={t("over {cycle}", { cycle: quantityText(formatSeconds(cycles / machine.clockHertz)) })}
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
                <Amount of={formatSi(direction.rate, "b/s", 4)} />
              </dd>
            </div>
          </dl>
          <StackedBar label={title} segments={segments} />
          <RateTable rows={rows} />
        </>
      }
      table={<CountTable rows={rows} />}
      figure={{
        title,
        unit: t("share of the packets offered"),
        drawing: { kind: "shares", segments: segments },
        data: flowData(rows),
      }}
    />
  );
}

interface FlowRow {
  readonly key: string;
  readonly label: string;
  readonly frames: number;
  /** Undefined for a number of frames at one moment, which is not a flow. */
  readonly framesPerSecond: number | undefined;
  readonly bitPerSecond: number | undefined;
  /** Share of the frames that were offered. */
  readonly share: number | undefined;
  readonly isLoss: boolean;
}

interface FlowAmount extends ReturnType<typeof amountOf> {
  readonly key: string;
  readonly label: string;
  readonly shown: ShownInPanel;
  readonly share: number | undefined;
}

/** The fate of the frames of one direction: each entry that the panel shows, with its share. */
function flowAmounts(direction: DirectionMetrics): readonly FlowAmount[] {
  const byCause = direction.dropped.map(({ cause, count }) => [cause, count]);
  const values = { ...direction, ...Object.fromEntries(byCause) };
  const drops = direction.dropped.map(({ cause }) => [cause, dropShown(cause)] as const);
  return [...Object.entries(FRAMES_SHOWN), ...drops].map(([key, shown]) => {
    const { label } = shown;
    const amount = amountOf({ key, shown, label }, values, Number.NaN);
    return {
      ...amount,
      key: key === "inFlight" ? "in-flight" : key,
      label: t(label),
      shown,
      share: amount.of ? amount.value / amount.of : undefined,
    };
  });
}

/** `cycles` is the time in which the frames were counted. */
export function flowRows(
  direction: DirectionMetrics,
  cycles: number,
  { clockHertz }: Pick<Machine, "clockHertz">,
): readonly FlowRow[] {
  const perSecond = cycles === 0 ? Number.NaN : clockHertz / cycles;
  return flowAmounts(direction)
    .filter(({ shown, isShown }) => shown.bar !== "loss" && isShown)
    .map(({ key, label, value, share, shown: { isLevel, isLoss = false } }) => ({
      key,
      label: isLoss ? `✕ ${label}` : label,
      frames: value,
      framesPerSecond: isLevel ? undefined : value * perSecond,
      bitPerSecond: key === "delivered" ? direction.rate : undefined,
      share,
      isLoss,
    }));
}

/** The same as sections of one bar. All losses together are one section. */
export function flowSegments(direction: DirectionMetrics): readonly Segment[] {
  return flowAmounts(direction).flatMap(({ key, label, share, shown: { bar } }): readonly Segment[] =>
    bar === undefined || share === undefined
      ? []
      : [{ key, label, share, tone: bar === "plain" ? undefined : bar }],
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
          .filter((row) => row.framesPerSecond !== undefined || row.frames > 0)
          .map((row) => (
            <tr key={row.key} className={row.isLoss ? "loss" : undefined}>
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
          <tr key={row.key} className={row.isLoss ? "loss" : undefined}>
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
