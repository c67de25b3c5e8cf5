/** The data of a chart, from which the chart can be drawn again for a file. */
import type { Distribution, PartMean } from "../../../lib/metrics/distributions.ts";
import type { DataTable } from "../dataCsv.ts";
import type { Segment } from "./StackedBar.tsx";

export type Drawing =
  | { readonly kind: "histogram" | "cumulative"; readonly distribution: Distribution }
  | { readonly kind: "waterfall"; readonly parts: readonly PartMean[] }
  | { readonly kind: "shares"; readonly segments: readonly Segment[] };

export interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly drawing: Drawing;
  readonly data: DataTable;
}

export function distributionData({ buckets, count }: Distribution): DataTable {
  let below = 0;
  return {
    columns: [
      "from_cycles",
      "to_cycles_exclusive",
      "count",
      "least_cycles",
      "greatest_cycles",
      "cumulative_share",
    ],
    rows: buckets.map((bucket) => {
      below += bucket.count;
      return [bucket.low, bucket.high, bucket.count, bucket.least, bucket.greatest, below / count];
    }),
  };
}

export function partsData(parts: readonly PartMean[]): DataTable {
  return { columns: ["part", "mean_cycles"], rows: parts.map(({ part, meanCycles }) => [part, meanCycles]) };
}
