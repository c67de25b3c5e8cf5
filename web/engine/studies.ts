/** What the engine can do beyond its daily work; loaded when it is first asked for. */
import { searchCondition, searchConditionBack } from "./conditionSearch.ts";
import { countedAt, createCounting } from "./counting.ts";
import { answerLate } from "./lateAnswers.ts";
import { createWatch } from "./watch.ts";

export interface Studies {
  readonly answerLate: typeof answerLate;
  readonly countedAt: typeof countedAt;
  readonly createCounting: typeof createCounting;
  readonly createWatch: typeof createWatch;
  readonly searchCondition: typeof searchCondition;
  readonly searchConditionBack: typeof searchConditionBack;
}

export const STUDIES: Studies = {
  ...{ answerLate, countedAt, createCounting, createWatch, searchCondition, searchConditionBack },
};
