/** A built-in scenario that the build has validated, with everything filled in: the page runs it without the
 * validator. */

import { isObject } from "./base/values.ts";
import type { Scenario } from "./format/schema.ts";

export interface WholeScenario {
  readonly whole: Scenario;
}

/** No file may say so of itself: the format has no such field. */
export function isWhole(value: unknown): value is WholeScenario {
  return isObject(value) && Object.keys(value).join() === "whole";
}
