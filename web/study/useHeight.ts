import { type RefObject, useLayoutEffect, useState } from "react";

/** Of the head above a chart: title, caption and air, in lines of text. */
const HEAD_PX = 150;

/** What a chart may have of the height of its place; undefined until it is measured. */
export function useHeight(element: RefObject<Element | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setHeight(Math.floor(entry.contentRect.height) - HEAD_PX);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
