/** Something that is shown and is of another cycle than the playhead: for a moment that is how the page works, for longer
 * it has to say so. */
import type { ReadableCell } from "../ui/cell.ts";

/** Pictures and numbers usually follow in less. */
export const LAG_MS = 700;

type Dated = { readonly cycle: number } | undefined;

/** Tells its cycle once it has not changed for LAG_MS while the playhead is elsewhere; undefined when it is right again.
 * Returns what stops it. */
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
