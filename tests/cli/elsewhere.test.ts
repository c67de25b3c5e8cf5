/** A host of the core, written from docs/elsewhere.md alone, gets the metrics of `irqscope run`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const CORE = fileURLToPath(new URL("../../core-wasm/binding/core_fast.wasm", import.meta.url));

interface Head {
  readonly reads: readonly (readonly [string, readonly number[], number])[];
}
interface RunLine {
  readonly run: string;
  readonly config: string;
  readonly traffic: string | null;
  readonly pages: number;
  readonly stops: readonly number[];
  readonly more: number;
}
type Call = (...numbers: readonly (number | bigint)[]) => number | bigint | undefined;

const unpacked = (text: string) => inflateSync(Buffer.from(text, "base64"));
const packed = (bytes: Uint8Array) => deflateSync(bytes).toString("base64");

const resultHead = (head: Head) => JSON.stringify({ ...head, format: "irqscope-results", reads: undefined });

/** The lines with the results. */
async function hostRuns(file: string): Promise<readonly string[]> {
  const lines = readFileSync(join(command.folder, file), "utf8").trimEnd().split("\n");
  const [first = "", ...rest] = lines;
  const head: Head & object = JSON.parse(first);
  const module = await WebAssembly.compile(readFileSync(CORE));
  const traffic = new Map<string | null, Uint8Array>();
  const results = [resultHead(head)];
  for (const line of rest) {
    const entry: RunLine | { readonly traffic: string; readonly bytes: string } = JSON.parse(line);
    if ("bytes" in entry) traffic.set(entry.traffic, unpacked(entry.bytes));
    else results.push(JSON.stringify(await runOne(module, head, entry, traffic.get(entry.traffic))));
  }
  return results;
}

async function runOne(module: WebAssembly.Module, head: Head, run: RunLine, traffic?: Uint8Array) {
  const memory = new WebAssembly.Memory({ initial: run.pages, maximum: run.pages });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const call = (name: string, ...numbers: readonly (number | bigint)[]) =>
    (exports[name] as Call)(...numbers) ?? 0;
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(unpacked(run.config), Number(call("core_config")));
  if (traffic !== undefined) bytes.set(traffic, Number(call("core_transfer")));
  expect(call("core_create")).toBe(0);
  const stops = run.stops.map((stop) => {
    call("core_step", BigInt(stop), 0);
    const records = head.reads.map(([name, numbers, size], index) => {
      const at = Number(call(name, ...numbers));
      return bytes.slice(at, at + size + (index === head.reads.length - 1 ? run.more : 0));
    });
    return { cycle: Number(call("core_cycle")), records: packed(Buffer.concat(records)) };
  });
  const stateHash = BigInt.asUintN(64, BigInt(call("core_state_hash")))
    .toString(16)
    .padStart(16, "0");
  return { run: run.run, stateHash, brokenLaw: call("core_check_invariants"), stops };
}

test("metrics and state hash of three machines run by a host equal those of run --json", async () => {
  const subjects = ["ring-overflow", "checksum-program", "capture"];
  const { exitCode } = command.run("compile", ...subjects, "--cycles", "200k", "-o", "three.jsonl");
  expect(exitCode).toBe(0);
  command.file("results.jsonl", `${(await hostRuns("three.jsonl")).join("\n")}\n`);
  const { output, errors } = command.run("decode", "results.jsonl", "--of", "three.jsonl");
  expect(errors).toBe("");
  const reports = output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(reports.map(({ run }) => run)).toEqual(["0", "1", "2"]);
  for (const [index, { run: _, ...report }] of reports.entries()) {
    const host = ["hostSeconds", "simulatedCyclesPerSecond", "machineBytes", "stateBytes"];
    const there = command.json("run", subjects[index] ?? "", "--cycles", "200k") as object;
    expect(report).toEqual(Object.fromEntries(Object.entries(there).filter(([key]) => !host.includes(key))));
  }
}, 60_000);

test("a compiled file from before the command was recorded decodes without a command", async () => {
  command.run("compile", "one-packet", "--cycles", "1000", "-o", "before.jsonl");
  command.file("before-results.jsonl", `${(await hostRuns("before.jsonl")).join("\n")}\n`);
  const decoded = () => {
    const { output, errors } = command.run("decode", "before-results.jsonl", "--of", "before.jsonl");
    expect(errors).toBe("");
    return JSON.parse(output);
  };
  const { command: named, ...rest } = decoded();
  expect(named).toBe("irqscope run one-packet --cycles 1000");
  const lines = readFileSync(join(command.folder, "before.jsonl"), "utf8").trimEnd().split("\n");
  const older = lines.map((line) => JSON.stringify({ ...JSON.parse(line), command: undefined }));
  command.file("before.jsonl", `${older.join("\n")}\n`);
  expect(decoded()).toEqual(rest);
}, 60_000);

test("decode refuses, with line and field, results of other machines", async () => {
  command.run("compile", "one-packet", "--cycles", "1000", "-o", "one.jsonl");
  const [head = "", result = ""] = await hostRuns("one.jsonl");
  const refused = (...lines: readonly string[]) => {
    command.file("bad.jsonl", lines.join("\n"));
    const { exitCode, output, errors } = command.run("decode", "bad.jsonl", "--of", "one.jsonl");
    expect([exitCode, output]).toEqual([2, ""]);
    return errors.trimEnd();
  };
  expect(refused("")).toBe("error: bad.jsonl: is empty");
  expect(refused(result)).toBe("error: bad.jsonl: line 1: is not a head of irqscope-results");
  expect(refused(head.replace(/"model":"/, "$&x"))).toMatch(/line 1: has model x\d+, this program has \d+$/);
  expect(refused(head, result.slice(1))).toBe("error: bad.jsonl: line 2: is not JSON");
  expect(refused(head, result.replace('"run":"0"', '"run":"7"'))).toBe(
    'error: bad.jsonl: has a run "7" that one.jsonl does not have',
  );
  expect(
    refused(head, result.replace(/"records":"[^"]*"/, `"records":"${packed(Buffer.alloc(8))}"`)),
  ).toMatch(/^error: bad\.jsonl: line 2, stops\[0\]\.records: are not the \d+ bytes of a machine's records$/);
  expect(refused(head, result.replace(/"cycle":\d+/, '"cycle":-1'))).toMatch(
    /line 2, stops\[0\]\.cycle: must be at least 0$/,
  );
}, 60_000);

describe("a study whose machines run on a host", () => {
  const study = {
    format: "irqscope-study",
    version: 1,
    name: "small",
    scenarios: ["ring-overflow"],
    set: { runCycles: 60_000 },
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }],
    seeds: { count: 2 },
    warmUpCycles: 10_000,
    metrics: ["receive.loss in %"],
    stop: { metric: "receive.loss in %", halfWidth: 1, batch: 2, maximumSeeds: 6 },
  };

  /** `answer`: the answer to a line of the command. Undefined ends standard input. */
  async function hosted(out: string, answer: (line: string) => Promise<string | undefined>) {
    const child = spawn(
      process.execPath,
      [command.bundle, "sweep", "small.json", "--out", out, "--elsewhere"],
      {
        cwd: command.folder,
      },
    );
    let errors = "";
    child.stderr.on("data", (data) => {
      errors += data;
    });
    child.stdin.on("error", () => undefined); // The command has ended.
    const ended = once(child, "close");
    for await (const line of createInterface({ input: child.stdout })) {
      const text = await answer(line);
      if (text === undefined) child.stdin.end();
      else child.stdin.write(text);
    }
    const [exitCode] = await ended;
    return { exitCode, errors };
  }

  const rowsIn = (name: string) => readFileSync(join(command.folder, name), "utf8");

  /** Answers up to `count` runs. `change` may falsify a result. */
  async function answering(count: number, change = (result: string) => result) {
    const module = await WebAssembly.compile(readFileSync(CORE));
    let head: Head | undefined;
    let answered = 0;
    return async (line: string) => {
      const entry: (Head & RunLine) & { readonly waiting?: number } = JSON.parse(line);
      if (head === undefined) {
        head = entry;
        return `${resultHead(entry)}\n${JSON.stringify({ want: 100 })}\n`;
      }
      if (entry.waiting === 0) return "";
      if (answered++ === count) return undefined;
      return change(`${JSON.stringify(await runOne(module, head, entry))}\n`);
    };
  }

  test("has the same rows as in the command, however many seeds its stop rule takes", async () => {
    command.file("small.json", JSON.stringify(study));
    expect(command.run("sweep", "small.json", "--out", "here.jsonl").exitCode).toBe(0);
    const { exitCode, errors } = await hosted("there.jsonl", await answering(100));
    expect([exitCode, errors]).toEqual([
      0,
      expect.stringMatching(/^warning: 2 of 2 points .+ wider than ± 1\n$/),
    ]);
    expect(rowsIn("there.jsonl")).toBe(rowsIn("here.jsonl"));
    expect(rowsIn("here.jsonl").split("\n").length).toBeGreaterThan(2 * 2 + 1);
  }, 60_000);

  test("keeps its rows when the host goes away, and resumes with them", async () => {
    command.file("small.json", JSON.stringify(study));
    const { exitCode, errors } = await hosted("part.jsonl", await answering(3));
    expect([exitCode, errors]).toEqual([2, "error: standard input: ended before all runs\n"]);
    expect(rowsIn("part.jsonl").trimEnd().split("\n")).toHaveLength(3);
    expect(command.run("sweep", "small.json", "--out", "part.jsonl", "--resume").exitCode).toBe(0);
    expect(rowsIn("part.jsonl")).toBe(rowsIn("here.jsonl"));
  }, 60_000);

  test("ends the command if the host's first line is wrong", async () => {
    const child = spawn(process.execPath, [
      ...[command.bundle, "sweep", "-", "--out", join(command.folder, "first.jsonl"), "--elsewhere"],
    ]);
    let errors = "";
    child.stderr.on("data", (data) => {
      errors += data;
    });
    // More lines may follow, so standard input stays open.
    child.stdin.write(`${JSON.stringify({ ...study, seeds: { count: 0 } })}\n`);
    expect(await once(child, "close")).toEqual([2, null]);
    expect(errors).toMatch(/^error: study: seeds\.count: /);
  }, 60_000);

  test("refuses a result that comes twice or stops at another cycle, and reports a machine's error", async () => {
    command.file("small.json", JSON.stringify(study));
    const spoiled = async (name: string, change: (result: string) => string) => {
      const { exitCode, errors } = await hosted(name, await answering(100, change));
      expect(exitCode).not.toBe(0);
      return errors;
    };
    expect(await spoiled("twice.jsonl", (result) => result + result)).toMatch(
      /^error: standard input: line \d+: "\d+" is not a run that this command has asked for\n$/,
    );
    expect(await spoiled("early.jsonl", (result) => result.replaceAll("60000", "50000"))).toMatch(
      /run "\d+" stopped at 10000 and 50000, not at 10000 and 60000/,
    );
    const failed = (result: string) =>
      `{"run":${JSON.stringify(JSON.parse(result).run)},"failed":"out of luck"}\n`;
    expect(await spoiled("failed.jsonl", failed)).toMatch(
      /^error: small\.json: ring=\d seed=\d: out of luck\n$/,
    );
  }, 60_000);
});

test("an invalid machine leaves no file of rows", () => {
  const { exitCode, errors } = command.run("compile", "one-packet", "ring-overflo", "-o", "none.jsonl");
  expect([exitCode, errors]).toEqual([2, expect.stringContaining("did you mean ring-overflow?")]);
  expect(() => readFileSync(join(command.folder, "none.jsonl"))).toThrow("ENOENT");
  expect(command.run("decode", "one.jsonl").errors).toBe(
    "error: --of: is missing: the file of irqscope compile\n",
  );
});
