import type { PointValues } from "../../lib/study/plan.ts";
import type { SearchResult, Tried } from "../../lib/study/search.ts";
import { isSamePoint } from "../../lib/study/views.ts";
import type { StudySearch } from "../../scenarios/study/study.ts";
import { t } from "../text/t.ts";
import { fieldText, type MetricLabel, measuredText } from "./labels.ts";

interface SearchAnswerProps {
  readonly search: StudySearch;
  readonly results: readonly SearchResult[];
  /** Of what the search is about; undefined: a column. */
  readonly metric: MetricLabel | undefined;
  readonly chosen: PointValues | undefined;
  readonly onChoose: (point: PointValues) => void;
}

/** What the searches of the study have found: a line each. */
export function SearchAnswer({ search, results, metric, chosen, onChoose }: SearchAnswerProps) {
  const cases = Object.keys(results[0]?.of.values ?? {});
  const what = metric?.label ?? metric?.text ?? search.of;
  return (
    <section className="sweep-answer" aria-label={t("Answer")}>
      <h3>
        {search.goal === "minimize" ? t("Least {what}", { what }) : t("Greatest {what}", { what })}
        {search.subjectTo.map((condition) => (
          <code key={condition}>{condition}</code>
        ))}
      </h3>
      <ul>
        {results.map((result) => {
          const { best } = result;
          const columns = [...cases, ...search.over];
          return (
            <li key={JSON.stringify(result.of.values)}>
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
                  {measuredText(best.value)} {metric.unit}
                </span>
              )}
              <span className="sweep-answer__note">{noteOf(search, result)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
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
  if (best !== undefined) return counted;
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
