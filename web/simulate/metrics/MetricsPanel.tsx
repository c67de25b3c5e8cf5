import { Suspense, useState } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { DEFAULT_SCENARIO_ID } from "../../../scenarios/default.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useApp, useCounted, useMetrics } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { EmptySection } from "../../ui/charts/ChartSection.tsx";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { firstInput } from "../../ui/idle.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Term } from "../../ui/Term.tsx";
import { LagNote } from "../LagNote.tsx";
import { useQuiet } from "../quiet/useShownParts.ts";
import { CACHE_NAME } from "../stage/caches.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import { FlowSection } from "./FlowSection.tsx";
import { LatencySection } from "./LatencySection.tsx";
import { LayerSection } from "./LayerSection.tsx";
import { counterRows, type FigureRow, memoryRows } from "./metricRows.ts";
import { countedCycles, emptyTexts } from "./metricsText.ts";
import { ThreadSection, ThreadTable } from "./ThreadSection.tsx";

/** The scenario that the page opens first has no findings (tests/metrics/findings.test.ts), so this part need not load
 * with the first page. */
const FindingSection = lazyPart(() => import("./FindingSection.tsx"));

/** Sections below the edge of the screen. */
const MoreSections = lazyPart(async () => {
  await firstInput();
  return { default: (await import("./MoreSections.tsx")).MoreSections };
});

const WarmUpForm = lazyPart(async () => ({ default: (await import("./MoreSections.tsx")).WarmUpForm }));

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
      <h2 className="sr-only">{t("Results")}</h2>
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
  const isQuiet = useQuiet();
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
          title={both ? t("Received") : t("Throughput and losses")}
          direction={receive}
          empty={emptyTexts(scenario, cycle).frames}
          cycles={cycles}
          machine={scenario.machine}
        />
      ) : null}
      {send.offered > 0 ? (
        <FlowSection
          title={both ? t("Sent") : t("Throughput and losses")}
          direction={send}
          empty={emptyTexts(scenario, cycle).frames}
          cycles={cycles}
          machine={scenario.machine}
        />
      ) : null}
      {isQuiet ? null : <Details metrics={metrics} scenario={scenario} />}
      {isQuiet && scenario.machine.nics.length === 0 ? (
        <>
          <LatencySection metrics={metrics} scenario={scenario} />
          <CounterSection metrics={metrics} scenario={scenario} />
        </>
      ) : null}
    </>
  );
}

/** The sections below the first one. */
function Details({ metrics, scenario }: SectionsProps) {
  return (
    <>
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

/** The first counted cycle. A click lets the user choose another one. `isBusy`: the numbers still count from another
 * cycle. */
function CountedFrom({ isBusy }: { readonly isBusy: boolean }) {
  const cycle = useApp((state) => state.warmUpCycles);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="counted" aria-label={t("Warm-up")} aria-busy={isBusy} data-warm-up={cycle > 0}>
      <button
        type="button"
        className="btn btn--ghost btn--small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("Counted from cycle {cycle}", { cycle })}
        <Icon name={isOpen ? "up" : "down"} />
      </button>
      {isOpen ? (
        <Suspense>
          <WarmUpForm onDone={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Misses by layer, then the other structures between core and memory. */
function MemorySection({
  metrics,
  machine,
}: {
  readonly metrics: Metrics;
  readonly machine: Scenario["machine"];
}) {
  const { caches } = metrics.memory;
  const rows = memoryRows(metrics, machine);
  if (caches.length + rows.length === 0) return null;
  return (
    <section className="section" aria-label={t("Memory")}>
      <div className="section__head">
        <h3>{t("Memory")}</h3>
        <span className="section__note small pushed nowrap">
          {t("from cycle {cycle}, all cores", { cycle: metrics.fromCycle })}
        </span>
      </div>
      {caches.length === 0 ? null : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t("cache, layer")}</th>
              <th scope="col">{t("misses")}</th>
              <th scope="col">{t("of accesses")}</th>
            </tr>
          </thead>
          <tbody>
            {caches.flatMap(({ level, layers }) =>
              layers.map(({ layer, accesses, misses }) => (
                <tr key={level + layer}>
                  <th scope="row" data-layer={layer}>
                    <i className="swatch" aria-hidden="true" /> {CACHE_NAME[level]} {LAYER_TEXT[layer]}
                  </th>
                  <td className="mono">{formatInteger(misses)}</td>
                  <td className="mono">{quantityText(formatPercent(misses / accesses))}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
      <FigureTable rows={rows} />
    </section>
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
        <span className="section__note small pushed nowrap">
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

function FigureTable({ rows }: { readonly rows: readonly FigureRow[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="table table--figures">
      <tbody>
        {rows.map(({ label, value, term }) => (
          <tr key={label}>
            <th scope="row">{term === undefined ? label : <Term id={term}>{label}</Term>}</th>
            <td className="mono">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoMetrics() {
  return (
    <section className="section" aria-label={t("Results")}>
      <h2 className="sr-only">{t("Results")}</h2>
      <p className="empty">
        {t("There are no numbers, because nothing is running. The stage says why, and what to do.")}
      </p>
    </section>
  );
}

function MetricsSkeleton() {
  return (
    <section className="section" aria-label={t("Results")} aria-busy="true">
      <h2 className="sr-only">{t("Results")}</h2>
      <div className="section__head">
        <h3>{t("Interrupt latency")}</h3>
        <span className="section__note small pushed nowrap">{t("cycles")}</span>
      </div>
      <Skeleton />
    </section>
  );
}
