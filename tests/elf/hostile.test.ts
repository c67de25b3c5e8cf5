/** Files with false contents: read, or refused with field and reason, quickly. */
import { expect, it } from "vitest";
import { functionsOf } from "../../lib/elf/functions.ts";
import { readLineTable } from "../../lib/elf/lineTable.ts";
import { readElf } from "../../lib/elf/readElf.ts";
import { createRandom } from "../support/random.ts";
import { ELF_NAMES, elfBytes } from "./elfFiles.ts";

/** Each takes time that grows with the file, so that together they take seconds. */
const FILES = 4000;

/** A random number from 0 to below 1. */
const numbersOf = (seed: number): (() => number) => {
  const random = createRandom(seed);
  return () => random.integer(0, 0xffff) / 0x10000;
};

function readAll(bytes: Uint8Array): "refused" | "no lines" | "read" {
  const elf = readElf(bytes);
  if (!elf.ok) {
    expect(elf.field).not.toBe("");
    expect(elf.reason).not.toBe("");
    return "refused";
  }
  const { segments } = elf.value;
  for (const { address, memoryBytes, bytes: own } of segments) {
    expect(own.length).toBeLessThanOrEqual(memoryBytes);
    expect(address + memoryBytes).toBeLessThanOrEqual(2 ** 32);
  }
  let end = 0;
  for (const one of functionsOf(elf.value)) {
    expect(one.address).toBeGreaterThanOrEqual(end);
    expect(one.end).toBeGreaterThanOrEqual(one.address);
    end = one.end;
  }
  const lines = readLineTable(elf.value);
  if (!lines.ok) return "no lines";
  end = 0;
  for (const { address, end: next, line } of lines.value) {
    expect(address).toBeGreaterThanOrEqual(end);
    expect(next).toBeGreaterThan(address);
    expect(Number.isInteger(line) && line >= 0).toBe(true);
    end = next;
  }
  return "read";
}

it("ELF files with changed bytes are read or refused", () => {
  const seen = { refused: 0, "no lines": 0, read: 0 };
  const files = ELF_NAMES.map(elfBytes);
  for (let seed = 0; seed < FILES; seed++) {
    const next = numbersOf(seed);
    const bytes = Uint8Array.from(files[seed % files.length] ?? []);
    const changes = 1 + Math.floor(next() * 8);
    // Headers and the line program are short, and get half of the changes.
    const from = next() < 0.3 ? 0 : Math.floor(next() * bytes.length);
    const reach = from === 0 ? 120 : bytes.length - from;
    for (let count = 0; count < changes; count++) {
      const byte = next() < 0.3 ? 0xff : Math.floor(next() * 256);
      bytes[from + Math.floor(next() * reach)] = byte;
    }
    const cut = next() < 0.1 ? Math.floor(next() * bytes.length) : bytes.length;
    seen[readAll(bytes.subarray(0, cut))] += 1;
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(FILES / 100);
});

it("line programs of random bytes are read or refused", () => {
  const elf = readElf(elfBytes("gcc-dwarf4.elf"));
  if (!elf.ok) throw new Error(elf.reason);
  const section = elf.value.sections.get(".debug_line") ?? new Uint8Array();
  for (let seed = 0; seed < FILES; seed++) {
    const next = numbersOf(seed);
    const lines = Uint8Array.from(section);
    // After the start of the first unit, so that the bytes are read as a unit.
    for (let at = 6 + Math.floor(next() * 60); at < lines.length; at++) lines[at] = Math.floor(next() * 256);
    readLineTable({ ...elf.value, sections: new Map([...elf.value.sections, [".debug_line", lines]]) });
  }
});

it("files of random bytes are refused as ELF", () => {
  for (let seed = 0; seed < FILES; seed++) {
    const next = numbersOf(seed);
    const bytes = Uint8Array.from({ length: Math.floor(next() * 300) }, () => Math.floor(next() * 256));
    bytes.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1].slice(0, bytes.length));
    readAll(bytes);
  }
});
