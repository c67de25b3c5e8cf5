/** Files of the command, read by other programs: rows of a study as Parquet by pyarrow, captures by tshark. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../lib/origin.ts";
import { testCommand } from "../support/command.ts";
import { python, readBy, tshark, WHY_NOT } from "../support/readers.ts";

const command = testCommand();

/** Frames of 1,518 bytes at 1 Gb/s take 12,304 ns. Three frames that are due together follow each other. */
const LONGEST_WIRE_NANOSECONDS = 4 * 12_304;

/** `seconds` as text: nine decimals are more than a number holds. */
function nanosecondsOf(seconds = ""): bigint {
  const [whole = "0", part = ""] = seconds.split(".");
  return BigInt(whole) * 1_000_000_000n + BigInt(part.padEnd(9, "0"));
}

function done(...words: readonly string[]): void {
  const { exitCode, errors } = command.run(...words);
  expect(exitCode, errors).toBe(0);
}

describe("Parquet rows of a study", () => {
  if (python === undefined) {
    test(WHY_NOT, () => undefined);
    return;
  }

  test("have in pyarrow the values of the JSON lines, with types and descriptions", () => {
    const study = {
      ...{ format: "irqscope-study", version: 1, name: "small", scenarios: ["ring-overflow"] },
      set: { runCycles: 50_000 },
      axes: [
        { kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] },
        { kind: "field", field: "machine.memory.l1d", name: "cache", values: [null], labels: ["none"] },
      ],
      seeds: { count: 2 },
      metrics: ["receive.loss in %", "receive.latency.p99 in us", "send.latency.p99"],
    };
    command.file("small.study.json", JSON.stringify(study));
    done("sweep", "small.study.json", "--out", "rows.parquet");
    done("sweep", "small.study.json", "--out", "rows.jsonl");
    const read = readBy("parquet_rows.py", join(command.folder, "rows.parquet")) as {
      readonly types: Readonly<Record<string, string>>;
      readonly facts: Readonly<Record<string, string>>;
      readonly columns: Readonly<Record<string, readonly unknown[]>>;
    };
    const rows = readFileSync(join(command.folder, "rows.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(4);
    for (const [index, { point, metrics, ...row }] of rows.entries())
      for (const [name, value] of Object.entries({ ...row, ...point, ...metrics }))
        expect([name, read.columns[name]?.[index]]).toEqual([name, value]);
    expect(read.types).toMatchObject({
      ...{ ring: "int64", seed: "int64", cache: "string", stateHash: "string", cycles: "int64" },
      ...{ "receive.loss in %": "double" },
    });
    expect(read.facts).toMatchObject({
      "irqscope.study": "small",
      "irqscope.studyHash": rows[0].studyHash,
      "irqscope.program": VERSION,
      "irqscope.model": rows[0].model,
      "irqscope.command": "irqscope sweep small.study.json",
    });
  });
});

/** Fields of each packet as tshark prints them. */
function packetsOf(file: string, fields: readonly string[]): readonly (readonly string[])[] {
  const asked = fields.flatMap((field) => ["-e", field]);
  const args = ["-r", join(command.folder, file), "-T", "fields", "-E", "separator=/t", ...asked];
  const { stdout, stderr, status } = spawnSync(tshark ?? "", args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
}

describe("exported captures", () => {
  if (tshark === undefined) {
    test("tshark, which would read them, is not here", () => undefined);
    return;
  }

  test("have a frame for each arrival, with its size and time", () => {
    done("export", "traffic", "ring-overflow", "--cycles", "200k", "-o", "traffic.pcapng");
    const [mark, ...packets] = packetsOf("traffic.pcapng", [
      ...["frame.time_epoch", "frame.len", "frame.interface_name", "frame.comment", "_ws.malformed"],
    ]);
    expect(mark?.[3]).toContain("The run begins here");
    const events = command.run("export", "events", "ring-overflow", "--cycles", "200k").output;
    const offered = events.split("\n").filter((line) => line.includes(",frame-offered,"));
    expect(packets.length).toBeGreaterThan(100);
    // A frame that is due before the end may be offered after it, because a frame takes time on the wire.
    expect(packets.length - offered.length).toBeGreaterThanOrEqual(0);
    expect(packets.length - offered.length).toBeLessThan(3);
    const [head = ""] = events.split("\n");
    const sizeAt = head.split(",").indexOf("value");
    for (const [index, [, length, card, , malformed]] of packets.entries()) {
      expect([card, malformed]).toEqual(["eth0", ""]);
      const size = offered[index]?.split(",")[sizeAt];
      if (size !== undefined) expect(Number(length)).toBe(Number(size) - 4);
    }
    const cycleAt = head.split(",").indexOf("cycle");
    const begin = nanosecondsOf(mark?.[0]);
    let before = 0;
    for (const [index, [time]] of packets.entries()) {
      const due = Number(nanosecondsOf(time) - begin);
      expect(due).toBeGreaterThanOrEqual(before);
      before = due;
      const offeredCycle = offered[index]?.split(",")[cycleAt];
      if (offeredCycle === undefined) continue;
      // At 100 MHz, a frame is offered when its last byte has arrived.
      const late = Number(offeredCycle) * 10 - due;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(LONGEST_WIRE_NANOSECONDS);
    }
  });

  test("have each packet on its own card of two", () => {
    const line = ["two-port-router", "--cycles", "400k"];
    done("export", "pcapng", ...line, "-o", "router.pcapng");
    const packets = packetsOf("router.pcapng", [
      "frame.interface_name",
      "frame.interface_id",
      "frame.comment",
    ]);
    const cards = [...new Set(packets.map(([card]) => card))].toSorted();
    const run = command.json("run", ...line) as {
      readonly nics: readonly { readonly nic: string; readonly receive: { readonly offered: number } }[];
    };
    expect(run.nics).toHaveLength(2);
    expect(cards).toEqual(run.nics.map(({ nic }) => nic).toSorted());
    for (const [index, { nic }] of run.nics.entries())
      expect(new Set(packets.filter(([card]) => card === nic).map(([, id]) => id))).toEqual(
        new Set([String(index)]),
      );
    expect(packets.every(([, , comment = ""]) => /after|under way|lost/.test(comment))).toBe(true);
  });

  test("describe the run in the section header", () => {
    done("export", "pcapng", "ring-overflow", "--cycles", "100k", "-o", "one.pcapng");
    const capinfos = join(dirname(tshark ?? ""), "capinfos");
    // capinfos usually comes in the same package as tshark.
    if (!existsSync(capinfos)) return;
    const info = spawnSync(capinfos, [join(command.folder, "one.pcapng")], { encoding: "utf8" });
    expect(info.stdout).toContain(`irqscope ${VERSION}, model `);
    expect(info.stdout).toContain("command: irqscope export pcapng ring-overflow --cycles 100k");
  });
});
