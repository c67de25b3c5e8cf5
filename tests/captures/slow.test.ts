/** Captures made to be slow or to take memory. The test counts the work of the reader, which grows with the file only. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { captureBuilder } from "../../lib/captures/captureBuilder.ts";
import { oddityNotes } from "../../lib/captures/captureToTraffic.ts";
import { readCapture } from "../../lib/captures/readCapture.ts";
import {
  block,
  enhancedPacket,
  interfaceBlock,
  joined,
  OURS,
  PEER,
  sectionHeader,
  udpFrame,
} from "./captureFiles.ts";

afterEach(() => vi.restoreAllMocks());

const FRAME = udpFrame({ from: PEER, to: OURS, payloadBytes: 22 });
const head = joined(sectionHeader("little"), interfaceBlock("little", 1, 0));
const last = enhancedPacket("little", 0, 5n, FRAME);

function repeated(part: Uint8Array, count: number): Uint8Array {
  const all = new Uint8Array(part.length * count);
  for (let index = 0; index < count; index++) all.set(part, index * part.length);
  return all;
}

/** Numbers that the reader reads for each byte of the file. */
function readsPerByte(file: Uint8Array): number {
  const spies = (["getUint8", "getUint16", "getUint32", "getBigInt64"] as const).map((name) =>
    vi.spyOn(DataView.prototype, name),
  );
  readCapture(file);
  return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0) / file.length;
}

const OPTION = Uint8Array.of(9, 0, 0, 0);
const manyOptions = (type: number, fixed: Uint8Array, count: number) =>
  block("little", type, joined(fixed, repeated(OPTION, count)));

describe("a long capture", () => {
  it.each<readonly [string, Uint8Array]>([
    ["blocks of nothing", repeated(block("little", 0x0bad, new Uint8Array()), 20_000)],
    ["sections", repeated(head, 5000)],
    ["empty options of an interface", manyOptions(1, Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), 50_000)],
    ["empty options of packets", repeated(manyOptions(6, last.slice(8, 28 + FRAME.length), 5000), 10)],
    ["packets of a byte", repeated(enhancedPacket("little", 0, 5n, Uint8Array.of(1)), 5000)],
  ])("with many %s is read once, byte by byte", (_what, part) => {
    expect(readsPerByte(joined(head, part, last))).toBeLessThan(1.5);
  });

  it("with too many interfaces in a section is refused", () => {
    const many = joined(sectionHeader("little"), repeated(interfaceBlock("little", 1, 0), 65_537), last);
    expect(() => readCapture(many)).toThrow("the section describes more than 65536 interfaces");
  });
});

describe("the limits of a capture", () => {
  const packet = (from: string) => ({
    ...{ linkType: 1, time: { seconds: 1, nanoseconds: 0 }, originalBytes: FRAME.length, fcsBytes: 0 },
    ...{ captured: udpFrame({ from, to: OURS, payloadBytes: 22 }), dataOffset: 40, snapshotBytes: 0 },
  });

  it("stop at a number of packets or addresses, and name the place in the file", () => {
    const few = captureBuilder({ packets: 2, addresses: 100 });
    few.add(packet(PEER));
    few.add(packet(PEER));
    expect(() => few.add(packet(PEER))).toThrow(
      "at byte 40: the capture holds more than 2 packets: cut it with editcap",
    );
    const known = captureBuilder({ packets: 100, addresses: 6 });
    for (const host of [2, 3]) known.add(packet(`10.77.0.${host}`));
    expect(() => {
      for (const host of [4, 5, 6, 7]) known.add(packet(`10.77.0.${host}`));
    }).toThrow("at byte 40: the capture holds more than 6 addresses: cut it with editcap");
  });

  it("name some of the unsupported link types, and count the rest together", () => {
    const builder = captureBuilder();
    builder.add(packet(PEER));
    for (let linkType = 60_000; linkType < 60_300; linkType++) builder.add({ ...packet(PEER), linkType });
    builder.add({ ...packet(PEER), linkType: 60_000 });
    const notes = oddityNotes(builder.finish("pcapng", 0).oddities);
    expect(notes).toHaveLength(17);
    expect(notes).toContain("2 packets of link type 60000, which is not read: left out");
    expect(notes).toContain("284 packets of a link type that is not read: left out");
  });
});
