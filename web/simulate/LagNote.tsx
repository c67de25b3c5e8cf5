import { type ReactNode, useEffect, useState } from "react";
import { useLive } from "../state/hooks.ts";
import { Trans } from "../text/Trans.tsx";
import { formatInteger } from "../ui/format.ts";
import { watchLag } from "./lag.ts";

interface LagNoteProps {
  readonly of: "view" | "metrics";
  /** Says which machine, where there are two. */
  readonly children?: ReactNode;
}

/** What is shown is not of the cycle that the counter shows. */
export function LagNote({ of, children }: LagNoteProps) {
  const { playhead, [of]: shown } = useLive();
  const [cycle, setCycle] = useState<number | undefined>(undefined);
  useEffect(() => watchLag(playhead, shown, setCycle), [playhead, shown]);
  if (cycle === undefined) return null;
  const gaps = { cycle: <span className="mono">{formatInteger(cycle)}</span> };
  return (
    <p className="lag t-12 ink-drop r-2" role="status">
      {children}
      {of === "view" ? (
        <Trans text="The picture is still of cycle {cycle}." gaps={gaps} />
      ) : (
        <Trans text="These numbers are still of cycle {cycle}." gaps={gaps} />
      )}
    </p>
  );
}
