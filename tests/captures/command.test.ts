/** `irqscope trace` as a user runs it. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { testCommand } from "../support/command.ts";
import { fixture } from "./captureFiles.ts";

const CAPTURE = fileURLToPath(new URL("../fixtures/captures/two-hosts.pcap", import.meta.url));

const command = testCommand();

const inFolder = (name: string) => join(command.folder, name);

function written(name: string, content: Uint8Array | string): string {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

describe("irqscope trace", () => {
  it("makes a valid scenario that runs, and reports what the capture contains", () => {
    const { exitCode, output, errors } = command.run("trace", "--pcap", CAPTURE, "-o", "all.json");
    expect(exitCode).toBe(0);
    expect(errors).toMatch(
      /^warning: .* loses 4 % of the frames received; --machine SCENARIO chooses another\n$/,
    );
    expect(output).toContain("pcap, 3,757 packets in 2,202.224 ms");
    expect(output).toContain("our host: 10.77.0.1 (in most packets)");
    expect(output).toContain("ms from 0.000 ms on");
    expect(output).toMatch(/receive\s+2,498\s+2,387,674/);
    const text = readFileSync(inFolder("all.json"), "utf8");
    expect(text).toContain("from 0 ms of the capture on");
    expect(parseScenario(text).ok).toBe(true);
    const report = command.json("run", "all.json", "--cycles", "20M");
    expect(report).toMatchObject({ scenario: "Capture two-hosts.pcap", brokenLaw: 0 });
  });

  it("prints the scenario without -o", () => {
    const { output } = command.run(
      "trace",
      "--pcap",
      CAPTURE,
      "--busiest",
      "0.5",
      "--name",
      "half a millisecond",
    );
    const result = parseScenario(output);
    expect(result.ok && result.scenario.name).toBe("half a millisecond");
  });

  it("prints the report with --json, and the scenario too if it is not written to a file", () => {
    expect(
      command.json("trace", "--pcap", CAPTURE, "--host", "10.77.0.2", "--from-ms", "100.5"),
    ).toMatchObject({
      host: { addresses: ["10.77.0.2"], how: "given" },
      windowStartNanoseconds: 100_500_000,
      scenario: { format: "irqscope-scenario" },
    });
    expect(command.json("trace", "--pcap", CAPTURE, "-o", "r.json")).not.toHaveProperty("scenario");
  });

  it("puts the traffic on the machine of another scenario", () => {
    command.run("trace", "--pcap", CAPTURE, "--machine", "ring-overflow", "-o", "small.json");
    const result = parseScenario(readFileSync(inFolder("small.json"), "utf8"));
    expect(result.ok && result.scenario.machine.clockHertz).toBe(100_000_000);
  });
});

describe("irqscope trace exits with 2, names file, offset and reason, and writes nothing for", () => {
  const cut = () => written("cut.pcap", fixture("two-hosts.pcap").subarray(0, 1000));

  it.each([
    [["--pcap", "gone.pcap"], "error: gone.pcap: no such file"],
    [["--pcap", "."], "error: .: is a folder"],
    [
      ["--pcap", "cut.pcap"],
      "error: cut.pcap: byte 985: the file ends inside a packet header: 16 bytes needed, 15 left (--cut-off uses the packets before it)",
    ],
    [["--pcap", "empty.pcap"], "error: empty.pcap: byte 0: the file is empty"],
    [
      ["--pcap", "huge.pcap"],
      "error: huge.pcap: the file has 9,537 MiB, the limit is 1,024: cut it with editcap",
    ],
    [[], "error: arguments: --pcap FILE is missing"],
    [["two.pcap"], 'error: arguments: "two.pcap" is unexpected; the capture follows --pcap'],
    [
      ["--pcap", CAPTURE, "--host", "localhost"],
      'error: --host: "localhost" is not an IPv4, IPv6 or MAC address',
    ],
    [["--pcap", CAPTURE, "--busiest", "0"], "error: --busiest: must be above 0"],
    [
      ["--pcap", CAPTURE, "--busiest", "1s"],
      "error: --busiest: must be a number of milliseconds below 100000000000",
    ],
    [["--pcap", CAPTURE, "--busiest", "1", "--from-ms", "1"], "error: --busiest: chooses the window itself"],
    [
      ["--pcap", CAPTURE, "--machine", "ring-overflo"],
      "error: ring-overflo: no such file, and no built-in scenario",
    ],
    [["--pcap", CAPTURE, "--name", ""], "error: --name: is empty"],
    [["--pcap", CAPTURE, "--name", "x".repeat(81)], "error: --name: has more than 80 characters"],
  ])("%j", (args, message) => {
    cut();
    written("empty.pcap", "");
    closeSync(openSync(inFolder("huge.pcap"), "w"));
    truncateSync(inFolder("huge.pcap"), 10e9); // A sparse file takes no space.
    const { exitCode, output, errors } = command.run("trace", ...args, "-o", "nothing.json");
    expect(errors).toContain(message);
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: "" });
    expect(existsSync(inFolder("nothing.json"))).toBe(false);
    expect(readdirSync(command.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("irqscope trace --cut-off takes the packets before the place where the file ends, and reports it", () => {
    cut();
    const { exitCode, output } = command.run("trace", "--pcap", "cut.pcap", "--cut-off", "-o", "before.json");
    expect(exitCode).toBe(0);
    expect(output).toContain(
      "note: The file is cut off: 15 bytes behind the last whole packet were left out\n",
    );
    const read = parseScenario(readFileSync(inFolder("before.json"), "utf8"));
    expect(read.ok && read.scenario.description).toContain("The file is cut off: 15 bytes");
    expect(command.json("trace", "--pcap", CAPTURE, "--cut-off")).toMatchObject({
      notes: ["3 packets stood after later ones and were sorted by time"],
    });
    written("head.pcap", fixture("two-hosts.pcap").subarray(0, 20));
    expect(command.run("trace", "--pcap", "head.pcap", "--cut-off").errors).toBe(
      "error: head.pcap: byte 0: the file ends inside the pcap file header: 24 bytes needed, 20 left\n",
    );
  });

  it("irqscope trace keeps an existing file unless --force is given", () => {
    const path = written("mine.json", "precious");
    const refused = command.run("trace", "--pcap", CAPTURE, "-o", "mine.json");
    expect(refused).toMatchObject({
      exitCode: 2,
      errors: "error: mine.json: already exists; --force replaces it\n",
    });
    expect(readFileSync(path, "utf8")).toBe("precious");
    expect(command.run("trace", "--pcap", CAPTURE, "-o", "mine.json", "--force").exitCode).toBe(0);
  });
});

describe("irqscope trace with an odd capture", () => {
  const odd = (name: string) => fileURLToPath(new URL(`../fixtures/captures/odd/${name}`, import.meta.url));

  it("names the options that help", () => {
    const { exitCode, errors } = command.run("trace", "--pcap", odd("gap-60-days.pcap"));
    expect(exitCode).toBe(2);
    expect(errors).toMatch(
      /choose a shorter window \(--busiest 1000 takes the busiest second, --from-ms and/,
    );
    expect(command.json("trace", "--pcap", odd("gap-60-days.pcap"), "--busiest", "1000")).toMatchObject({
      format: "pcap",
    });
  });

  it("receives every packet with --everything, which excludes --host", () => {
    const everything = command.json("trace", "--pcap", CAPTURE, "--everything");
    expect(everything).toMatchObject({
      host: { addresses: [], how: "everything" },
      receive: { frames: 3757 },
      send: { frames: 0 },
    });
    const both = command.run("trace", "--pcap", CAPTURE, "--everything", "--host", "10.77.0.1");
    expect(both.errors).toBe(
      "error: --everything: takes the packets of all hosts, so it cannot be combined with --host\n",
    );
  });

  it("reports odd packets", () => {
    const { output } = command.run("trace", "--pcap", odd("longer-than-snaplen.pcap"), "-o", "odd.json");
    expect(output).toMatch(/^note: \d+ packets? longer than the snapshot length that the file names/m);
  });
});
