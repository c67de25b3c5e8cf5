import "./missList.css";
import { useEffect, useState } from "react";
import type { Miss } from "../../lib/metrics/registry/deadline.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { exportRun } from "../engine/oneTask.ts";
import { useActions } from "../state/hooks.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import { formatInteger, formatSeconds, quantityText } from "../ui/format.ts";

type State =
  | { readonly kind: "unasked" }
  | { readonly kind: "running" }
  | { readonly kind: "failed"; readonly reason: string }
  | ({ readonly kind: "found" } & MissedDeadlines);

const UNASKED: State = { kind: "unasked" };

interface MissListProps {
  readonly scenario: Scenario;
  /** Misses that ended in these first cycles are left out. */
  readonly warmUpCycles: number;
}

interface Kept extends MissListProps {
  readonly state: State;
}

/** Lists all missed deadlines of the run on demand. A click on one moves to its start. */
export function MissList({ scenario, warmUpCycles }: MissListProps) {
  const [kept, setKept] = useState<Kept>({ scenario, warmUpCycles, state: UNASKED });
  // Another scenario has other misses.
  const isOfThis = kept.scenario === scenario && kept.warmUpCycles === warmUpCycles;
  const state = isOfThis ? kept.state : UNASKED;
  const isRunning = state.kind === "running";
  useEffect(() => {
    if (!isRunning) return;
    const order = new AbortController();
    const tell = (next: State) => setKept({ scenario, warmUpCycles, state: next });
    missedDeadlines(scenario, warmUpCycles, order.signal).then(
      (found) => tell(found === undefined ? UNASKED : { kind: "found", ...found }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        tell({ kind: "failed", reason: translatedMessage(message) });
      },
    );
    return () => order.abort();
  }, [scenario, warmUpCycles, isRunning]);
  return (
    <div className="misses above-2">
      {state.kind === "found" ? null : (
        <button
          type="button"
          className="btn btn--small"
          disabled={isRunning}
          title={t("simulates the whole run again in the background")}
          onClick={() => setKept({ scenario, warmUpCycles, state: { kind: "running" } })}
        >
          {t("All misses of the run")}
        </button>
      )}
      <p className="misses__said small" role="status">
        {saidOf(state, warmUpCycles)}
      </p>
      {state.kind === "found" && state.misses.length > 0 ? (
        <MissTable misses={state.misses} clockHertz={scenario.machine.clockHertz} />
      ) : null}
    </div>
  );
}

function saidOf(state: State, warmUpCycles: number): string {
  switch (state.kind) {
    case "unasked":
      return "";
    case "running":
      return t("Simulating the whole run again …");
    case "failed":
      return t("The misses could not be listed: {reason}.", { reason: state.reason });
    case "found":
      return foundText(state, warmUpCycles);
  }
}

function MissTable({
  misses,
  clockHertz,
}: {
  readonly misses: readonly Miss[];
  readonly clockHertz: number;
}) {
  const { seek } = useActions();
  return (
    <div className="misses__list above-1 scroll-down">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("from cycle")}</th>
            <th scope="col">{t("of")}</th>
            <th scope="col">{t("too late by")}</th>
          </tr>
        </thead>
        <tbody>
          {misses.map((miss) => (
            <tr key={`${miss.of} ${miss.name} ${miss.from}`}>
              <th scope="row">
                <button type="button" className="btn btn--small mono" onClick={() => seek(miss.from)}>
                  {formatInteger(miss.from)}
                </button>
              </th>
              <td>
                {miss.of === "line"
                  ? t("line {name}", { name: miss.name })
                  : t("response of {name}", { name: miss.name })}
              </td>
              <td className="mono">
                {quantityText(formatSeconds((miss.cycles - miss.deadlineCycles) / clockHertz))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Summary of the list of missed deadlines. */
export function foundText({ misses, isCut }: MissedDeadlines, warmUpCycles: number): string {
  const { length: count } = misses;
  const cycle = warmUpCycles;
  if (cycle > 0 && isCut)
    return t(
      "The first {count} misses that end behind cycle {cycle}; irqscope run --warm-up {typed} --misses lists more.",
      { count, cycle, typed: String(cycle) },
    );
  if (cycle > 0)
    return t("Misses that end behind cycle {cycle}, in order of their ends: {count}.", { cycle, count });
  if (count === 0) return t("No deadline is missed in the whole run.");
  return isCut
    ? t("The first {count} misses of the run, in order of their ends; irqscope run --misses lists more.", {
        count,
      })
    : t("All misses of the run, in order of their ends: {count}.", { count });
}

/** Limit of the list. irqscope run --misses N lists more. */
const LISTED = 200;

interface MissedDeadlines {
  readonly misses: readonly Miss[];
  /** Number of further misses, if there are more than these. */
  readonly isCut: boolean;
}

/** Misses that end after the warm-up. Undefined if the signal has cancelled the search. */
async function missedDeadlines(
  scenario: Scenario,
  warmUpCycles: number,
  signal: AbortSignal,
  write: typeof exportRun = exportRun,
): Promise<MissedDeadlines | undefined> {
  const task = { what: "misses", scenario, warmUpCycles, most: LISTED + 1 } as const;
  const file = await write(task, () => undefined, signal);
  if (file === undefined) return undefined;
  const found = JSON.parse(await file.blob.text()) as readonly Miss[];
  return { misses: found.slice(0, LISTED), isCut: found.length > LISTED };
}
