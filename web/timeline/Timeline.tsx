import { useRef, useState } from "react";
import { createCell } from "../base/cell.ts";
import { useApp, useCell } from "../state/hooks.ts";
import { SpanTable } from "./SpanTable.tsx";
import "./timeline.css";
import { TimelineBody } from "./TimelineBody.tsx";
import { TimelineTitle } from "./TimelineTitle.tsx";
import { TimelineTooltip, type Tip } from "./TimelineTooltip.tsx";

/** The run along time. `compact` keeps two tracks and no controls: the strip of a phone. */
export function Timeline({ compact = false }: { readonly compact?: boolean }) {
  const [showsTable, setShowsTable] = useState(false);
  const isComplete = useApp((state) => state.endCycle > 0 && state.frontier >= state.endCycle);
  const hasMachine = useApp((state) => state.scenario !== undefined);
  // Change with every frame or key: kept out of this component's state.
  const tip = useRef(createCell<Tip | undefined>(undefined)).current;
  const speech = useRef(createCell("")).current;
  return (
    <section
      className={compact ? "timeline timeline--compact" : "timeline"}
      aria-label="Timeline"
      data-simulated={isComplete ? "all" : "part"}
    >
      {compact ? null : (
        <TimelineTitle showsTable={showsTable} onToggleTable={() => setShowsTable((shown) => !shown)} />
      )}
      <div className="timeline__stack">
        <TimelineBody compact={compact} tip={tip} speech={speech} />
        {hasMachine ? null : <p className="timeline__empty">Press Space to run, or pick a scenario</p>}
        {showsTable && !compact ? <SpanTable /> : null}
        <TimelineTooltip cell={tip} />
      </div>
      <Speech cell={speech} />
    </section>
  );
}

/** Tells the focused span to who does not see it. */
function Speech({ cell }: { readonly cell: ReturnType<typeof createCell<string>> }) {
  return (
    <p className="sr-only" aria-live="polite">
      {useCell(cell)}
    </p>
  );
}
