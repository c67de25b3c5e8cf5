import { useStore } from "zustand";
import {
  type ComparedGroup,
  type ComparedRow,
  type PartChange,
  partChanges,
} from "../../lib/metrics/compare.ts";
import { LagNote } from "../simulate/LagNote.tsx";
import { layerShares } from "../simulate/metrics/metricsText.ts";
import { SessionContext } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { StackedBar } from "../ui/charts/StackedBar.tsx";
import { meanText } from "../ui/charts/Waterfall.tsx";
import { partStyle } from "../ui/latencyParts.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Fold } from "./Fold.tsx";
import { Letter } from "./Letter.tsx";
import { SeedsSection } from "./SeedsSection.tsx";
import { Tiles } from "./Tiles.tsx";
import { type Compared, useCompared } from "./useCompared.ts";
import { changeText, comparedText, ratioText } from "./valueText.ts";

interface ComparePanelProps {
  readonly a: Session;
  readonly b: Session;
}

/** The differences in numbers. */
export function ComparePanel({ a, b }: ComparePanelProps) {
  const compared = useCompared(a, b);
  const warmUpCycles = useStore(a.store, (state) => state.warmUpCycles);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <aside className="compare__panel low scroll" aria-label={t("Differences")} tabIndex={0}>
      {([a, b] as const).map((session, index) => (
        <SessionContext key={index === 0 ? "A" : "B"} value={session}>
          <LagNote of="metrics">
            <Letter of={index === 0 ? "A" : "B"} />{" "}
          </LagNote>
        </SessionContext>
      ))}
      {warmUpCycles === 0 ? null : (
        <p className="compare__note note">
          {t("All numbers here are from cycle 0: the warm-up of Simulate is not left out of them.")}
        </p>
      )}
      {compared === undefined ? <NumbersToCome /> : <Numbers compared={compared} />}
      <SeedsSection a={a} b={b} />
    </aside>
  );
}

function Numbers({ compared }: { readonly compared: Compared }) {
  const groups = [...new Set(compared.rows.map(({ group }) => group))];
  return (
    <>
      <Tiles compared={compared} />
      {groups.map((group) => (
        <DifferenceTable
          key={group}
          group={group}
          rows={compared.rows.filter((row) => row.group === group)}
        />
      ))}
      <LatencyChange compared={compared} />
      <Layers compared={compared} />
    </>
  );
}

interface DifferenceTableProps {
  readonly group: ComparedGroup;
  readonly rows: readonly ComparedRow[];
}

function DifferenceTable({ group, rows }: DifferenceTableProps) {
  const inCycles = rows.every(({ unit }) => unit === "cycle");
  return (
    <Fold id={group} title={t(group)} note={inCycles ? t("cycles") : undefined}>
      <table className="table compared">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t("metric")}</span>
            </th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">B − A</th>
            <th scope="col">B / A</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </Fold>
  );
}

function Row({ row }: { readonly row: ComparedRow }) {
  const { label, unit, a, b, difference, ratio, isLoss } = row;
  const isLost = isLoss && (a > 0 || b > 0);
  const loss = (is: boolean) => (isLoss && is ? " loss" : "");
  return (
    <tr data-same={difference === 0 || undefined}>
      <th scope="row" className={loss(isLost)}>
        {isLost ? "✕ " : ""}
        {t(label)}
      </th>
      <td className={`mono${loss(a > 0)}`}>{comparedText(a, unit)}</td>
      <td className={`mono${loss(b > 0)}`}>{comparedText(b, unit)}</td>
      <td className={`mono w-600 compared__change${loss(difference > 0)}`}>
        {difference === 0 ? t("same") : changeText(difference, unit)}
      </td>
      <td className={`mono w-600 compared__change${loss(difference > 0)}`}>{ratioText(ratio)}</td>
    </tr>
  );
}

function Layers({ compared }: { readonly compared: Compared }) {
  return (
    <Fold id="layers" title={t("CPU time by layer")} note={t("from cycle 0")}>
      {(["A", "B"] as const).map((letter) => (
        <div key={letter} className="compared__layers row gap-2 below-2">
          <Letter of={letter} />
          <StackedBar
            label={`${t("CPU time by layer")}, ${letter}`}
            segments={layerShares(letter === "A" ? compared.a : compared.b)}
          />
        </div>
      ))}
    </Fold>
  );
}

function NumbersToCome() {
  return (
    <section className="section" aria-busy="true" aria-label={t("Differences")}>
      <Skeleton />
    </section>
  );
}

/** Explains the difference in latency part by part, from A's mean to B's. */
function LatencyChange({ compared }: { readonly compared: Compared }) {
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
              <span className="mono waterfall__value">
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

/** Bars on one scale from one mean to the other, one for each part that changes. */
interface ChangeBar {
  /** "A" and "B" for the wholes, else the part. */
  readonly key: string;
  /** The mean for a whole, the change for a part. */
  readonly value: number;
  /** Left end and width, as shares of the scale. */
  readonly start: number;
  readonly width: number;
}

function changeBars(meanA: number, meanB: number, changes: readonly PartChange[]): readonly ChangeBar[] {
  const reached = [meanA];
  for (const { difference } of changes) reached.push((reached.at(-1) ?? 0) + difference);
  const scale = Math.max(1e-9, meanA, meanB, ...reached);
  const bar = (key: string, value: number, from: number, to: number): ChangeBar => ({
    key,
    value,
    start: Math.max(0, Math.min(from, to)) / scale,
    width: Math.abs(to - from) / scale,
  });
  return [
    bar("A", meanA, 0, meanA),
    ...changes.map(({ part, difference }, index) => {
      const from = reached[index] ?? 0;
      return bar(part, difference, from, from + difference);
    }),
    bar("B", meanB, 0, meanB),
  ];
}
