import { startTransition, useEffect, useState } from "react";

/** The value one frame later: the direct reaction to an input is painted first, then the parts that take longer to
 * render. */
export function usePainted<T>(value: T): T {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
