import { useState } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { formatInteger } from "../../base/format.ts";
import { ChartSection } from "../../charts/ChartSection.tsx";
import { Histogram, HistogramTable } from "../../charts/Histogram.tsx";
import { Waterfall, WaterfallTable } from "../../charts/Waterfall.tsx";
import { type LatencySubject, latencyViews } from "./metricsText.ts";

export function LatencySection({ metrics }: { readonly metrics: Metrics }) {
  const [subject, setSubject] = useState<LatencySubject>("interrupt");
  const views = latencyViews(metrics);
  const view = views.find((one) => one.subject === subject) ?? views[0];
  if (view === undefined) return null;
  const { distribution } = view;
  const empty = distribution.count === 0;
  const choice =
    views.length < 2 ? null : (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
      <div className="seg latency__choice" role="group" aria-label="Latency of">
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
  return (
    <>
      <ChartSection
        title={view.title}
        note={
          <>
            cycles, n = <span className="mono">{formatInteger(distribution.count)}</span>
          </>
        }
        lead={
          <>
            {choice}
            {empty ? null : (
              <dl className="figures">
                <Figure label="p50" value={distribution.p50} />
                <Figure label="p99" value={distribution.p99} />
                <Figure label="max" value={distribution.maximum} />
              </dl>
            )}
          </>
        }
        chart={
          empty ? (
            <p className="empty">{view.empty}</p>
          ) : (
            <Histogram distribution={distribution} label={view.title} />
          )
        }
        table={empty ? undefined : <HistogramTable distribution={distribution} />}
      />
      <ChartSection
        title="Where the latency went"
        note="mean cycles"
        chart={empty ? <p className="empty">{view.empty}</p> : <Waterfall parts={view.parts} />}
        table={empty ? undefined : <WaterfallTable parts={view.parts} />}
      />
    </>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatInteger(value)}</dd>
    </div>
  );
}
