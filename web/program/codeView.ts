/** Data that every view of a program can show beside its lines. */
import type { LineBreakpoint } from "./breakpoints.ts";
import type { LineCost, LineMark } from "./codeMarks.ts";

export interface CodeView {
  readonly showMarks: (marks: readonly LineMark[]) => void;
  readonly showStops: (breakpoints: readonly LineBreakpoint[]) => void;
  readonly showCosts: (costs: readonly LineCost[]) => void;
  readonly close: () => void;
}

/** Data beside the lines of the shown text. */
export interface Beside {
  readonly marks: readonly LineMark[];
  readonly breakpoints: readonly LineBreakpoint[];
  readonly costs: readonly LineCost[];
}
