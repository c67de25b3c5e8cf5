import type { ReactNode, RefObject } from "react";

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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place around a drawing, and an image has no buttons
    <svg ref={svg} width={widthPx} height={heightPx} role="group" aria-label={name}>
      {children}
    </svg>
  );
}
