/** Cards, lines and all other devices, each by its index in the machine; as many as the core has records for. */
import {
  SIM_NIC_RING_LIMIT,
  type SimDirection,
  sim_drop_cause_names,
} from "../../core-wasm/binding/index.ts";
import type { DropCount } from "./metrics.ts";
import { type DeviceValues, deviceEntries, METERED_KINDS } from "./registry/deviceKinds.ts";
import { CARD, LINE, RING } from "./registry/devices.ts";
import { type Run, type Values, valuesOf } from "./registry/entry.ts";
import { FRAMES, framesOf } from "./registry/frames.ts";
import { HOST } from "./registry/host.ts";

export interface FrameCounts extends Values<typeof FRAMES> {
  readonly dropped: readonly DropCount[];
}

type RingMetrics = Values<typeof RING>;

export interface NicMetrics extends Values<typeof CARD> {
  readonly receive: FrameCounts;
  readonly send: FrameCounts;
  /** In which a frame was on the wire, each direction; 0 where the wire is ideal. */
  readonly wireCycles: Readonly<Record<SimDirection, number>>;
  readonly rings: readonly RingMetrics[];
  /** Undefined: the card has none. */
  readonly host: Values<typeof HOST> | undefined;
}

export type LineMetrics = Values<typeof LINE>;

export interface DeviceMetrics extends DeviceValues {
  readonly nics: readonly NicMetrics[];
  readonly lines: readonly LineMetrics[];
}

export function readDevices(run: Run): DeviceMetrics {
  const { nics, rings, lines } = run.counters;
  return {
    nics: nics.map((nic, index) => {
      const first = index * SIM_NIC_RING_LIMIT;
      const ringCount = 1 + (run.machine.nics[index]?.moreRings.length ?? -1);
      return {
        rings: rings.slice(first, first + ringCount).map((ring) => valuesOf(RING, ring, run)),
        receive: readFrames(run, [nic], "receive"),
        send: readFrames(run, [nic], "send"),
        ...valuesOf(CARD, nic, run),
        host: run.machine.nics[index]?.host && valuesOf(HOST, nic, run),
        wireCycles: { receive: nic.rx_wire_cycles, send: nic.tx_wire_cycles },
      };
    }),
    lines: lines.map((line) => valuesOf(LINE, line, run)),
    ...readMetered(run),
  };
}

function readMetered(run: Run): DeviceValues {
  const values = METERED_KINDS.map(({ list }) => {
    const counted: readonly object[] = run.counters[list];
    return [list, counted.map((one) => valuesOf(deviceEntries(list), one, run))];
  });
  return Object.fromEntries(values) as DeviceValues;
}

/** Of these cards together. */
export function readFrames(run: Run, nics: Run["counters"]["nics"], direction: SimDirection): FrameCounts {
  const frames = framesOf(nics, direction);
  return {
    ...valuesOf(FRAMES, frames, run),
    dropped: sim_drop_cause_names.map((cause, index) => ({ cause, count: frames.dropped[index] ?? 0 })),
  };
}
