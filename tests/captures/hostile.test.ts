/** Captures with false contents. Each must be read, or refused with one CaptureError, quickly. */
import { describe, expect, it } from "vitest";
import { CaptureError } from "../../lib/captures/capture.ts";
import { nanosecondsOfRow } from "../../lib/captures/captureTimes.ts";
import { checkCaptureSize, readCapture, readCutCapture } from "../../lib/captures/readCapture.ts";
import { long } from "../support/long.ts";
import {
  block,
  enhancedPacket,
  FileWriter,
  fixture,
  interfaceBlock,
  joined,
  OURS,
  PEER,
  patched,
  pcapOf,
  sectionHeader,
  udpFrame,
} from "./captureFiles.ts";

function refusal(bytes: Uint8Array): { offset: number | undefined; reason: string } {
  try {
    readCapture(bytes);
  } catch (error) {
    if (error instanceof CaptureError) return { offset: error.offset, reason: error.reason };
    throw error;
  }
  throw new Error("was read");
}

const FRAME = udpFrame({ from: PEER, to: OURS, payloadBytes: 22 });
const PACKET = { seconds: 1, fraction: 0, data: FRAME };
const ORDERS = ["little", "big"] as const;

/** A copy with 32 bits overwritten. */
describe("a file that is no capture", () => {
  it.each([
    ["nothing", [], "the file is empty"],
    ["three bytes", [1, 2, 3], "the file ends inside the magic number of the format: 4 bytes needed, 3 left"],
    [
      "text",
      [...Buffer.from("hello, world")],
      "not a capture: it begins with 68656c6c, neither pcap nor pcapng",
    ],
    ["gzip", [0x1f, 0x8b, 8, 0, 0], "the file is compressed with gzip: unpack it first"],
    ["zstd", [0x28, 0xb5, 0x2f, 0xfd], "the file is compressed with zstd: unpack it first"],
    ["xz", [0xfd, ...Buffer.from("7zXZ"), 0], "the file is compressed with xz: unpack it first"],
    ["bzip2", [...Buffer.from("BZh9")], "the file is compressed with bzip2: unpack it first"],
    ["lz4", [4, 0x22, 0x4d, 0x18], "the file is compressed with lz4: unpack it first"],
    ["zip", [...Buffer.from("PK\x03\x04")], "the file is compressed with zip: unpack it first"],
    [
      "a word-swapped magic",
      [0xb2, 0xa1, 0xd4, 0xc3],
      "not a capture: it begins with b2a1d4c3, neither pcap nor pcapng",
    ],
  ])("is refused: %s", (_name, bytes, reason) => {
    expect(refusal(Uint8Array.from(bytes))).toEqual({ offset: 0, reason });
  });

  it("a file of 10 GB is refused by its size alone", () => {
    expect(() => checkCaptureSize(10e9)).toThrow(
      "the file has 9,537 MiB, the limit is 1,024: cut it with editcap",
    );
  });
});

describe.each(ORDERS)("a broken pcap file, %s-endian", (order) => {
  const whole = pcapOf({ order }, [PACKET, PACKET]);

  it.each([
    [
      "captured length of 4 GB",
      32,
      0xffff_ffff,
      32,
      "the packet claims 4,294,967,295 bytes, the limit is 262,144",
    ],
    ["another version", 4, 0x0009_0009, 4, "pcap version 9.9 is not read, only 2.0 to 2.4"],
    ["a link type of radio", 20, 195, 20, "link type 802.15.4 (195) is not read, only Ethernet (1)"],
    ["a link type without a name", 20, 60_000, 20, "link type 60000 is not read"],
  ])("is refused: %s", (_name, offset, value, at, reason) => {
    const found = refusal(patched(whole, offset, value, order));
    expect(found.offset).toBe(at);
    expect(found.reason).toContain(reason);
  });

  it("is refused: a packet with a length within the limits but beyond the file", () => {
    const long = patched(patched(whole, 32, 60_000, order), 36, 60_000, order);
    expect(refusal(long)).toEqual({
      offset: 40,
      reason: "the file ends inside a packet: 60000 bytes needed, 144 left",
    });
  });

  it("is refused: a length in the other byte order", () => {
    const other = order === "little" ? "big" : "little";
    const reason = "the packet claims 1,073,741,824 bytes, the limit is 262,144";
    expect(refusal(patched(whole, 32, 64, other))).toEqual({ offset: 32, reason });
  });

  it("is refused: a header without packets", () => {
    const reason = "the capture holds no packets";
    expect(refusal(whole.subarray(0, 24))).toEqual({ offset: 24, reason });
  });

  it("is refused: times 100 years apart", () => {
    const capture = readCapture(patched(whole, 104, 0xffff_ffff, order));
    expect(nanosecondsOfRow(capture, 1)).toBe((0xffff_ffff - 1) * 1e9);
  });
});

describe.each(ORDERS)("a broken pcapng file, %s-endian", (order) => {
  const section = sectionHeader(order);
  const described = joined(section, interfaceBlock(order, 1, 0));
  const whole = joined(described, enhancedPacket(order, 0, 5n, FRAME));
  const at = described.length;

  it.each([
    ["a block of length 0", 4, 0, 4, "the block's length is 0: below 12, or not a multiple of 4"],
    ["a block of length 8", 4, 8, 4, "the block's length is 8: below 12, or not a multiple of 4"],
    ["a block of odd length", 4, 97, 4, "the block's length is 97: below 12, or not a multiple of 4"],
    ["a block of 4 GB", 4, 0xffff_fffc, 0, "the file ends inside a block: 4294967292 bytes needed, 96 left"],
    ["a block that ends too early", 4, 92, 88, "the block begins with a length of 92 and ends with 0"],
    ["an interface that is not there", 8, 7, 8, "the packet is of interface 7, the section has described 1"],
    [
      "a captured length of 4 GB",
      20,
      0xffff_ffff,
      20,
      "the packet claims 4,294,967,295 bytes, the limit is 262,144",
    ],
  ])("is refused: %s", (_name, offset, value, shownAt, reason) => {
    expect(refusal(patched(whole, at + offset, value, order))).toEqual({ offset: at + shownAt, reason });
  });

  it("is refused: captured bytes beyond the block, with a matching original length", () => {
    const long = patched(patched(whole, at + 20, 60_000, order), at + 24, 60_000, order);
    const reason = "the packet claims 60000 captured bytes, its block holds 64";
    expect(refusal(long)).toEqual({ offset: at, reason });
  });

  it("is refused: a magic number of no byte order", () => {
    const reason = "the section's byte-order magic is neither order of 1A2B3C4D";
    expect(refusal(patched(whole, 8, 0x11223344, order))).toEqual({ offset: 8, reason });
  });

  it("is refused: a section of a later version", () => {
    const reason = "pcapng version 2.2 is not read, only 1.0";
    expect(refusal(patched(whole, 12, 0x0002_0002, order))).toEqual({ offset: 12, reason });
  });

  it("is refused: a section without interfaces", () => {
    const reason = "the packet is of interface 0, the section has described 0";
    expect(refusal(joined(section, enhancedPacket(order, 0, 5n, FRAME)))).toEqual({ offset: 36, reason });
  });

  it("is refused: blocks too short for their kind", () => {
    const short = block(order, 6, new Uint8Array(16));
    const reason = "a packet block needs 20 bytes and has 16";
    expect(refusal(joined(described, short))).toEqual({ offset: at, reason });
    expect(refusal(joined(section, block(order, 1, new Uint8Array(4)))).reason).toContain(
      "an interface description",
    );
    expect(refusal(joined(described, block(order, 3, new Uint8Array(0)))).reason).toContain(
      "a simple packet needs",
    );
  });

  it("is refused: an option beyond its block", () => {
    const option = new FileWriter(order).uint(2, 9).uint(2, 60_000).uint(4, 0).done();
    const body = joined(new FileWriter(order).uint(2, 1).uint(2, 0).uint(4, 0).done(), option);
    const reason = "option 9 claims 60000 bytes, beyond the end of its block";
    expect(refusal(joined(section, block(order, 1, body)))).toEqual({ offset: 44, reason });
  });

  it("is read: the finest resolution and the latest time", () => {
    for (const resolution of [127, 255]) {
      const odd = joined(
        section,
        interfaceBlock(order, 1, 0, [[9, Uint8Array.of(resolution)]]),
        enhancedPacket(order, 0, 0n, FRAME),
        enhancedPacket(order, 0, 0xffff_ffff_ffff_ffffn, FRAME),
      );
      expect(readCapture(odd).packetCount).toBe(2);
    }
    const farApart = (resolution: number) =>
      joined(
        section,
        interfaceBlock(order, 1, 0, [[9, Uint8Array.of(resolution)]]),
        enhancedPacket(order, 0, 0n, FRAME),
        enhancedPacket(order, 0, 0xffff_ffff_ffff_ffffn, FRAME),
      );
    expect(readCapture(farApart(6)).packetCount).toBe(2);
    const { packetCount, oddities } = readCapture(farApart(0));
    expect({ packetCount, oddities }).toEqual({
      packetCount: 1,
      oddities: [{ kind: "no-time", packets: 1 }],
    });
  });
});

const FILES = ["two-hosts-200.pcapng", "two-hosts-200-us-big.pcap", "two-hosts-200-ns-little.pcap"];

describe.each(FILES)("the capture %s", (name) => {
  const whole = fixture(name);

  it("truncated at any byte is read up to a packet's end, or refused at or before that byte", () => {
    const small = whole.subarray(0, 2400);
    let wholePackets = 0;
    for (let cut = 0; cut < small.length; cut++) {
      try {
        expect(readCapture(small.subarray(0, cut)).packetCount).toBeGreaterThan(0);
        wholePackets++;
      } catch (error) {
        if (!(error instanceof CaptureError)) throw error;
        expect(error.offset).toBeLessThanOrEqual(cut);
        expect(error.reason).toMatch(/ends inside|is empty|no packets/);
      }
    }
    expect(wholePackets).toBeGreaterThanOrEqual(10);
  });

  const expectWhole = (step: number) => {
    const small = whole.subarray(0, 2400);
    let [before, cutOff] = [0, 0];
    for (let cut = 0; cut < small.length; cut += step) {
      try {
        const { capture, leftOutBytes } = readCutCapture(small.subarray(0, cut));
        const clean = readCapture(small.subarray(0, cut - leftOutBytes));
        expect(capture).toEqual(clean);
        expect(capture.packetCount).toBeGreaterThanOrEqual(before);
        before = capture.packetCount;
        if (leftOutBytes > 0) cutOff++;
      } catch (error) {
        if (!(error instanceof CaptureError)) throw error;
        expect(before).toBe(0);
        expect(error.reason).toMatch(/ends inside|is empty|no packets/);
      }
    }
    expect(before).toBeGreaterThanOrEqual(10);
    expect(cutOff).toBeGreaterThan(1000 / step);
  };
  it("truncated at every fifth byte gives its whole packets on request, and counts the remaining bytes", () =>
    expectWhole(5));
  it(
    "truncated at any byte gives its whole packets on request, and counts the remaining bytes",
    long("Each byte takes 6 s of CPU, every fifth one 1 s."),
    () => expectWhole(1),
  );

  it("with random bytes flipped (1,000 seeds) is read, or refused with an offset", () => {
    let refused = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const bytes = whole.slice(0, 6000);
      const random = generator(seed);
      for (let flips = 1 + (seed % 8); flips > 0; flips--) {
        const at = random() % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (random() % 8));
      }
      try {
        const capture = readCapture(bytes);
        expect(capture.packetCount, `seed ${seed}`).toBeLessThanOrEqual(bytes.length / 16);
      } catch (error) {
        if (!(error instanceof CaptureError))
          throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

/** xorshift32: the same numbers for a seed on every host. */
function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
