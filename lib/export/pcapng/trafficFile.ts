/** Writes the traffic offered to a machine as a capture that `irqscope trace` can read. The time of a frame is when
 * it is due, not when its last bit arrives. */
import type { Machine } from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { arrivalsOf, type Recording, recordedNanoseconds } from "../../../scenarios/traffic/recording.ts";
import type { Traffic } from "../../../scenarios/traffic/traffic.ts";
import type { RunOrigin } from "../../origin.ts";
import { ExportLimitError, joined, type RunFile } from "../file.ts";
import { packetEnds } from "../packetEnds.ts";
import type { Window } from "../walk.ts";
import { packetBlock } from "./blocks.ts";
import { type Frame, frameOf, madeText, markFrame } from "./frame.ts";
import { pcapngHead } from "./pcapngFile.ts";
import { directionOf, recordedFrameOf } from "./recorded.ts";

const NANOSECONDS = 10n ** 9n;
/** Value for a capture that keeps its times. */
const RECORDED_PERMILLE = 1000;
/** The card. */
const UNKNOWN = -1;

interface Offered {
  readonly nanoseconds: number;
  readonly sizeBytes: number;
  readonly direction: "receive" | "send";
  readonly nic: number;
  /** Undefined if the frame was generated. */
  readonly frame?: Frame;
}

interface TrafficExport {
  readonly file: RunFile;
  /** Scenario that runs to produce the file. */
  readonly scenario: Scenario;
  readonly window: Window;
}

/** Recorded traffic is written as it is in the scenario. Generated traffic is found by a run in which frames take no
 * time on the wire, so that they are offered when they are due. */
export function trafficExport(scenario: Scenario, window: Window): TrafficExport {
  const closed = scenario.traffic.findIndex(({ loop }) => loop === "closed");
  if (closed >= 0)
    throw new ExportLimitError(
      `traffic[${closed}] is a closed loop: when its frames fall due follows from the machine, and a capture cannot say it`,
    );
  const head = (origin: RunOrigin) => [
    ...pcapngHead(scenario, "Traffic", origin),
    markBlock(scenario, window),
  ];
  if (scenario.traffic.every(({ kind }) => kind === "trace")) {
    const recorded = recordedIn(scenario, window);
    return {
      scenario,
      window: { from: 0, to: 0 },
      file: {
        begin: (_, origin) => joined([...head(origin), ...recorded.map(offeredBlock)]),
        take: () => new Uint8Array(),
        end: () => new Uint8Array(),
        contents: () => `${recorded.length} packets`,
      },
    };
  }
  return { scenario: withIdealWires(scenario), window, file: generatedFile(scenario, head) };
}

/** The first block of the file: times of `irqscope trace --from-ms 0` count from it. */
function markBlock(scenario: Scenario, { from }: Window): Uint8Array {
  return packetBlock({
    ...markFrame(),
    ...{ interfaceNumber: 0, nanoseconds: dueNanoseconds(from, scenario), direction: undefined },
    comment: "The run begins here: irqscope trace --from-ms 0 counts times from this frame",
  });
}

function offeredBlock({ nanoseconds, sizeBytes, direction, nic, frame }: Offered): Uint8Array {
  const written = frame ?? frameOf(sizeBytes, direction, 0);
  const comment = madeText(written);
  return packetBlock({
    ...written,
    ...{ interfaceNumber: nic, nanoseconds, direction },
    ...(comment !== undefined && { comment }),
  });
}

/** Rounds up, because a time belongs to the cycle that contains it. */
function dueNanoseconds(cycle: number, { machine }: Scenario): number {
  const clock = BigInt(machine.clockHertz);
  return Number((BigInt(cycle) * NANOSECONDS + clock - 1n) / clock);
}

function recordedIn(scenario: Scenario, window: Window): readonly Offered[] {
  const from = dueNanoseconds(window.from, scenario);
  // A frame after the end of the run is due but not sent. It belongs to the state of the machine.
  const isToTheEnd = window.to >= scenario.runCycles;
  const to = isToTheEnd ? Number.POSITIVE_INFINITY : dueNanoseconds(window.to, scenario);
  const nics = scenario.machine.nics.map(({ name }) => name);
  const all = scenario.traffic.flatMap((traffic, index) => {
    const start = dueNanoseconds(traffic.startCycle, scenario);
    return eventsOf(traffic, index, scenario).map((one) => ({
      ...one,
      ...{ nanoseconds: start + one.nanoseconds, nic: Math.max(0, nics.indexOf(traffic.nic)) },
    }));
  });
  return all
    .filter(({ nanoseconds }) => nanoseconds >= from && nanoseconds < to)
    .sort((a, b) => a.nanoseconds - b.nanoseconds);
}

function eventsOf(traffic: Traffic, index: number, scenario: Scenario): readonly Omit<Offered, "nic">[] {
  if (traffic.kind !== "trace" || traffic.loop === "closed") return [];
  const frameOfEvent = recordedFrameOf(traffic);
  return offeredTimes(traffic, index, scenario).map(({ event, nanoseconds }) => ({
    nanoseconds,
    sizeBytes: traffic.events.sizesBytes[event] ?? 0,
    direction: directionOf(traffic, event),
    frame: frameOfEvent(event),
  }));
}

interface OfferedTime {
  /** Index in the columns of the capture. */
  readonly event: number;
  readonly nanoseconds: number;
}

/** Recorded times, to the nanosecond. If a capture is resampled or scaled in time, the cycles at which the machine gets
 * its frames. */
function offeredTimes(traffic: Recording, index: number, scenario: Scenario): readonly OfferedTime[] {
  if (traffic.resample === undefined && traffic.timeScalePermille === RECORDED_PERMILLE)
    return recordedNanoseconds(traffic).map((nanoseconds, event) => ({ event, nanoseconds }));
  const { seed, machine } = scenario;
  return Array.from(
    arrivalsOf(traffic, { seed, index, clockHertz: machine.clockHertz }),
    ({ event, cycles }) => ({ event, nanoseconds: dueNanoseconds(Number(cycles), scenario) }),
  );
}

function withIdealWires(scenario: Scenario): Scenario {
  const { machine } = scenario;
  const nics = machine.nics.map((nic) => ({
    ...nic,
    ...{
      lineRateBitPerSecond: "ideal" as const,
      slotNanoseconds: 0,
      rxCutThroughBytes: 0,
      flowControl: false,
    },
  }));
  return { ...scenario, machine: { ...machine, nics } };
}

/** If a machine has one card and its sources have one direction, all frames have that direction. Otherwise the
 * direction follows from the fate of the frame. */
function generatedFile(scenario: Scenario, head: (origin: RunOrigin) => readonly Uint8Array[]): RunFile {
  const ends = packetEnds();
  const directions = new Set(
    scenario.traffic.map((traffic) => (traffic.kind === "trace" ? undefined : traffic.direction)),
  );
  const [only] = directions.size === 1 && scenario.machine.nics.length === 1 ? directions : [];
  const offered = new Map<number, Offered>();
  let [packets, leftOut] = [0, 0];
  const blocks = (whole: boolean): readonly Uint8Array[] => {
    const done: Uint8Array[] = [];
    for (const [number, one] of offered) {
      if (one.nic === UNKNOWN && !whole) break;
      offered.delete(number);
      if (one.nic === UNKNOWN) leftOut += 1;
      else {
        packets += 1;
        done.push(offeredBlock(one));
      }
    }
    return done;
  };
  return {
    begin: (_machine: Machine, origin) => joined(head(origin)),
    take: (batch) => {
      for (const { kind, subject, value, cycle } of batch.events) {
        if (kind === "frame-offered" && batch.isWithin)
          offered.set(subject, {
            ...{ nanoseconds: dueNanoseconds(cycle, scenario), sizeBytes: value },
            ...{ direction: only ?? "receive", nic: only === undefined ? UNKNOWN : 0 },
          });
        // Software made this frame.
        if (kind === "frame-copied") offered.delete(subject);
      }
      for (const { number, direction, nic = 0 } of ends.take(batch)) {
        const one = offered.get(number);
        if (one !== undefined && direction !== undefined) offered.set(number, { ...one, direction, nic });
      }
      return joined(blocks(false));
    },
    end: () => joined(blocks(true)),
    contents: () => `${packets} packets${leftOut === 0 ? "" : `, without ${leftOut} that are under way`}`,
  };
}
