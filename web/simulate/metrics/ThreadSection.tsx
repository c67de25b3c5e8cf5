import type { SimLayer } from "../../../core-wasm/binding/layout.gen.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import {
  LOCK,
  type LockMetrics,
  THREAD,
  type ThreadMetrics,
} from "../../../lib/metrics/registry/software.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import { columnsOf } from "./metricRows.ts";
import { countedCycles } from "./metricsText.ts";

interface ThreadSectionProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

/** The threads of a scheduler, and the locks. */
export function ThreadSection({ metrics, scenario }: ThreadSectionProps) {
  const locks = lockRows(metrics, scenario);
  const columns = columnsOf(LOCK, scenario.machine, countedCycles(metrics), metrics.locks);
  return (
    <>
      {scenario.software.scheduler.policy === "none" ? null : (
        <ThreadTable metrics={metrics} scenario={scenario} />
      )}
      {locks.length === 0 ? null : (
        <section className="section" aria-label={t("Locks")}>
          <div className="section__head">
            <h3>{t("Locks")}</h3>
            <span className="section__note small pushed nowrap">{t("waits in cycles")}</span>
          </div>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("lock")}</th>
                {columns.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {locks.map(({ name, lock }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {lock.taken === 0 ? (
                    <td colSpan={columns.length}>{t("never taken")}</td>
                  ) : (
                    columns.map(({ key, text }) => (
                      <td key={key} className="mono">
                        {text(lock)}
                      </td>
                    ))
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** Columns for each thread. A column that is 0 for all threads is omitted. */
export function ThreadTable({ metrics, scenario }: ThreadSectionProps) {
  const threads = threadRows(metrics, scenario);
  if (threads.length === 0) return null;
  const columns = columnsOf(
    THREAD,
    scenario.machine,
    countedCycles(metrics),
    threads.map(({ thread }) => thread),
  );
  return (
    <section className="section" aria-label={t("Threads")}>
      <div className="section__head">
        <h3>{t("Threads")}</h3>
        <span className="section__note small pushed nowrap">{t("longest time ready in cycles")}</span>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("thread")}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {threads.map(({ name, layer, thread }) => (
            <tr key={name}>
              <th scope="row" data-layer={layer}>
                <i className="swatch" aria-hidden="true" /> {name === "" ? LAYER_TEXT[layer] : name}
              </th>
              {columns.map(({ key, text }) => (
                <td key={key} className="mono">
                  {text(thread)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LockRow {
  readonly name: string;
  readonly lock: LockMetrics;
}

/** Up to the number of records in the core. A lock that was never taken has a row as well. */
export function lockRows(metrics: Metrics, { software }: Scenario): readonly LockRow[] {
  return software.locks.flatMap(({ name }, index): readonly LockRow[] => {
    const lock = metrics.locks[index];
    return lock === undefined ? [] : [{ name, lock }];
  });
}

interface ThreadRow {
  readonly name: string;
  readonly layer: SimLayer;
  readonly thread: ThreadMetrics;
}

/** A single thread needs no row, because the layers already show its cycles. */
export function threadRows(metrics: Metrics, { software }: Scenario): readonly ThreadRow[] {
  if (software.threads.length < 2 || metrics.cycle === metrics.fromCycle) return [];
  return software.threads.flatMap(({ name, layer }, index): readonly ThreadRow[] => {
    const thread = metrics.threads[index];
    return thread === undefined ? [] : [{ name, layer, thread }];
  });
}
