/** The demo of programs: its handler computes the real checksum of the packet's bytes. */
import { expect, test } from "vitest";
import { build, builtin, openCore } from "../boundary/support.ts";

const CONTENT_STREAM = 0xa00n;
const SEEN = 16;
const LAST = 20;
const word64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** SplitMix64's finaliser, which docs/model.md uses for all draws. */
function mix(value: bigint): bigint {
  const first = word64((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = word64((first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}
const key = (seed: bigint): bigint =>
  mix(mix(word64(seed + 0x9e3779b97f4a7c15n)) ^ word64(CONTENT_STREAM * 0xd1342543de82ef95n));

function packetBytes(seed: number, number: number, size: number): Uint8Array {
  const own = mix(word64(key(BigInt(seed)) + BigInt(number)));
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < bytes.length / 4; index++) {
    const draw = mix(word64(own + BigInt(index + 1) * 0x9e3779b97f4a7c15n));
    view.setUint32(index * 4, Number(BigInt.asUintN(32, draw)), true);
  }
  return bytes.subarray(0, size);
}

/** RFC 1071: the complement of the one's complement sum of 16-bit words. An odd byte counts alone. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum % 0x10000) + Math.floor(sum / 0x10000);
  return 0xffff - sum;
}

test("the handler of the checksum demo has the checksum of each frame, the application its step count", async () => {
  const scenario = await builtin("checksum-program");
  const machine = build(await openCore(), scenario);
  const size = 65;
  for (let frame = 1; frame <= 12; frame++) {
    machine.step(1000 + 5000 * frame - 100);
    const memory = new DataView(machine.programMemory(0, 32).buffer);
    expect(memory.getUint32(SEEN, true)).toBe(frame);
    expect(memory.getUint16(LAST, true)).toBe(checksum(packetBytes(scenario.seed, frame - 1, size)));
  }
  // Collatz: 27 needs 111 steps.
  expect(machine.programMemory(0, 1)[0]).toBe(111);
  expect(machine.counters().program_faults).toBe(0);
});
