/** Writes the offered packets of a run as a capture: each packet at the time at which it was offered, its fate as a
 * comment, and the counts of each card. */
import type { Machine } from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { isCardDrop } from "../../metrics/registry/dropCauses.ts";
import { endLine, originLines, type RunOrigin } from "../../origin.ts";
import { nanosecondsOf } from "../clock.ts";
import { joined, type RunFile, stateOf } from "../file.ts";
import { type PacketEnd, packetEnds } from "../packetEnds.ts";
import { fateText } from "../tables.ts";
import type { Batch, Window } from "../walk.ts";
import { interfaceDescription, packetBlock, sectionHeader, statisticsBlock } from "./blocks.ts";
import { type Frame, frameOf, madeText } from "./frame.ts";
import { type RecordedFrames, recordedFrames } from "./recorded.ts";

/** Most packets that wait for an earlier packet that has not ended. Beyond that, packets are written out of order. */
const WAITING_LIMIT = 65_536;

interface Ended {
  readonly end: PacketEnd;
  readonly isWithin: boolean;
}

interface Counts {
  received: number;
  droppedByCard: number;
  droppedBySoftware: number;
  delivered: number;
}

export function pcapngHead(
  { name, seed, machine }: Scenario,
  what: string,
  origin: RunOrigin,
): readonly Uint8Array[] {
  const [application = "", ...about] = originLines(origin);
  return [
    sectionHeader(application, [`${what} of "${name}", seed ${seed}; times are simulated`, ...about]),
    ...machine.nics.map(({ name: card, lineRateBitPerSecond: rate }) =>
      interfaceDescription({ name: card, bitPerSecond: rate === "ideal" ? undefined : rate }),
    ),
  ];
}

export function pcapngFile(scenario: Scenario, window: Window): RunFile {
  return new PcapngFile(scenario, window);
}

class PcapngFile implements RunFile {
  readonly #scenario: Scenario;
  readonly #window: Window;
  readonly #ends = packetEnds();
  readonly #counts: readonly Counts[];
  /** Packets in the order in which they were offered, including packets before the window. Undefined while a packet
   * is open. */
  readonly #offered = new Map<number, Ended | undefined>();
  /** Packets that software copied from another packet. */
  readonly #copied = new Set<number>();
  readonly #recorded: RecordedFrames;
  #packets = 0;
  #recordedPackets = 0;

  constructor(scenario: Scenario, window: Window) {
    this.#scenario = scenario;
    this.#window = window;
    this.#recorded = recordedFrames(scenario);
    this.#counts = scenario.machine.nics.map(() => ({
      ...{ received: 0, droppedByCard: 0, droppedBySoftware: 0, delivered: 0 },
    }));
  }

  begin(_machine: Machine, origin: RunOrigin): Uint8Array {
    return joined(pcapngHead(this.#scenario, "A run", origin));
  }

  take(batch: Batch): Uint8Array {
    const { events, isWithin } = batch;
    const ends = this.#ends.take(batch);
    for (const { kind, subject } of events) {
      if (kind === "frame-offered") this.#offered.set(subject, undefined);
      if (kind === "frame-copied") this.#copied.add(subject);
    }
    for (const end of ends) this.#offered.set(end.number, { end, isWithin });
    return joined(this.#inOrder());
  }

  end(machine: Machine): Uint8Array {
    for (const end of this.#ends.rest()) this.#offered.set(end.number, { end, isWithin: true });
    const packets = this.#inOrder();
    const nanoseconds = this.#at(machine.cycle);
    const statistics = this.#counts.map((counts, interfaceNumber) =>
      statisticsBlock({ interfaceNumber, nanoseconds, ...counts, comment: endLine(stateOf(machine)) }),
    );
    return joined([...packets, ...statistics]);
  }

  contents(): string {
    const recorded = this.#recordedPackets === 0 ? "" : `, ${this.#recordedPackets} of the capture`;
    return `${this.#packets} packets${recorded}`;
  }

  #at(cycle: number): number {
    return nanosecondsOf(cycle, this.#scenario.machine.clockHertz);
  }

  #inOrder(): readonly Uint8Array[] {
    const blocks: Uint8Array[] = [];
    const isPatient = this.#offered.size < WAITING_LIMIT;
    for (const [number, ended] of this.#offered) {
      if (ended === undefined && isPatient) break;
      if (ended === undefined) {
        this.#recorded.lose();
        continue;
      }
      this.#offered.delete(number);
      const recorded = this.#recorded.next(ended.end, this.#copied.delete(number));
      if (!ended.isWithin) continue;
      if (recorded !== undefined) this.#recordedPackets += 1;
      blocks.push(this.#block(ended.end, recorded));
    }
    return blocks;
  }

  #block(end: PacketEnd, recorded: Frame | undefined): Uint8Array {
    this.#packets += 1;
    const { offeredCycle, sizeBytes = 0, direction, number } = end;
    // The card of a packet in a queue is not known.
    const interfaceNumber = end.nic ?? 0;
    const counts = this.#counts[interfaceNumber];
    if (counts !== undefined) count(counts, end);
    const frame = recorded ?? frameOf(sizeBytes, direction ?? "receive", 0);
    const made = madeText(frame);
    return packetBlock({
      ...frame,
      ...{ interfaceNumber, nanoseconds: this.#at(offeredCycle ?? this.#window.from), direction, number },
      comment: this.#fate(end) + (made === undefined ? "" : `; ${made}`),
    });
  }

  #fate({ fate, offeredCycle, endCycle, queue }: PacketEnd): string {
    const word = fate.kind === "dropped" ? `lost: ${fateText(fate)}` : fateText(fate);
    const place = queue === undefined ? "" : ` (${this.#scenario.software.queues[queue]?.name})`;
    if (offeredCycle === undefined || endCycle === undefined) return `${word} at the end of the run`;
    const cycles = endCycle - offeredCycle;
    return `${word}${place} after ${this.#at(cycles)} ns, ${cycles} cycles`;
  }
}

function count(counts: Counts, { fate, frames, direction }: PacketEnd): void {
  if (direction === "receive") counts.received += frames;
  if (fate.kind === "delivered") counts.delivered += 1;
  if (fate.kind !== "dropped") return;
  if (isCardDrop(fate.cause)) counts.droppedByCard += frames;
  else counts.droppedBySoftware += frames;
}
