import { expect, it } from "vitest";
import { percentileIfMeaningful } from "../../lib/metrics/registry/latency.ts";

/** The nearest-rank percentile of 1..count. */
function of(count: number) {
  const rank = (perMille: number) => Math.ceil((perMille * count) / 1000);
  return { count, p50: rank(500), p90: rank(900), p99: rank(990), p999: rank(999) };
}

it("a percentile is shown only if it is below the maximum", () => {
  for (let count = 1; count <= 1200; count++) {
    const latencies = of(count);
    for (const name of ["p50", "p90", "p99", "p999"] as const)
      expect(percentileIfMeaningful(latencies, name), `${name} of ${count}`).toBe(
        latencies[name] < count ? latencies[name] : Number.NaN,
      );
  }
});
