/** What came to nothing at devices: counts that the panel of metrics has in its section "missed". */
import type { Metrics } from "./metrics.ts";
import { METERED_KINDS } from "./registry/deviceKinds.ts";
import type { Entry } from "./registry/entry.ts";

const MISSED = METERED_KINDS.flatMap(({ list, entries }) =>
  Object.entries<Entry<never>>(entries).flatMap(([key, { panel }]) =>
    panel?.section === "missed" ? [{ list, key }] : [],
  ),
);

/** Presses and ticks before the last one was acknowledged, requests that were refused, and what other kinds count so. */
export function missedByDevices({ devices }: Pick<Metrics, "devices">): number {
  const counts = MISSED.flatMap(({ list, key }) =>
    devices[list].map((one: object) => (one as Readonly<Record<string, number>>)[key] ?? 0),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
