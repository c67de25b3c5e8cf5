/** Words of the numbers that a run came to. */
import type { HeadlineChange } from "../../../lib/knobs/headlines.ts";
import { labels, t } from "../../text/t.ts";
import {
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSignificant,
  type Quantity,
  quantityText,
} from "../../ui/format.ts";

export const HEADLINE_LABEL = labels({
  lost: "packets lost",
  delivered: "packets delivered",
  "packet-p99": "packet latency, p99",
  "packet-mean": "packet latency, mean",
  missed: "events missed",
  "interrupt-p99": "interrupt latency, p99",
  "interrupt-mean": "interrupt latency, mean",
  ipc: "instructions per cycle",
  application: "cycles for the application",
});

/** Undefined: there is no such number. */
export function headlineQuantity(unit: HeadlineChange["unit"], value: number | undefined): Quantity {
  if (value === undefined) return { value: "–", unit: "" };
  switch (unit) {
    case "seconds":
      return formatSeconds(value);
    case "share":
      return formatPercent(value);
    case "per-cycle":
      return { value: formatSignificant(value), unit: "" };
    default:
      return { value: formatInteger(value), unit: "" };
  }
}

/** "621 fewer", "12 % longer", "6 % more per second" of runs that take different times; "" where there is nothing to compare. */
export function changeText({ unit, before, after, verdict, rateRatio }: HeadlineChange): string {
  if (before === undefined || after === undefined || verdict === undefined) return "";
  if (verdict === "same") return t("the same|number");
  if (rateRatio !== undefined) {
    const share = quantityText(formatPercent(Math.abs(rateRatio - 1)));
    return rateRatio > 1 ? t("{share} more per second", { share }) : t("{share} fewer per second", { share });
  }
  const isMore = after > before;
  if (unit === "frames" || unit === "count") {
    const count = formatInteger(Math.abs(after - before));
    return isMore ? t("{count} more", { count }) : t("{count} fewer", { count });
  }
  if (before === 0) return isMore ? t("more|than before") : t("less|than before");
  const share = quantityText(formatPercent(Math.abs(after - before) / before));
  if (unit === "seconds") return isMore ? t("{share} longer", { share }) : t("{share} shorter", { share });
  return isMore ? t("{share} more", { share }) : t("{share} less", { share });
}

/** "8.8 %" of what was offered; "" where it is no part. */
export function shareText(part: number | undefined, of: number | undefined): string {
  return part === undefined || of === undefined || of === 0 ? "" : quantityText(formatPercent(part / of));
}
