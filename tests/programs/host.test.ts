/** A card with a host behind it, and the C program that asks and answers it (scenarios/programs/c/echo.c). The test
 * reads the frames on the wire, and so does tshark where it is installed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createMachine, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { nicRegisters } from "../../core-wasm/binding/registers.ts";
import { answeredPackets } from "../../lib/export/answeredPackets.ts";
import type { PacketEnd } from "../../lib/export/packetEnds.ts";
import { recordedFrames } from "../../lib/export/pcapng/recorded.ts";
import type { Row } from "../../lib/export/rows.ts";
import { packetRows } from "../../lib/export/tables.ts";
import { walkRows } from "../../lib/export/walkRows.ts";
import { programSymbols } from "../../lib/programs/ends.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";
import { pcapOf } from "../captures/captureFiles.ts";
import { tshark } from "../support/readers.ts";

const core = await openCore();
const FILE = new URL("../../scenarios/programs/echo-in-c.json", import.meta.url);
/** Less time than the program needs to change an arrived frame. */
const SLICE_CYCLES = 40;
const CYCLES_PER_MICROSECOND = 100;
const SLOTS = 8;
const OURS = "02:00:00:00:00:01";
const THEIRS = "02:00:00:00:00:02";

function scenario(): Scenario {
  const parsed = parseScenario(readFileSync(FILE, "utf8"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

interface Frame {
  readonly cycle: number;
  readonly direction: "in" | "out";
  readonly bytes: Uint8Array;
}

/** Every frame that entered or left the program's memory. */
function overTheWire() {
  const of = scenario();
  const machine = createMachine(core, compileScenario(of));
  const symbols = programSymbols(placeRoutines(of, assembleProgram));
  const at = (name: string) => (symbols.get(name) ?? 0) - SIM_PROGRAM_MEMORY_BASE;
  const word = (offset: number) =>
    new DataView(machine.programMemory(offset, 4).slice().buffer).getUint32(0, true);
  const frameOf = (ring: string, number: number) => {
    const descriptor = at(ring) + 16 * (number % SLOTS);
    const length = word(descriptor + 4) & 0xffff;
    return machine.programMemory(word(descriptor) - SIM_PROGRAM_MEMORY_BASE, length).slice();
  };
  const frames: Frame[] = [];
  const heads = { rx: 0, tx: 0 };
  for (let cycle = SLICE_CYCLES; cycle <= of.runCycles; cycle += SLICE_CYCLES) {
    machine.step(cycle);
    const { rxHead, txHead } = nicRegisters(machine, 0);
    for (; heads.rx < rxHead; heads.rx++)
      frames.push({ cycle, direction: "in", bytes: frameOf("rx", heads.rx) });
    for (; heads.tx < txHead; heads.tx++)
      frames.push({ cycle, direction: "out", bytes: frameOf("tx", heads.tx) });
  }
  return { frames, machine, word: (name: string) => word(at(name)) };
}

const { frames, machine, word } = overTheWire();

const half = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += half(bytes, at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return sum;
}

const isEcho = ({ bytes }: Frame, type: number) =>
  half(bytes, 12) === 0x0800 && bytes[23] === 1 && bytes[34] === type;
/** The frame without Ethernet's padding. */
const echoOf = ({ bytes }: Frame) => bytes.subarray(34, 14 + half(bytes, 16));

describe("a program on a card with a host", () => {
  it("counts the frames that both have answered", () => {
    const [nic] = machine.counters().nics;
    expect(nic).toMatchObject({
      ...{ host_heard: 7, host_answered: 7, host_unanswered: 0 },
      ...{ requests: 60, requests_answered: 60, requests_given_up: 0 },
    });
    expect([word("pongs"), word("asked"), word("datagrams"), word("echoes")]).toEqual([4, 3, 40, 20]);
    expect(machine.tallies("request").map(({ count }) => count)).toEqual([60]);
    expect(machine.checkInvariants()).toBe(0);
  });

  it("learns the owner of an address by ARP", () => {
    const isArp = ({ bytes }: Frame) => half(bytes, 12) === 0x0806;
    const [asked, told] = (["out", "in"] as const).map((way) =>
      frames.filter((one) => isArp(one) && one.direction === way),
    );
    expect(told?.map(({ bytes }) => hexOf(bytes.subarray(28, 32)))).toEqual(
      asked?.map(({ bytes }) => hexOf(bytes.subarray(38, 42))),
    );
    for (const { bytes } of told ?? [])
      expect(hexOf(bytes)).toBe(
        `020000000001020000000002080600010800060400020200000000 02${hexOf(bytes.subarray(28, 32))}0200000000010a000001${"00".repeat(18)}`.replace(
          " ",
          "",
        ),
      );
  });

  it("gets back the bytes of its ping, and the host the bytes of its own", () => {
    for (const [asks, answers] of [
      ["out", "in"],
      ["in", "out"],
    ] as const) {
      const requests = frames.filter((one) => one.direction === asks && isEcho(one, 8));
      const replies = frames.filter((one) => one.direction === answers && isEcho(one, 0));
      expect(requests).toHaveLength(asks === "out" ? 4 : 20);
      expect(replies.map((one) => hexOf(echoOf(one).subarray(4)))).toEqual(
        requests.map((one) => hexOf(echoOf(one).subarray(4))),
      );
      for (const one of [...requests, ...replies]) {
        expect(sumOf(one.bytes.subarray(14, 34))).toBe(0xffff);
        expect(sumOf(echoOf(one))).toBe(0xffff);
      }
    }
  });

  it("is refused a host if no program reads its frames or its settings are incomplete", () => {
    const text = JSON.parse(readFileSync(FILE, "utf8"));
    const errorsOf = (change: (parts: typeof text) => void) => {
      const parts = structuredClone(text);
      change(parts);
      const parsed = parseScenario(parts);
      return parsed.ok ? [] : parsed.errors.map(({ field, message }) => `${field}: ${message}`);
    };
    expect(
      errorsOf(({ machine: { nics } }) => {
        nics[0].driver = "steps";
      }),
    ).toEqual([
      expect.stringMatching(/^machine\.nics\[0\]\.host: needs driver "program"/),
      expect.stringMatching(/^traffic\[1\]\.body: is not read: no program serves "eth0"/),
    ]);
    expect(
      errorsOf(({ machine: { nics } }) => {
        nics[0].offloads = { segmentBytes: 1500 };
      }),
    ).toEqual([expect.stringMatching(/^machine\.nics\[0\]\.host: needs offloads\.segmentBytes 0/)]);
    expect(
      errorsOf(({ machine: { nics } }) => {
        nics[0].host.answerCycles = 0;
      }),
    ).toHaveLength(1);
    expect(
      errorsOf(({ traffic }) => {
        traffic[1].direction = "send";
      }).join(),
    ).toContain("traffic[1].body: is of received");
  });
});

it("rows of packets have the answer of each request, as the frames on the wire show it", () => {
  const of = scenario();
  const source = packetRows(of);
  const walked = [...walkRows(core, of, { from: 0, to: of.runCycles }, source)].flatMap(({ rows }) => rows);
  const columns = source.columns.map(({ name }) => name);
  const cell = (row: Row, name: string) => Number(row[columns.indexOf(name)]);
  const answered = walked
    .filter((row) => row[columns.indexOf("answered_cycle")] !== "")
    .toSorted((a, b) => cell(a, "packet") - cell(b, "packet"));
  const isRequest = (one: Frame) =>
    isEcho(one, 8) || (half(one.bytes, 12) === 0x0800 && one.bytes[23] === 17);
  /** Addresses and the data, which no two requests have in common. */
  const key = ({ bytes }: Frame, from: number, to: number) =>
    hexOf(bytes.subarray(from, from + 4)) + hexOf(bytes.subarray(to, to + 4)) + hexOf(bytes.subarray(42));
  const sent = frames.filter(({ direction }) => direction === "out");
  const wire = frames
    .filter((one) => one.direction === "in" && isRequest(one))
    .map((one) => sent.find((answer) => key(answer, 30, 26) === key(one, 26, 30))?.cycle);
  const inSlices = (cycle: number) => Math.ceil(cycle / SLICE_CYCLES) * SLICE_CYCLES;
  expect(answered.map((row) => inSlices(cell(row, "answered_cycle")))).toEqual(wire);
  for (const row of answered)
    expect(cell(row, "answered_cycle") - cell(row, "request_latency_cycles")).toBe(
      cell(row, "offered_cycle") + 1,
    );
  const sum = answered.reduce((all, row) => all + cell(row, "request_latency_cycles"), 0);
  expect(sum).toBe(machine.tallies("request")[0]?.sum);
  expect(new Set(walked.map((row) => cell(row, "packet"))).size).toBe(walked.length);
  expect(walked.length).toBe(134);
});

it("an exported capture of a card with a host does not say which frames are recorded ones", () => {
  const recording = {
    kind: "trace",
    nic: "eth0",
    events: {
      ...{ timesNanoseconds: [100_000], sizesBytes: [64], directions: "r" },
      bytes: { lengthsBytes: [3], base64: "AQID" },
    },
  };
  const text = { ...JSON.parse(readFileSync(FILE, "utf8")), traffic: [recording] };
  const known = { number: 0, offeredCycle: 10_000, sizeBytes: 64, direction: "receive", nic: 0 } as const;
  const delivered = { fate: { kind: "delivered" }, frames: 1, beginCycle: 10_000, endCycle: 11_000 } as const;
  const end: PacketEnd = { ...known, ...delivered, queue: undefined, parts: undefined };
  const bytesWith = (host: object | undefined) => {
    const [nic] = text.machine.nics;
    const parsed = parseScenario({ ...text, machine: { ...text.machine, nics: [{ ...nic, host }] } });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    return recordedFrames(parsed.scenario).next(end, false)?.bytes;
  };
  expect(bytesWith(undefined)).toEqual(new Uint8Array([1, 2, 3]));
  expect(bytesWith({})).toBeUndefined();
});

it("an exported frame waits for its answer until 4,096 later ones wait", () => {
  const packets = answeredPackets(scenario());
  const end = (number: number): PacketEnd => ({
    ...{ number, offeredCycle: 100 * number, sizeBytes: 64, direction: "receive", nic: 0 },
    ...{ fate: { kind: "delivered" }, frames: 1, beginCycle: 100 * number, endCycle: 100 * number + 50 },
    ...{ queue: undefined, parts: undefined },
  });
  const ends = Array.from({ length: 4097 }, (_, number) => end(number));
  expect(packets.take(ends.slice(0, 4096))).toEqual([]);
  expect(packets.take(ends.slice(4096))).toEqual([end(0)]);
  expect(packets.rest().map(({ number }) => number)).toEqual(ends.slice(1).map(({ number }) => number));
});

describe("the exported frames of a host in tshark", () => {
  if (tshark === undefined) {
    it("are not checked without tshark", () => undefined);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "irqscope-host-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are requests and their replies with valid checksums", () => {
    const file = join(folder, "wire.pcap");
    const packets = frames.map(({ cycle, bytes }) => {
      const microseconds = cycle / CYCLES_PER_MICROSECOND;
      return {
        seconds: Math.floor(microseconds / 1e6),
        fraction: Math.floor(microseconds % 1e6),
        data: bytes,
      };
    });
    writeFileSync(file, pcapOf({ order: "little" }, packets));
    const fields = [
      ...["eth.src", "arp.opcode", "arp.src.proto_ipv4", "icmp.type", "icmp.resp_to", "icmp.no_resp"],
      ...["ip.checksum.status", "icmp.checksum.status", "udp.checksum.status", "_ws.malformed"],
    ];
    const checks = ["ip", "udp"].flatMap((protocol) => ["-o", `${protocol}.check_checksum:TRUE`]);
    const asked = fields.flatMap((field) => ["-e", field]);
    const { stdout, stderr, status } = spawnSync(
      tshark ?? "",
      ["-r", file, "-2", ...checks, "-T", "fields", "-E", "separator=/t", ...asked],
      { encoding: "utf8" },
    );
    expect(status, stderr).toBe(0);
    const rows = stdout
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => line.split("\t"));
    expect(rows).toHaveLength(frames.length);
    const counts = { arp: 0, asked: 0, replied: 0, datagrams: 0 };
    rows.forEach(([source, arp, who, type, respondsTo, silent, ip, icmp, udp, malformed], index) => {
      const at = `frame ${index + 1}`;
      expect(source, at).toBe(frames[index]?.direction === "in" ? THEIRS : OURS);
      expect([silent, malformed], at).toEqual(["", ""]);
      if (arp !== "") {
        counts.arp++;
        expect(who, at).toMatch(arp === "2" ? /^10\.1\./ : /^10\.0\.0\.1$/);
      } else expect(ip, at).toBe("1");
      if (type !== "") expect(icmp, at).toBe("1");
      if (type === "8") counts.asked++;
      if (type === "0") {
        counts.replied++;
        expect(respondsTo, at).not.toBe("");
      }
      if (udp !== "") {
        counts.datagrams++;
        expect(udp, at).toBe("1");
      }
    });
    expect(counts).toEqual({ arp: 6, asked: 24, replied: 24, datagrams: 80 });
  });
});
