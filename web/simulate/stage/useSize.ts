import { type RefObject, useLayoutEffect, useState } from "react";

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

const UNKNOWN: Size = { widthPx: 0, heightPx: 0 };

/** Inner size of the element; 0 until it is known. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(UNKNOWN);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const measure = () =>
      setSize((before) => {
        const { clientWidth: widthPx, clientHeight: heightPx } = observed;
        return before.widthPx === widthPx && before.heightPx === heightPx ? before : { widthPx, heightPx };
      });
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
