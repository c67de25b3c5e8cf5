/** Call frames of files made by hand: .eh_frame in its forms, and sections made to be slow to read. */
import { afterEach, expect, it, vi } from "vitest";
import { callFramesOf } from "../../lib/elf/callFrames.ts";
import { ElfReader } from "../../lib/elf/elfReader.ts";
import { frameSectionOf } from "../../lib/elf/frameEntries.ts";
import { craftedElf } from "./craftedElf.ts";
import { expectElf } from "./elfFiles.ts";
import { ehFrame } from "./frames.ts";

afterEach(() => vi.restoreAllMocks());

const ADDRESS = 0x1_4000;
/** The caller's sp is 16 above sp, and x1 is saved 4 below that. */
const SAVES_RA = Uint8Array.of(0x0e, 16, 0x81, 1);
const frame = { address: 0x1000, bytes: 8, instructions: SAVES_RA };
const row = { register: 2, offset: 16, returnRegister: 1, saved: new Map([[1, -4]]) };

it("call frames are read from .eh_frame or .debug_frame at their address", () => {
  const { bytes } = ehFrame(ADDRESS, { frames: [frame] });
  const file = (...names: readonly string[]) =>
    expectElf(craftedElf(names.map((name) => ({ name, bytes, address: ADDRESS }))));
  const section = frameSectionOf(file(".eh_frame"));
  const framesOf = callFramesOf(section);
  expect([0xffc, 0x1000, 0x1007, 0x1008].map((address) => framesOf(address)?.offset)).toEqual([
    ...[undefined, 16, 16, undefined],
  ]);
  expect(framesOf(0x1004)).toEqual(row);
  expect(frameSectionOf(file(".eh_frame", ".debug_frame"))?.name).toBe(".debug_frame");
  expect(frameSectionOf(file(".other"))).toBeUndefined();
});

it.each<readonly [string, string, readonly number[]]>([
  ["of a signal handler", "zRS", [0x1b]],
  ["with a routine of exceptions and a table", "zPLR", [0x1b, 1, 2, 3, 4, 0x1b, 0x1b]],
])("call frames are read with %s", (_what, augmentation, data) => {
  const section = ehFrame(ADDRESS, { frames: [frame], augmentation, data });
  expect(callFramesOf(section)(0x1000)).toEqual(row);
});

it.each<readonly [string, string, readonly number[]]>([
  ["a letter that is not known", "zQR", [0x1b]],
  ["addresses from a table", "zR", [0x3b]],
  ["addresses of eight bytes", "zR", [0x0c]],
])("call frames are not read with %s", (_what, augmentation, data) => {
  const section = ehFrame(ADDRESS, { frames: [frame], augmentation, data });
  expect(callFramesOf(section)(0x1000)).toBeUndefined();
});

it("a section of call frames truncated at any byte gives the frames before that", () => {
  const section = ehFrame(ADDRESS, { frames: [frame, { ...frame, address: 0x2000 }] });
  for (let length = 0; length < section.bytes.length; length++)
    expect([undefined, 16]).toContain(
      callFramesOf({ ...section, bytes: section.bytes.subarray(0, length) })(0x1000)?.offset,
    );
});

/** Numbers and bytes that are read while `action` runs. */
function readsOf(run: () => void): number {
  const spies = (["u8", "u32", "uleb"] as const).map((name) => vi.spyOn(ElfReader.prototype, name));
  run();
  return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

it("the frame of an address is found among thousands without reading the others", () => {
  const frames = Array.from({ length: 5000 }, (_, index) => ({ ...frame, address: 0x1000 + 8 * index }));
  const framesOf = callFramesOf(ehFrame(ADDRESS, { frames }));
  const reads = readsOf(() => {
    for (const { address } of frames) expect(framesOf(address)?.offset).toBe(16);
  });
  expect(reads / frames.length).toBeLessThan(20);
});

it("a call frame saves no unknown register, and a frame of too many instructions is not read", () => {
  const registers = Uint8Array.from(
    Array.from({ length: 3000 }, (_, index) => [0x05, 0x80 | (index & 0x7f), index >> 7, 1]).flat(),
  );
  const framesOf = (instructions: Uint8Array) =>
    callFramesOf(ehFrame(ADDRESS, { frames: [{ ...frame, instructions }] }))(0x1000);
  expect(framesOf(registers)?.saved.size).toBe(32);
  // Each instruction saves all registers and restores them.
  const pairs = new Uint8Array(20_000).map((_, index) => (index % 2 === 0 ? 0x0a : 0x0b));
  expect(framesOf(pairs.subarray(0, 16_000))).toMatchObject({ register: 2 });
  const reads = readsOf(() => expect(framesOf(pairs)).toBeUndefined());
  expect(reads).toBeLessThan(100);
});
