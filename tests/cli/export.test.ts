/** `irqscope export`: its files, and what it refuses. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const run = (line: string) => command.run("export", ...line.split(" "));

const folder = mkdtempSync(join(tmpdir(), "irqscope-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("export packets prints rows to standard output and their description to standard error", () => {
  const { output, errors, exitCode } = run("packets ring-overflow --cycles 100k");
  expect(exitCode).toBe(0);
  const [head, ...rows] = output.trimEnd().split("\n");
  expect(head).toMatch(/^packet,direction,size_bytes,offered_cycle,fate,place,frames,begin_cycle,/);
  const cells = head?.split(",").length;
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.every((row) => row.split(",").length === cells)).toBe(true);
  expect(errors).toMatch(
    new RegExp(
      `^irqscope \\S+, model \\d+: ${rows.length} packets, state hash [0-9a-f]{16} at cycle 100000\\nirqscope export packets ring-overflow --cycles 100k\\n$`,
    ),
  );
});

test("export writes a file once, and replaces it only with --force", () => {
  const file = join(folder, "interrupts.csv");
  expect(run(`interrupts ring-overflow --cycles 50k --csv ${file}`)).toMatchObject({
    exitCode: 0,
    output: "",
  });
  const first = readFileSync(file, "utf8");
  expect(first.split("\n").length).toBeGreaterThan(5);
  const again = run(`interrupts ring-overflow --cycles 50k --csv ${file}`);
  expect(again.exitCode).toBe(2);
  expect(again.errors).toContain("already exists; --force replaces it");
  expect(run(`interrupts ring-overflow --cycles 40k --csv ${file} --force`).exitCode).toBe(0);
  expect(first.startsWith(readFileSync(file, "utf8").slice(0, 500))).toBe(true);
});

test("export --window has the events of the window", () => {
  const { output } = run("events ring-overflow --cycles 100k --window 20k..21k");
  const cycles = output
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((row) => Number(row.split(",")[0]));
  expect(cycles.length).toBeGreaterThan(0);
  for (const cycle of cycles) expect(cycle >= 20_000 && cycle < 21_000).toBe(true);
});

test("export series has a row for each --every cycles", () => {
  const { output, errors } = run("series ring-overflow --cycles 100k --every 30k");
  const rows = output.trimEnd().split("\n");
  expect(rows[0]).toMatch(/^begin_cycle,end_cycle,.*rx_frames_mean\[eth0\],/);
  expect(rows.slice(1).map((row) => row.split(",", 2).join(" "))).toEqual([
    ...["0 30000", "30000 60000", "60000 90000", "90000 100000"],
  ]);
  expect(errors).toMatch(
    /: 4 stretches, state hash [0-9a-f]{16} at cycle 100000\nirqscope export series .*\n$/,
  );
});

test("export perfetto writes bytes to a file or to standard output", () => {
  const file = join(folder, "run.perfetto-trace");
  const { exitCode, errors } = run(`perfetto ring-overflow --cycles 50k -o ${file}`);
  expect(exitCode).toBe(0);
  expect(errors).toMatch(/: \d+ packets, state hash/);
  // A packet of a trace is field 1 with a length.
  expect(readFileSync(file)[0]).toBe(0x0a);
});

test("export writes rows as Parquet on request", () => {
  const file = join(folder, "packets.parquet");
  expect(run(`packets ring-overflow --cycles 50k --parquet ${file}`)).toMatchObject({
    exitCode: 0,
    output: "",
  });
  const bytes = readFileSync(file);
  expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(["PAR1", "PAR1"]);
});

test("exported traffic is read again by irqscope trace", () => {
  const file = join(folder, "traffic.pcapng");
  expect(run(`traffic ring-overflow --cycles 200k -o ${file}`).errors).toMatch(
    /^irqscope \S+, model \d+: \d+ packets\nirqscope export traffic .*\n$/,
  );
  const again = join(folder, "again.json");
  const trace = ["--from-ms", "0", "--machine", "ring-overflow", "-o", again];
  expect(command.run("trace", "--pcap", file, ...trace).exitCode).toBe(0);
  const arrivals = (scenario: string) =>
    run(`events ${scenario} --cycles 200k`)
      .output.split("\n")
      .filter((line) => line.includes(",frame-offered,"));
  expect(arrivals(again)).toEqual(arrivals("ring-overflow"));
});

describe("export refuses", () => {
  test.each([
    [
      "",
      "what to export comes first: packets, interrupts, traps, events, series, perfetto, konata, vcd, pcapng, traffic",
    ],
    ["frames ring-overflow", ', not "frames"'],
    [
      "perfetto ring-overflow --csv a.csv",
      "--csv: is for packets, interrupts, traps, events, series; perfetto takes -o",
    ],
    ["packets ring-overflow --csv a.csv -o b.csv", "--csv: names the file, and so does -o: use one of them"],
    [
      "vcd ring-overflow --parquet a",
      "--parquet: is for packets, interrupts, traps, events, series; vcd takes -o",
    ],
    ["packets ring-overflow --every 100", "--every: is for series"],
    ["series ring-overflow --every 0", "--every: must be a whole number from 1"],
    ["packets", "SCENARIO (a file or the id of a built-in one) is missing"],
    ["packets ring-overflow napi-budget", '"napi-budget" is unexpected'],
    ["packets ring-overflow --cycles 10k --window 0..20k", "--window: ends after the run, at cycle 10000"],
    [
      "konata ring-overflow --cycles 10M",
      "konata: more than 262144 instructions are in the pipeline before cycle",
    ],
    ["packets no-such-scenario", "no-such-scenario"],
  ])("%s", (line, message) => {
    const { errors, exitCode } = command.run("export", ...line.split(" ").filter((word) => word !== ""));
    expect(exitCode).toBe(2);
    expect(errors).toContain(message);
  });
});
