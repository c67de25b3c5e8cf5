/** ZIP files with false contents: the reader inflates no more than its caller takes, and sees the same parts as other
 * programs. */
import { zipSync } from "fflate";
import { describe, expect, it, test } from "vitest";
import { bytesOfPart, type ZipPart, zipParts } from "../../cli/study/openBundle.ts";
import { createRandom } from "../support/random.ts";

const WANTED = new Set(["a", "b"]);
const text = (value: string) => new TextEncoder().encode(value);
const GOOD = zipSync({ a: [text("first".repeat(100)), { level: 9 }], b: [text("second"), { level: 0 }] });
/** The end of the central directory without a comment. */
const END = GOOD.length - 22;

async function contentOf(part: ZipPart | undefined, limit: number): Promise<string> {
  if (part === undefined) throw new Error("is missing");
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOfPart(part, limit)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function changed(change: (view: DataView, table: number) => void, of = GOOD): Uint8Array {
  const copy = Uint8Array.from(of);
  const view = new DataView(copy.buffer);
  change(view, view.getUint32(copy.length - 22 + 16, true));
  return copy;
}

test("the ZIP reader reads deflated and stored parts, also after other bytes and before a comment", async () => {
  const comment = Buffer.concat([GOOD.subarray(0, END + 20), Uint8Array.of(5, 0), text("hello")]);
  for (const file of [GOOD, comment]) {
    const parts = zipParts(file, WANTED);
    expect([...parts.keys()]).toEqual(["a", "b"]);
    expect(await contentOf(parts.get("a"), 500)).toBe("first".repeat(100));
    expect(await contentOf(parts.get("b"), 6)).toBe("second");
  }
  expect(() => zipParts(GOOD, new Set(["b"]))).toThrow("has a, which does not belong in a bundle");
});

test("the ZIP reader inflates no more than requested, whatever the stated sizes", async () => {
  const MEGABYTES = 32;
  const bomb = zipSync({ a: [new Uint8Array(MEGABYTES << 20), { level: 9 }] });
  expect(bomb.length).toBeLessThan((MEGABYTES << 20) / 500);
  // Both headers state a size of 10 bytes.
  const lie = changed((view, table) => {
    view.setUint32(22, 10, true);
    view.setUint32(table + 24, 10, true);
  }, bomb);
  for (const file of [bomb, lie]) {
    const part = zipParts(file, WANTED).get("a");
    if (part === undefined) throw new Error("is missing");
    const LIMIT = 100_000;
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of bytesOfPart(part, LIMIT)) bytes += chunk.length;
    })();
    await expect(reading).rejects.toThrow("has a with more than 100000 bytes");
    expect(bytes).toBeLessThanOrEqual(LIMIT);
    // The caller has enough and leaves the rest.
    for await (const chunk of bytesOfPart(part, Number.POSITIVE_INFINITY)) {
      expect(chunk.length).toBeLessThan(1 << 20);
      break;
    }
  }
});

describe("the ZIP reader refuses", () => {
  const twice = Buffer.from(zipSync({ a: text("x"), c: text("y") }));
  for (let at = twice.indexOf(0x63); at >= 0; at = twice.indexOf(0x63, at + 1)) twice[at] = 0x61;

  it.each<readonly [string, Uint8Array, string]>([
    ["text", text("no ZIP file at all, whatever its name is"), "is not a ZIP file, or a damaged one"],
    ["nothing", new Uint8Array(), "is not a ZIP file, or a damaged one"],
    ["a begin", GOOD.subarray(0, END), "is not a ZIP file, or a damaged one"],
    ["bytes behind the end", Buffer.concat([GOOD, text("x")]), "is not a ZIP file, or a damaged one"],
    ["a name twice", twice, "has a twice"],
    [
      "another name where the bytes are",
      changed((view) => view.setUint8(30, 0x62)),
      "is not a ZIP file, or a damaged one",
    ],
    ["a password", changed((view, table) => view.setUint16(table + 8, 1, true)), "has a encrypted"],
    [
      "another method",
      changed((view, table) => view.setUint16(table + 10, 14, true)),
      "has a compressed by method 14; only 0 and 8 are supported",
    ],
    [
      "bytes beyond the end",
      changed((view, table) => view.setUint32(table + 20, 0xffff_ffff, true)),
      "is not a ZIP file, or a damaged one",
    ],
    [
      "a place beyond the end",
      changed((view, table) => view.setUint32(table + 42, 0xffff_fff0, true)),
      "is not a ZIP file, or a damaged one",
    ],
    [
      "a table beyond the end",
      changed((view) => view.setUint32(END + 16, 0xffff_fff0, true)),
      "is not a ZIP file, or a damaged one",
    ],
    [
      "more entries than there are",
      changed((view) => view.setUint16(END + 10, 60_000, true)),
      "is not a ZIP file, or a damaged one",
    ],
  ])("%s", (_what, file, reason) => {
    expect(() => zipParts(file, WANTED)).toThrow(reason);
  });

  it("a part whose deflated data is broken", async () => {
    const from = 30 + 1;
    const damaged = changed((view) => {
      for (let at = from; at < from + 8; at++) view.setUint8(at, 0xff);
    });
    await expect(contentOf(zipParts(damaged, WANTED).get("a"), 1e9)).rejects.toThrow("has a damaged");
  });
});

test("randomly changed ZIP files are read or refused, within the size limit", async () => {
  const LIMIT = 1000;
  const seen = { read: 0, refused: 0 };
  for (let seed = 0; seed < 600; seed++) {
    const random = createRandom(seed);
    const file = Uint8Array.from(GOOD);
    for (let change = random.integer(1, 6); change > 0; change--)
      file[random.integer(0, file.length - 1)] = random.integer(0, 3) === 0 ? 0xff : random.integer(0, 255);
    const cut = file.subarray(0, random.integer(0, 9) === 0 ? random.integer(0, file.length) : file.length);
    try {
      for (const part of zipParts(cut, WANTED).values())
        expect((await contentOf(part, LIMIT)).length, `seed ${seed}`).toBeLessThanOrEqual(LIMIT);
      seen.read += 1;
    } catch (error) {
      expect((error as Error).name, `seed ${seed}: ${error}`).toBe("ZipError");
      seen.refused += 1;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
});
