import { startTransition, useEffect, useReducer } from "react";
import type { Later } from "./later.ts";

/** A part of the page that loads when it is needed. Undefined until it is loaded. If it is loaded already, it appears
 * in the same render. */
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
      () => undefined, // main.tsx reports code that could not be loaded
    );
    return () => {
      isGone = true;
    };
  }, [part, isMissing]);
  return value;
}
