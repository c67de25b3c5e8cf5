/** Numbers in presenter mode that the last row of a lecture hall can read. */
import { useState } from "react";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { percentileIfMeaningful } from "../../../lib/metrics/registry/latency.ts";
import { useApp, useMetrics } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, formatSeconds, type Quantity, quantityText } from "../../ui/format.ts";
import "./bigNumbers.css";
import "./largeStage.css";
import "./scene.css";

/** Two numbers of choice in presenter mode: a press shows the next one. */
export default function BigNumbers() {
  const [shown, show] = useState<readonly [number, number]>([0, 2]);
  const metrics = useMetrics();
  const clockHertz = useApp(({ scenario }) => scenario?.machine.clockHertz);
  return (
    <div className="bignumbers flex at-end rigid ground">
      {shown.map((index, place) => {
        const number = BIG_NUMBERS[index];
        if (number === undefined) return null;
        const name = number.name();
        const other = shown[1 - place] ?? 0;
        const value =
          metrics === undefined || clockHertz === undefined ? undefined : number.read(metrics, clockHertz);
        return (
          <button
            key={place === 0 ? "first" : "second"}
            type="button"
            className="bignumber line gap-3 tight bare press"
            data-loss={number.isLoss === true && value?.value !== "0"}
            title={t("Show another number")}
            onClick={() => {
              const next = nextNumber(index, other);
              show(place === 0 ? [next, other] : [other, next]);
            }}
          >
            <b className="mono">{value === undefined ? "–" : quantityText(value)}</b>
            <span className="t-15 ink-2">{name}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Numbers that are large enough for the last row. */
interface BigNumber {
  readonly id: string;
  readonly name: () => string;
  /** Undefined if there is none so far. */
  readonly read: (metrics: Metrics, clockHertz: number) => Quantity | undefined;
  readonly isLoss?: boolean;
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
export const BIG_NUMBERS: readonly BigNumber[] = [
  {
    id: "lost",
    name: () => t("packets lost so far"),
    read: ({ receive, send }) => count(receive.lost + send.lost),
    isLoss: true,
  },
  {
    id: "delivered",
    name: () => t("packets delivered so far"),
    read: ({ receive, send }) => count(receive.delivered + send.delivered),
  },
  {
    id: "packet-latency",
    name: () => t("packet latency, mean"),
    read: ({ receive }, clockHertz) => seconds(receive.latency.mean, clockHertz),
  },
  {
    id: "packet-p99",
    name: () => t("packet latency, p99"),
    read: ({ receive }, clockHertz) => seconds(percentileIfMeaningful(receive.latency, "p99"), clockHertz),
  },
  {
    id: "interrupt-latency",
    name: () => t("interrupt latency, mean"),
    read: ({ interruptLatency }, clockHertz) => seconds(interruptLatency.mean, clockHertz),
  },
  { id: "interrupts", name: () => t("interrupts so far"), read: ({ interrupts }) => count(interrupts) },
  { id: "saves", name: () => t("register saves so far"), read: ({ saves }) => count(saves) },
  { id: "application", name: () => t("cycles for the application"), read: applicationShare },
];

/** The next number that the other place does not show. */
export function nextNumber(shown: number, other: number): number {
  const next = (shown + 1) % BIG_NUMBERS.length;
  return next === other ? (next + 1) % BIG_NUMBERS.length : next;
}
