import { describe, expect, it } from "vitest";
import { NO_ADDRESS } from "../../lib/captures/addressTable.ts";
import { type Capture, PROTOCOLS, RECORDED_RECEIVED, RECORDED_SENT } from "../../lib/captures/capture.ts";
import { nanosecondsOfRow } from "../../lib/captures/captureTimes.ts";
import { readCapture } from "../../lib/captures/readCapture.ts";
import {
  block,
  enhancedPacket,
  ethernetFrame,
  FileWriter,
  fixture,
  interfaceBlock,
  joined,
  OURS,
  PEER,
  pcapOf,
  sectionHeader,
  timesOf,
  udpDatagram,
  udpFrame,
} from "./captureFiles.ts";

const addressOf = (capture: Capture, id: number | undefined) =>
  id === undefined || id === NO_ADDRESS ? undefined : capture.addresses[id]?.text;

function rowOf(capture: Capture, row: number) {
  return {
    time: nanosecondsOfRow(capture, row),
    bytes: capture.frameBytes[row],
    from: addressOf(capture, capture.sourceAddress[row]),
    to: addressOf(capture, capture.destinationAddress[row]),
    ports: [capture.sourcePort[row], capture.destinationPort[row]],
    protocol: PROTOCOLS[capture.protocol[row] ?? 0],
  };
}
const rowsOf = (capture: Capture) =>
  Array.from({ length: capture.packetCount }, (_, row) => rowOf(capture, row));

const FRAME = udpFrame({ from: PEER, to: OURS, payloadBytes: 20 });
const ORDERS = ["little", "big"] as const;

describe("the recorded capture", () => {
  const capture = readCapture(fixture("two-hosts.pcap"));

  it("has the packets, bytes, protocols and duration that capinfos and tshark count", () => {
    expect(capture.packetCount).toBe(3757);
    expect(capture.frameBytes.reduce((sum, bytes) => sum + bytes, 0)).toBe(2_665_379);
    expect(timesOf(capture).at(-1)).toBe(2_202_224_337);
    const protocols = rowsOf(capture).map(({ protocol }) => protocol);
    const counted = PROTOCOLS.map((name) => protocols.filter((protocol) => protocol === name).length);
    expect(counted).toEqual([2515, 1160, 80, 2, 0]);
  });

  it("names two hosts and their stations, and the broadcast station", () => {
    const texts = capture.addresses.map(({ text }) => text).sort();
    expect(texts).toEqual([OURS, PEER, "02:00:0a:4d:00:01", "02:00:0a:4d:00:02", "ff:ff:ff:ff:ff:ff"].sort());
  });

  it("has rising times", () => {
    expect(timesOf(capture).every((time, row, times) => time >= (times[row - 1] ?? 0))).toBe(true);
  });
});

describe("the same 200 packets in each format", () => {
  const expected = readCapture(fixture("two-hosts-200.pcapng"));
  const whole = readCapture(fixture("two-hosts.pcap"));

  it("equal packets 1001 to 1200 of the whole capture", () => {
    expect(expected.packetCount).toBe(200);
    const begin = nanosecondsOfRow(whole, 1000);
    rowsOf(expected).forEach((row, index) => {
      const original = rowOf(whole, 1000 + index);
      expect(row).toEqual({ ...original, time: (original.time ?? 0) - begin });
    });
  });

  it.each(ORDERS)("are read from pcap with nanoseconds, %s-endian", (order) => {
    const capture = readCapture(fixture(`two-hosts-200-ns-${order}.pcap`));
    expect(rowsOf(capture)).toEqual(rowsOf(expected));
    expect(capture.startNanoseconds).toBe(expected.startNanoseconds);
  });

  it.each(ORDERS)("are read from pcap with microseconds, %s-endian", (order) => {
    const capture = readCapture(fixture(`two-hosts-200-us-${order}.pcap`));
    const micro = (time: number | undefined) =>
      Number((expected.startNanoseconds + BigInt(time ?? 0)) / 1000n);
    const begin = micro(0);
    expect(rowsOf(capture)).toEqual(
      rowsOf(expected).map((row) => ({ ...row, time: (micro(row.time) - begin) * 1000 })),
    );
  });
});

describe("the reader of pcapng", () => {
  const flags = (order: "little" | "big", value: number) =>
    [2, new FileWriter(order).uint(4, value).done()] as const;

  it.each(ORDERS)("applies resolution and offset of each interface, %s-endian", (order) => {
    const binary: readonly [number, Uint8Array] = [9, Uint8Array.of(0x80 | 10)]; // 2^-10 s
    const nano: readonly [number, Uint8Array] = [9, Uint8Array.of(9)];
    const offset: readonly [number, Uint8Array] = [14, new FileWriter(order).uint(8, -5n).done()];
    const capture = readCapture(
      joined(
        sectionHeader(order),
        interfaceBlock(order, 1, 0, [nano]),
        interfaceBlock(order, 1, 0, [binary, offset]),
        interfaceBlock(order, 1, 0),
        enhancedPacket(order, 0, 10_000_000_007n, FRAME),
        enhancedPacket(order, 1, 15n * 1024n + 512n, FRAME),
        enhancedPacket(order, 2, 11_000_000n, FRAME),
      ),
    );
    expect(capture.startNanoseconds).toBe(10_000_000_007n);
    expect(timesOf(capture)).toEqual([0, 499_999_993, 999_999_993]);
  });

  it("reads several sections of different byte order", () => {
    const section = (order: "little" | "big", ticks: bigint) =>
      joined(sectionHeader(order), interfaceBlock(order, 1, 0), enhancedPacket(order, 0, ticks, FRAME));
    const capture = readCapture(
      joined(section("little", 1000n), section("big", 3000n), section("little", 7000n)),
    );
    expect(timesOf(capture)).toEqual([0, 2_000_000, 6_000_000]);
  });

  it("skips unknown blocks", () => {
    const unknown = block("little", 0x0bad, Uint8Array.of(1, 2, 3, 4, 5));
    const bytes = joined(
      sectionHeader("little"),
      unknown,
      interfaceBlock("little", 1, 0),
      unknown,
      enhancedPacket("little", 0, 5n, FRAME),
      unknown,
    );
    expect(readCapture(bytes).packetCount).toBe(1);
  });

  it("reads simple packet blocks, which have no time, and obsolete packet blocks", () => {
    const simple = block(
      "big",
      3,
      new FileWriter("big")
        .uint(4, FRAME.length + 100)
        .bytes(FRAME)
        .done(),
    );
    const obsolete = new FileWriter("big").uint(2, 0).uint(2, 9).uint(4, 0).uint(4, 2000);
    obsolete.uint(4, FRAME.length).uint(4, 1000).bytes(FRAME);
    const bytes = joined(
      sectionHeader("big"),
      interfaceBlock("big", 1, FRAME.length),
      enhancedPacket("big", 0, 1000n, FRAME),
      simple,
      block("big", 2, obsolete.done()),
    );
    const capture = readCapture(bytes);
    expect(timesOf(capture)).toEqual([0, 0, 1_000_000]);
    expect(Array.from(capture.frameBytes)).toEqual([FRAME.length, FRAME.length + 100, 1000]);
    expect(capture.untimedCount).toBe(1);
  });

  it.each(ORDERS)("keeps the recorded direction and removes the frame check sequence, %s-endian", (order) => {
    const fcs: readonly [number, Uint8Array] = [13, Uint8Array.of(4)];
    const capture = readCapture(
      joined(
        sectionHeader(order),
        interfaceBlock(order, 1, 0, [fcs]),
        enhancedPacket(order, 0, 1n, FRAME, [flags(order, 1)]),
        enhancedPacket(order, 0, 2n, FRAME, [[1, Uint8Array.of(65)], flags(order, 2)]),
      ),
    );
    expect(Array.from(capture.recordedDirection)).toEqual([RECORDED_RECEIVED, RECORDED_SENT]);
    expect(capture.frameBytes[0]).toBe(FRAME.length - 4);
  });
});

describe("times of a capture", () => {
  it("that go back are sorted stably and counted", () => {
    const sized = (bytes: number) => udpFrame({ from: PEER, to: OURS, payloadBytes: bytes });
    const at = (seconds: number, bytes: number) => ({ seconds, fraction: 0, data: sized(bytes) });
    const capture = readCapture(
      pcapOf({ order: "little" }, [at(5, 1), at(7, 2), at(4, 3), at(7, 4), at(5, 5)]),
    );
    expect(timesOf(capture)).toEqual([0, 1e9, 1e9, 3e9, 3e9]);
    expect(Array.from(capture.frameBytes)).toEqual([3, 1, 5, 2, 4].map((bytes) => bytes + 42));
    expect(capture.reorderedCount).toBe(2);
    expect(capture.startNanoseconds).toBe(4_000_000_000n);
  });
});

describe("the reader of link types", () => {
  const datagram = udpDatagram({
    from: OURS,
    to: PEER,
    sourcePort: 53,
    destinationPort: 6000,
    payloadBytes: 10,
  });
  const only = (linkType: number, data: Uint8Array) => {
    const capture = readCapture(pcapOf({ order: "little", linkType }, [{ seconds: 1, fraction: 0, data }]));
    return { ...rowOf(capture, 0), recorded: capture.recordedDirection[0] };
  };
  const udp = { from: OURS, to: PEER, ports: [53, 6000], protocol: "udp", bytes: 14 + 38 };

  it.each([101, 12, 14, 228])("gives raw IP (%i) an Ethernet header", (linkType) => {
    expect(only(linkType, datagram)).toMatchObject(udp);
  });

  it.each([
    [0, [2, 0, 0, 0]],
    [108, [0, 0, 0, 2]],
  ] as const)("reads loopback (%i)", (linkType, family) => {
    expect(only(linkType, joined(Uint8Array.from(family), datagram))).toMatchObject(udp);
  });

  it("reads the direction from the packet type of Linux cooked, version 1", () => {
    const header = (type: number) => Uint8Array.of(0, type, 0, 1, 0, 6, 2, 0, 10, 77, 0, 1, 0, 0, 8, 0);
    expect(only(113, joined(header(4), datagram))).toMatchObject({ ...udp, recorded: RECORDED_SENT });
    expect(only(113, joined(header(0), datagram))).toMatchObject({ ...udp, recorded: RECORDED_RECEIVED });
  });

  it("reads Linux cooked, version 2", () => {
    const header = Uint8Array.of(8, 0, 0, 0, 0, 0, 0, 2, 0, 1, 4, 6, 2, 0, 10, 77, 0, 1, 0, 0);
    expect(only(276, joined(header, datagram))).toMatchObject({ ...udp, recorded: RECORDED_SENT });
  });

  it("reads Ethernet with two VLAN tags", () => {
    const tagged = joined(Uint8Array.of(0, 5, 0x81, 0, 0, 6, 8, 0), datagram);
    const frame = ethernetFrame([2, 0, 0, 0, 0, 2], [2, 0, 0, 0, 0, 1], 0x88a8, tagged);
    expect(only(1, frame)).toMatchObject({ ...udp, bytes: frame.length });
  });

  it("reads IPv6 after extension headers", () => {
    const extension = [17, 0, 1, 4, 0, 0, 0, 0]; // Destination options, then UDP.
    const ports = [0x12, 0x34, 0, 53, 0, 8, 0, 0];
    const addresses = [0xfd, ...new Array(14).fill(0), 1, 0xff, 2, ...new Array(13).fill(0), 0xfb];
    const packet = Uint8Array.from([0x60, 0, 0, 0, 0, 16, 60, 64, ...addresses, ...extension, ...ports]);
    expect(only(229, packet)).toMatchObject({
      from: "fd00::1",
      to: "ff02::fb",
      ports: [0x1234, 53],
      protocol: "udp",
    });
  });

  it("gives a later fragment no ports", () => {
    const fragment = datagram.slice();
    fragment[6] = 0x20;
    fragment[7] = 0xb9;
    expect(only(101, fragment)).toMatchObject({ protocol: "udp", ports: [0, 0] });
  });

  it("keeps the size of a packet truncated at any byte, and leaves the missing fields unknown", () => {
    const whole = udpFrame({ from: PEER, to: OURS, payloadBytes: 4 });
    for (let cut = 1; cut <= whole.length; cut++) {
      const data = whole.subarray(0, cut);
      const capture = readCapture(
        pcapOf({ order: "big" }, [{ seconds: 1, fraction: 0, data, originalBytes: whole.length }]),
      );
      expect(capture.frameBytes[0]).toBe(whole.length);
      expect(rowOf(capture, 0).from).toBe(cut < 34 ? undefined : PEER);
      expect(rowOf(capture, 0).ports).toEqual(cut < 38 ? [0, 0] : [4000, 5000]);
    }
  });
});
