/** When something was changed, as people say it. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function whenText(thenMs: number, nowMs: number): string {
  const agoMs = nowMs - thenMs;
  if (agoMs < MINUTE_MS) return "a moment ago";
  if (agoMs < HOUR_MS) return counted(agoMs / MINUTE_MS, "minute");
  if (agoMs < DAY_MS) return counted(agoMs / HOUR_MS, "hour");
  if (agoMs < 30 * DAY_MS) return counted(agoMs / DAY_MS, "day");
  return new Date(thenMs).toISOString().slice(0, "2026-01-31".length);
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return whole === 1 ? `${unit === "hour" ? "an" : "a"} ${unit} ago` : `${whole} ${unit}s ago`;
}
