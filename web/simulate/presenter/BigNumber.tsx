/** Numbers in presenter mode that the last row of a lecture hall can read. */
import { useState } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { percentileIfMeaningful } from "../../../lib/metrics/registry/latency.ts";
import { useApp, useMetrics } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, formatSeconds, type Quantity, quantityText } from "../../ui/format.ts";

/** A number for presenter mode, in addition to the stage's numbers. A press chooses the next number. */
export default function BigNumber() {
  const [shown, show] = useState(0);
  const metrics = useMetrics();
  const clockHertz = useApp(({ scenario }) => scenario?.machine.clockHertz);
  const number = BIG_NUMBERS[shown];
  if (number === undefined) return null;
  const value =
    metrics === undefined || clockHertz === undefined ? undefined : number.read(metrics, clockHertz);
  return (
    <button
      type="button"
      className="bignumber line at-end gap-3 rigid ground tight bare press"
      title={t("Show another number")}
      onClick={() => show((shown + 1) % BIG_NUMBERS.length)}
    >
      <b className="mono">{value === undefined ? "–" : quantityText(value)}</b>
      <span className="t-15 ink-2">{number.name()}</span>
    </button>
  );
}

interface Shown {
  readonly name: () => string;
  /** Undefined if there is no value yet. */
  readonly read: (metrics: Metrics, clockHertz: number) => Quantity | undefined;
}

const count = (value: number): Quantity => ({ value: formatInteger(value), unit: "" });

function seconds(cycles: number, clockHertz: number): Quantity | undefined {
  return Number.isFinite(cycles) ? formatSeconds(cycles / clockHertz) : undefined;
}

const applicationShare = ({ cyclesByLayer, cycle }: Metrics) =>
  cycle === 0
    ? undefined
    : formatPercent((cyclesByLayer.find(({ layer }) => layer === "application")?.cycles ?? 0) / cycle);

/** Numbers to choose from, in this order. */
const BIG_NUMBERS: readonly Shown[] = [
  {
    name: () => t("packet latency, mean"),
    read: ({ receive }, clockHertz) => seconds(receive.latency.mean, clockHertz),
  },
  {
    name: () => t("packet latency, p99"),
    read: ({ receive }, clockHertz) => seconds(percentileIfMeaningful(receive.latency, "p99"), clockHertz),
  },
  {
    name: () => t("interrupt latency, mean"),
    read: ({ interruptLatency }, clockHertz) => seconds(interruptLatency.mean, clockHertz),
  },
  { name: () => t("interrupts so far"), read: ({ interrupts }) => count(interrupts) },
  { name: () => t("register saves so far"), read: ({ saves }) => count(saves) },
  { name: () => t("cycles for the application"), read: applicationShare },
];
