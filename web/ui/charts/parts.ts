/** Parts of a latency in order, as shares of the whole. */
import type { PartMean } from "../../../lib/metrics/distributions.ts";
import { type PartStyle, partStyle } from "../latencyParts.ts";

interface WaterfallRow {
  readonly part: string;
  readonly style: PartStyle;
  readonly meanCycles: number;
  /** Left end and width as shares of the whole. */
  readonly start: number;
  readonly share: number;
}

export function waterfall(parts: readonly PartMean[]): {
  readonly rows: readonly WaterfallRow[];
  readonly total: number;
} {
  const total = parts.reduce((sum, part) => sum + part.meanCycles, 0);
  let before = 0;
  const rows = parts.map(({ part, meanCycles }) => {
    const start = total === 0 ? 0 : before / total;
    before += meanCycles;
    return { part, style: partStyle(part), meanCycles, start, share: total === 0 ? 0 : meanCycles / total };
  });
  return { rows, total };
}
