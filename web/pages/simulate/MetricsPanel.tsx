import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { formatInteger, formatSignificant } from "../../base/format.ts";
import { useApp, useMetrics } from "../../state/hooks.ts";
import { FlowSection } from "./FlowSection.tsx";
import { LatencySection } from "./LatencySection.tsx";
import { LayerSection } from "./LayerSection.tsx";

export function MetricsPanel() {
  const metrics = useMetrics();
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  if (metrics === undefined || clockHertz === undefined) return <MetricsSkeleton />;
  const { receive, send, cycle } = metrics;
  const both = receive.offered > 0 && send.offered > 0;
  return (
    <>
      <h2 className="sr-only">Metrics</h2>
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
      <CounterSection metrics={metrics} />
    </>
  );
}

function CounterSection({ metrics }: { readonly metrics: Metrics }) {
  const ipc = metrics.detailedCycles === 0 ? undefined : metrics.instructions / metrics.detailedCycles;
  const rows: readonly (readonly [string, string])[] = [
    ["interrupts", formatInteger(metrics.interrupts)],
    ["soft interrupts", formatInteger(metrics.softInterrupts)],
    ["context switches", formatInteger(metrics.contextSwitches)],
    ["register saves", formatInteger(metrics.saves)],
    ["instructions", formatInteger(metrics.instructions)],
    ...(ipc === undefined ? [] : [["IPC of detailed layers", formatSignificant(ipc, 3)] as const]),
    ["state hash", metrics.stateHash],
  ];
  return (
    <section className="section" aria-label="Counters">
      <div className="section__head">
        <h3>Counters</h3>
        <span className="section__note">
          cycle <span className="mono">{formatInteger(metrics.cycle)}</span>
        </span>
      </div>
      <table className="table">
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="mono">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
