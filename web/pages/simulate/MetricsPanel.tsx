import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { formatInteger, formatSignificant } from "../../base/format.ts";
import { useApp, useMetrics } from "../../state/hooks.ts";
import { type FigureRow, FigureTable } from "./FigureTable.tsx";
import { FlowSection } from "./FlowSection.tsx";
import { LatencySection } from "./LatencySection.tsx";
import { LayerSection } from "./LayerSection.tsx";
import { MemorySection } from "./MemorySection.tsx";
import { cardRows } from "./memoryText.ts";
import { ThreadSection } from "./ThreadSection.tsx";

export function MetricsPanel() {
  const metrics = useMetrics();
  const scenario = useApp((state) => state.scenario);
  if (metrics === undefined || scenario === undefined) return <MetricsSkeleton />;
  const { clockHertz } = scenario.machine;
  const { receive, send, cycle } = metrics;
  const both = receive.offered > 0 && send.offered > 0;
  return (
    <>
      <h2 className="sr-only">Metrics</h2>
      <ThreadSection metrics={metrics} scenario={scenario} />
      <LatencySection metrics={metrics} />
      {receive.offered > 0 || send.offered === 0 ? (
        <FlowSection
          title={both ? "Received" : "Throughput and drops"}
          direction={receive}
          cycle={cycle}
          clockHertz={clockHertz}
        />
      ) : null}
      {send.offered > 0 ? (
        <FlowSection
          title={both ? "Sent" : "Throughput and drops"}
          direction={send}
          cycle={cycle}
          clockHertz={clockHertz}
        />
      ) : null}
      <LayerSection metrics={metrics} />
      <MemorySection metrics={metrics} />
      <CounterSection metrics={metrics} />
    </>
  );
}

function CounterSection({ metrics }: { readonly metrics: Metrics }) {
  const ipc = metrics.detailedCycles === 0 ? undefined : metrics.instructions / metrics.detailedCycles;
  const rows: readonly FigureRow[] = [
    { label: "interrupts", value: formatInteger(metrics.interrupts) },
    { label: "soft interrupts", value: formatInteger(metrics.softInterrupts), term: "soft-interrupt" },
    { label: "context switches", value: formatInteger(metrics.contextSwitches), term: "context-switch" },
    { label: "register saves", value: formatInteger(metrics.saves), term: "register-save" },
    { label: "instructions", value: formatInteger(metrics.instructions) },
    ...(ipc === undefined
      ? []
      : [{ label: "IPC of detailed layers", value: formatSignificant(ipc, 3), term: "ipc" as const }]),
    ...cardRows(metrics),
    { label: "state hash", value: metrics.stateHash, term: "state-hash" },
  ];
  return (
    <section className="section" aria-label="Counters">
      <div className="section__head">
        <h3>Counters</h3>
        <span className="section__note">
          cycle <span className="mono">{formatInteger(metrics.cycle)}</span>
        </span>
      </div>
      <FigureTable rows={rows} />
    </section>
  );
}

function MetricsSkeleton() {
  return (
    <section className="section" aria-label="Metrics" aria-busy="true">
      <h2 className="sr-only">Metrics</h2>
      <div className="section__head">
        <h3>Interrupt latency</h3>
        <span className="section__note">cycles</span>
      </div>
      <div className="skeletons">
        <div className="skeleton" />
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    </section>
  );
}
