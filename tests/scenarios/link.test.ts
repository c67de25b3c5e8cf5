import { readdirSync, readFileSync } from "node:fs";
import { deflateSync } from "fflate";
import { describe, expect, test } from "vitest";
import { minimalScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { checksum, LINK_INFLATE_BYTE_LIMIT, pack, toBase64Url, unpack } from "../../scenarios/link/codec.ts";
import { DICTIONARY_1, DICTIONARY_2 } from "../../scenarios/link/dictionaries.ts";
import {
  decodeLink,
  encodeLink,
  LINK_FILE_CHARACTERS,
  LINK_SHORT_CHARACTERS,
} from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { long, someOf } from "../support/long.ts";
import { createRandom } from "../support/random.ts";
import { randomScenario } from "../support/randomScenario.ts";

function filled(seed: number): Scenario {
  const result = parseScenario(randomScenario(seed));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

function linkOf(scenario: Scenario): string {
  const link = encodeLink(scenario);
  if (link === undefined) throw new Error("no link");
  return link;
}

/** Object keys in another order, as another program would write them. */
function shuffled(value: unknown, seed: number): unknown {
  const random = createRandom(seed);
  const visit = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== "object" || one === null) return one;
    const members = Object.entries(one).map(
      ([key, member]) => [key, visit(member), random.integer(0, 1e6)] as const,
    );
    return Object.fromEntries(members.sort((a, b) => a[2] - b[2]).map(([key, member]) => [key, member]));
  };
  return visit(value);
}

/** A hundred lines of assembly. As a scenario of the gallery it has a short address. */
const LONG_SOURCE_CHARACTERS = 3500;

function sourceCharacters({ software }: Scenario): number {
  return software.routines.reduce(
    (sum, routine) => sum + (routine.kind === "program" ? (routine.program.source?.length ?? 0) : 0),
    0,
  );
}

/** Source 003 has 963 instructions a frame of 1,024 bytes, one after the other. */
const LONG_SEQUENCE_INSTRUCTIONS = 900;

function sequenceLength({ software }: Scenario): number {
  const lengths = software.routines.map((one) => (one.kind === "sequence" ? one.sequence.length : 0));
  return Math.max(0, ...lengths);
}

describe("a link gives back", () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))("random scenario %i", (seed) => {
    const scenario = filled(seed);
    const position = { cycle: seed * 1000, zoom: { from: seed, to: seed + 500 }, page: "simulate" };
    const link = encodeLink(scenario, position);
    expect(decodeLink(link ?? "")).toEqual({ ok: true, scenario, position });
  });

  test.each([
    [3, 4],
    [5, 5],
    [7, 12],
  ])("a comparison of random scenarios %i and %i", (a, b) => {
    const position = { cycle: 10, zoom: { from: 0, to: 500 }, page: "compare" };
    const link = encodeLink(filled(a), position, filled(b)) ?? "";
    expect(decodeLink(link)).toEqual({ ok: true, scenario: filled(a), position, other: filled(b) });
  });

  test("a second machine, in a few characters if it is like the first", () => {
    const scenario = filled(7);
    const alone = linkOf(scenario);
    const both = encodeLink(scenario, {}, { ...scenario, runCycles: scenario.runCycles + 1 }) ?? "";
    expect(both.startsWith(alone)).toBe(true);
    expect(both.length - alone.length).toBeLessThan(100);
  });

  const LINKED =
    "every built-in scenario, in a short form except for traces, linked files and long code, also in an address";
  const expectLinks = async (scenarios: typeof BUILTIN_SCENARIOS) => {
    for (const { id, load } of scenarios) {
      const result = await load();
      if (!result.ok) throw new Error(id);
      const link = encodeLink(result.scenario);
      if (link === undefined) {
        expect(id).toBe("capture");
        continue;
      }
      expect(decodeLink(`https://example.org/sim/${link}`)).toMatchObject({
        ok: true,
        scenario: result.scenario,
      });
      const hasTrace = result.scenario.traffic.some(({ kind }) => kind === "trace");
      const hasFile = result.scenario.software.routines.some(
        (routine) => routine.kind === "program" && routine.program.elf !== undefined,
      );
      if (hasTrace || hasFile) continue;
      const isLong =
        sourceCharacters(result.scenario) > LONG_SOURCE_CHARACTERS ||
        sequenceLength(result.scenario) > LONG_SEQUENCE_INSTRUCTIONS;
      expect(link.length, id).toBeLessThan((isLong ? 2 : 1) * LINK_SHORT_CHARACTERS);
    }
  };
  const { some, others } = someOf(BUILTIN_SCENARIOS, 4);
  test(LINKED, () => expectLinks(some));
  test(LINKED, long("Three of four scenarios take 4 s of CPU."), () => expectLinks(others));

  test("the same text for the same scenario in any order of fields", () => {
    for (const seed of [3, 4, 5]) {
      const other = parseScenario(shuffled(randomScenario(seed), seed));
      expect(other.ok && linkOf(other.scenario)).toBe(linkOf(filled(seed)));
    }
  });

  test("letters beyond ASCII", () => {
    const scenario = { ...filled(1), name: "Gerät Ω 割り込み 🐢" };
    expect(decodeLink(linkOf(scenario))).toMatchObject({ ok: true, scenario: { name: scenario.name } });
  });

  test("nothing for a scenario over the limit, which gets no link", () => {
    const count = 400_000;
    const random = createRandom(1);
    const result = parseScenario({
      ...randomScenario(1),
      traffic: [
        {
          kind: "trace",
          nic: "eth0",
          events: {
            timesNanoseconds: Array.from(
              { length: count },
              (_, index) => index * 1000 + random.integer(0, 999),
            ),
            sizesBytes: new Array(count).fill(64),
            directions: "r".repeat(count),
          },
        },
      ],
    });
    expect(result.ok && encodeLink(result.scenario)).toBeUndefined();
    expect(LINK_FILE_CHARACTERS).toBeGreaterThan(LINK_SHORT_CHARACTERS);
  });
});

describe("a bad link is refused", () => {
  const link = linkOf(filled(7));
  const reasonOf = (text: string) => {
    const decoded = decodeLink(text);
    return decoded.ok ? "ok" : decoded.reason;
  };

  test("as truncated wherever it is truncated", () => {
    for (let length = link.indexOf(".") + 1; length < link.length; length++) {
      expect(reasonOf(link.slice(0, length)), `cut at ${length}`).toBe("cut");
    }
  });

  test("with any changed letter", () => {
    const begin = link.indexOf(".") + 1;
    for (let at = begin; at < link.length; at++) {
      const other = link.charAt(at) === "A" ? "B" : "A";
      const changed = link.slice(0, at) + other + link.slice(at + 1);
      const decoded = decodeLink(changed);
      // The last letter may have bits that fill no byte, and another letter of the packed text may unpack to the same.
      if (decoded.ok && at < link.length - 1) expect(decoded.scenario, `letter ${at}`).toEqual(filled(7));
    }
  });

  test.each([
    ["", "not-a-link"],
    ["#", "not-a-link"],
    ["#x=1", "not-a-link"],
    ["#s=", "not-a-link"],
    ["#s=abc", "not-a-link"],
    ["#s=0.AAAA", "not-a-link"],
    ["#s=3.AAAA", "newer"],
    ["#s=999999.AAAA", "newer"],
    ["#s=1.", "cut"],
    ["#s=1.AA!A", "damaged"],
    ["#s=1.Ä", "damaged"],
    [`#s=1.${"A".repeat(200_000)}`, "too-large"],
    [`${link}AAAA`, "damaged"],
    [`${link}&other=1`, "ok"],
  ])("%.40s", (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  /** A payload with a true length and the given checksum. */
  function forged(body: Uint8Array, checksum: number): string {
    const payload = new Uint8Array(7 + body.length);
    const view = new DataView(payload.buffer);
    view.setUint32(0, checksum, true);
    view.setUint16(4, body.length & 0xffff, true);
    view.setUint8(6, body.length >> 16);
    payload.set(body, 7);
    return `1.${toBase64Url(payload)}`;
  }

  test("with a forged checksum", () => {
    const body = deflateSync(new TextEncoder().encode("{}"));
    expect(unpack(forged(body, 0x12345678))).toMatchObject({
      ok: false,
      fault: "damaged",
      message: expect.stringContaining("checksum"),
    });
  });

  const expectStopped = (megabytes: number) => {
    const bomb = deflateSync(new Uint8Array(megabytes * 1024 * 1024), { level: 9 });
    const packed = forged(bomb, 0);
    expect(packed.length).toBeLessThan(1 << 17);
    expect(unpack(packed)).toMatchObject({ ok: false, fault: "too-large" });
  };
  test.each([2])("after %i MB of inflated data", expectStopped);
  test.each([50, 90])(
    "after %i MB of inflated data",
    long("Larger bombs stop at the same limit as one of 2 MB, and to pack them takes seconds of CPU."),
    expectStopped,
  );

  test("with one byte more than the limit, but not at the limit", () => {
    const text = "x".repeat(LINK_INFLATE_BYTE_LIMIT);
    expect(unpack(pack(text) ?? "")).toEqual({ ok: true, text });
    expect(pack(`${text}x`)).toBeUndefined();
  });

  test("with a truncated, changed or invalid second machine", () => {
    const both = encodeLink(filled(7), {}, filled(8)) ?? "";
    const begin = both.search(/&o=\d\./) + 5;
    for (let length = begin; length < both.length; length += 7)
      expect(reasonOf(both.slice(0, length)), `cut at ${length}`).toBe("cut");
    for (let at = begin; at < both.length - 1; at += 5) {
      const letter = both.charAt(at) === "A" ? "B" : "A";
      expect(decodeLink(both.slice(0, at) + letter + both.slice(at + 1)).ok, `letter ${at}`).toBe(false);
    }
    // Packed with another first machine, so it does not unpack with this one.
    const [, second] = both.split("&o=");
    expect(decodeLink(`${linkOf(filled(9))}&o=${second}`).ok).toBe(false);
    const bad = pack(JSON.stringify({ ...randomScenario(1), seed: -5 })) ?? "";
    expect(decodeLink(`${link}&o=${bad}`).ok).toBe(false);
    const text = JSON.stringify({ format: "irqscope-scenario", version: 1, seed: -5 });
    const known = unpack(link.slice("#s=".length));
    const beside = pack(text, known.ok ? known.text : "") ?? "";
    expect(decodeLink(`${link}&o=${beside}`)).toMatchObject({
      ok: false,
      reason: "bad-scenario",
      message: expect.stringMatching(/^the link's second scenario: /),
    });
  });

  test("with the field if its scenario is invalid", () => {
    const packed = pack(JSON.stringify({ ...randomScenario(1), seed: -5 })) ?? "";
    expect(decodeLink(`#s=${packed}`)).toMatchObject({
      ok: false,
      reason: "bad-scenario",
      message: "the link's scenario: seed must be at least 0",
      errors: [{ field: "seed" }],
      errorCount: 1,
    });
  });
});

describe("published links", () => {
  const folder = new URL("../fixtures/links/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".txt"));

  test("are recorded in a sufficient number", () => {
    expect(files.length).toBeGreaterThan(12);
  });

  test.each(files)("open as before: %s", (file) => {
    const [link = "", text = ""] = readFileSync(new URL(file, folder), "utf8").split("\n");
    const decoded = decodeLink(link);
    if (!decoded.ok) throw new Error(decoded.message);
    const { ok: _, ...meaning } = decoded;
    const expected = JSON.parse(text);
    expect(meaning).toMatchObject(expected);
    expect(meaning.position).toEqual(expected.position);
    // The file lists values that differ from defaults. A default added later may be missing there, and nothing else.
    expect(expected.scenario).toMatchObject(minimalScenario(meaning.scenario) as object);
    expect(meaning.other === undefined).toBe(expected.other === undefined);
    if (meaning.other !== undefined)
      expect(expected.other).toMatchObject(minimalScenario(meaning.other) as object);
  });

  /** FNV-1a: these letters are part of every link of their version. */
  test.each([
    [1, DICTIONARY_1, 3688, "340adb35"],
    [2, DICTIONARY_2, 10740, "1a66df33"],
  ])("use the unchanged dictionary of version %i", (_version, dictionary, length, expected) => {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(dictionary)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    expect([dictionary.length, hash.toString(16)]).toEqual([length, expected]);
  });
});

const PROGRAM_OF_60_LINES = `
    .data
values: .word 3, 5, 5, 7, 9, 2, 2, 4, 8, 1
count:  .word 10
best:   .word 0
where:  .word 0
    .text
main:
    addi sp, sp, -32
    sw ra, 28(sp)
    sw s0, 24(sp)
    sw s1, 20(sp)
    sw s2, 16(sp)
    la s0, values
    lw s1, count
    li s2, 0              # index
search:
    bge s2, s1, finish
    mv a0, s0
    mv a1, s2
    mv a2, s1
    call run_length
    lw t0, best
    ble a0, t0, skip
    la t1, best           # a longer one
    sw a0, 0(t1)
    la t1, where
    sw s2, 0(t1)
skip:
    add s2, s2, a0
    j search
finish:
    lw a0, best
    lw ra, 28(sp)
    lw s0, 24(sp)
    lw s1, 20(sp)
    lw s2, 16(sp)
    addi sp, sp, 32
    ret
run_length:
    slli t0, a1, 2
    add t0, a0, t0
    lw t1, 0(t0)
    li t2, 1
    addi a1, a1, 1
step:
    bge a1, a2, run_done
    addi t0, t0, 4
    lw t3, 0(t0)
    blt t3, t1, run_done
    mv t1, t3
    addi t2, t2, 1
    addi a1, a1, 1
    j step
run_done:
    mv a0, t2
    jr ra
run_length_u:
    sltu t4, t3, t1
    beqz t4, step
    ret
`;

describe("links with assembly", () => {
  /** The link as written before there was a second version. */
  function oldLink(scenario: Scenario): string {
    const bytes = new TextEncoder().encode(JSON.stringify(minimalScenario(scenario)));
    const dictionary = new TextEncoder().encode(DICTIONARY_1);
    const body = deflateSync(bytes, { level: 9, mem: 12, dictionary });
    const payload = new Uint8Array(7 + body.length);
    const view = new DataView(payload.buffer);
    view.setUint32(0, checksum(bytes), true);
    view.setUint16(4, body.length, true);
    payload.set(body, 7);
    return `#s=1.${toBase64Url(payload)}`;
  }

  const scenarioOf = (source: string): Scenario => {
    const parsed = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "Longest run",
      software: {
        routines: [{ name: "longest run", kind: "program", program: { source } }],
        threads: [
          {
            name: "main",
            layer: "application",
            priority: 3,
            start: { on: "always" },
            steps: [{ do: "exec", routine: "longest run" }],
          },
        ],
      },
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    return parsed.scenario;
  };

  test("are an eighth shorter for a program of 60 lines that is in no demo", () => {
    expect(PROGRAM_OF_60_LINES.trim().split("\n")).toHaveLength(60);
    const scenario = scenarioOf(PROGRAM_OF_60_LINES);
    const [before, now] = [oldLink(scenario), linkOf(scenario)];
    expect(decodeLink(before)).toMatchObject({ ok: true, scenario });
    expect(decodeLink(now)).toMatchObject({ ok: true, scenario });
    expect([before.length, now.length]).toEqual([661, 575]);
  });

  test("are the only ones of version 2, and a comparison encodes each machine in its own version", async () => {
    const [program, plain] = await Promise.all(
      ["checksum-program", "ring-overflow"].map(async (id) => {
        const result = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
        if (!result?.ok) throw new Error(id);
        return result.scenario;
      }),
    );
    if (program === undefined || plain === undefined) throw new Error("no scenario");
    expect(linkOf(program)).toMatch(/^#s=2\./);
    expect(linkOf(plain)).toBe(oldLink(plain));
    for (const [first, second, versions] of [
      [program, plain, /^#s=2\.[\w-]+&o=1\./],
      [plain, program, /^#s=1\.[\w-]+&o=2\./],
      [program, { ...program, runCycles: 9000 }, /^#s=2\.[\w-]+&o=2\./],
    ] as const) {
      const link = encodeLink(first, {}, second) ?? "";
      expect(link).toMatch(versions);
      expect(decodeLink(link)).toMatchObject({ ok: true, scenario: first, other: second });
    }
  });

  test("are refused wherever truncated and with any changed letter", () => {
    const scenario = scenarioOf(PROGRAM_OF_60_LINES);
    const link = linkOf(scenario);
    for (let length = link.indexOf(".") + 1; length < link.length; length += 3) {
      const decoded = decodeLink(link.slice(0, length));
      expect(decoded.ok ? "ok" : decoded.reason).toBe("cut");
    }
    for (let at = link.indexOf(".") + 1; at < link.length - 1; at += 3) {
      const changed = link.slice(0, at) + (link.charAt(at) === "A" ? "B" : "A") + link.slice(at + 1);
      const decoded = decodeLink(changed);
      if (decoded.ok) expect(decoded.scenario, `letter ${at}`).toEqual(scenario);
    }
  });
});
