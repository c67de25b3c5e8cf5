import { useState } from "react";
import { contextNameInCore, coreName } from "../base/contextName.ts";
import type { MachineView } from "../engine/protocol.ts";
import { CorePanel } from "./CorePanel.tsx";
import { FoldButton } from "./FoldButton.tsx";
import type { MachineFacts } from "./facts.ts";
import type { StageMotion } from "./motion.ts";
import { foldedColumns, isRoomy, openCount } from "./pipelines.ts";
import { contextsOfCore, cpuOfContext, cpuView, frameOnCpu } from "./places.ts";

interface CoresProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
  readonly motions: readonly StageMotion[];
  /** For all cores together. */
  readonly roomPx: number;
}

/** Several cores: as many are open as there is room for, the others are a line each. */
export function Cores({ view, facts, motions, roomPx }: CoresProps) {
  const { cores } = facts.cores;
  const [chosen, choose] = useState<ReadonlyMap<number, boolean>>(new Map());
  const open = openCount(facts, roomPx);
  return (
    <ul
      className="cores"
      aria-label="Cores"
      data-roomy={isRoomy(facts, roomPx)}
      style={{ "--columns": foldedColumns(cores) }}
    >
      {Array.from({ length: cores }, (_, core) => {
        const isOpen = chosen.get(core) ?? core < open;
        return (
          <li className="corebox" data-open={isOpen} key={coreName(core)}>
            <FoldButton
              open={isOpen}
              onToggle={() => choose(new Map([...chosen, [core, !isOpen]]))}
              controls={`core-${core}`}
            >
              <b>{coreName(core)}</b>
              {isOpen ? null : <CoreSummary view={view} facts={facts} core={core} />}
            </FoldButton>
            <div id={`core-${core}`} className="corebox__panel" hidden={!isOpen}>
              {isOpen ? <CorePanel view={view} facts={facts} core={core} motions={motions} /> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface CoreSummaryProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
  readonly core: number;
}

/** What runs, in the colour of its layer: the active context, or each of them where they share the pipeline. */
function CoreSummary({ view, facts, core }: CoreSummaryProps) {
  const contexts = contextsOfCore(core, facts);
  const shown = facts.interleaved
    ? contexts
    : contexts.filter((context) => cpuView(view, context, facts)?.activeContext === context);
  return (
    <span className="coresum">
      {shown.map((context) => {
        const frame = frameOnCpu(view, cpuOfContext(context, facts), facts);
        const thread = frame === undefined ? "idle" : (facts.threads[frame.thread]?.name ?? "");
        const name = contextNameInCore(context, facts.cores);
        const layer = frame === undefined || frame.runState === "running" ? frame?.layer : "save-restore";
        return (
          <span className="coresum__context" data-layer={layer ?? "idle"} key={context} title={thread}>
            {facts.cores.contexts > 1 ? <span className="mono">{name}</span> : null}
            <i className="swatch" aria-hidden="true" />
            <span className="coresum__thread">{thread}</span>
          </span>
        );
      })}
    </span>
  );
}
