import { useMemo, useState } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import { machineFacts } from "../../machine/facts.ts";
import { MachineStage } from "../../machine/MachineStage.tsx";
import { useActions, useApp, useLive, useMetrics } from "../../state/hooks.ts";
import { errorText } from "../../state/session.ts";
import { FAST_INTERVAL_MS, useThrottled } from "../../state/useThrottled.ts";
import { StageSkeleton } from "./StageSkeleton.tsx";
import { useFast } from "./useFast.ts";

export function StageRegion() {
  const scenario = useApp((state) => state.scenario);
  const status = useApp((state) => state.status);
  const error = useApp((state) => state.loadError);
  const atFullSpeed = useApp((state) => state.playing && state.speed === "max");
  const fast = useFast();
  const view = useThrottled(useLive().view, fast ? FAST_INTERVAL_MS : 0);
  const metrics = useMetrics();
  const facts = useMemo(() => (scenario === undefined ? undefined : machineFacts(scenario)), [scenario]);
  const previous = usePrevious(view);
  const { loadScenario } = useActions();

  if (error !== undefined && (view === undefined || facts === undefined)) {
    return (
      <section className="stage-message" aria-label="Machine">
        <h2>{status === "failed" ? "Nothing runs: the scenario was refused" : "The simulation stopped"}</h2>
        <p>{errorText(error)}</p>
        <p className="dim">Pick another scenario above, or drop a file.</p>
      </section>
    );
  }
  if (view === undefined || facts === undefined) return <StageSkeleton />;
  const ipc =
    metrics === undefined || metrics.detailedCycles === 0
      ? undefined
      : metrics.instructions / metrics.detailedCycles;
  const broken = error?.code === "engine-fault";
  return (
    <div className="stage-frame" data-dimmed={broken || atFullSpeed}>
      <MachineStage
        view={view}
        previous={previous}
        facts={facts}
        moving={!fast && !broken}
        instructionsPerCycle={ipc}
      />
      {broken && scenario !== undefined ? (
        <div className="stage-frame__note" role="alert">
          <p>
            <span className="loss">✕</span> The engine stopped. {errorText(error)}
          </p>
          <button
            type="button"
            className="btn btn--primary"
            onClick={() => loadScenario(scenario, { kind: "edit" })}
          >
            Start this scenario again
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** The picture before the one shown. */
function usePrevious(view: MachineView | undefined): MachineView | undefined {
  const [history, setHistory] = useState({ shown: view, before: view });
  if (history.shown === view) return history.before;
  setHistory({ shown: view, before: history.shown });
  return history.shown;
}
