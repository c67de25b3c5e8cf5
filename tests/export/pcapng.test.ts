/** Captures of a run: tshark reads what the rows state, and traffic that is exported and read again is unchanged. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { captureToScenario, DEFAULT_SCENARIO_OPTIONS } from "../../lib/captures/captureToScenario.ts";
import { readCapture } from "../../lib/captures/readCapture.ts";
import { madeText } from "../../lib/export/pcapng/frame.ts";
import { pcapngFile } from "../../lib/export/pcapng/pcapngFile.ts";
import { recordedFrameOf } from "../../lib/export/pcapng/recorded.ts";
import { trafficExport } from "../../lib/export/pcapng/trafficFile.ts";
import type { Row, RowSource } from "../../lib/export/rows.ts";
import { eventRows, packetRows } from "../../lib/export/tables.ts";
import { walkRun } from "../../lib/export/walk.ts";
import { toBase64 } from "../../scenarios/base/base64.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Recording } from "../../scenarios/traffic/recording.ts";
import { build, builtin, openCore, runTo } from "../boundary/support.ts";
import { tshark } from "../support/readers.ts";
import { written } from "./support/writeFile.ts";

const core = await openCore();
const folder = mkdtempSync(join(tmpdir(), "irqscope-pcapng-"));
afterAll(() => rmSync(folder, { recursive: true }));
const CYCLES = 600_000;

const shortened = async (id: string): Promise<Scenario> => ({ ...(await builtin(id)), runCycles: CYCLES });

function rowsOf(scenario: Scenario, source: RowSource): readonly Row[] {
  const rows: Row[] = [];
  const walk = walkRun(core, scenario, { from: 0, to: scenario.runCycles }, {});
  for (const batch of walk) rows.push(...source.take(batch));
  return [...rows, ...source.rest()];
}

/** Cycle and size of each offered frame. */
const arrivals = (scenario: Scenario) =>
  rowsOf(scenario, eventRows())
    .filter(([, kind]) => kind === "frame-offered")
    .map(([cycle, , , , size]) => [cycle, size]);

const nanoseconds = (cycle: number, { machine }: Scenario) => Math.round((cycle * 1e9) / machine.clockHertz);

describe.each(["ring-overflow", "run-to-completion", "overload-one-context"])(
  "the exported capture of %s",
  async (id) => {
    const scenario = await shortened(id);
    const { bytes } = written(core, scenario, pcapngFile(scenario, { from: 0, to: CYCLES }));
    const packets = [...rowsOf(scenario, packetRows(scenario))].sort((a, b) => Number(a[0]) - Number(b[0]));

    test("has each packet at the time it was offered, in order", () => {
      const capture = readCapture(bytes);
      expect(capture.packetCount).toBe(packets.length);
      expect(capture.reorderedCount).toBe(0);
    });

    if (tshark !== undefined)
      test("gives each packet its fate in a comment that tshark prints", () => {
        const lines = fieldsOf(bytes, [
          ...["frame.time_epoch", "frame.len", "frame.interface_name", "frame.packet_id", "frame.comment"],
          ...["ip.checksum.status", "_ws.malformed"],
        ]);
        expect(lines).toHaveLength(packets.length);
        for (const [index, [time, length, card, number, comment, checksum, malformed]] of lines.entries()) {
          const [packet, , size, offered, fate, , , , end] = packets[index] ?? [];
          expect(BigInt((time ?? "").replace(".", ""))).toBe(BigInt(nanoseconds(Number(offered), scenario)));
          expect(Number(length)).toBe(Number(size) - 4);
          expect([card, Number(number)]).toEqual([scenario.machine.nics[0]?.name, packet]);
          expect(comment).toContain(String(fate).startsWith("under way") ? "under way" : String(fate));
          if (end !== "") expect(comment).toContain(`${Number(end) - Number(offered)} cycles`);
          expect([checksum, malformed]).toEqual(["1", ""]);
          expect(comment).toMatch(/; headers made by irqscope, contents unknown$/);
        }
      });
  },
);

function fieldsOf(bytes: Uint8Array, fields: readonly string[]): readonly (readonly string[])[] {
  const file = join(folder, "run.pcapng");
  writeFileSync(file, bytes);
  const options = ["-o", "ip.check_checksum:TRUE", "-r", file, "-T", "fields", "-E", "separator=/t"];
  const { stdout, stderr, status } = spawnSync(
    tshark ?? "",
    [...options, ...fields.flatMap((field) => ["-e", field])],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  return stdout
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
}

function taken(bytes: Uint8Array, machine: Scenario): Scenario {
  const window = { kind: "span", fromNanoseconds: 0, durationNanoseconds: undefined } as const;
  const { scenario } = captureToScenario(bytes, "out.pcapng", {
    ...DEFAULT_SCENARIO_OPTIONS,
    machine,
    window,
  });
  return { ...scenario, runCycles: machine.runCycles, seed: machine.seed };
}

function hashOf(scenario: Scenario): string {
  const machine = build(core, scenario);
  runTo(machine, scenario.runCycles);
  return machine.stateHash();
}

function trafficOf(scenario: Scenario): Uint8Array {
  const out = trafficExport(scenario, { from: 0, to: scenario.runCycles });
  return written(core, out.scenario, out.file, out.window).bytes;
}

describe("the comment of an exported frame names its contents", () => {
  const madeLink = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0];
  const ownLink = [0x52, 0x54, 0, 1, 2, 3, 0x52, 0x54, 0, 4, 5, 6, 8, 0];
  const recording = {
    kind: "trace",
    events: {
      ...{ sizesBytes: [68, 68, 68], directions: "rrr", flows: [0, 1, 2] },
      bytes: { lengthsBytes: [0, 14, 14], base64: toBase64(Uint8Array.from([...madeLink, ...ownLink])) },
    },
  } as unknown as Recording;

  test.each([
    ["of a flow alone", 0, "headers made by irqscope, contents unknown"],
    ["behind a link header of ours", 1, "Ethernet header made by irqscope, the rest is recorded"],
    ["as it was recorded", 2, undefined],
  ])("%s", (_, event, text) => {
    expect(madeText(recordedFrameOf(recording)(event))).toBe(text);
  });
});

describe("exported traffic that is read again", () => {
  test("of a recorded trace is unchanged, and gives the same state hash", async () => {
    const scenario = { ...(await builtin("capture")), runCycles: 20_000_000 };
    expect(scenario.traffic.map(({ kind }) => kind)).toEqual(["trace"]);
    const again = taken(trafficOf(scenario), scenario);
    expect(arrivals(again)).toEqual(arrivals(scenario));
    expect(arrivals(scenario).length).toBeGreaterThan(90);
    expect(hashOf(again)).toBe(hashOf(scenario));
  });

  test.each(["ring-overflow", "overload-one-context", "run-to-completion", "coalescing"])(
    "of %s, which is generated, has the same arrivals and then the same state hash",
    async (id) => {
      const scenario = await shortened(id);
      const once = taken(trafficOf(scenario), scenario);
      expect(arrivals(once)).toEqual(arrivals(scenario));
      expect(arrivals(once).length).toBeGreaterThan(50);
      const out = trafficOf(once);
      const twice = taken(out, once);
      expect(hashOf(twice)).toBe(hashOf(once));
      expect(twice.traffic).toEqual(once.traffic);
    },
  );

  test("of a closed loop is refused on export", async () => {
    const scenario = await shortened("000-stack-send");
    expect(() => trafficOf(scenario)).toThrow(/traffic\[0\] is a closed loop/);
  });
});
