/** Frames with the bytes of a capture: a program reads in its ring the recorded bytes. */
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import {
  captureToScenario,
  DEFAULT_SCENARIO_OPTIONS,
  type ScenarioOptions,
} from "../../lib/captures/captureToScenario.ts";
import { pcapngFile } from "../../lib/export/pcapng/pcapngFile.ts";
import { trafficExport } from "../../lib/export/pcapng/trafficFile.ts";
import { consoleOutputs } from "../../lib/programs/ends.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { writeStudyAddress } from "../../web/study/studyPage.ts";
import { builtin, openCore } from "../boundary/support.ts";
import { written } from "../export/support/writeFile.ts";
import { createRandom } from "../support/random.ts";
import { FileWriter, pcapOf, type SmallPacket } from "./captureFiles.ts";

const core = await openCore();
const CYCLES_PER_MICROSECOND = 100;

/** Prints the sum of the bytes of each frame in hex, one line for each. */
const SUMS = `
        li   s0, NIC0_BASE
        li   s3, UART0_THR
        la   s1, ring
        sw   s1, 0x00(s0)          # RXBASE
        li   t0, 4
        sw   t0, 0x04(s0)          # RXSIZE
        sw   t0, 0x0c(s0)          # RXTAIL
        li   s2, 0
next:   lw   t0, 0x08(s0)          # RXHEAD
        beq  t0, s2, next
        andi t1, s2, 3
        slli t1, t1, 4
        add  t1, t1, s1
        lw   a0, 0(t1)
        lhu  a1, 4(t1)
        add  a1, a1, a0
        li   a2, 0
sum:    lbu  t2, 0(a0)
        add  a2, a2, t2
        addi a0, a0, 1
        bne  a0, a1, sum
        li   a3, 28
digit:  srl  t2, a2, a3
        andi t2, t2, 15
        la   t3, digits
        add  t3, t3, t2
        lbu  t2, 0(t3)
        sb   t2, 0(s3)
        addi a3, a3, -4
        bgez a3, digit
        li   t2, 10
        sb   t2, 0(s3)
        addi s2, s2, 1
        addi t2, s2, 4
        sw   t2, 0x0c(s0)
        j    next
        .data
        .align 4
ring:   .word 0x20000800, 0, 0, 0, 0x20001000, 0, 0, 0, 0x20001800, 0, 0, 0, 0x20002000, 0, 0, 0
digits: .ascii "0123456789abcdef"
`;

const machine = (() => {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "sums",
    machine: {
      clockHertz: CYCLES_PER_MICROSECOND * 1e6,
      nics: [{ name: "eth0", driver: "program", line: {} }],
      consoles: [{ name: "console", line: {}, bitPerSecond: 100_000_000 }],
    },
    software: {
      programs: { memoryBytes: 16_384 },
      routines: [{ name: "driver", kind: "program", program: { source: SUMS } }],
      threads: [
        {
          ...{ name: "driver", layer: "driver-isr", priority: 3, start: { on: "always" } },
          steps: [{ do: "exec", routine: "driver" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
})();

/** Frames of 100 and 40 bytes on the wire without check sequence, 1 ms apart, and one with 20 of 80 bytes captured. */
const FIRST = Uint8Array.from({ length: 100 }, (_, index) => (index * 7 + 3) & 0xff);
const SHORT = Uint8Array.from({ length: 40 }, (_, index) => 255 - index);
const CUT = Uint8Array.from({ length: 20 }, (_, index) => index + 1);
const packet = (milliseconds: number, data: Uint8Array, originalBytes = data.length): SmallPacket => ({
  ...{ seconds: 1, fraction: milliseconds * 1000, data, originalBytes },
});
const THREE = [packet(1, FIRST), packet(2, SHORT), packet(3, CUT, 80)];
const all = (packets: readonly SmallPacket[], linkType = 1): Uint8Array =>
  pcapOf({ order: "little", linkType }, packets);

const taken = (file: Uint8Array, options: Partial<ScenarioOptions> = {}) =>
  captureToScenario(file, "three.pcap", {
    ...DEFAULT_SCENARIO_OPTIONS,
    ...{
      machine,
      hosts: "everything",
      window: { kind: "span", fromNanoseconds: 0, durationNanoseconds: undefined },
    },
    ...options,
  });

/** The driver needs a moment to be ready, so the traffic begins after 100 us. */
const later = (scenario: Scenario): Scenario => ({
  ...scenario,
  traffic: scenario.traffic.map((traffic) => ({ ...traffic, startCycle: 10_000 })),
});

function run(scenario: Scenario, slice = 1_000_000) {
  const made = createMachine(core, compileScenario(later(scenario)), { eventCapacity: 4096 });
  while (made.cycle < 600_000) made.step(Math.min(600_000, made.cycle + slice));
  expect(made.checkInvariants()).toBe(0);
  return made;
}

const sumsOf = (scenario: Scenario): readonly string[] =>
  (consoleOutputs(run(scenario), scenario)[0]?.text ?? "").trim().split("\n");

const sum = (bytes: Iterable<number>): number => Array.from(bytes).reduce((total, byte) => total + byte, 0);
const hex = (value: number): string => value.toString(16).padStart(8, "0");

const eventsOf = (scenario: Scenario) => {
  const [traffic] = scenario.traffic;
  if (traffic?.kind !== "trace") throw new Error("no trace");
  return traffic.events;
};
const dataOf = (scenario: Scenario): readonly number[] =>
  Array.from(Buffer.from(eventsOf(scenario).bytes?.base64 ?? "", "base64"));

describe("a program that sums the bytes of frames", () => {
  it("gets the sum computed by hand from a capture", () => {
    const [first, short] = sumsOf(taken(all(THREE)).scenario);
    expect(first).toBe(hex(sum(FIRST)));
    expect(sum(SHORT)).toBe(40 * 255 - (39 * 40) / 2);
    expect(short).toBe(hex(9420)); // The frame is padded with zeros.
    expect(taken(all(THREE)).report.notes.join()).toContain("the bytes of the received frames: 180 bytes");
  });

  it("gets generated bytes from a capture without bytes", () => {
    const { scenario } = taken(all(THREE), { bytes: 0 });
    expect(eventsOf(scenario).bytes).toBeUndefined();
    expect(sumsOf(scenario)[0]).not.toBe(hex(sum(FIRST)));
  });

  it("gets drawn bytes, by frame number and seed, where the capture was truncated", () => {
    const { scenario } = taken(all(THREE));
    const third = Number.parseInt(sumsOf(scenario)[2] ?? "", 16);
    expect(third).toBeGreaterThan(sum(CUT) + 60 * 64);
    expect(third).toBeLessThan(sum(CUT) + 60 * 192);
    const other = Number.parseInt(sumsOf({ ...scenario, seed: 2 })[2] ?? "", 16);
    expect(other).not.toBe(third);
    const changed = all([
      ...THREE.slice(0, 2),
      packet(
        3,
        CUT.map((byte, at) => byte + (at === 7 ? 100 : 0)),
        80,
      ),
    ]);
    expect(Number.parseInt(sumsOf(taken(changed).scenario)[2] ?? "", 16)).toBe(third + 100);
  });

  it("gets the first 30 bytes of each frame with --bytes 30", () => {
    const { scenario, report } = taken(all(THREE), { bytes: 30 });
    expect(eventsOf(scenario).bytes?.lengthsBytes).toEqual([30, 30, 20]);
    expect(dataOf(scenario)).toEqual([...FIRST.slice(0, 30), ...SHORT.slice(0, 30), ...CUT]);
    expect(report.notes.join()).toContain("At most the first 30 bytes");
  });

  it("gets the same bytes twice from a frame that resampling draws twice", () => {
    const { scenario } = taken(all(THREE.slice(0, 2)));
    const again: Scenario = {
      ...scenario,
      traffic: scenario.traffic.map((one) =>
        one.kind === "trace" ? { ...one, resample: { blockEvents: 1 } } : one,
      ),
    };
    const known = [hex(sum(FIRST)), hex(9420)];
    const seen = new Set<string>();
    for (let seed = 1; seed < 12; seed++) {
      const sums = sumsOf({ ...again, seed });
      expect(sums.every((one) => known.includes(one))).toBe(true);
      seen.add(sums.join());
    }
    expect(seen.size).toBe(4);
  });

  it("reaches the same state in slices, with or without observers, and from a snapshot", () => {
    const { scenario } = taken(all(THREE));
    const whole = run(scenario).stateHash();
    const draw = createRandom(7);
    expect(run(scenario, draw.integer(100, 9000)).stateHash()).toBe(whole);
    const blind = createMachine(core, compileScenario(later(scenario)));
    blind.step(250_000);
    const saved = blind.save();
    blind.step(500_000);
    blind.restore(saved);
    blind.step(600_000);
    expect(blind.stateHash()).toBe(whole);
    expect(run(taken(all(THREE), { bytes: 0 }).scenario).stateHash()).not.toBe(whole);
  });
});

describe("the recorded bytes of a frame", () => {
  const ip = [0x45, 0, 0, 24, 9, 9, 9, 9, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 1, 2, 3, 4];
  const made = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0];
  const padding = new Array<number>(60 - 14 - 24).fill(0);

  it("begin with an Ethernet header if the link is not Ethernet", () => {
    expect(dataOf(taken(all([packet(1, Uint8Array.from(ip))], 101)).scenario)).toEqual([
      ...made,
      ...ip,
      ...padding,
    ]);
    const cooked = new FileWriter("big").uint(2, 0).uint(2, 1).uint(2, 6).uint(8, 0).uint(2, 0x0800);
    expect(dataOf(taken(all([packet(1, cooked.bytes(ip).done())], 113)).scenario)).toEqual([
      ...made,
      ...ip,
      ...padding,
    ]);
    const six = [0x60, ...ip.slice(1)];
    expect(dataOf(taken(all([packet(1, Uint8Array.from([30, 0, 0, 0, ...six]))], 0)).scenario)).toEqual([
      ...made.slice(0, 12),
      ...[0x86, 0xdd],
      ...six,
      ...padding,
    ]);
  });

  it("stay with their packet if packets are out of order", () => {
    const [a, b, c] = THREE;
    if (a === undefined || b === undefined || c === undefined) throw new Error("three packets");
    expect(dataOf(taken(all([c, a, b])).scenario)).toEqual(dataOf(taken(all([a, b, c])).scenario));
  });

  it("are absent on a machine whose driver takes frames by steps, unless requested", () => {
    expect(eventsOf(taken(all(THREE), { machine: undefined }).scenario).bytes).toBeUndefined();
    expect(
      eventsOf(taken(all(THREE), { machine: undefined, bytes: 8 }).scenario).bytes?.lengthsBytes,
    ).toEqual([8, 8, 8]);
  });

  it("are exported with a capture, and read again", () => {
    const { scenario } = taken(all(THREE));
    const { file } = trafficExport(scenario, { from: 0, to: scenario.runCycles });
    const { bytes } = written(core, scenario, file);
    const back = taken(bytes).scenario;
    expect(eventsOf(back).bytes?.lengthsBytes).toEqual([60, 100, 60, 20]); // The first frame is the one that marks the start.
    expect(dataOf(back).slice(60)).toEqual(dataOf(scenario));
  });
});

describe("the exported capture of a run", () => {
  /** Each frame names itself. They arrive too fast for the ring. */
  const FRAMES = Array.from({ length: 80 }, (_, index) =>
    Uint8Array.from({ length: 60 + index }, (_, at) => (index * 31 + at) & 0xff),
  );
  const burst = FRAMES.map((data, index): SmallPacket => ({ seconds: 1, fraction: 5 * index, data }));

  /** Bytes and comment of each packet, read by the lengths in the blocks (draft-ietf-opsawg-pcapng). */
  function packetsIn(file: Uint8Array) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const found: { readonly data: readonly number[]; readonly isLost: boolean }[] = [];
    for (let at = 0; at < file.length; at += view.getUint32(at + 4, true)) {
      if (view.getUint32(at, true) !== 6) continue;
      const first = at + 28;
      const data = [...file.subarray(first, first + view.getUint32(at + 20, true))];
      const rest = Buffer.from(file.subarray(first, at + view.getUint32(at + 4, true))).toString("latin1");
      found.push({ data, isLost: rest.includes("lost") });
    }
    return found;
  }

  async function runOf(change: Partial<Scenario["traffic"][number]> = {}, bytes = 24) {
    const { scenario } = taken(all(burst), { machine: await builtin("ring-overflow"), bytes });
    const traffic = scenario.traffic.map((one) => ({ ...one, ...change }) as typeof one);
    const made = { ...scenario, traffic, runCycles: 400_000 };
    return (from = 0) => {
      const window = { from, to: made.runCycles };
      return packetsIn(written(core, made, pcapngFile(made, window), window).bytes);
    };
  }

  it("has the recorded bytes of each frame, lost frames and frames in a window included", async () => {
    const run = await runOf();
    const packets = run();
    expect(packets.map(({ data }) => data)).toEqual(FRAMES.map((frame) => [...frame.subarray(0, 24)]));
    expect(packets.filter(({ isLost }) => isLost).length).toBeGreaterThan(10);
    const later = run(20_000).map(({ data }) => data);
    expect(later.length).toBeGreaterThan(10);
    expect(later.length).toBeLessThan(FRAMES.length);
    expect(packets.map(({ data }) => data)).toEqual(expect.arrayContaining(later));
  });

  it("has the frames in the order in which resampling draws them", async () => {
    const run = await runOf({ resample: { blockEvents: 4 } } as object);
    const places = run().map(({ data }) => FRAMES.findIndex(({ 0: first }) => first === data[0]));
    expect(places).toHaveLength(FRAMES.length);
    for (let block = 0; block < places.length; block += 4)
      expect(places.slice(block, block + 4)).toEqual(
        [0, 1, 2, 3].map((step) => Number(places[block]) + step),
      );
    expect(places).not.toEqual(places.toSorted((a, b) => a - b));
  });

  it("never gives a frame another's bytes, with a program that serves the card or a run that ends early", () => {
    const same = FRAMES.map((frame) => frame.subarray(0, 60));
    const file = all(same.map((data, index): SmallPacket => ({ seconds: 1, fraction: index, data })));
    const scenario = later(taken(file).scenario);
    const made: number[] = [];
    for (let runCycles = 12_000; runCycles < 60_000; runCycles += 700) {
      const short = { ...scenario, runCycles };
      const packets = packetsIn(written(core, short, pcapngFile(short, { from: 0, to: runCycles })).bytes);
      const ofCapture = packets.filter(({ data }) => data.length === 60);
      for (const [index, { data }] of packets.entries())
        if (data.length === 60) expect(data).toEqual([...(same[index] ?? [])]);
      expect(ofCapture.length).toBeGreaterThan(0);
      made.push(packets.length - ofCapture.length);
    }
    expect(Math.max(...made)).toBeGreaterThan(4);
  });

  it("distinguishes sent from received frames", async () => {
    const sent = Uint8Array.from({ length: 60 }, (_, at) => 255 - at);
    const received = Uint8Array.from({ length: 60 }, (_, at) => at);
    const from = (data: Uint8Array, last: number) => {
      const made = Uint8Array.from(ofPort(last));
      made.set(data.subarray(42), 42);
      made.set([10, 0, 0, last, 10, 0, 0, 3 - last], 26);
      return made;
    };
    const file = all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        packet(index, from(index % 3 === 0 ? sent : received, index % 3 === 0 ? 1 : 2)),
      ),
    );
    const { scenario } = taken(file, { machine: undefined, hosts: ["10.0.0.1"], bytes: 60 });
    expect(eventsOf(scenario).directions).toBe("srrsrr");
    const made = { ...scenario, runCycles: 2_000_000 };
    const packets = packetsIn(written(core, made, pcapngFile(made, { from: 0, to: made.runCycles })).bytes);
    expect(packets.map(({ data }) => data.at(-1))).toEqual([0, 59, 59, 0, 59, 59]); // The bytes of received frames are kept.
  });

  it("distinguishes flows without recorded bytes", async () => {
    const twoFlows = THREE.map((_, index) => packet(index + 1, ofPort(index === 1 ? 2000 : 1000)));
    const { scenario } = taken(all(twoFlows), { machine: await builtin("ring-overflow") });
    expect(eventsOf(scenario).bytes).toBeUndefined();
    const made = { ...scenario, runCycles: 400_000 };
    const file = written(core, made, pcapngFile(made, { from: 0, to: made.runCycles })).bytes;
    const [a, b, c] = packetsIn(file).map(({ data }) => data.slice(34, 38).join(" "));
    expect(a).toBe(c);
    expect(a).not.toBe(b);
  });
});

/** A UDP datagram of 60 bytes from this port. */
function ofPort(port: number): Uint8Array {
  const data = new Uint8Array(60);
  data.set([0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2, 0x08, 0x00, 0x45, 0, 0, 46, 0, 0, 0, 0, 64, 17, 0, 0]);
  data.set([10, 0, 0, 2, 10, 0, 0, 1, port >> 8, port & 0xff, 0, 9, 0, 26], 26);
  return data;
}

describe("limits of recorded bytes", () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    packet(
      index,
      Uint8Array.from({ length: 1514 }, (_, at) => at & 0xff),
    ),
  );

  it("keep as many bytes of each frame as fit, or refuse the requested number", () => {
    const { scenario, report } = taken(all(many));
    // 262,144 / 200
    expect(new Set(eventsOf(scenario).bytes?.lengthsBytes)).toEqual(new Set([1310]));
    expect(report.notes.join()).toContain("At most the first 1,310 bytes");
    expect(() => taken(all(many), { bytes: 1400 })).toThrow(
      "the received frames have 280,000 bytes in total, but a scenario holds at most 262,144: keep at most 1,310 of each",
    );
  });

  it("keep no bytes if not even the headers of all frames fit", () => {
    // 262,144 / 6,300 is 41, one byte less than the headers of Ethernet, IPv4 and UDP.
    const frames = Array.from({ length: 6300 }, (_, at) => packet(at, new Uint8Array(60)));
    const { scenario, report } = taken(all(frames));
    expect(eventsOf(scenario).bytes).toBeUndefined();
    expect(report.notes.join()).toContain("a rule makes them all");
    expect(eventsOf(taken(all(frames.slice(0, 6200))).scenario).bytes?.lengthsBytes[0]).toBe(42);
  });

  const withBytes = (lengthsBytes: readonly number[], base64: string, directions = "rr") => ({
    ...machine,
    traffic: [
      {
        ...{ kind: "trace", nic: "eth0" },
        events: {
          timesNanoseconds: [0, 1],
          sizesBytes: [64, 100],
          directions,
          bytes: { lengthsBytes, base64 },
        },
      },
    ],
  });
  const of = (count: number): string => Buffer.alloc(count, 1).toString("base64");

  it.each([
    [[60, 96], of(156), undefined],
    [[60], of(60), "traffic[0].events.bytes.lengthsBytes has 1 entries, sizesBytes has 2"],
    [
      [61, 0],
      of(61),
      "traffic[0].events.bytes.lengthsBytes[0] is 61, the frame has 60 bytes without its check sequence",
    ],
    [[60, 96], of(155), "traffic[0].events.bytes.base64 has 155 bytes, lengthsBytes are 156 together"],
    [[60, 96], of(262_147), "traffic[0].events.bytes.base64 must have at most 262144 bytes"],
    [[3, 0], "AAA", "traffic[0].events.bytes.base64 has 2 bytes, lengthsBytes are 3 together"],
    [[3, 0], "A", "traffic[0].events.bytes.base64 is not base64"],
    [[3, 0], "A*AA", "traffic[0].events.bytes.base64 is not base64"],
    [[-1, 0], "", "traffic[0].events.bytes.lengthsBytes[0] must be a whole number from 0 to 262144"],
  ])("refuse %j", (lengthsBytes, base64, reason) => {
    const parsed = parseScenario(withBytes(lengthsBytes, base64));
    const [first] = parsed.ok ? [] : parsed.errors;
    expect(first && `${first.field} ${first.message}`).toBe(reason);
  });

  it("refuse bytes of a sent frame", () => {
    const parsed = parseScenario(withBytes([0, 4], of(4), "rs"));
    expect(
      parsed.ok ? "" : parsed.errors.map(({ field, message }) => `${field} ${message}`).join("\n"),
    ).toContain(
      "traffic[0].events.bytes.lengthsBytes[1] is of a frame that is sent: only received ones have bytes",
    );
  });

  it("refuse more bytes than the limit, in one traffic source or in several together", () => {
    const large = (count: number, traffics: number) => ({
      ...machine,
      traffic: Array.from({ length: traffics }, () => ({
        ...{ kind: "trace", nic: "eth0" },
        events: {
          ...{ timesNanoseconds: [0, 1], sizesBytes: [262_144, 262_144], directions: "rr" },
          bytes: { lengthsBytes: [count - 8, 8], base64: of(count) },
        },
      })),
    });
    const reasons = (value: unknown) => {
      const parsed = parseScenario(value);
      return parsed.ok ? [] : parsed.errors.map(({ field, message }) => `${field} ${message}`);
    };
    expect(reasons(large(131_072, 2))).toEqual([]);
    expect(reasons(large(131_080, 2))).toEqual([
      "traffic has 262160 bytes of frames in total, but the limit is 262144",
    ]);
    expect(reasons(large(262_152, 1))[0]).toContain("traffic[0].events.bytes.base64");
  });

  it("keep recorded bytes out of links of scenarios, studies and labs", () => {
    const { scenario } = taken(all(THREE));
    const study = { name: "frames", scenarios: [{ name: "frames", scenario }] };
    const quoted = { ...study, description: JSON.stringify(study) };
    expect(encodeLink(scenario)).toBeUndefined();
    expect(writeStudyAddress(study, undefined)).toBeUndefined();
    expect(writeStudyAddress({ ...quoted, scenarios: ["ring-overflow"] }, undefined)).toMatch(/^#sweep=/);
    expect(encodeLink(taken(all(THREE), { bytes: 0 }).scenario)).toMatch(/^#s=/);
  });
});
