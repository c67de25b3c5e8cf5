import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import { formatInteger, formatPercent, quantityText } from "../../base/format.ts";
import { Term } from "../../base/Term.tsx";
import { LAYER_TEXT } from "../../machine/labels.ts";
import { findingSentences, lockRows, threadRows } from "./memoryText.ts";

interface ThreadSectionProps {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}

/** Who did not get on, in words, the threads of a scheduler, and the locks that threads wait for. */
export function ThreadSection({ metrics, scenario }: ThreadSectionProps) {
  const findings = findingSentences(metrics, scenario);
  const threads = threadRows(metrics, scenario);
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
      {threads.length === 0 ? null : (
        <section className="section" aria-label="Threads">
          <div className="section__head">
            <h3>Threads</h3>
            <span className="section__note">longest time ready in cycles</span>
          </div>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">thread</th>
                <th scope="col">ran</th>
                <th scope="col">switches</th>
                <th scope="col">waits</th>
                <th scope="col">ready</th>
              </tr>
            </thead>
            <tbody>
              {threads.map(({ name, layer, share, switches, waits, longestReady }) => (
                <tr key={name}>
                  <th scope="row" data-layer={layer}>
                    <i className="swatch" aria-hidden="true" /> {name === "" ? LAYER_TEXT[layer] : name}
                  </th>
                  <td className="mono">{quantityText(formatPercent(share))}</td>
                  <td className="mono">{formatInteger(switches)}</td>
                  <td className="mono">{formatInteger(waits)}</td>
                  <td className="mono">{formatInteger(longestReady)}</td>
                </tr>
              ))}
            </tbody>
          </table>
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
