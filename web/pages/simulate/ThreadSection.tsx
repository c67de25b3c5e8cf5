import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import { formatInteger, formatPercent, quantityText } from "../../base/format.ts";
import { Term } from "../../base/Term.tsx";
import { findingSentences, lockRows } from "./memoryText.ts";

interface ThreadSectionProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

/** Who did not get on, in words, and the locks that threads wait for. */
export function ThreadSection({ metrics, scenario }: ThreadSectionProps) {
  const findings = findingSentences(metrics, scenario);
  const locks = lockRows(metrics, scenario);
  return (
    <>
      {findings.length === 0 ? null : (
        <section className="section" aria-label="Findings">
          <div className="section__head">
            <h3>Findings</h3>
            <span className="section__note">
              starvation, <Term id="livelock">livelock</Term>, lost wake-ups
            </span>
          </div>
          <ul>
            {findings.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {locks.length === 0 ? null : (
        <section className="section" aria-label="Locks">
          <div className="section__head">
            <h3>Locks</h3>
            <span className="section__note">waits in cycles</span>
          </div>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">lock</th>
                <th scope="col">taken</th>
                <th scope="col">after a wait</th>
                <th scope="col">waited</th>
                <th scope="col">longest</th>
              </tr>
            </thead>
            <tbody>
              {locks.map(({ name, taken, contendedShare, waitCycles, longestWait }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="mono">{formatInteger(taken)}</td>
                  <td className="mono">{quantityText(formatPercent(contendedShare))}</td>
                  <td className="mono">{formatInteger(waitCycles)}</td>
                  <td className="mono">{formatInteger(longestWait)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
