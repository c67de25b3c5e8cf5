import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { FailedSeedsNote } from "./FailedSeedsNote.tsx";
import { Fold } from "./Fold.tsx";
import { SEED_COUNTS, type SeedRow } from "./seedRuns.ts";
import { seedRuns as runs, type SeedState } from "./seedRunsHere.ts";
import { changeText, comparedText, sizeText } from "./valueText.ts";

/** Delay after the last change before the seeds run automatically. */
const SETTLE_MS = 1500;
/** Longer runs start only on request, because they occupy the reader's processors. */
const UNASKED_SEEDS = SEED_COUNTS[1];
const LONGEST_UNASKED_CYCLES = 100_000_000;

interface SeedsSectionProps {
  readonly a: Session;
  readonly b: Session;
}

/** Runs both machines completely with several seeds, to show which differences hold for all seeds. */
export function SeedsSection({ a, b }: SeedsSectionProps) {
  const state = useStore(runs.store);
  const [count, setCount] = useState<number>(UNASKED_SEEDS);
  const scenarioA = useStore(a.store, ({ scenario }) => scenario);
  const scenarioB = useStore(b.store, ({ scenario }) => scenario);
  useEffect(() => {
    if (scenarioA === undefined || scenarioB === undefined) return;
    const isShort = Math.max(scenarioA.runCycles, scenarioB.runCycles) <= LONGEST_UNASKED_CYCLES;
    const runUnasked = () => {
      if (runs.store.getState().status === "idle") void runs.run(scenarioA, scenarioB, UNASKED_SEEDS);
    };
    const timer = isShort && scenarioA !== scenarioB ? setTimeout(runUnasked, SETTLE_MS) : undefined;
    return () => {
      clearTimeout(timer);
      runs.reset();
    };
  }, [scenarioA, scenarioB]);
  const isReady = scenarioA !== undefined && scenarioB !== undefined;
  return (
    <Fold id="seeds" title={t("More than chance?")} note={t("whole run")}>
      <p className="below-2 t-12 ink-2">
        {t(
          "Runs both machines with the same seeds, so both get the same traffic in each pair. A difference is shown when its 95 % interval leaves out zero. More seeds make it narrower, unless they draw from one capture (resample).",
        )}
      </p>
      <div className="seeds__run row wrap t-12">
        <label>
          {t("Seeds")}{" "}
          <select
            className="field seeds__count"
            value={count}
            disabled={state.status === "running"}
            onChange={(event) => setCount(Number(event.currentTarget.value))}
          >
            {SEED_COUNTS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        {state.status === "running" ? (
          <>
            <button type="button" className="btn btn--small" onClick={runs.stop}>
              {t("Stop")}
            </button>
            <Progress done={state.done} of={state.of} />
          </>
        ) : (
          <button
            type="button"
            className="btn btn--small"
            disabled={!isReady}
            onClick={() => {
              if (isReady) void runs.run(scenarioA, scenarioB, count);
            }}
          >
            {t("Run {count} machines", { count: 2 * count })}
          </button>
        )}
      </div>
      <Found state={state} />
    </Fold>
  );
}

function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <span className="seeds__progress row gap-2 ink-2" role="status">
      <progress value={done} max={of} aria-label={t("Machines run")} />
      <span className="mono">
        {done} / {of}
      </span>
    </span>
  );
}

function Found({ state }: { readonly state: SeedState }) {
  if (state.status === "failed") return <FailedSeedsNote of={state.failed} />;
  if (state.status !== "done") return null;
  return (
    <>
      {state.failed === undefined ? null : <FailedSeedsNote of={state.failed} />}
      <FoundTable state={state} />
    </>
  );
}

function FoundTable({ state }: { readonly state: Extract<SeedState, { status: "done" }> }) {
  const groups = [...new Set(state.rows.map(({ group }) => group))];
  return (
    <table className="table compared seeds__table above-3">
      <caption>
        {t(
          state.areReplicates
            ? "Means of {count} samples of the capture (seeds {from} to {to}), B − A with the 95 % range for such traffic, which more seeds do not make narrower"
            : "Means of {count} seeds ({from} to {to}), B − A with its 95 % interval",
          {
            count: state.seeds.length,
            from: state.seeds[0] ?? 0,
            to: state.seeds.at(-1) ?? 0,
          },
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t("metric")}</span>
          </th>
          <th scope="col">A</th>
          <th scope="col">B − A</th>
          <th scope="col">{t("shown by")}</th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={4} className="seeds__group">
              {t(group)}
            </th>
          </tr>
          {state.rows
            .filter((row) => row.group === group)
            .map((row) => (
              <Row key={row.key} row={row} />
            ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row }: { readonly row: SeedRow }) {
  const { label, unit, meanA, meanB, difference, halfWidth, verdict } = row;
  return (
    <tr data-verdict={verdict}>
      <th scope="row">{t(label)}</th>
      <td className="mono" title={`B ${comparedText(meanB, unit)}`}>
        {comparedText(meanA, unit)}
      </td>
      <td className="mono">
        {changeText(difference, unit)}
        {verdict === "same" || verdict === "unknown" ? null : (
          <span className="block t-10 ink-3">± {sizeText(halfWidth, unit)}</span>
        )}
      </td>
      <td>
        <span className="verdict ink-3 nowrap" data-verdict={verdict}>
          {verdictText(row)}
        </span>
      </td>
    </tr>
  );
}

function verdictText({ verdict, pairs, sameSign }: SeedRow): string {
  switch (verdict) {
    case "shown":
      return `✓ ${t("{count} of {of} seeds", { count: sameSign, of: pairs })}`;
    case "not-shown":
      return t("not shown by {count} seeds", { count: pairs });
    case "same":
      return t("same");
    case "unknown":
      return "–";
  }
}
