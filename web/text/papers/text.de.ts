import { PAPER_000 } from "./paper_000.ts";
import { PAPER_001 } from "./paper_001.ts";
import { PAPER_002 } from "./paper_002.ts";
import { PAPER_003 } from "./paper_003.ts";
import { PAPER_004 } from "./paper_004.ts";
import { PAPER_UNITS } from "./paper_units.ts";

/** German of what the files of the papers say themselves: summaries, experiments, machines, claims, curves, free
 * parameters. Loaded with the page. Notes, tolerances and reasons of misses quote and argue in English. */
export const PAPER_TEXTS = {
  ...PAPER_000,
  ...PAPER_001,
  ...PAPER_002,
  ...PAPER_003,
  ...PAPER_004,
  ...PAPER_UNITS,
} as const;
