import type { PointValues } from "../../lib/study/plan.ts";
import type { SearchResult, Tried } from "../../lib/study/search.ts";
import { isSamePoint } from "../../lib/study/views.ts";
import type { StudySearch } from "../../scenarios/study/study.ts";
import { t } from "../text/t.ts";
import { formatSignificant } from "../ui/format.ts";
import { fieldText, type MetricLabel, measuredText } from "./labels.ts";

interface SearchAnswerProps {
  readonly search: StudySearch;
  readonly results: readonly SearchResult[];
  /** The metric of the search. Undefined if the search is about a column. */
  readonly metric: MetricLabel | undefined;
  readonly chosen: PointValues | undefined;
  readonly onChoose: (point: PointValues) => void;
}

/** Results of the searches of the study, one line each. */
export function SearchAnswer({ search, results, metric, chosen, onChoose }: SearchAnswerProps) {
  const cases = Object.keys(results[0]?.of.values ?? {});
  const what = metric?.label ?? metric?.text ?? search.of;
  return (
    <section className="sweep-answer grid gap-2 surface hair r-2 pad-3-4" aria-label={t("Answer")}>
      <h3 className="line wrap t-15">
        {search.goal === "minimize" ? t("Least {what}", { what }) : t("Greatest {what}", { what })}
        {search.subjectTo.map((condition) => (
          <code className="t-12 ink-2 w-400 anywhere" key={condition}>
            {condition}
          </code>
        ))}
      </h3>
      <ul>
        {results.map((result) => {
          const { best } = result;
          const columns = [...cases, ...search.over];
          return (
            <li className="row wrap no-marks" key={JSON.stringify(result.of.values)}>
              {best === undefined ? (
                <span>{cases.map((column) => named(column, result.of.values)).join(" · ")}</span>
              ) : (
                <button
                  type="button"
                  className="btn btn--small"
                  aria-pressed={isSamePoint(best.point.values, chosen)}
                  onClick={() => onChoose(best.point.values)}
                >
                  {columns.map((column) => named(column, best.point.values)).join(" · ")}
                </button>
              )}
              {best === undefined || metric === undefined ? null : (
                <span>
                  {goalText(best)} {metric.unit}
                </span>
              )}
              <span className="note">{noteOf(search, result)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** If the greatest value decides, the mean is shown beside it. */
function goalText({ goal, measured }: Tried): string {
  if (measured === undefined) return "";
  const mean = measuredText(measured);
  if (measured.mean === goal) return mean;
  return t("{value} with seed {seed}, mean {mean}", {
    value: formatSignificant(goal),
    seed: String(measured.greatest?.row.seed ?? "–"),
    mean,
  });
}

/** Number of seeds for which the conditions hold at the best point. */
function heldText(best: Tried): string {
  const [first] = best.conditions;
  return first === undefined
    ? ""
    : t("with {count} of {all} seeds: at least {share} % of all (95 %)", {
        count: first.seeds,
        all: first.of,
        share: Math.floor(100 * first.share.low),
      });
}

const named = (column: string, values: PointValues) => `${column} ${fieldText(values[column] ?? null)}`;

function noteOf({ maximumPoints }: StudySearch, result: SearchResult): string {
  const { best, tried, isSettled, contradictions } = result;
  const counted = t("{count} points were run", { count: tried.length });
  if (contradictions.length > 0)
    return t("The conditions do not hold from one value on: look at {point}", {
      point: textOf(contradictions[0]?.values ?? {}),
    });
  if (!isSettled) return t("Not settled with {count} points", { count: maximumPoints });
  if (best !== undefined) {
    const held = heldText(best);
    return held === "" ? counted : `${counted} · ${held}`;
  }
  const near = nearestOf(tried);
  const condition = near?.broken[0];
  return near === undefined || condition === undefined
    ? t("No point holds.")
    : t("No point holds; at {point} not {condition}", { point: textOf(near.point.values), condition });
}

const textOf = (values: PointValues) =>
  Object.keys(values)
    .map((column) => named(column, values))
    .join(" · ");

function nearestOf(tried: readonly Tried[]): Tried | undefined {
  return tried.toSorted((a, b) => a.failing - b.failing)[0];
}
