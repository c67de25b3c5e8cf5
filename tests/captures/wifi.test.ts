/** Frames of IEEE 802.11 with each of their headers, built here by the standard. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { PROTOCOLS } from "../../lib/captures/capture.ts";
import { captureToTraffic, DEFAULT_TRAFFIC_OPTIONS } from "../../lib/captures/captureToTraffic.ts";
import { capturedFrame } from "../../lib/captures/frameBytes.ts";
import { EVERYTHING } from "../../lib/captures/host.ts";
import { readCapture } from "../../lib/captures/readCapture.ts";
import { tshark } from "../support/readers.ts";
import { FileWriter, joined, OURS, PEER, pcapOf, udpDatagram } from "./captureFiles.ts";

const STATION = [2, 0, 10, 77, 0, 1];
const POINT = [2, 0, 10, 77, 0, 9];
const FAR = [2, 0, 10, 77, 0, 2];
const FOURTH = [2, 0, 10, 77, 0, 4];
const SNAP = [0xaa, 0xaa, 3, 0, 0, 0, 0x08, 0];
const UDP = udpDatagram({ from: PEER, to: OURS, sourcePort: 4000, destinationPort: 53, payloadBytes: 32 });

interface FrameShape {
  readonly subtype?: number;
  readonly flags?: number;
  readonly addresses?: readonly (readonly number[])[];
  readonly fragment?: number;
  /** Fields after the addresses: QoS, HT control. */
  readonly more?: readonly number[];
  readonly body?: Uint8Array | readonly number[];
}

const TYPE_DATA = 2;
const frame = (type: number, shape: FrameShape = {}) => {
  const { subtype = 0, flags = 2, addresses = [STATION, POINT, FAR], fragment = 0, more = [] } = shape;
  const [first = [], second = [], third = [], ...rest] = addresses;
  return new FileWriter("little")
    .bytes([(subtype << 4) | (type << 2), flags, 0, 0, ...first, ...second, ...third])
    .uint(2, (77 << 4) | fragment)
    .bytes(rest.flat())
    .bytes(more)
    .bytes(shape.body ?? joined(Uint8Array.from(SNAP), UDP))
    .done();
};
const data = (shape: FrameShape = {}) => frame(TYPE_DATA, shape);

/** A radiotap header with TSFT and flags, or the fields that `present` says. */
function radiotap(flags: number, behind: Uint8Array, hasMore = false): Uint8Array {
  const writer = new FileWriter("little").bytes([0, 0]).uint(2, hasMore ? 25 : 17);
  writer.uint(4, hasMore ? 0x8000_0003 : 0x3);
  if (hasMore) writer.uint(4, 0).uint(4, 0);
  return joined(writer.uint(8, 5).bytes([flags]).done(), behind);
}

const FCS = Uint8Array.of(1, 2, 3, 4);
const prism = (order: "little" | "big") =>
  new FileWriter(order).uint(4, 0x44).uint(4, 144).bytes(new Uint8Array(136)).done();
const avs = new FileWriter("big").uint(4, 0x8021_1001).uint(4, 64).bytes(new Uint8Array(56)).done();

const captureOf = (linkType: number, frames: readonly Uint8Array[]) =>
  pcapOf(
    { order: "little", linkType },
    frames.map((bytes, index) => ({ seconds: 1, fraction: index, data: bytes })),
  );

/** The values of the only packet in the capture. */
function onlyPacket(linkType: number, bytes: Uint8Array) {
  const file = captureOf(linkType, [bytes]);
  const capture = readCapture(file);
  const address = (index = -1) => capture.addresses[index]?.text;
  return {
    frameBytes: capture.frameBytes[0],
    protocol: PROTOCOLS[capture.protocol[0] ?? 0],
    ports: [capture.sourcePort[0], capture.destinationPort[0]],
    from: address(capture.sourceAddress[0]),
    to: address(capture.destinationAddress[0]),
    stations: [address(capture.sourceStation[0]), address(capture.destinationStation[0])],
    frame: Array.from(capturedFrame(file, capture, 0)),
  };
}

const text = (station: readonly number[]) =>
  station.map((byte) => byte.toString(16).padStart(2, "0")).join(":");
const WHOLE = {
  frameBytes: 14 + UDP.length,
  protocol: "udp",
  ports: [4000, 53],
  from: PEER,
  to: OURS,
  stations: [text(FAR), text(STATION)],
  frame: [...STATION, ...FAR, 8, 0, ...UDP],
};

describe("an 802.11 data frame", () => {
  it.each([
    ["as it is", 105, data()],
    ["with QoS", 105, data({ subtype: 8, more: [0, 0] })],
    ["with QoS and HT control", 105, data({ subtype: 8, flags: 0x82, more: [0, 0, 1, 2, 3, 4] })],
    ["to the access point", 105, data({ flags: 1, addresses: [POINT, FAR, STATION] })],
    ["between two stations", 105, data({ flags: 0, addresses: [STATION, FAR, POINT] })],
    ["between two access points", 105, data({ flags: 3, addresses: [POINT, FOURTH, STATION, FAR] })],
    ["by 802.1H", 105, data({ body: joined(Uint8Array.of(0xaa, 0xaa, 3, 0, 0, 0xf8, 8, 0), UDP) })],
    ["behind radiotap", 127, radiotap(0, data())],
    ["behind radiotap with more words", 127, radiotap(0, data(), true)],
    ["behind radiotap, with its check sequence", 127, radiotap(0x10, joined(data(), FCS))],
    ["behind radiotap, padded", 127, radiotap(0x20, data({ subtype: 8, more: [0, 0, 0, 0] }))],
    ["behind Prism, little-endian", 119, joined(prism("little"), data())],
    ["behind Prism, big-endian", 119, joined(prism("big"), data())],
    ["behind AVS", 163, joined(avs, data())],
    ["behind AVS under the type of Prism", 119, joined(avs, data())],
  ])("gives the packet in it: %s", (_, linkType, bytes) => {
    expect(onlyPacket(linkType, bytes)).toEqual(WHOLE);
  });

  it("has stations and size, and no addresses if it is encrypted or a later fragment", () => {
    const alone = { protocol: "other", ports: [0, 0], from: undefined, stations: WHOLE.stations };
    const cipher = new Uint8Array(8 + 8 + UDP.length + 8);
    expect(onlyPacket(105, data({ flags: 0x42, body: cipher }))).toMatchObject({
      ...alone,
      frameBytes: WHOLE.frameBytes,
    });
    expect(onlyPacket(105, data({ fragment: 1, body: UDP }))).toMatchObject({
      ...alone,
      frameBytes: WHOLE.frameBytes,
    });
  });

  it("without SNAP keeps LLC after a length, as IEEE 802.3 does", () => {
    const llc = [0x42, 0x42, 3, ...new Uint8Array(60)];
    const { frame: bytes, protocol } = onlyPacket(105, data({ body: llc }));
    expect(protocol).toBe("other");
    expect(bytes).toEqual([...STATION, ...FAR, 0, llc.length, ...llc]);
  });
});

describe("an 802.11 frame without a packet", () => {
  const OTHERS: readonly (readonly [kind: string, linkType: number, bytes: Uint8Array])[] = [
    ["wifi-management", 105, frame(0, { subtype: 8, flags: 0 })],
    ["wifi-control", 105, Uint8Array.of(0xd4, 0, 0, 0, ...STATION)],
    ["wifi-no-data", 105, data({ subtype: 4, body: [] })],
    ["wifi-no-data", 105, data({ subtype: 12, more: [0, 0], body: [] })],
    ["wifi-aggregate", 105, data({ subtype: 8, more: [0x80, 0] })],
    ["wifi-broken", 127, radiotap(0x50, joined(data(), FCS))],
    ["wifi-cut", 127, radiotap(0, data()).subarray(0, 17)],
    ["wifi-cut", 127, Uint8Array.of(0, 0, 255, 255, 0, 0, 0, 0, 8, 2)],
    ["wifi-cut", 163, new FileWriter("big").uint(4, 0x8021_1001).uint(4, 0xffff_ffff).uint(4, 0).done()],
  ];

  it.each(OTHERS)("is counted: %s", (kind, linkType, bytes) => {
    const between = linkType === 127 ? radiotap(0, data()) : linkType === 163 ? joined(avs, data()) : data();
    const capture = readCapture(captureOf(linkType, [bytes, between, bytes]));
    expect([capture.packetCount, capture.oddities]).toEqual([1, [{ kind, packets: 2 }]]);
  });

  it("is noted, and a capture without other frames is refused with the reason", () => {
    const beacon = frame(0, { subtype: 8, flags: 0 });
    const capture = readCapture(captureOf(105, [beacon, data(), beacon, data({ flags: 0x42 })]));
    const { report } = captureToTraffic(capture, { ...DEFAULT_TRAFFIC_OPTIONS, hosts: EVERYTHING });
    expect(report.notes).toEqual(
      expect.arrayContaining([
        "2 packets that manage an 802.11 network (beacons and others): left out",
        "1 packet encrypted by 802.11: used, with stations but no addresses",
      ]),
    );
    expect(() => readCapture(captureOf(105, [beacon]))).toThrow(
      "the capture contains no 802.11 data frame, and only those become packets",
    );
  });
});

test.each([105, 119, 127, 163])("any bytes under link type %i are read or counted", (linkType) => {
  let state = linkType;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  };
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from({ length: 1 + (random() % 60) }, () => random() & 0xff);
    const good = linkType === 127 ? radiotap(0, data()) : linkType === 105 ? data() : joined(avs, data());
    const file = captureOf(linkType, [good, bytes]);
    const capture = readCapture(file);
    for (let row = 0; row < capture.packetCount; row++) capturedFrame(file, capture, row);
    const counted = capture.oddities.filter(({ kind }) => kind !== "wifi-encrypted");
    expect(capture.packetCount + counted.reduce((sum, { packets }) => sum + packets, 0), `${round}`).toBe(2);
  }
});

if (tshark !== undefined)
  test("tshark finds the same flows in an 802.11 capture", () => {
    const folder = mkdtempSync(join(tmpdir(), "irqscope-wifi-"));
    try {
      for (const [linkType, header] of [
        [105, (bytes: Uint8Array) => bytes],
        [127, (bytes: Uint8Array) => radiotap(0x10, joined(bytes, FCS))],
        [119, (bytes: Uint8Array) => joined(prism("little"), bytes)],
        [163, (bytes: Uint8Array) => joined(avs, bytes)],
      ] as const) {
        const frames = [
          data(),
          data({ subtype: 8, more: [0, 0] }),
          data({ flags: 3, addresses: [POINT, FOURTH, STATION, FAR] }),
          frame(0, { subtype: 8, flags: 0, body: new Uint8Array(12) }),
          Uint8Array.of(0xd4, 0, 0, 0, ...STATION),
        ].map(header);
        const file = join(folder, `${linkType}.pcap`);
        writeFileSync(file, captureOf(linkType, frames));
        const fields = ["ip.src", "ip.dst", "udp.srcport", "udp.dstport", "wlan.da", "wlan.sa"];
        const args = ["-r", file, "-T", "fields", ...fields.flatMap((field) => ["-e", field])];
        const { stdout } = spawnSync(tshark ?? "", [...args, "-Y", "udp"], { encoding: "utf8" });
        const line = [PEER, OURS, 4000, 53, text(STATION), text(FAR)].join("\t");
        expect(stdout.trim().split("\n"), String(linkType)).toEqual([line, line, line]);
        expect(readCapture(captureOf(linkType, frames)).packetCount).toBe(3);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
