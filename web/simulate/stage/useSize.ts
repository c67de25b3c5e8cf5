import { type RefObject, useLayoutEffect, useState } from "react";

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
  /** How large its texts are; 1: as on a desk. */
  readonly textScale: number;
}

const UNKNOWN: Size = { widthPx: 0, heightPx: 0, textScale: 1 };
/** Of --t-13 on a desk. */
const TEXT_PX = 13;

/** Inner size of the element; 0 until it is known. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(UNKNOWN);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const measure = () =>
      setSize((before) => {
        const { clientWidth: widthPx, clientHeight: heightPx } = observed;
        const textScale = parseFloat(getComputedStyle(observed).getPropertyValue("--t-13")) / TEXT_PX || 1;
        const isSame =
          before.widthPx === widthPx && before.heightPx === heightPx && before.textScale === textScale;
        return isSame ? before : { widthPx, heightPx, textScale };
      });
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
