/** The time of a change as people say it. */
import { currentLanguage } from "../../text/language.ts";
import { t } from "../../text/t.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function whenText(thenMs: number, nowMs: number): string {
  const agoMs = nowMs - thenMs;
  if (agoMs < MINUTE_MS) return t("a moment ago");
  if (agoMs < HOUR_MS) return ago(agoMs / MINUTE_MS, "minute");
  if (agoMs < DAY_MS) return ago(agoMs / HOUR_MS, "hour");
  if (agoMs < 30 * DAY_MS) return ago(agoMs / DAY_MS, "day");
  return new Date(thenMs).toISOString().slice(0, "2026-01-31".length);
}

function ago(amount: number, unit: "minute" | "hour" | "day"): string {
  return new Intl.RelativeTimeFormat(currentLanguage()).format(-Math.floor(amount), unit);
}
