/** Metrics that no list can contain: any percentile of a latency, and the share of latencies beyond any limit. */
import { type Bucket, valueAtRank } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { NUMBER, SECOND } from "../expressions/dimension.ts";
import { type Path, pathText } from "../expressions/index.ts";
import type { Dictionary, DictionaryMetric } from "./dictionary.ts";
import type { Distribution } from "./distributions.ts";
import type { Metric } from "./measure.ts";

/** The metric that the path names. For latencies, `p95`, `p99.9` and the argument of `share(..)` work too. */
export function metricAt(
  dictionary: Dictionary,
  { machine: { clockHertz } }: Scenario,
  path: Path,
): Pick<Metric, "dimension" | "read"> | undefined {
  return (
    dictionary.get(pathText(path)) ??
    percentileAt(dictionary, clockHertz, path) ??
    shareAt(dictionary, clockHertz, path)
  );
}

/** The path names a latency if it has a maximum. */
const latencyAt = (dictionary: Dictionary, path: Path): DictionaryMetric["distribution"] =>
  dictionary.get(pathText([...path, "maximum"]))?.distribution;

function percentileAt(
  dictionary: Dictionary,
  clockHertz: number,
  path: Path,
): Pick<Metric, "dimension" | "read"> | undefined {
  const share = percentileShare(path.at(-1));
  const distribution = share && latencyAt(dictionary, path.slice(0, -1));
  if (!share || !distribution) return undefined;
  return {
    dimension: SECOND,
    read: (measured) => {
      const found = distribution(measured);
      return found && percentileOf(found, share) / clockHertz;
    },
  };
}

/** Accepts `p95`, `p99.95`, and `p999`, `p9999`, which people write for p99.9 and p99.99. */
export function percentileShare(name: string | number | undefined): number | undefined {
  const [, whole = "", decimals = ""] =
    /^p(99)(9+)$/.exec(String(name)) ?? /^p(\d\d?)(?:\.(\d{1,6}))?$/.exec(String(name)) ?? [];
  const share = Number(`0.${whole.padStart(2, "0")}${decimals}`);
  return whole === "" || share === 0 ? undefined : share;
}

/** 0.55 x 100 is 55.00000000000001 as a double, so the rank ignores the last digits of the product. */
const SURE_DIGITS = 15;

/** Nearest rank, in cycles. */
function percentileOf(distribution: Distribution, share: number): number {
  return valueAtRank(distribution, Math.ceil(Number((share * distribution.count).toPrecision(SURE_DIGITS))));
}

function shareAt(
  dictionary: Dictionary,
  clockHertz: number,
  path: Path,
): Pick<Metric, "dimension" | "read"> | undefined {
  const [word, operator, limit] = path.slice(-3);
  if (word !== "share" || typeof limit !== "number") return undefined;
  const distribution = latencyAt(dictionary, path.slice(0, -3));
  if (distribution === undefined) return undefined;
  return {
    dimension: NUMBER,
    read: (measured) => {
      const found = distribution(measured);
      return found && shareOf(found, String(operator), limit * clockHertz);
    },
  };
}

/** Latencies are whole cycles. A limit that differs from a whole number only in its last digits counts as that number.
 */
const CYCLE_STEPS = 1e6;

/** Share of the values beyond the limit, in cycles. NaN if there are none. Exact except for the bucket that contains
 * the limit: its values are assumed to be spread evenly. */
export function shareOf({ count, buckets }: Distribution, operator: string, limitCycles: number): number {
  const limit = Math.round(limitCycles * CYCLE_STEPS) / CYCLE_STEPS;
  const isMore = operator.startsWith(">");
  // "<=" and ">" count a value at the limit with the values below it.
  const takesLimit = operator === "<=" || operator === ">";
  const below = buckets.reduce((sum, bucket) => sum + countBelow(bucket, limit, takesLimit), 0);
  return (isMore ? count - below : below) / count;
}

function countBelow({ count, least, greatest }: Bucket, limit: number, takesLimit: boolean): number {
  const isBelow = (value: number) => (takesLimit ? value <= limit : value < limit);
  if (isBelow(greatest)) return count;
  if (!isBelow(least)) return 0;
  // The least value has the first place and the greatest the last.
  const places = ((limit - least) / (greatest - least)) * (count - 1);
  return Math.min(count - 1, Math.max(1, takesLimit ? Math.floor(places) + 1 : Math.ceil(places)));
}
