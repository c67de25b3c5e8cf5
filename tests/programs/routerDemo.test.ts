/** The router: the test checks every sent frame byte by byte, with its own checksums. */
import { describe, expect, it } from "vitest";
import { sim_event_kind } from "../../core-wasm/binding/index.ts";
import { namedEvents } from "../../lib/events/events.ts";
import { type DemoRun, endedDemo, openDemo } from "./demoRun.ts";

const SLOTS = 8;
const PROTOCOL_UDP = 17;

/** RFC 1071 over bytes from the first one onwards. */
function folded(bytes: readonly number[]): number {
  let sum = 0;
  for (const [index, byte] of bytes.entries()) sum += index % 2 === 0 ? byte * 256 : byte;
  while (sum > 0xffff) sum = (sum % 0x1_0000) + Math.floor(sum / 0x1_0000);
  return sum;
}

/** Sums of a frame over the IPv4 header, and over the datagram with its pseudo-header. Each is 0xffff if the checksum
 * is right. */
function sums(frame: readonly number[]) {
  const header = frame.slice(14, 34);
  const datagram = frame.slice(34);
  const pseudo = [...frame.slice(26, 34), 0, PROTOCOL_UDP, datagram.length >> 8, datagram.length & 255];
  return { header: folded(header), datagram: folded([...pseudo, ...datagram]) };
}

/** Frame number of a transmit ring. */
function sentFrame({ word, bytes }: DemoRun, ring: string, number: number): readonly number[] {
  const slot = 16 * (number % SLOTS);
  const address = word(ring, slot) - 0x2000_0000;
  return Array.from(bytes(address, word(ring, slot + 4) & 0xffff));
}

const DIRECTIONS = [
  { ring: "tx0", count: "left" },
  { ring: "tx1", count: "right" },
] as const;

/** Each frame at the moment when its card has sent it. */
async function allSent() {
  const demo = await openDemo("two-port-router");
  const { machine, scenario } = demo;
  const mask = 1 << sim_event_kind["frame-sent"];
  const sent: (readonly number[])[][] = [[], []];
  while (machine.cycle < scenario.runCycles) {
    if ((machine.step(scenario.runCycles, mask) & mask) === 0) break;
    for (const [card, { ring }] of DIRECTIONS.entries()) {
      const frames = sent[card] ?? [];
      const all = machine.counters().nics[card]?.tx_delivered ?? 0;
      while (frames.length < all) frames.push(sentFrame(demo, ring, frames.length));
    }
  }
  return { demo, sent };
}

describe("the router demo", () => {
  it("forwards only frames with a right checksum, with one hop less and a new checksum", async () => {
    const { demo, sent } = await allSent();
    const { machine, word } = demo;
    expect(machine.checkInvariants()).toBe(0);
    expect(machine.counters().program_faults).toBe(0);
    const offered = namedEvents(machine.readEvents(0)).filter(({ kind }) => kind === "frame-offered");
    const short = offered.filter(({ value }) => value === 44).length;
    expect(short).toBeGreaterThan(20);
    for (const [card, { count }] of DIRECTIONS.entries()) {
      const frames = sent[card] ?? [];
      expect(frames).toHaveLength(word(count));
      expect(word(count) + word(count, 4)).toBe(400);
      expect(word(count, 8)).toBe(400);
      for (const frame of frames) {
        expect(frame).toHaveLength(100);
        expect(frame[22]).toBe(63);
        expect(sums(frame)).toEqual({ header: 0xffff, datagram: 0xffff });
      }
      // All frames differ, because the bytes after the headers are drawn.
      expect(new Set(frames.map((frame) => frame.slice(42).join(" "))).size).toBe(frames.length);
    }
    // Frames of 44 bytes are not IPv4. All of these are dropped, and no other frame.
    expect(word("left", 4) + word("right", 4)).toBe(short);
  });

  it("loses no frame at its rate, and both directions return their buffers", async () => {
    const { machine } = await endedDemo("two-port-router");
    for (const card of machine.counters().nics.slice(0, 2)) {
      expect(card).toMatchObject({ rx_offered: 400, rx_delivered: 400, rx_in_flight: 0, tx_in_flight: 0 });
      expect(card.tx_dropped.reduce((sum, one) => sum + one, 0)).toBe(0);
    }
  });

  it("keeps a frame in its ring while no send slot is free, and forwards it then", async () => {
    // The east card sends at 10 Mb/s: 96 bytes take 8 000 cycles, ten times their interval.
    const rate = '"lineRateBitPerSecond":1000000000';
    const slow = await openDemo("two-port-router", (text) => {
      const east = text.lastIndexOf(rate);
      expect(east).toBeGreaterThan(text.indexOf(rate));
      return `${text.slice(0, east)}"lineRateBitPerSecond":10000000${text.slice(east + rate.length)}`;
    });
    slow.machine.step(200_000);
    const [west, east] = slow.machine.counters().nics;
    expect(east?.tx_delivered).toBeGreaterThan(10);
    expect(east?.tx_in_flight).toBe(SLOTS);
    expect(slow.word("right")).toBe((east?.tx_delivered ?? 0) + SLOTS);
    expect(west?.rx_dropped.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(50);
  });

  it.each([
    [
      "that keeps the old checksum",
      "        addi  t0, t0, 1\n        srli  t5, t0, 16",
      "        srli  t5, t0, 16",
    ],
    ["that takes all for good", "        bne   t5, s10, wrong\n        lbu", "        lbu"],
  ])("is detected by its sums with one %s", async (_, from, to) => {
    const demo = await openDemo("two-port-router", (text) => {
      const [found, wanted] = [JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)];
      if (!text.includes(found)) throw new Error(`no ${from}`);
      return text.replace(found, wanted);
    });
    demo.machine.step(100_000);
    const newest = demo.machine.counters().nics[1]?.tx_delivered ?? 0;
    const frames = Array.from({ length: SLOTS }, (__, back) => sentFrame(demo, "tx1", newest - 1 - back));
    const isWrong = frames.map((frame) => sums(frame).header !== 0xffff || frame.length !== 100);
    const isAnyShort = demo.word("right", 4) === 0;
    expect(isWrong.includes(true) || isAnyShort).toBe(true);
  });
});
