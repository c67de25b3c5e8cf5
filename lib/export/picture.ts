/** Pictures of a run that `irqscope export` writes. The page draws them. The command gets the drawing code when it is
 * built (docs/decisions/0027). */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { RunOrigin } from "../origin.ts";
import type { Window } from "./walk.ts";

/** timeline: lanes, rings, queues and lines over time. pipeline: instructions by cycles. */
export const PICTURE_NAMES = ["timeline", "pipeline"] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

export const PICTURE_THEMES = ["light", "dark"] as const;
export type PictureTheme = (typeof PICTURE_THEMES)[number];

export interface PictureWish {
  readonly what: PictureName;
  readonly window: Window;
  /** Undefined: a width that suits the window. */
  readonly widthPx: number | undefined;
  readonly theme: PictureTheme;
  readonly title: string;
  /** If omitted, the picture states only the version of irqscope. */
  readonly origin?: RunOrigin;
}

/** The reason why a requested picture cannot be drawn. Widths are in px of the whole picture. */
export type PictureRefusal =
  | { readonly kind: "too-narrow"; readonly leastPx: number }
  /** A timeline with fewer cycles than this would be the pipeline picture. */
  | { readonly kind: "too-short"; readonly leastCycles: number }
  | { readonly kind: "too-long"; readonly mostCycles: number };

export interface RunPicture {
  readonly kind: "picture";
  readonly svg: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** State hash of the machine at the end of the run. */
  readonly stateHash: string;
  readonly cycle: number;
}

export type DrawRun = (
  core: CoreModule,
  scenario: Scenario,
  wish: PictureWish,
) => RunPicture | PictureRefusal;
