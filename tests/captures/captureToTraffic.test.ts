import { describe, expect, it } from "vitest";
import {
  type CaptureTraffic,
  captureToTraffic,
  DEFAULT_TRAFFIC_OPTIONS,
  type TrafficOptions,
} from "../../lib/captures/captureToTraffic.ts";
import { readCapture } from "../../lib/captures/readCapture.ts";
import {
  ethernetFrame,
  fixture,
  joined,
  OURS,
  PEER,
  pcapOf,
  type UdpShape,
  udpDatagram,
  udpFrame,
} from "./captureFiles.ts";

const THIRD = "10.77.0.3";

function trafficOf(bytes: Uint8Array, options: Partial<TrafficOptions> = {}): CaptureTraffic {
  return captureToTraffic(readCapture(bytes), { ...DEFAULT_TRAFFIC_OPTIONS, ...options });
}

/** One packet a microsecond. */
function framesOf(...frames: readonly Uint8Array[]): Uint8Array {
  return pcapOf(
    { order: "little" },
    frames.map((data, index) => ({ seconds: 1, fraction: index, data })),
  );
}
const datagrams = (...shapes: readonly UdpShape[]) => framesOf(...shapes.map(udpFrame));

describe("traffic from the recorded capture", () => {
  const bytes = fixture("two-hosts.pcap");

  it("has the packets that tshark counts for each station, with FCS and padding", () => {
    const { events, report } = trafficOf(bytes);
    expect(report.receive).toEqual({ frames: 2498, bytes: 2_387_674 });
    expect(report.send).toEqual({ frames: 1259, bytes: 292_797 });
    expect(report.paddedFrames).toBe(4);
    expect(report.leftOut).toEqual({ ofOtherHosts: 0, outsideWindow: 0, withoutPath: 0, tooLong: 0 });
    expect(report.notes).toEqual(["3 packets stood after later ones and were sorted by time"]);
    expect(events.timesNanoseconds).toHaveLength(3757);
    expect(events.timesNanoseconds[0]).toBe(0);
    expect(events.timesNanoseconds.at(-1)).toBe(2_202_224_337);
    expect(Math.min(...events.sizesBytes)).toBe(64);
    expect(Math.max(...events.sizesBytes)).toBe(1518);
    expect(events.directions.slice(0, 12)).toMatch(/^[rs]+$/);
  });

  it("takes the host that received more as ours if both are in every packet", () => {
    expect(trafficOf(bytes).report.host).toEqual({ addresses: [OURS], how: "most-packets" });
  });

  it("swaps directions if the other host is ours, except for the ARP broadcast, which both receive", () => {
    const { report } = trafficOf(bytes, { hosts: [PEER] });
    expect(report.host).toEqual({ addresses: [PEER], how: "given" });
    expect([report.receive.frames, report.send.frames]).toEqual([1259, 2498]);
  });

  it("accepts a station address as host", () => {
    const { report } = trafficOf(bytes, { hosts: ["02-00-0A-4D-00-01"] });
    expect([report.receive.frames, report.send.frames]).toEqual([2498, 1259]);
  });

  it.each([
    [1_000_000_000, 16_075_656, 3109, 1_898_930],
    [100_000_000, 564_622_125, 656, 449_726],
  ])(
    "finds the busiest %i ns that a brute-force search over tshark's list finds",
    (duration, start, frames, size) => {
      const { events, report } = trafficOf(bytes, {
        window: { kind: "busiest", durationNanoseconds: duration },
      });
      expect(report.windowStartNanoseconds).toBe(start);
      expect(events.sizesBytes).toHaveLength(frames);
      expect(events.sizesBytes.reduce((sum, one) => sum + one, 0)).toBe(size);
      expect(events.timesNanoseconds[0]).toBe(0);
      expect(report.windowNanoseconds).toBeLessThan(duration);
      expect(report.leftOut.outsideWindow).toBe(3757 - frames);
    },
  );

  it("divides into adjacent spans without losing or repeating a packet", () => {
    const all = trafficOf(bytes).events;
    const span = (from: number, duration?: number) =>
      trafficOf(bytes, {
        window: { kind: "span", fromNanoseconds: from, durationNanoseconds: duration },
      }).events;
    const [first, second, rest] = [span(0, 5e8), span(5e8, 5e8), span(1e9)];
    expect(first.directions + second.directions + rest.directions).toBe(all.directions);
    const shifted = [
      ...first.timesNanoseconds,
      ...second.timesNanoseconds.map((time) => time + 5e8),
      ...rest.timesNanoseconds.map((time) => time + 1e9),
    ];
    expect(shifted).toEqual(all.timesNanoseconds);
  });

  it("omits the direction that a machine has no path for, and reports it", () => {
    const { events, report } = trafficOf(bytes, { directions: ["receive"] });
    expect(events.directions).toBe("r".repeat(2498));
    expect(report.leftOut).toEqual({ ofOtherHosts: 0, outsideWindow: 0, withoutPath: 1259, tooLong: 0 });
  });

  it.each([
    [
      "an address that is not there",
      { hosts: ["10.0.0.9"] },
      "no packet is to or from 10.0.0.9; the busiest address is 10.77.0.1",
    ],
    ["a word", { hosts: ["localhost"] }, '"localhost" is not an IPv4, IPv6 or MAC address'],
    ["an octet of 300", { hosts: ["10.0.0.300"] }, '"10.0.0.300" is not an IPv4, IPv6 or MAC address'],
    [
      "a window after the end",
      { window: { kind: "span", fromNanoseconds: 3e9, durationNanoseconds: undefined } },
      "no packet of our host lies in the window; the last one is at 2,202.224 ms",
    ],
  ] as const)("is refused with %s", (_name, options, reason) => {
    expect(() => trafficOf(bytes, options)).toThrow(reason);
  });
});

describe("the direction of a packet", () => {
  it("is unknown between third hosts, and received for a group address", () => {
    const broadcast = ethernetFrame(
      [255, 255, 255, 255, 255, 255],
      [2, 0, 10, 77, 0, 3],
      0x0806,
      new Uint8Array(28),
    );
    const { events, report } = trafficOf(
      framesOf(
        udpFrame({ from: PEER, to: OURS }),
        udpFrame({ from: PEER, to: THIRD }),
        udpFrame({ from: THIRD, to: "224.0.0.251" }),
        broadcast,
        udpFrame({ from: OURS, to: PEER }),
      ),
      { hosts: [OURS] },
    );
    expect(events.directions).toBe("rrrs");
    expect(report.leftOut.ofOtherHosts).toBe(1);
  });

  it("of ARP follows the station that our address sends from", () => {
    const arp = (from: number, to: number) =>
      ethernetFrame([2, 0, 10, 77, 0, to], [2, 0, 10, 77, 0, from], 0x0806, new Uint8Array(28));
    const { events } = trafficOf(
      framesOf(udpFrame({ from: OURS, to: PEER }), arp(1, 2), arp(2, 1), arp(2, 3)),
      {
        hosts: [OURS],
      },
    );
    expect(events.directions).toBe("ssr");
  });

  it("between two ports of one address is received at the lower port", () => {
    const loop = { from: OURS, to: OURS };
    const { events } = trafficOf(
      datagrams(
        { ...loop, sourcePort: 40_000, destinationPort: 80 },
        { ...loop, sourcePort: 80, destinationPort: 40_000 },
      ),
    );
    expect(events.directions).toBe("rs");
  });

  it("is the recorded one of a cooked capture if no host is given", () => {
    const cooked = (type: number, shape: UdpShape) =>
      joined(Uint8Array.of(0, type, 0, 1, 0, 6, 2, 0, 10, 77, 0, 1, 0, 0, 8, 0), udpDatagram(shape));
    const packets = [
      cooked(0, { from: PEER, to: OURS }),
      cooked(4, { from: OURS, to: PEER }),
      cooked(4, { from: OURS, to: PEER }),
      cooked(3, { from: THIRD, to: PEER }),
      cooked(1, { from: THIRD, to: "255.255.255.255" }),
    ].map((data, index) => ({ seconds: 1, fraction: index, data }));
    const bytes = pcapOf({ order: "big", linkType: 113 }, packets);
    const own = trafficOf(bytes);
    expect(own.events.directions).toBe("rssr");
    expect(own.report.host).toEqual({ addresses: [OURS], how: "recorded" });
    expect(trafficOf(bytes, { hosts: [PEER] }).events.directions).toBe("srrrr");
  });
});

describe("the notes of a capture", () => {
  it("report frames that no wire carries and packets out of order", () => {
    const { report } = trafficOf(
      pcapOf({ order: "little" }, [
        { seconds: 5, fraction: 0, data: udpFrame({ from: PEER, to: OURS }), originalBytes: 9000 },
        { seconds: 4, fraction: 0, data: udpFrame({ from: PEER, to: OURS }) },
      ]),
    );
    expect(report.notes).toHaveLength(2);
    expect(report.notes[0]).toContain("1 packet stood after later ones");
    expect(report.notes[1]).toContain("1 packet longer than 1522 bytes");
  });
});

it("a capture with more packets than a trace may have is refused with a way out", () => {
  const count = (1 << 20) + 1;
  const frame = udpFrame({ from: PEER, to: OURS });
  const record = 16 + frame.length;
  const bytes = new Uint8Array(24 + count * record);
  const one = pcapOf({ order: "little" }, [{ seconds: 1, fraction: 0, data: frame }]);
  bytes.set(one.subarray(0, 24));
  for (let index = 0; index < count; index++) bytes.set(one.subarray(24), 24 + index * record);
  expect(() => trafficOf(bytes)).toThrow(
    "1,048,577 packets are more than a trace may have (1,048,576); choose a shorter window",
  );
});
