import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { say } from "../../text/say.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import { lockRows, threadRows } from "./memoryText.ts";

interface ThreadSectionProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

/** The threads of a scheduler, and the locks. */
export function ThreadSection({ metrics, scenario }: ThreadSectionProps) {
  const locks = lockRows(metrics, scenario);
  return (
    <>
      {scenario.software.scheduler.policy === "none" ? null : (
        <ThreadTable metrics={metrics} scenario={scenario} />
      )}
      {locks.length === 0 ? null : (
        <section className="section" aria-label={say("Locks")}>
          <div className="section__head">
            <h3>{say("Locks")}</h3>
            <span className="section__note">{say("waits in cycles")}</span>
          </div>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{say("lock")}</th>
                <th scope="col">{say("taken")}</th>
                <th scope="col">{say("after a wait")}</th>
                <th scope="col">{say("waited")}</th>
                <th scope="col">{say("longest")}</th>
              </tr>
            </thead>
            <tbody>
              {locks.map(({ name, taken, contendedShare, waitCycles, longestWait }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {taken === 0 ? (
                    <td colSpan={4}>{say("never taken")}</td>
                  ) : (
                    <>
                      <td className="mono">{formatInteger(taken)}</td>
                      <td className="mono">{quantityText(formatPercent(contendedShare))}</td>
                      <td className="mono">{formatInteger(waitCycles)}</td>
                      <td className="mono">{formatInteger(longestWait)}</td>
                    </>
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

/** What each thread had; what none of them did has no column. */
export function ThreadTable({ metrics, scenario }: ThreadSectionProps) {
  const threads = threadRows(metrics, scenario);
  if (threads.length === 0) return null;
  const areSwitched = threads.some(({ switches }) => switches > 0);
  const doWait = threads.some(({ waits }) => waits > 0);
  return (
    <section className="section" aria-label={say("Threads")}>
      <div className="section__head">
        <h3>{say("Threads")}</h3>
        <span className="section__note">{say("longest time ready in cycles")}</span>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{say("thread")}</th>
            <th scope="col">{say("ran")}</th>
            {areSwitched ? <th scope="col">{say("switches")}</th> : null}
            {doWait ? <th scope="col">{say("waits")}</th> : null}
            <th scope="col">{say("ready")}</th>
          </tr>
        </thead>
        <tbody>
          {threads.map(({ name, layer, share, switches, waits, longestReady }) => (
            <tr key={name}>
              <th scope="row" data-layer={layer}>
                <i className="swatch" aria-hidden="true" /> {name === "" ? LAYER_TEXT[layer] : name}
              </th>
              <td className="mono">{quantityText(formatPercent(share))}</td>
              {areSwitched ? <td className="mono">{formatInteger(switches)}</td> : null}
              {doWait ? <td className="mono">{formatInteger(waits)}</td> : null}
              <td className="mono">{formatInteger(longestReady)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
