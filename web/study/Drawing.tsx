import { type ReactNode, type RefObject, useContext } from "react";
import { ChartLookContext } from "./useChartSize.ts";

interface DrawingProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What a reader of the screen hears of the whole. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A picture with parts that are pressed. */
export function Drawing({ svg, widthPx, heightPx, name, children }: DrawingProps) {
  const { scale } = useContext(ChartLookContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place around a drawing, and an image has no buttons
    <svg
      ref={svg}
      width={widthPx * scale}
      height={heightPx * scale}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      style={{ "--sweep-scale": scale }}
      role="group"
      aria-label={name}
    >
      {children}
    </svg>
  );
}
