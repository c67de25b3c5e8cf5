/** The numbers of the metrics panel, computed from the counters. */

import type { Distribution, PartMean } from "../../../lib/metrics/distributions.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { layerRows } from "../../../lib/metrics/registry/processor.ts";
import { deviceTotal } from "../../../scenarios/devices/kinds.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { RunBefore } from "../../state/live.ts";
import { t } from "../../text/t.ts";
import type { Segment } from "../../ui/charts/StackedBar.tsx";
import { LAYER_TEXT } from "../stage/labels.ts";

/** Number of cycles that the metrics cover, without the warm-up. */
export function countedCycles({ cycle, fromCycle }: Pick<Metrics, "cycle" | "fromCycle">): number {
  return cycle - fromCycle;
}

export type LatencySubject = "interrupt" | "receive" | "send";

interface LatencyView {
  readonly subject: LatencySubject;
  /** On the switch. */
  readonly short: string;
  readonly title: string;
  readonly distribution: Distribution;
  readonly parts: readonly PartMean[];
  readonly empty: string;
}

/** Explains why there are no interrupt latencies or no frames: they come later, or the machine has no source of them.
 * `taken` is the number of interrupts without an answer. */
export function emptyTexts(
  { machine, traffic, software }: Scenario,
  cycle: number,
  taken = 0,
): {
  readonly interrupts: string;
  readonly frames: string;
} {
  const isSilent = traffic.length === 0;
  const hasHarts = software.threads.some(({ machineMode }) => machineMode);
  return {
    interrupts:
      taken > 0
        ? t("Interrupts have been taken; none has been answered so far.")
        : linesOf(machine).length === 0 && !hasHarts
          ? t("No interrupt line in this machine.")
          : isSilent && !hasHarts && deviceTotal(machine) === machine.nics.length
            ? t("No traffic in this scenario: nothing interrupts.")
            : cycle > 0
              ? t("No interrupt has been handled so far.")
              : t("No interrupt has been handled yet: press Play."),
    frames:
      machine.nics.length === 0
        ? t("No network card in this machine.")
        : isSilent
          ? t("No traffic in this scenario: no frame comes.")
          : cycle > 0
            ? t("No frames so far.")
            : t("No frames yet: press Play."),
  };
}

/** Interrupts always. Packets of a direction if the scenario has offered any. */
export function latencyViews(metrics: Metrics, scenario: Scenario): readonly LatencyView[] {
  const views: LatencyView[] = [
    {
      subject: "interrupt",
      short: t("interrupt"),
      title: t("Interrupt latency"),
      distribution: metrics.interruptLatency,
      parts: metrics.interruptParts,
      empty: emptyTexts(scenario, metrics.cycle, metrics.interrupts).interrupts,
    },
  ];
  if (metrics.receive.offered > 0) {
    views.push({
      subject: "receive",
      short: t("received packet"),
      title: t("Packet latency, receive"),
      distribution: metrics.receive.latency,
      parts: metrics.receive.parts,
      empty: t("No packet has been delivered yet."),
    });
  }
  if (metrics.send.offered > 0) {
    views.push({
      subject: "send",
      short: t("sent packet"),
      title: t("Packet latency, send"),
      distribution: metrics.send.latency,
      parts: metrics.send.parts,
      empty: t("No packet has been sent and reaped yet."),
    });
  }
  return views;
}

/** Latency of the previous run. Undefined if there is none, or if it was counted from another cycle. */
export function latencyBefore(
  was: Pick<RunBefore, "metrics" | "scenario"> | undefined,
  subject: LatencySubject,
  { fromCycle }: Pick<Metrics, "fromCycle">,
): Distribution | undefined {
  if (was?.metrics?.fromCycle !== fromCycle) return undefined;
  return latencyViews(was.metrics, was.scenario).find((one) => one.subject === subject)?.distribution;
}

/** If contexts share a pipeline, they may wait for it in most of their cycles although it is full. */
export function layerNote({ readyCycles }: Metrics): string | undefined {
  if (readyCycles === 0) return undefined;
  return t(
    "A share of the cycles of all contexts, which run several at a time. IPC says how full the pipeline is.",
  );
}

export interface LayerShare extends Segment {
  readonly cycles: number;
}

/** Time by layer without its stalls, then all stalls, then ready contexts that were not chosen, then idle. The sum is
 * the whole. */
export function layerShares(metrics: Metrics): readonly LayerShare[] {
  const layers = layerRows(metrics).filter(({ layer }) => layer !== "idle");
  const ran = layers.reduce((sum, { cycles }) => sum + cycles, 0);
  const total = ran + metrics.readyCycles + metrics.idleCycles;
  if (total === 0) return [];
  const stalls = layers.reduce((sum, { stallCycles }) => sum + stallCycles, 0);
  const shares: LayerShare[] = layers
    .filter(({ cycles }) => cycles > 0)
    .map(({ key, layer, cycles, stallCycles }) => ({
      key,
      label: LAYER_TEXT[layer],
      layer,
      cycles: cycles - stallCycles,
      share: (cycles - stallCycles) / total,
    }));
  if (stalls > 0) {
    shares.push({
      key: "stall",
      label: t("stalls of all layers"),
      layer: "stall",
      tone: "hatch",
      cycles: stalls,
      share: stalls / total,
    });
  }
  if (metrics.readyCycles > 0) {
    shares.push({
      key: "ready",
      label: t("not chosen"),
      tone: "outline",
      cycles: metrics.readyCycles,
      share: metrics.readyCycles / total,
    });
  }
  shares.push({
    key: "idle",
    label: t("idle"),
    layer: "idle",
    tone: "line",
    cycles: metrics.idleCycles,
    share: metrics.idleCycles / total,
  });
  return shares;
}
