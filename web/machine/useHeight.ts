import { type RefObject, useLayoutEffect, useState } from "react";

/** Inner height of the element in px; 0 until it is known. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() => setHeight(observed.clientHeight));
    observer.observe(observed);
    setHeight(observed.clientHeight);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
