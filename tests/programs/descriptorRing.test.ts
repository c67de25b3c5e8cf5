/** Descriptor rings: by hand, and those of the polling driver, cycle by cycle. */
import { describe, expect, it } from "vitest";
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { nicRegisters } from "../../core-wasm/binding/registers.ts";
import { type DescriptorRing, descriptorRows, packetsOfFrames } from "../../lib/programs/descriptorRing.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

/** Four descriptors, each with the address of its buffer and flags. */
function memoryOf(words: readonly (readonly [number, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 16));
  words.forEach(([buffer, flags], slot) => {
    view.setUint32(slot * 16, buffer, true);
    view.setUint32(slot * 16 + 4, flags, true);
  });
  return new Uint8Array(view.buffer);
}

const ring = (head: number, tail: number, size = 4): DescriptorRing => ({
  base: SIM_PROGRAM_MEMORY_BASE,
  size,
  head,
  tail,
});

describe("a descriptor ring worked by hand", () => {
  const memory = memoryOf([
    [0x2000_0100, 0x8000_0040],
    [0x2000_0200, 0xc000_0800],
    [0x2000_0300, 0],
    [0x2000_0400, 0x8000_0100],
  ]);

  it("gives the slots from head to tail to the card, and the others to the driver with their frames", () => {
    // Frames 0 to 5 arrived, and slots 0 to 6 were given: slot 2 (number 6) belongs to the card, and 3 was not given
    // again since frame 3.
    expect(descriptorRows(ring(6, 7), memory)).toEqual([
      row(0, 0x2000_0100, 64, { isDone: true, frame: 4 }),
      row(1, 0x2000_0200, 2048, { isDone: true, isCutOff: true, frame: 5 }),
      row(2, 0x2000_0300, 0, { isOfCard: true, frame: 6, isHead: true }),
      row(3, 0x2000_0400, 256, { isDone: true, frame: 3, isTail: true }),
    ]);
  });

  const row = (slot: number, buffer: number, bytes: number, more: object) => ({
    slot,
    address: SIM_PROGRAM_MEMORY_BASE + 16 * slot,
    buffer,
    bytes,
    isDone: false,
    isCutOff: false,
    isOfCard: false,
    isHead: false,
    isTail: false,
    ...more,
  });

  it.each([
    ["nothing was given", 0, 0, "pppp", [undefined, undefined, undefined, undefined]],
    ["all of it was given", 0, 4, "cccc", [0, 1, 2, 3]],
    ["one came", 1, 4, "pccc", [0, 1, 2, 3]],
    ["all of it came", 4, 4, "pppp", [0, 1, 2, 3]],
    ["a second round", 5, 8, "pccc", [4, 5, 6, 7]],
  ] as const)("shows owners and frames %s", (_what, head, tail, owners, frames) => {
    const rows = descriptorRows(ring(head, tail), memory);
    expect(rows.map(({ isOfCard }) => (isOfCard ? "c" : "p")).join("")).toBe(owners);
    expect(rows.map(({ frame }) => frame)).toEqual(frames);
  });

  it("shows no buffers outside the memory", () => {
    const rows = descriptorRows({ ...ring(0, 2), base: 0x1000 }, memory);
    expect(rows.map(({ buffer, bytes }) => [buffer, bytes])).toEqual(Array(4).fill([undefined, 0]));
    expect(descriptorRows(ring(0, 0, 0), memory)).toEqual([]);
  });

  it("holds the latest frames", () => {
    expect([...packetsOfFrames(ring(6, 7), [{ number: 31 }, { number: 33 }])]).toEqual([
      [4, 31],
      [5, 33],
    ]);
    expect(packetsOfFrames(ring(40, 44), Array(32).fill({ number: 1 })).size).toBe(0);
  });
});

it("the ring of the polling driver shows finished slots as held until the driver gives them again", async () => {
  const scenario = await builtin("polling-driver");
  if (scenario === undefined) throw new Error("no scenario");
  const bytes = programMemoryBytes(scenario, placeRoutines(scenario, assembleProgram));
  const machine = build(await openCore(), scenario);
  const seen = new Set<string>();
  for (let cycle = 400; cycle < 40_000; cycle += 61) {
    machine.step(cycle);
    const { rxBase, rxSize, rxHead, rxTail } = nicRegisters(machine, 0);
    const held = machine.held("ring", 0);
    const of = { base: rxBase, size: rxSize, head: rxHead, tail: rxTail } as const;
    const rows = descriptorRows(of, machine.programMemory(0, bytes));
    const ofCard = rows.filter(({ isOfCard }) => isOfCard);
    const waiting = rows.filter(({ isOfCard, frame }) => !isOfCard && frame !== undefined);
    expect(ofCard).toHaveLength(rxTail - rxHead);
    expect(waiting.every(({ isDone, bytes: length }) => isDone && length > 0)).toBe(true);
    expect(waiting.map(({ frame }) => frame).sort()).toEqual([...packetsOfFrames(of, held).keys()].sort());
    expect(new Set(rows.map(({ buffer }) => buffer)).size).toBe(rxSize);
    seen.add(`${waiting.length}`);
  }
  expect(seen.size).toBeGreaterThan(1);
  expect(nicRegisters(machine, 1)).toMatchObject({ rxBase: 0, rxSize: 0, rxBytes: 0 });
});
