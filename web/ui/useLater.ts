import { startTransition, useEffect, useReducer } from "react";
import type { Later } from "./later.ts";

/** A part of the page, asked for when it is wanted; undefined until it is there. One that is there already is shown at
 * once, in the same turn. */
export function useLater<T>(part: Later<T>, isWanted = true): T | undefined {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const value = part.get();
  const isMissing = isWanted && value === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    part.load().then(
      () => {
        if (!isGone) startTransition(renderAgain);
      },
      () => undefined, // main.tsx tells of what could not be loaded
    );
    return () => {
      isGone = true;
    };
  }, [part, isMissing]);
  return value;
}
