import { type ScormSession, scormSession } from "./scorm.ts";
import { findScormApi } from "./scormApi.ts";

/** none: nothing says that there is one; silent: the address says so, and none answers. */
export type Platform = ScormSession | "none" | "silent";

export function platformOf(isExpected: boolean, page: Window): Platform {
  if (!isExpected) return "none";
  const api = findScormApi(page);
  return api === undefined ? "silent" : scormSession(api, page);
}
