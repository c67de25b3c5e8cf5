import { useStore } from "zustand";
import type { ComparedGroup, ComparedRow } from "../../lib/metrics/compare.ts";
import { LagNote } from "../simulate/LagNote.tsx";
import { layerShares } from "../simulate/metrics/metricsText.ts";
import { SessionContext } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { StackedBar } from "../ui/charts/StackedBar.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Fold } from "./Fold.tsx";
import { LatencyChange } from "./LatencyChange.tsx";
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
      <td className={`mono compared__change${loss(difference > 0)}`}>
        {difference === 0 ? t("same") : changeText(difference, unit)}
      </td>
      <td className={`mono compared__change${loss(difference > 0)}`}>{ratioText(ratio)}</td>
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
