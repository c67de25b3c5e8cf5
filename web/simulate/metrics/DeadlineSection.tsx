import { deadlinesOf, type KeptDeadline } from "../../../lib/metrics/deadlines.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { DEADLINE } from "../../../lib/metrics/registry/deadline.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useActions } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { MissList } from "../../why/MissList.tsx";
import { MetricColumns } from "./MetricColumns.tsx";
import { columnsOf } from "./metricRows.ts";
import { countedCycles } from "./metricsText.ts";

/** How lines and threads with a deadline kept it; a press leads to where the first miss and the longest time began. */
export function DeadlineSection({
  metrics,
  scenario,
}: {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}) {
  return (
    <MetricColumns
      title={t("Deadlines")}
      note={t("cycles, from cycle {cycle}", { cycle: metrics.fromCycle })}
      subject={t("of")}
      columns={columnsOf(DEADLINE, scenario.machine, countedCycles(metrics), []).filter(
        ({ key }) => key !== "count",
      )}
      rows={deadlinesOf(scenario, metrics.marks, metrics.toldApart)
        .filter(({ deadlineCycles }) => deadlineCycles > 0)
        .map((one) => ({
          key: `${one.of} ${one.name}`,
          name:
            one.of === "line"
              ? t("line {name}", { name: one.name })
              : t("response of {name}", { name: one.name }),
          values: { ...one, misses: one.missed },
          below: <Begins deadline={one} />,
        }))}
      foot={<MissList scenario={scenario} warmUpCycles={metrics.fromCycle} />}
    />
  );
}

function Begins({ deadline: { firstMissedFrom, longestFrom } }: { readonly deadline: KeptDeadline }) {
  const { seek } = useActions();
  const places = [
    [t("first miss"), firstMissedFrom],
    [t("longest"), firstMissedFrom === undefined ? undefined : longestFrom],
  ] as const;
  return places.map(([name, cycle]) =>
    cycle === undefined ? null : (
      <div key={name}>
        <button type="button" className="btn btn--small" onClick={() => seek(cycle)}>
          {name}: {formatInteger(cycle)}
        </button>
      </div>
    ),
  );
}
