/** The drawing of the machine as a list of shapes. Sizes are px, colours are tokens of the theme. Three painters read
 * the list: `svgNode.ts` for files and for animations on the page, `paint.ts` for a canvas, and the page itself if a
 * drawing consists only of paths. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Ink {
  /** Token. If omitted, there is no fill. */
  readonly fill?: string | undefined;
  /** "tint": as faint as surfaces in the theme's tint. */
  readonly fillOpacity?: number | "tint" | undefined;
  /** Token. */
  readonly stroke?: string | undefined;
  readonly strokeWidth?: number | undefined;
  readonly isDashed?: boolean | undefined;
  /** The stroke is as wide in a group of another scale. */
  readonly keepsWidth?: boolean | undefined;
}

export interface TextShape {
  readonly kind: "text";
  readonly text: string;
  readonly x: number;
  /** Baseline of the letters. */
  readonly y: number;
  readonly sizePx: number;
  readonly weight: number;
  /** Token. */
  readonly color: string;
  readonly anchor: "start" | "middle" | "end";
  readonly isMono: boolean;
  readonly isItalic: boolean;
}

/** Place and size of a group: its own coordinates, first scaled, then moved. */
export interface Fit {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

export interface GroupShape {
  readonly kind: "group";
  readonly shapes: readonly Shape[];
  /** The part of the page that the group draws (scenarios/story/parts.ts). */
  readonly part?: string;
  readonly fit?: Fit;
  readonly opacity?: number;
}

export interface PathShape {
  readonly kind: "path";
  readonly d: string;
  readonly ink: Ink;
}

export type Shape =
  | TextShape
  | GroupShape
  | { readonly kind: "rect"; readonly box: Box; readonly radiusPx: number; readonly ink: Ink }
  | { readonly kind: "circle"; readonly x: number; readonly y: number; readonly r: number; readonly ink: Ink }
  | PathShape;
