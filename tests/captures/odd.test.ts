/** Odd captures, treated as Wireshark and tcpdump do: read on, or omitted, counted and reported. */
import { gzipSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { CaptureError } from "../../lib/captures/capture.ts";
import { nanosecondsOfRow } from "../../lib/captures/captureTimes.ts";
import { captureToScenario, DEFAULT_SCENARIO_OPTIONS } from "../../lib/captures/captureToScenario.ts";
import { captureToTraffic, DEFAULT_TRAFFIC_OPTIONS } from "../../lib/captures/captureToTraffic.ts";
import { EVERYTHING, hostCandidates } from "../../lib/captures/host.ts";
import { readCapture, unpackedCapture } from "../../lib/captures/readCapture.ts";
import {
  enhancedPacket,
  fixture,
  interfaceBlock,
  joined,
  OURS,
  PEER,
  patched,
  pcapOf,
  sectionHeader,
  timesOf,
  udpFrame,
} from "./captureFiles.ts";

const FRAME = udpFrame({ from: PEER, to: OURS, payloadBytes: 22 });
const packet = (seconds: number, more: object = {}) => ({ seconds, fraction: 0, data: FRAME, ...more });
const ORDERS = ["little", "big"] as const;
const DAY = 86_400;

describe.each(ORDERS)("a capture with one odd packet of three, %s-endian", (order) => {
  const three = pcapOf({ order }, [packet(1), packet(2), packet(3)]);
  const [timeAt, lengthAt] = [24 + 16 + FRAME.length, 24 + 16 + FRAME.length + 8];

  it.each([
    ["of length zero", lengthAt + 4, 0, 2, [{ kind: "empty", packets: 1 }]],
    ["longer than any", lengthAt + 4, 0xffff_ffff, 2, [{ kind: "too-long", packets: 1 }]],
    ["with more captured", lengthAt + 4, 63, 3, [{ kind: "more-captured", packets: 1 }]],
    ["with a second of 1.1 s", timeAt + 4, 1_100_000, 3, [{ kind: "fraction", packets: 1 }]],
    ["beyond the snapshot length", 16, 60, 3, [{ kind: "beyond-snapshot", packets: 3 }]],
    ["like all others", 16, 64, 3, []],
  ])("notes the packet: %s", (_, offset, value, packetCount, oddities) => {
    const found = readCapture(patched(three, offset, value, order));
    expect({ packetCount: found.packetCount, oddities: found.oddities }).toEqual({ packetCount, oddities });
  });

  it("keeps the captured bytes, and the time that the fraction gives", () => {
    expect(Array.from(readCapture(patched(three, lengthAt + 4, 63, order)).frameBytes)).toEqual([64, 64, 64]);
    const late = readCapture(patched(three, timeAt + 4, 1_100_000, order));
    expect(timesOf(late)).toEqual([0, 2e9, 2.1e9]);
    expect(late.reorderedCount).toBe(1);
  });

  it("of an old version swaps the two lengths", () => {
    const short = pcapOf({ order }, [packet(1, { originalBytes: 1000 })]);
    const version = (minor: number) => {
      const copy = short.slice();
      new DataView(copy.buffer).setUint16(6, minor, order === "little");
      return copy;
    };
    const swapped = patched(patched(short, 32, 1000, order), 36, FRAME.length, order);
    const old = (minor: number) => {
      const copy = swapped.slice();
      new DataView(copy.buffer).setUint16(6, minor, order === "little");
      return copy;
    };
    for (const bytes of [version(4), version(3), old(3), old(2), old(0)])
      expect(Array.from(readCapture(bytes).frameBytes)).toEqual([1000]);
    expect(() => readCapture(version(5))).toThrow("pcap version 2.5 is not read");
  });
});

test("packets of an unsupported link type are omitted, and the note names it", () => {
  const file = joined(
    sectionHeader("little"),
    interfaceBlock("little", 195, 0),
    interfaceBlock("little", 1, 0),
    enhancedPacket("little", 0, 5n, FRAME),
    enhancedPacket("little", 1, 1_000_005n, FRAME),
  );
  const capture = readCapture(file);
  expect([capture.packetCount, nanosecondsOfRow(capture, 0)]).toEqual([1, 0]);
  const { report } = captureToTraffic(capture, DEFAULT_TRAFFIC_OPTIONS);
  expect(report.notes).toContain("1 packet of link type 802.15.4 (195), which is not read: left out");
  const only = joined(
    sectionHeader("little"),
    interfaceBlock("little", 9, 0),
    enhancedPacket("little", 0, 5n, FRAME),
  );
  expect(() => readCapture(only)).toThrow("link type PPP (9) is not read, only Ethernet (1)");
});

describe("a capture with times far apart", () => {
  const [first, later] = [1_700_000_000, 1_700_000_000 + 400 * DAY];
  const bytes = pcapOf({ order: "little", nanoseconds: true }, [
    { ...packet(later), fraction: 7 },
    { ...packet(first), fraction: 3 },
    { ...packet(later), fraction: 8 },
  ]);

  it("is sorted, exact to the nanosecond", () => {
    const capture = readCapture(bytes);
    expect(capture.startNanoseconds).toBe(BigInt(first) * 1_000_000_000n + 3n);
    const { events, report } = captureToTraffic(capture, {
      ...DEFAULT_TRAFFIC_OPTIONS,
      window: { kind: "busiest", durationNanoseconds: 1e9 },
    });
    expect(events.timesNanoseconds).toEqual([0, 1]);
    expect(report.windowStartNanoseconds).toBe(400 * DAY * 1e9 + 4);
    const span = captureToTraffic(capture, {
      ...DEFAULT_TRAFFIC_OPTIONS,
      window: { kind: "span", fromNanoseconds: 400 * DAY * 1e9, durationNanoseconds: 6 },
    });
    expect(span.events.timesNanoseconds).toEqual([4, 5]);
  });

  it("is accepted with a window, and refused as a whole for its length", () => {
    const busiest = {
      ...DEFAULT_SCENARIO_OPTIONS,
      window: { kind: "busiest", durationNanoseconds: 1e9 },
    } as const;
    expect(captureToScenario(bytes, "x.pcap", busiest).report.receive.frames).toBe(2);
    let choice: string | undefined;
    try {
      captureToScenario(bytes, "x.pcap");
    } catch (error) {
      choice = error instanceof CaptureError ? error.choice : "another error";
    }
    expect(choice).toBe("window");
  });
});

describe("the host that is taken as ours", () => {
  const flood = (count: number) =>
    pcapOf(
      { order: "little" },
      Array.from({ length: count }, (_, index) =>
        packet(index, {
          data: udpFrame({
            from: `10.9.${index >> 8}.${index & 255}`,
            to: `10.8.${index & 255}.${index >> 8}`,
            payloadBytes: 22,
          }),
        }),
      ),
    );

  it("is a station if no address is in many packets", () => {
    const { report } = captureToTraffic(readCapture(flood(200)), DEFAULT_TRAFFIC_OPTIONS);
    expect(report.host.how).toBe("station");
    expect(report.host.addresses[0]).toMatch(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/);
    expect(report.leftOut.ofOtherHosts).toBe(0);
  });

  it("is an address if it is in at least a quarter of the packets", () => {
    const mixed = pcapOf({ order: "little" }, [
      ...Array.from({ length: 30 }, (_, index) => packet(index)),
      ...Array.from({ length: 70 }, (_, index) =>
        packet(100 + index, {
          data: udpFrame({ from: `10.9.9.${index}`, to: `10.8.8.${index}`, payloadBytes: 22 }),
        }),
      ),
    ]);
    expect(captureToTraffic(readCapture(mixed), DEFAULT_TRAFFIC_OPTIONS).report.host.how).toBe(
      "most-packets",
    );
  });

  it("is irrelevant if everything is received", () => {
    const { report, events } = captureToTraffic(readCapture(flood(50)), {
      ...DEFAULT_TRAFFIC_OPTIONS,
      hosts: EVERYTHING,
    });
    expect([report.receive.frames, report.leftOut.ofOtherHosts, events.directions]).toEqual([
      50,
      0,
      "r".repeat(50),
    ]);
    const { scenario } = captureToScenario(flood(50), "x.pcap", {
      ...DEFAULT_SCENARIO_OPTIONS,
      hosts: EVERYTHING,
    });
    expect(scenario.description).toContain("Real traffic of all hosts: 50 frames received");
  });

  it("can be chosen among those in most packets", () => {
    const candidates = hostCandidates(readCapture(fixture("two-hosts-200.pcapng")), 3);
    expect(candidates.map(({ address }) => address)).toContain(OURS);
    expect(candidates.length).toBeLessThanOrEqual(6);
  });
});

describe("odd captures of the fixtures", () => {
  it.each([
    ["gap-60-days", "window"],
    ["two-hours", "window"],
  ])("%s: the whole is refused as too long, its busiest second is accepted", (name, choice) => {
    const bytes = fixture(`odd/${name}.pcap`);
    expect(() => captureToScenario(bytes, name)).toThrow(expect.objectContaining({ choice }));
    const window = { kind: "busiest", durationNanoseconds: 1e9 } as const;
    expect(
      captureToScenario(bytes, name, { ...DEFAULT_SCENARIO_OPTIONS, window }).report.receive.frames,
    ).toBeGreaterThan(0);
  });

  it.each([
    ["captured-more-than-original.pcap", /more bytes captured than their length says/],
    ["longer-than-snaplen.pcap", /longer than the snapshot length/],
    ["decryption-secrets.pcapng", /^Real traffic/],
    ["flood-one-way.pcap", /^Real traffic/],
    ["wire-length-262144.pcap", /longer than a frame may be, 262,144 bytes: left out/],
  ])("%s is read, and its description names the odd packets", (name, text) => {
    expect(captureToScenario(fixture(`odd/${name}`), name).scenario.description).toMatch(text);
  });

  it("an unsupported link type is refused by its name", () => {
    expect(() => readCapture(fixture("odd/link-type-9-ppp.pcap"))).toThrow("link type PPP (9) is not read");
  });
});

describe("a gzipped capture", () => {
  const whole = fixture("two-hosts-200.pcapng");

  it("is unpacked", async () => {
    expect(await unpackedCapture(whole)).toEqual(whole);
    expect(await unpackedCapture(new Uint8Array(gzipSync(whole)))).toEqual(whole);
  });

  it("that is broken or too large is refused", async () => {
    const packed = new Uint8Array(gzipSync(whole));
    await expect(unpackedCapture(packed.subarray(0, 200))).rejects.toThrow("cannot be unpacked");
    const bomb = new Uint8Array(gzipSync(new Uint8Array(10_000_000)));
    await expect(unpackedCapture(bomb, 1_000_000)).rejects.toThrow("unpacks to more than");
  });
});
