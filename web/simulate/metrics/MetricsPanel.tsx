import { Suspense } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { DEFAULT_SCENARIO_ID } from "../../../scenarios/default.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useApp, useCounted, useMetrics } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { EmptySection } from "../../ui/charts/ChartSection.tsx";
import { formatInteger } from "../../ui/format.ts";
import { firstInput } from "../../ui/idle.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { LagNote } from "../LagNote.tsx";
import { CountedFrom } from "./CountedFrom.tsx";
import { type FigureRow, FigureTable } from "./FigureTable.tsx";
import { FlowSection } from "./FlowSection.tsx";
import { LatencySection } from "./LatencySection.tsx";
import { LayerSection } from "./LayerSection.tsx";
import { MemorySection } from "./MemorySection.tsx";
import { counterRows } from "./metricRows.ts";
import { countedCycles, emptyTexts } from "./metricsText.ts";
import { ThreadSection, ThreadTable } from "./ThreadSection.tsx";

/** Of the scenario that the page opens there is nothing to find (tests/metrics/findings.test.ts), so this need not come
 * with the first page. */
const FindingSection = lazyPart(() => import("./FindingSection.tsx"));

/** They stand below the edge of the screen. */
const MoreSections = lazyPart(async () => {
  await firstInput();
  return { default: (await import("./lateSections.ts")).MoreSections };
});

export function MetricsPanel() {
  const counted = useCounted();
  const scenario = useApp((state) => state.scenario);
  const warmUpCycles = useApp((state) => state.warmUpCycles);
  const failed = useApp((state) => state.loadError !== undefined);
  if (counted === undefined || scenario === undefined) return failed ? <NoMetrics /> : <MetricsSkeleton />;
  const { metrics } = counted;
  const hasBegun = metrics !== undefined && (metrics.cycle > metrics.fromCycle || metrics.fromCycle === 0);
  return (
    <>
      <h2 className="sr-only">{t("Metrics")}</h2>
      <LagNote of="metrics" />
      <CountedFrom isBusy={counted.warmUpCycles !== warmUpCycles} />
      {hasBegun ? (
        <Sections metrics={metrics} scenario={scenario} />
      ) : (
        <>
          <EmptySection
            title={t("Warm-up")}
            text={t("Counting has not begun: the warm-up lasts up to cycle {cycle}.", {
              cycle: counted.warmUpCycles,
            })}
          />
          <Suspense fallback={null}>
            <MoreSections metrics={undefined} scenario={scenario} />
          </Suspense>
        </>
      )}
    </>
  );
}

interface SectionsProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

function Sections({ metrics, scenario }: SectionsProps) {
  const whole = useMetrics();
  const isAsOpened = useApp(
    (state) => state.scenarioId === DEFAULT_SCENARIO_ID && state.scenario === state.original,
  );
  const { clockHertz } = scenario.machine;
  const { receive, send, cycle } = metrics;
  const cycles = countedCycles(metrics);
  const both = receive.offered > 0 && send.offered > 0;
  return (
    <>
      {isAsOpened ? null : (
        <Suspense fallback={null}>
          <FindingSection metrics={whole ?? metrics} scenario={scenario} />
        </Suspense>
      )}
      {receive.offered > 0 || (send.offered === 0 && scenario.machine.nics.length > 0) ? (
        <FlowSection
          title={both ? t("Received") : t("Throughput and drops")}
          direction={receive}
          empty={emptyTexts(scenario, cycle).frames}
          cycles={cycles}
          clockHertz={clockHertz}
        />
      ) : null}
      {send.offered > 0 ? (
        <FlowSection
          title={both ? t("Sent") : t("Throughput and drops")}
          direction={send}
          empty={emptyTexts(scenario, cycle).frames}
          cycles={cycles}
          clockHertz={clockHertz}
        />
      ) : null}
      <ThreadSection metrics={metrics} scenario={scenario} />
      <LatencySection metrics={metrics} scenario={scenario} />
      <LayerSection metrics={metrics} />
      {scenario.software.scheduler.policy === "none" ? (
        <ThreadTable metrics={metrics} scenario={scenario} />
      ) : null}
      <Suspense fallback={null}>
        <MoreSections metrics={metrics} scenario={scenario} />
      </Suspense>
      <MemorySection metrics={metrics} machine={scenario.machine} />
      <CounterSection metrics={metrics} scenario={scenario} />
    </>
  );
}

function CounterSection({ metrics, scenario }: { readonly metrics: Metrics; readonly scenario: Scenario }) {
  const rows: readonly FigureRow[] = [
    ...counterRows(metrics, scenario),
    { label: t("state hash"), value: metrics.stateHash, term: "state-hash" },
  ];
  return (
    <section className="section" aria-label={t("Counters")}>
      <div className="section__head">
        <h3>{t("Counters")}</h3>
        <span className="section__note">
          <Trans
            text="cycle {cycle}"
            gaps={{ cycle: <span className="mono">{formatInteger(metrics.cycle)}</span> }}
          />
        </span>
      </div>
      <FigureTable rows={rows} />
    </section>
  );
}

function NoMetrics() {
  return (
    <section className="section" aria-label={t("Metrics")}>
      <h2 className="sr-only">{t("Metrics")}</h2>
      <p className="empty">{t("No numbers: nothing runs. The machine's place says why, and what to do.")}</p>
    </section>
  );
}

function MetricsSkeleton() {
  return (
    <section className="section" aria-label={t("Metrics")} aria-busy="true">
      <h2 className="sr-only">{t("Metrics")}</h2>
      <div className="section__head">
        <h3>{t("Interrupt latency")}</h3>
        <span className="section__note">{t("cycles")}</span>
      </div>
      <Skeleton />
    </section>
  );
}
