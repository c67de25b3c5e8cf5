import { useEffect, useRef, useState } from "react";
import type { PairedDifference } from "../../lib/metrics/paired.ts";
import { runOfRow } from "../../lib/study/greatestRun.ts";
import type { PointValues } from "../../lib/study/plan.ts";
import { type Rules, withoutColumn } from "../../lib/study/replicates.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import {
  differenceOf,
  type MetricSummary,
  type PointDifference,
  type PointSummary,
} from "../../lib/study/summary.ts";
import { isSamePoint } from "../../lib/study/views.ts";
import { columnName } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { reachApart } from "../engine/reacher.ts";
import { t } from "../text/t.ts";
import { formatSignificant } from "../ui/format.ts";
import { useMedia } from "../ui/useMedia.ts";
import type { BasePoints } from "./basePoints.ts";
import { measuredText, metricLabel, type StudyWords, seriesName } from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";

export interface PointChoice {
  readonly chosen: PointValues | undefined;
  /** The point with which the selected one is compared. */
  readonly beside: PointValues | undefined;
  readonly choose: (point: PointValues, isBeside: boolean) => void;
  /** The unchanged scenario, if the point is equal to it. In a study of a paper, the paper's point. */
  readonly baseOf: BasePoints["of"];
}

interface PointPanelProps {
  readonly choice: PointChoice;
  readonly points: readonly PointSummary[];
  readonly metrics: readonly string[];
  readonly rules: Rules;
  readonly rows: readonly StudyRow[];
  /** Omits the columns that have only one value. */
  readonly columns: readonly string[];
  readonly words: StudyWords;
  /** The next selected point is compared with this one. */
  readonly isSecondNext: boolean;
  readonly onSecondNext: (isNext: boolean) => void;
  readonly onOpen: (point: PointValues) => void;
  /** `cycle` is set if one is known. */
  readonly onOpenRun: (run: Scenario, cycle: number | undefined) => void;
  readonly loaded: LoadedStudy;
  readonly onCompare: (a: PointValues, b: PointValues) => void;
}

/** A device with a mouse usually has a keyboard. */
const POINTER = "(hover:hover)";

/** Shows the chosen point with its numbers. If a second point is chosen, also shows their differences for each seed. */
export function PointPanel({
  choice,
  points,
  metrics,
  rules,
  rows,
  columns,
  words,
  isSecondNext,
  onSecondNext,
  onOpen,
  onOpenRun,
  loaded,
  onCompare,
}: PointPanelProps) {
  const { chosen, beside } = choice;
  const hasKeys = useMedia(POINTER);
  const point = points.find((one) => isSamePoint(one.point, chosen));
  if (point === undefined || chosen === undefined)
    return (
      <p className="sweep-point row wrap ink-2 ground">
        {t("Click a number or a point to open it in the simulator or to compare it with another.")}
      </p>
    );
  const base = choice.baseOf(chosen);
  const rowsOf = (values: PointValues) =>
    rows.filter((row) => isSamePoint(withoutColumn(row.point, rules.windows), values));
  const difference = beside && differenceOf(rowsOf(beside), rowsOf(chosen), rules);
  return (
    <section className="sweep-point row wrap ground" aria-label={t("Chosen point")}>
      <div className="sweep-point__name">
        <h3>{t("Chosen point")}</h3>
        <p>
          {columns.map((column) => seriesName(column, [chosen[column] ?? null], words)).join(" · ")}
          {base === undefined ? "" : ` · ${base.meaning}`}
        </p>
        {beside === undefined ? null : (
          <p>
            {t("beside {point}", {
              point: columns.map((column) => seriesName(column, [beside[column] ?? null], words)).join(" · "),
            })}
          </p>
        )}
      </div>
      <dl className="sweep-point__values flex wrap flush">
        {metrics.map((name) => {
          const [measured, { text, unit, label }] = [point.metrics[name], metricLabel(name, words)];
          if (measured === undefined) return null;
          return (
            <div key={name}>
              <dt title={text}>{label ?? text}</dt>
              <dd>
                {measuredText(measured)} <span className="unit">{unit}</span>
                {rules.maximumOf(name) !== undefined && measured.greatest !== undefined ? (
                  <GreatestButton
                    key={`${name} ${measured.greatest.row.seed}`}
                    of={measured.greatest}
                    name={name}
                    loaded={loaded}
                    onOpen={onOpenRun}
                  />
                ) : null}
                {difference === undefined ? null : (
                  <Difference of={difference} name={name} areWindows={rules.windows !== undefined} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <div className="row wrap gap-2">
        <button type="button" className="btn btn--primary" onClick={() => onOpen(chosen)}>
          {t("Open in the simulator")}
        </button>
        {beside === undefined ? null : <CompareBoth onPress={() => onCompare(beside, chosen)} />}
        <button
          type="button"
          className="btn"
          aria-pressed={isSecondNext}
          title={hasKeys ? t("The same: press another point with Shift") : undefined}
          onClick={() => onSecondNext(!isSecondNext)}
        >
          {t("Compare with another point")}
        </button>
        <SecondNote isNext={isSecondNext} />
      </div>
    </section>
  );
}

const CompareBoth = ({ onPress }: { readonly onPress: () => void }) => (
  <button type="button" className="btn" onClick={onPress}>
    {t("Compare both")}
  </button>
);

const SecondNote = ({ isNext }: { readonly isNext: boolean }) => (
  <span role="status">{isNext ? t("Now choose the other point in a picture.") : ""}</span>
);

interface DifferenceProps {
  readonly of: PointDifference<PairedDifference>;
  readonly name: string;
  readonly areWindows: boolean;
}

function Difference({ of, name, areWindows }: DifferenceProps) {
  const paired = of.metrics[name];
  if (paired === undefined || paired.pairs === 0) return null;
  const sign = paired.difference > 0 ? "+" : "";
  const half = Number.isFinite(paired.halfWidth) ? ` ± ${formatSignificant(paired.halfWidth, 2)}` : "";
  return (
    <span className="sweep-point__difference block t-12 ink-2 w-500" data-verdict={paired.verdict}>
      {`${sign}${formatSignificant(paired.difference)}${half}`}{" "}
      <span className="ink-3">
        {areWindows
          ? t("{same} of {pairs} windows", { same: paired.sameSign, pairs: paired.pairs })
          : t("{same} of {pairs} seeds", { same: paired.sameSign, pairs: paired.pairs })}
      </span>
    </span>
  );
}

/** The greatest value of a point with its seed: a press opens that run where it is reached. */
interface GreatestButtonProps {
  readonly of: NonNullable<MetricSummary["greatest"]>;
  /** Name of the metric. */
  readonly name: string;
  readonly loaded: LoadedStudy;
  readonly onOpen: (scenario: Scenario, cycle: number | undefined) => void;
}

function GreatestButton({ of: { value, row }, name, loaded, onOpen }: GreatestButtonProps) {
  const [isSought, setSought] = useState(false);
  const looking = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => looking.current?.abort(), []);
  const column = loaded.plan.metrics.find((one) => columnName(one) === name);
  const run = runOfRow(loaded.plan, row);
  const text = t("greatest {value} with seed {seed}", {
    value: formatSignificant(value),
    seed: String(row.seed),
  });
  if (column === undefined || run === undefined) return <span className="ink-3">{text}</span>;
  const press = async () => {
    const look = new AbortController();
    const { signal } = look;
    looking.current = look;
    setSought(true);
    const { scenario } = run;
    const { warmUpCycles } = loaded.study;
    const reach = { scenario, warmUpCycles, column, value };
    const cycle = await reachApart(reach, signal).catch(() => undefined);
    if (signal.aborted) return;
    setSought(false);
    onOpen(scenario, cycle);
  };
  return (
    <button
      type="button"
      className="btn"
      aria-busy={isSought}
      disabled={isSought}
      title={t("Opens this run in the cycle in which it is reached")}
      onClick={() => void press()}
    >
      {text}
    </button>
  );
}
