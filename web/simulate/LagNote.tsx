/** A note that appears if the shown data differ from the playhead's cycle for longer than a moment. */
import { type ReactNode, useEffect, useState } from "react";
import { useLive } from "../state/hooks.ts";
import { Trans } from "../text/Trans.tsx";
import type { ReadableCell } from "../ui/cell.ts";
import { formatInteger } from "../ui/format.ts";

/** Pictures and numbers usually follow in a shorter time. */
export const LAG_MS = 700;

type Dated = { readonly cycle: number } | undefined;

/** Reports the cycle of the data if it has not changed for LAG_MS while the playhead is elsewhere, and undefined when
 * it is right again. Returns a function that stops the reports. */
export function watchLag(
  playhead: ReadableCell<number>,
  shown: ReadableCell<Dated>,
  onLag: (cycle: number | undefined) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isRight = () => shown.get() === undefined || shown.get()?.cycle === playhead.get();
  function rest(): void {
    clearTimeout(timer);
    timer = undefined;
    onLag(undefined);
  }
  function moved(): void {
    if (isRight()) rest();
    else timer ??= setTimeout(() => onLag(shown.get()?.cycle), LAG_MS);
  }
  function changed(): void {
    rest();
    moved();
  }
  moved();
  const stops = [playhead.subscribe(moved), shown.subscribe(changed)];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

interface LagNoteProps {
  readonly of: "view" | "metrics";
  /** Names the machine, if there are two. */
  readonly children?: ReactNode;
}

/** The shown data do not belong to the cycle in the counter. */
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
