import { type HeldPlace, heldAt } from "../../../lib/metrics/held.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { HELD } from "../../../lib/metrics/registry/held.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { formatPercent, quantityText } from "../../ui/format.ts";
import { MetricColumns } from "./MetricColumns.tsx";
import { columnsOf } from "./metricRows.ts";
import { countedCycles } from "./metricsText.ts";

function nameText({ kind, name, ring = 0 }: HeldPlace): string {
  switch (kind) {
    case "ring":
      return ring === 0
        ? t("ring of {name}, frames", { name })
        : t("ring {ring} of {name}, frames", { name, ring });
    case "fifo":
      return t("FIFO of {name}, bytes", { name });
    case "send-queue":
      return t("send queue of {name}, frames", { name });
    case "queue":
      return t("queue {name}, packets", { name });
    case "disk-queue":
      return t("disk {name}, requests", { name });
    case "stack":
      return t("stack of {name}, bytes", { name });
  }
}

/** The most that rings, FIFOs, queues and stacks held; places that never held anything are left out. */
export function HeldSection({
  metrics,
  scenario,
}: {
  readonly metrics: Metrics;
  readonly scenario: Scenario;
}) {
  return (
    <MetricColumns
      title={t("High-water marks")}
      note={t("from cycle {cycle}", { cycle: metrics.fromCycle })}
      subject={t("place")}
      columns={columnsOf(HELD, scenario.machine, countedCycles(metrics), [])}
      more={t("of its room")}
      rows={heldAt(scenario, metrics.marks)
        .filter(({ most }) => most > 0)
        .map(({ place, most }) => ({
          key: `${place.kind} ${place.name} ${place.ring ?? 0}`,
          name: nameText(place),
          values: { maximum: most, capacity: place.capacity },
          more: quantityText(formatPercent(most / place.capacity)),
        }))}
    />
  );
}
