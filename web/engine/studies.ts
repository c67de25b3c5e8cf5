/** What the engine can do beyond its daily work; loaded when it is first asked for. */
import { follow } from "../../lib/journeys/follow.ts";
import { explain } from "../../lib/why/explain.ts";
import { searchCondition, searchConditionBack } from "./conditionSearch.ts";
import { createWatch } from "./watch.ts";

export interface Studies {
  readonly createWatch: typeof createWatch;
  readonly explain: typeof explain;
  readonly follow: typeof follow;
  readonly searchCondition: typeof searchCondition;
  readonly searchConditionBack: typeof searchConditionBack;
}

export const STUDIES: Studies = { createWatch, explain, follow, searchCondition, searchConditionBack };
