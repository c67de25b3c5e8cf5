/** Tracks of the parts of a machine: cards with their rings, packets and losses; queues, lines, locks, and other
 * devices that have events. */
import type { SimEventKind } from "../../../core-wasm/binding/index.ts";
import { exportedKinds } from "../../../scenarios/devices/kinds.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Machine, Scenario } from "../../../scenarios/format/schema.ts";
import type { NumberLevel } from "../levels.ts";
import { type Slots, slots, type Trace, type Track } from "./trace.ts";

interface CardTracks {
  readonly wire: Track;
  readonly received: Slots;
  readonly sent: Slots;
  readonly losses: Track;
}

/** A mark on the track of its device. */
interface DeviceMark {
  readonly track: Track;
  readonly name: string;
  readonly category: string;
}

export interface Places {
  /** `nic` is undefined for a packet whose card is not known. */
  readonly card: (nic: number | undefined) => CardTracks;
  readonly counter: (level: Exclude<NumberLevel, "line">, index: number) => Track | undefined;
  readonly queueLosses: (queue: number) => Track | undefined;
  readonly line: (line: number) => { readonly level: Track; readonly interrupts: Slots } | undefined;
  readonly dma: Track;
  readonly lock: (lock: number) => Track | undefined;
  /** Undefined if the event does not belong to a device, or if traces omit it. */
  readonly device: (event: SimEventKind, index: number) => DeviceMark | undefined;
}

export function places({ machine, software }: Scenario, trace: Trace): Places {
  const lines = linesOf(machine).map(({ name }) => {
    const parent = trace.track(`line ${name}`);
    return { level: trace.track("asserted", { parent }), interrupts: slots(trace, "interrupts", parent) };
  });
  const cards = machine.nics.map(({ name }) => {
    const parent = trace.track(`card ${name}`);
    return {
      rx: trace.track("receive ring", { parent, unit: "frames" }),
      tx: trace.track("transmit queue", { parent, unit: "frames" }),
      tracks: cardTracks(trace, parent),
    };
  });
  const dma = trace.track("DMA");
  const queues = software.queues.map(({ name }) => {
    const parent = trace.track(`queue ${name}`);
    return {
      fill: trace.track("packets held", { parent, unit: "packets" }),
      losses: trace.track("lost here", { parent }),
    };
  });
  const locks = software.locks.map(({ name }) => trace.track(`lock ${name}`));
  const marks = deviceMarks(machine, trace);
  let unknown: CardTracks | undefined;
  return {
    card: (nic) => {
      const known = cards[nic ?? (cards.length === 1 ? 0 : -1)]?.tracks;
      if (known !== undefined) return known;
      unknown ??= cardTracks(trace, trace.track("packets of a card that is not known"));
      return unknown;
    },
    counter: (level, index) => {
      if (level === "queue-fill") return queues[index]?.fill;
      return level === "rx-fill" ? cards[index]?.rx : cards[index]?.tx;
    },
    queueLosses: (queue) => queues[queue]?.losses,
    line: (line) => lines[line],
    dma,
    lock: (lock) => locks[lock],
    device: (event, index) => marks.get(event)?.[index],
  };
}

/** Marks by event, one for each device. */
function deviceMarks(machine: Machine, trace: Trace): ReadonlyMap<string, readonly DeviceMark[]> {
  return new Map(
    exportedKinds().flatMap(({ kind, list, events }) => {
      const words = Object.entries(events).filter(([, word]) => word !== false);
      const tracks =
        words.length === 0 ? [] : machine[list].map(({ name }) => trace.track(`${kind} ${name}`));
      return words.map(([event, word]) => [
        event,
        tracks.map((track): DeviceMark => ({ track, name: String(word), category: kind })),
      ]);
    }),
  );
}

function cardTracks(trace: Trace, parent: Track): CardTracks {
  return {
    wire: trace.track("offered", { parent }),
    received: slots(trace, "packets received", parent),
    sent: slots(trace, "packets sent", parent),
    losses: trace.track("lost", { parent }),
  };
}
