import { Suspense, useRef, useState } from "react";
import { useApp, useCell, useLive } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { createCell } from "../ui/cell.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import type { Side, TimelineParts } from "./spec.ts";
import { TimelineBody } from "./TimelineBody.tsx";
import { Legend, TimelineTitle } from "./TimelineTitle.tsx";
import { TimelineTooltip, type Tip } from "./TimelineTooltip.tsx";

const SpanTable = lazyPart(() => import("./SpanTable.tsx"));

const JourneyBar = lazyPart(() => import("./JourneyBar.tsx"));
const RangeBar = lazyPart(() => import("./RangeBar.tsx"));

interface TimelineProps {
  readonly parts?: TimelineParts;
  readonly name?: string;
  /** Undefined if there is no other machine beside it. */
  readonly side?: Side;
}

/** The run along time, or some of its parts. */
export function Timeline({ parts = "all", name = "Timeline", side }: TimelineProps) {
  const [showsTable, setShowsTable] = useState(false);
  const isComplete = useApp((state) => state.endCycle > 0 && state.frontier >= state.endCycle);
  const hasFailed = useApp((state) => state.status === "failed");
  const hasMachine = useApp((state) => state.scenario !== undefined);
  // Values that change with every frame or key. They are not part of this component's state.
  const tip = useRef(createCell<Tip | undefined>(undefined)).current;
  const speech = useRef(createCell("")).current;
  return (
    <section
      className={parts === "strip" ? "timeline timeline--compact" : "timeline"}
      aria-label={name}
      data-part="timeline"
      data-parts={parts}
      data-simulated={isComplete ? "all" : "part"}
    >
      {parts === "strip" ? <Legend isCompared={false} isPlain /> : null}
      {parts === "strip" || parts === "tracks" ? null : (
        <TimelineTitle
          hasStudies={parts === "all"}
          showsTable={showsTable}
          onToggleTable={() => setShowsTable((shown) => !shown)}
        />
      )}
      {parts === "all" ? <Studied /> : null}
      <div className="timeline__stack grow low anchor">
        <TimelineBody parts={parts} name={name} side={side} tip={tip} speech={speech} />
        {hasMachine ? null : (
          <p className="timeline__empty placed cover grid centre ink-3 t-12 through">
            {hasFailed ? t("Nothing runs") : t("Loading")}
          </p>
        )}
        {showsTable && parts !== "strip" ? (
          <Suspense>
            <SpanTable />
          </Suspense>
        ) : null}
        <TimelineTooltip cell={tip} />
      </div>
      <Speech cell={speech} />
    </section>
  );
}

/** Details that the user has chosen: a part of the run, a packet or an interrupt. */
function Studied() {
  const isFollowing = useCell(useLive().journey) !== undefined;
  const hasRange = useApp((state) => state.range !== undefined);
  return (
    <Suspense>
      {hasRange ? <RangeBar /> : null}
      {isFollowing ? <JourneyBar /> : null}
    </Suspense>
  );
}

/** Announces the focused span to screen readers. */
function Speech({ cell }: { readonly cell: ReturnType<typeof createCell<string>> }) {
  return (
    <p className="sr-only" aria-live="polite">
      {useCell(cell)}
    </p>
  );
}
