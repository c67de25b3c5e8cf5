/** A capture of a run, field by field, compared with the event log and the log of latencies. */
import { sim_drop_cause_names } from "../../../core-wasm/binding/index.ts";
import { pcapngFile } from "../../../lib/export/pcapng/pcapngFile.ts";
import { numberOf, PCAPNG, type PcapngBlock, readPcapng, textOf, timeOf } from "../support/pcapngReader.ts";
import { written } from "../support/writeFile.ts";
import { type ColumnCount, type CountedExport, columnsOfRecords } from "./column.ts";
import { core, lossOf, type Observed, sumOf } from "./observed.ts";
import { directionOf, endOf, fateOf, nicOf, type Packet, packetsOf, queueOf } from "./rowColumns.ts";

const FCS_BYTES = 4;
/** Headers of Ethernet, IPv4 and UDP. The model has no contents. */
const HEADER_BYTES = 14 + 20 + 8;

export const nanosecondsOf = ({ scenario }: Observed, cycle: number): number => {
  const clock = BigInt(scenario.machine.clockHertz);
  return Number((2n * BigInt(cycle) * 10n ** 9n + clock) / (2n * clock));
};

/** Packets in the order in which they were offered. */
const inOrder = (run: Observed): readonly Packet[] => {
  const order = new Map(
    run.events.flatMap(({ kind, subject }, index) =>
      kind === "frame-offered" ? [[subject, index] as const] : [],
    ),
  );
  return packetsOf(run).toSorted((a, b) => (order.get(a.number) ?? 0) - (order.get(b.number) ?? 0));
};

const packetField = (name: string, cell: (packet: Packet, run: Observed) => unknown): ColumnCount => ({
  column: new RegExp(`^packet ${name}$`),
  count: (run) => inOrder(run).map((packet) => cell(packet, run)),
});

/** No traffic of these machines has recorded bytes. */
const commentOf = (packet: Packet, run: Observed): string =>
  `${fateText(packet, run)}; headers made by irqscope, contents unknown`;

function fateText(packet: Packet, run: Observed): string {
  const { offered, end } = packet;
  const endCycle = endOf(packet);
  if (offered === undefined || end === undefined || endCycle === undefined)
    return "under way at the end of the run";
  const queue = queueOf(packet, run);
  const cycles = endCycle - offered.cycle;
  const word = end.kind === "frame-dropped" ? `lost: ${fateOf(packet)}` : fateOf(packet);
  return `${word}${queue === undefined ? "" : ` (${queue})`} after ${nanosecondsOf(run, cycles)} ns, ${cycles} cycles`;
}

/** Packets of a card. A packet of an unknown card counts for the first card. */
function ofCard(run: Observed, nic: number): readonly Packet[] {
  return packetsOf(run).filter((packet) => (nicOf(packet, run) ?? 0) === nic);
}

const BEHIND_THE_CARD: ReadonlySet<string> = new Set(["queue-full", "abandoned", "filtered", "fault"]);

const lostOf = (packets: readonly Packet[], isBehind: boolean): number =>
  sumOf(
    packets.map(({ end }) => {
      if (end?.kind !== "frame-dropped") return 0;
      const { cause, frames } = lossOf(end);
      return BEHIND_THE_CARD.has(sim_drop_cause_names[cause] ?? "?") === isBehind ? frames : 0;
    }),
  );

const cardField = (
  name: string,
  cell: (packets: readonly Packet[], run: Observed) => unknown,
): ColumnCount => ({
  column: new RegExp(`^card ${name}$`),
  count: (run) => run.scenario.machine.nics.map((_, nic) => cell(ofCard(run, nic), run)),
});

const framesOf = (packet: Packet) => (packet.end?.kind === "frame-dropped" ? lossOf(packet.end).frames : 1);

const recordOf = (kind: string, fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${kind} ${name}`, value]));

function packetRecord({ fixed, data, options }: PcapngBlock) {
  const [first] = [options.get(2)?.[0]];
  return recordOf("packet", {
    interface: fixed.getUint32(0, true),
    time: timeOf(fixed, 4),
    "length here": fixed.getUint32(12, true),
    length: fixed.getUint32(16, true),
    flags: numberOf(first),
    id: numberOf(options.get(5)?.[0]),
    comment: textOf(options.get(1)?.[0]),
    // Senders: received frames come from the peer.
    stations: [data[5], data[11]],
    addresses: [data.subarray(26, 30).join("."), data.subarray(30, 34).join(".")],
    "IP length": ((data[16] ?? 0) << 8) | (data[17] ?? 0),
  });
}

const columnsOfBlocks = (
  blocks: readonly PcapngBlock[],
  type: number,
  record: (block: PcapngBlock) => Readonly<Record<string, unknown>>,
) => {
  const records = blocks.filter((block) => block.type === type).map(record);
  return columnsOfRecords(Object.keys(records[0] ?? {}), records);
};

const OURS = { station: 1, address: "10.0.0.1" };
const PEER = { station: 2, address: "10.1.0.0" };
/** Source and destination addresses. */
const endsOf = (packet: Packet) => (directionOf(packet) === "send" ? [OURS, PEER] : [PEER, OURS]);
const lengthOf = ({ offered }: Packet) => Math.max(HEADER_BYTES, (offered?.value ?? 0) - FCS_BYTES);

export const CAPTURE: CountedExport = {
  name: "pcapng",
  columnsOf: (run) => {
    const { scenario, window } = run;
    const blocks = readPcapng(written(core, scenario, pcapngFile(scenario, window), window).bytes);
    return new Map([
      ...columnsOfBlocks(blocks, PCAPNG.packet, packetRecord),
      ...columnsOfBlocks(blocks, PCAPNG.interface, ({ fixed, options }) =>
        recordOf("card", {
          "link type": fixed.getUint16(0, true),
          name: textOf(options.get(2)?.[0]),
          speed: numberOf(options.get(8)?.[0]),
          resolution: numberOf(options.get(9)?.[0]),
        }),
      ),
      ...columnsOfBlocks(blocks, PCAPNG.statistics, ({ fixed, options }) =>
        recordOf("card", {
          number: fixed.getUint32(0, true),
          time: timeOf(fixed, 4),
          received: numberOf(options.get(4)?.[0]),
          "lost by it": numberOf(options.get(5)?.[0]),
          "lost behind it": numberOf(options.get(7)?.[0]),
          delivered: numberOf(options.get(8)?.[0]),
          state: textOf(options.get(1)?.[0]),
        }),
      ),
    ]);
  },
  counts: [
    packetField("interface", (packet, run) => nicOf(packet, run) ?? 0),
    packetField("time", ({ offered }, run) => nanosecondsOf(run, offered?.cycle ?? run.window.from)),
    packetField("length here", () => HEADER_BYTES),
    packetField("length", lengthOf),
    packetField("flags", (packet) => [undefined, "receive", "send"].indexOf(directionOf(packet))),
    packetField("id", ({ number }) => number),
    packetField("comment", commentOf),
    packetField("stations", (packet) =>
      endsOf(packet)
        .toReversed()
        .map(({ station }) => station),
    ),
    packetField("addresses", (packet) => endsOf(packet).map(({ address }) => address)),
    packetField("IP length", (packet) => lengthOf(packet) - 14),
    { column: /^card link type$/, count: ({ scenario }) => scenario.machine.nics.map(() => 1) },
    { column: /^card name$/, count: ({ scenario }) => scenario.machine.nics.map(({ name }) => name) },
    {
      column: /^card speed$/,
      count: ({ scenario }) =>
        scenario.machine.nics.map(({ lineRateBitPerSecond: rate }) => (rate === "ideal" ? undefined : rate)),
    },
    { column: /^card resolution$/, count: ({ scenario }) => scenario.machine.nics.map(() => 9) },
    { column: /^card number$/, count: ({ scenario }) => [...scenario.machine.nics.keys()] },
    cardField("time", (_, run) => nanosecondsOf(run, run.window.to)),
    cardField("received", (packets) =>
      sumOf(packets.filter((packet) => directionOf(packet) === "receive").map(framesOf)),
    ),
    cardField("lost by it", (packets) => lostOf(packets, false)),
    cardField("lost behind it", (packets) => lostOf(packets, true)),
    cardField("delivered", (packets) => packets.filter(({ end }) => end?.kind === "frame-delivered").length),
    cardField("state", (_, { machine }) => `state hash ${machine.stateHash()} at cycle ${machine.cycle}`),
  ],
};
