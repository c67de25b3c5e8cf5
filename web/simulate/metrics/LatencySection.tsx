import { Suspense, useState } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { LATENCY, latencyShown } from "../../../lib/metrics/registry/latency.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useCell, useLive } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { ChartSection, EmptySection } from "../../ui/charts/ChartSection.tsx";
import { distributionData, partsData } from "../../ui/charts/figure.ts";
import { Histogram, HistogramTable } from "../../ui/charts/Histogram.tsx";
import { Waterfall, WaterfallTable } from "../../ui/charts/Waterfall.tsx";
import { formatInteger } from "../../ui/format.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Term } from "../../ui/Term.tsx";
import { columnsOf } from "./metricRows.ts";
import { countedCycles, type LatencySubject, latencyBefore, latencyViews } from "./metricsText.ts";

/** The histogram comes first. */
const Cumulative = lazyPart(() => import("../../ui/charts/Cumulative.tsx"));

interface LatencySectionProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

export function LatencySection({ metrics, scenario }: LatencySectionProps) {
  const [subject, setSubject] = useState<LatencySubject>("interrupt");
  const [cumulative, setCumulative] = useState(false);
  const was = useCell(useLive().before);
  const views = latencyViews(metrics, scenario);
  const view = views.find((one) => one.subject === subject) ?? views[0];
  if (view === undefined) return null;
  const { distribution } = view;
  const before = latencyBefore(was, view.subject, metrics);
  const empty = distribution.count === 0;
  const choice =
    views.length < 2 ? null : (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
      <div className="seg latency__choice" role="group" aria-label={t("Latency of")}>
        {views.map((one) => (
          <button
            key={one.subject}
            type="button"
            aria-pressed={one === view}
            onClick={() => setSubject(one.subject)}
          >
            {one.short}
          </button>
        ))}
      </div>
    );
  if (empty && views.length < 2) return <EmptySection title={view.title} text={view.empty} />;
  return (
    <>
      <ChartSection
        title={view.title}
        {...(view.subject === "interrupt" ? { term: "interrupt-latency" as const } : {})}
        note={
          <Trans
            text="cycles, n = {count}"
            gaps={{ count: <span className="mono">{formatInteger(distribution.count)}</span> }}
          />
        }
        lead={
          <>
            {choice}
            {empty ? null : (
              <dl className="figures grid">
                {columnsOf(LATENCY, scenario.machine, countedCycles(metrics), []).map(
                  ({ key, label, term }) => (
                    <div key={key}>
                      <dt className="small">{term === undefined ? label : <Term id={term}>{label}</Term>}</dt>
                      <dd>{formatInteger(Math.round(latencyShown(distribution, key)))}</dd>
                    </div>
                  ),
                )}
              </dl>
            )}
          </>
        }
        chart={
          empty ? (
            <p className="empty">{view.empty}</p>
          ) : (
            <>
              {cumulative ? (
                <Suspense>
                  <Cumulative distribution={distribution} label={view.title} />
                </Suspense>
              ) : (
                <Histogram distribution={distribution} before={before} label={view.title} />
              )}
              <label className="check gap-6px middle target t-12 ink-2">
                <input type="checkbox" checked={cumulative} onChange={() => setCumulative(!cumulative)} />
                {t("cumulative")}
              </label>
            </>
          )
        }
        figure={
          empty
            ? undefined
            : {
                title: view.title,
                unit: t("cycles, n = {count}", { count: formatInteger(distribution.count) }),
                drawing: { kind: cumulative ? "cumulative" : "histogram", distribution },
                data: distributionData(distribution),
              }
        }
        table={empty ? undefined : <HistogramTable distribution={distribution} />}
      />
      {empty ? null : (
        <ChartSection
          title={t("Where the latency went")}
          term="latency-parts"
          note={t("mean cycles")}
          chart={<Waterfall parts={view.parts} />}
          table={<WaterfallTable parts={view.parts} />}
          figure={{
            title: t("Where the latency went, {short}", { short: view.short }),
            unit: t("mean cycles"),
            drawing: { kind: "waterfall", parts: view.parts },
            data: partsData(view.parts),
          }}
        />
      )}
    </>
  );
}
