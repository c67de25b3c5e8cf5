import { FORMS } from "./forms.ts";
import { PAPER_000 } from "./paper000.ts";
import { PAPER_001 } from "./paper001.ts";
import { PAPER_002 } from "./paper002.ts";
import { PAPER_003 } from "./paper003.ts";
import { PAPER_004 } from "./paper004.ts";
import { PAPER_005 } from "./paper005.ts";
import { PAPER_006 } from "./paper006.ts";
import { PAPER_007 } from "./paper007.ts";
import { PAPER_UNITS } from "./paperUnits.ts";

/** German of what the files of the papers say themselves: summaries, experiments, machines, claims, curves, free
 * parameters. Loaded with the page. Notes, tolerances and reasons of misses quote and argue in English. */
export const PAPER_TEXTS = {
  ...PAPER_000,
  ...PAPER_001,
  ...PAPER_002,
  ...PAPER_003,
  ...PAPER_004,
  ...PAPER_005,
  ...PAPER_006,
  ...PAPER_007,
  ...PAPER_UNITS,
  ...FORMS,
} as const;
