/** Cards, lines and all other devices in `Metrics`, and their missed requests. */
import { SIM_NIC_RING_LIMIT, type SimDirection } from "../../core-wasm/binding/index.ts";
import { type DeviceValues, deviceEntries, METERED_KINDS } from "./registry/deviceKinds.ts";
import { CARD, LINE, RING } from "./registry/devices.ts";
import { type Entry, type Run, type Values, valuesOf } from "./registry/entry.ts";
import { type FrameCounts, readFrames } from "./registry/frames.ts";
import { HOST } from "./registry/host.ts";

type RingMetrics = Values<typeof RING>;

export interface NicMetrics extends Values<typeof CARD> {
  readonly receive: FrameCounts;
  readonly send: FrameCounts;
  /** Cycles with a frame on the wire, for each direction. 0 if the wire is ideal. */
  readonly wireCycles: Readonly<Record<SimDirection, number>>;
  readonly rings: readonly RingMetrics[];
  /** Undefined if the card has no host. */
  readonly host: Values<typeof HOST> | undefined;
}

export type LineMetrics = Values<typeof LINE>;

/** Devices by their index in the machine, up to the number of records in the core. */
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

/** The counts that the panel of metrics has in its section "missed". */
const missed = () =>
  METERED_KINDS.flatMap(({ list, entries }) =>
    Object.entries<Entry<never>>(entries).flatMap(([key, { panel }]) =>
      panel?.section === "missed" ? [{ list, key }] : [],
    ),
  );

/** Presses and ticks before the last one was acknowledged, refused requests, and similar counts of other kinds. */
export function missedByDevices({ devices }: { readonly devices: DeviceMetrics }): number {
  const counts = missed().flatMap(({ list, key }) =>
    devices[list].map((one: object) => (one as Readonly<Record<string, number>>)[key] ?? 0),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
