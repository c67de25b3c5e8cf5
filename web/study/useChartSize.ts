/** How large the charts of a study are drawn: as they stand on the page, or for the last row. */
import { createContext, type RefObject, useContext } from "react";
import { useWidth } from "../ui/charts/useWidth.ts";

interface ChartLook {
  /** Everything is so many times as large as on the page; letters keep the size that their token says. */
  readonly scale: number;
  /** On the screen; undefined: each chart has its usual one. */
  readonly heightPx: number | undefined;
}

export const ChartLookContext = createContext<ChartLook>({ scale: 1, heightPx: undefined });

const LEAST_WIDTH_PX = 280;

/** Width and height in units of the drawing. */
export function useChartSize(
  host: RefObject<Element | null>,
  usualHeightPx: number,
): { readonly width: number; readonly height: number } {
  const { scale, heightPx } = useContext(ChartLookContext);
  return {
    width: Math.max(LEAST_WIDTH_PX, useWidth(host) / scale),
    height: heightPx === undefined ? usualHeightPx : Math.max(usualHeightPx / 2, heightPx / scale),
  };
}
