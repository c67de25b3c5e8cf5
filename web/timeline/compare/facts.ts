/** What the tracks of the difference say under the pointer. */

import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import type { Facts } from "../spanFacts.ts";
import type { CompareSeries } from "./work.ts";

/** undefined where nothing is known. */
export function compareFacts(series: CompareSeries, pixel: number, cycle: number): Facts | undefined {
  const [a = Number.NaN, b = Number.NaN] = [series.a[pixel], series.b[pixel]];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  const ahead = `${b > a ? "+" : ""}${formatInteger(b - a)}`;
  return {
    title: t("cycle {cycle}", { cycle: formatInteger(cycle) }),
    layer: undefined,
    isLoss: false,
    rows: [
      ["offered", framesText(series.offered[pixel] ?? Number.NaN)],
      ["A delivered", framesText(a)],
      ["B delivered", framesText(b)],
      ["B ahead", ahead],
      [t("different work"), quantityText(formatPercent(series.different[pixel] ?? Number.NaN, 0))],
    ],
  };
}

function framesText(count: number): string {
  return quantityText({ value: formatInteger(count), unit: count === 1 ? "frame" : "frames" });
}
