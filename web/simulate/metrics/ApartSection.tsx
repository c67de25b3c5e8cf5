import { together } from "../../../lib/metrics/distributions.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { APART_IN_PANEL, LATENCY, latencyShown } from "../../../lib/metrics/registry/latency.ts";
import { type ToldApart, toldApart, worthTelling } from "../../../lib/metrics/toldApart.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { MetricColumns } from "./MetricColumns.tsx";
import { columnsOf } from "./metricRows.ts";
import { countedCycles } from "./metricsText.ts";

function nameText({ by, name, direction }: ToldApart): string {
  switch (by) {
    case "line":
      return t("line {name}", { name });
    case "priority":
      return t("lines of priority {name}", { name });
    case "nic":
      return direction === "receive" ? t("{name}, received", { name }) : t("{name}, sent", { name });
    case "traffic":
      return t("traffic {name}", { name: String(Number(name) + 1) });
    case "thread":
      return t("response of {name}", { name });
    case "timer":
      return t("timer interrupt of {name}", { name });
    case "software":
      return t("software interrupt of {name}", { name });
    case "request":
      return t("{name}, requests answered", { name });
  }
}

/** Latencies of lines, priorities, cards and traffic where there are several, and the responses of threads. */
export function ApartSection({
  metrics,
  scenario,
}: {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}) {
  const found = toldApart(scenario)
    .map((apart) => ({
      by: apart.by,
      apart,
      distribution: together(apart.indices.flatMap((index) => metrics.toldApart[apart.kind][index] ?? [])),
    }))
    .filter(({ distribution }) => distribution.count > 0);
  return (
    <MetricColumns
      title={t("Latencies apart")}
      note={t("cycles, from cycle {cycle}", { cycle: metrics.fromCycle })}
      subject={t("of")}
      columns={columnsOf(LATENCY, scenario.machine, countedCycles(metrics), []).filter(({ key }) =>
        APART_IN_PANEL.has(key),
      )}
      rows={worthTelling(found).map(({ apart, distribution }) => ({
        key: `${apart.by} ${apart.name} ${apart.direction ?? ""}`,
        name: nameText(apart),
        values: Object.fromEntries(
          Object.keys(LATENCY).map((key) => [key, Math.round(latencyShown(distribution, key))]),
        ),
      }))}
    />
  );
}
