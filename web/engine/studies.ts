/** What the engine can do beyond its daily work; loaded when it is first asked for. */
import { follow } from "../../lib/journeys/follow.ts";
import { searchCondition, searchConditionBack } from "./conditionSearch.ts";
import { createWatch } from "./watch.ts";

export interface Studies {
  readonly createWatch: typeof createWatch;
  readonly follow: typeof follow;
  readonly searchCondition: typeof searchCondition;
  readonly searchConditionBack: typeof searchConditionBack;
}

export const STUDIES: Studies = { createWatch, follow, searchCondition, searchConditionBack };
