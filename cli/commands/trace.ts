/** `irqscope trace`: a network capture as a scenario. */

import { open } from "node:fs/promises";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { canonicalAddress } from "../../lib/captures/addressTable.ts";
import { CAPTURE_BYTE_LIMIT, CaptureError } from "../../lib/captures/capture.ts";
import { type CaptureScenario, captureToScenario } from "../../lib/captures/captureToScenario.ts";
import type { CaptureWindow, DirectionCount, TrafficReport } from "../../lib/captures/captureToTraffic.ts";
import { EVERYTHING } from "../../lib/captures/host.ts";
import {
  checkCaptureSize,
  packingOf,
  UNPACKED_BROKEN,
  UNPACKED_TOO_LARGE,
} from "../../lib/captures/readCapture.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { FRAME_BYTE_LIMIT, NAME_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { commandText, expectOutput, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import {
  fileOf,
  isDescriptor,
  loadScenario,
  packedReason,
  readReason,
  STANDARD_INPUT,
  wrongKind,
} from "../load.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { fixed, percent, table, whole } from "../table.ts";

const HELP = `usage: irqscope trace --pcap FILE [-o SCENARIO] [options]

Turns a capture (pcap or pcapng, from tcpdump, dumpcap or Wireshark) into a scenario: the frames that our host
received and sent, at their recorded times, as an open loop. Sizes include the 4-byte frame check sequence and
padding to 64 bytes. Without -o the scenario is printed.

  --pcap FILE          the capture, also compressed with gzip, or a pipe: <(xz -dc day.pcap.xz); - for standard
                       input (tcpdump -w -)
  -o, --output FILE    write the scenario to this file
  --force              overwrite an existing file
  --name NAME          name of the scenario; default: "Capture" and the file's name
  --machine SCENARIO   take machine and software from this scenario (a file or the id of a built-in one)
  --host ADDRESS       our host, IPv4, IPv6 or MAC; may be repeated. Default: the host that the capture names, otherwise
                       the address in most packets (of several, the address that received more). If that address is in
                       less than a quarter of the packets, a station (MAC) that is in far more
  --everything         instead: every packet is received, as at a mirror port
  --from-ms T          start T ms after the first packet
  --duration-ms T      end T ms later
  --busiest MS         instead: the window of this length with most bytes
  --bytes N            keep the first N bytes of each received frame, for programs that read them; 0: none.
                       Default: what fits into a scenario (256 KiB) if a program serves the card, otherwise none
  --cut-off            if the end of the file is missing (a full disk, a copy of a running capture), use the packets
                       before it
  --json               the report as JSON, with irqscope, model and command; with the scenario if there is no -o

Packets out of order are sorted by time. Packets are omitted if they are between other hosts, of a direction for which
the machine has no path (nothing is sent without a send path), of length zero, or of interfaces with another link type.
All are counted. Any other fault of the file is refused with its byte offset, and nothing is written.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    pcap: { type: "string" },
    output: { type: "string", short: "o" },
    force: { type: "boolean", default: false },
    name: { type: "string" },
    machine: { type: "string" },
    host: { type: "string", multiple: true, default: [] },
    everything: { type: "boolean", default: false },
    "from-ms": { type: "string" },
    "duration-ms": { type: "string" },
    busiest: { type: "string" },
    bytes: { type: "string" },
    "cut-off": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  if (positionals[0] !== undefined) {
    throw new InputError({
      subject: "arguments",
      reason: `"${positionals[0]}" is unexpected; the capture follows --pcap`,
    });
  }
  if (values.pcap === undefined)
    throw new InputError({ subject: "arguments", reason: "--pcap FILE is missing" });
  expectOutput(values.force, values.output, "-o");
  const window = windowOf(values["from-ms"], values["duration-ms"], values.busiest);
  for (const host of values.host)
    if (canonicalAddress(host) === undefined)
      throw new InputError({ subject: "--host", reason: `"${host}" is not an IPv4, IPv6 or MAC address` });
  if (values.everything && values.host.length > 0)
    throw new InputError({
      subject: "--everything",
      reason: "takes the packets of all hosts, so it cannot be combined with --host",
    });
  if (values.name !== undefined && values.name.length > NAME_CHARACTER_LIMIT)
    throw new InputError({ subject: "--name", reason: `has more than ${NAME_CHARACTER_LIMIT} characters` });
  const machine = values.machine === undefined ? undefined : await loadScenario(values.machine);
  const hosts: readonly string[] | typeof EVERYTHING = values.everything ? EVERYTHING : values.host;
  const bytes = wholeNumber(values.bytes, "--bytes", 0, FRAME_BYTE_LIMIT);
  const options = { hosts, window, name: values.name, machine, cutOff: values["cut-off"], bytes };
  const { scenario, report } = await convert(values.pcap, options);
  const text = formatScenario(scenario);
  const output = values.output === STANDARD_OUTPUT ? undefined : values.output;
  if (output !== undefined) await writeWhole(output, text, { overwrite: values.force });
  const origin = originJson(originOf(await openCore(), commandText("trace", [], values)));
  const told = { ...origin, ...report };
  if (values.json) await printJson(output === undefined ? { ...told, scenario } : told);
  else await print(output === undefined ? text : traceText(values.pcap, output, report));
  const hint = machine === undefined ? await lossHint(scenario) : undefined;
  if (hint !== undefined) process.stderr.write(`warning: ${values.pcap}: ${hint}\n`);
  return DONE;
}

/** Hint for the default machine if it loses a notable part of the first frames. */
async function lossHint(scenario: Scenario): Promise<string | undefined> {
  const machine = createMachine(await openCore(), compileScenario(scenario));
  const until = performance.now() + TRIAL_MS;
  while (machine.cycle < scenario.runCycles && performance.now() < until)
    machine.step(Math.min(scenario.runCycles, machine.cycle + TRIAL_CYCLES));
  const { offered, dropped } = readMetrics(machine, scenario.machine).receive;
  const lost = dropped.reduce((sum, { count }) => sum + count, 0);
  if (lost < NOTABLE_LOSS * offered || lost === 0) return undefined;
  const { machine: own } = scenario;
  const share = `${Math.round((100 * lost) / offered)} % of the frames received`;
  return `the default machine (${own.clockHertz / 1e6} MHz, a ring of ${own.nics[0]?.rxRingFrames} frames) loses ${share}; --machine SCENARIO chooses another`;
}

const TRIAL_MS = 500;
const TRIAL_CYCLES = 1_000_000;
const NOTABLE_LOSS = 0.01;

async function convert(
  path: string,
  options: Parameters<typeof captureToScenario>[2],
): Promise<CaptureScenario> {
  let bytes: Uint8Array | undefined;
  try {
    const name = path === STANDARD_INPUT ? "standard input" : isDescriptor(path) ? "pipe" : basename(path);
    bytes = unpacked(await readCaptureFile(path));
    return captureToScenario(bytes, name, options);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    const packed = bytes && packedReason(bytes, "--pcap ", fileOf(path));
    if (packed !== undefined) throw new InputError({ subject: path, reason: packed });
    const wrong = bytes && (await wrongKind(path, bytes, "capture"));
    if (wrong !== undefined) throw new InputError({ subject: path, reason: wrong });
    const isCut = (error.wholeBytes ?? 0) > 0;
    throw new InputError({
      subject: path,
      reason: isCut ? `${error.reason} (--cut-off uses the packets before it)` : reasonWithOptions(error),
      ...(error.offset === undefined ? {} : { field: `byte ${error.offset}` }),
    });
  }
}

function reasonWithOptions({ reason, choice }: CaptureError): string {
  if (choice === "window")
    return `${reason} (--busiest 1000 takes the busiest second, --from-ms and --duration-ms a part)`;
  if (choice === "host") return `${reason} (--host names one, --everything takes all packets as received)`;
  return reason;
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (packingOf(bytes) !== "gzip") return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: CAPTURE_BYTE_LIMIT });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new CaptureError(isTooLarge ? UNPACKED_TOO_LARGE : UNPACKED_BROKEN);
  }
}

/** Reads as many bytes as the file's size says, after checking that the size is acceptable. From a pipe it reads all
 * bytes. */
async function readCaptureFile(path: string): Promise<Uint8Array> {
  if (path === STANDARD_INPUT) return readCaptureStream(process.stdin);
  const file = await open(path).catch((error: unknown) => {
    throw new InputError({ subject: path, reason: readReason(error) });
  });
  try {
    const stat = await file.stat();
    if (stat.isFIFO()) return await readCaptureStream(file.createReadStream({ autoClose: false }));
    if (!stat.isFile())
      throw new InputError({
        subject: path,
        reason: stat.isDirectory() ? "is a folder" : "is neither a file nor a pipe",
      });
    checkCaptureSize(stat.size);
    const bytes = new Uint8Array(stat.size);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

async function readCaptureStream(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    checkCaptureSize(size);
  }
  return Buffer.concat(chunks);
}

function windowOf(
  fromText: string | undefined,
  durationText: string | undefined,
  busiestText: string | undefined,
): CaptureWindow {
  const from = milliseconds(fromText, "--from-ms");
  const duration = milliseconds(durationText, "--duration-ms");
  const busiest = milliseconds(busiestText, "--busiest");
  for (const [flag, value] of [
    ["--duration-ms", duration],
    ["--busiest", busiest],
  ] as const) {
    if (value === 0) throw new InputError({ subject: flag, reason: "must be above 0" });
  }
  if (busiest !== undefined) {
    if (from === undefined && duration === undefined)
      return { kind: "busiest", durationNanoseconds: busiest };
    throw new InputError({
      subject: "--busiest",
      reason: "chooses the window itself, so it cannot be combined with --from-ms or --duration-ms",
    });
  }
  if (from === undefined && duration === undefined) return { kind: "all" };
  return { kind: "span", fromNanoseconds: from ?? 0, durationNanoseconds: duration };
}

/** The value in nanoseconds: up to a year in milliseconds, with decimals. */
function milliseconds(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,11}(\.\d{1,6})?$/.test(text)) return Math.round(Number(text) * 1e6);
  throw new InputError({
    subject: flag,
    reason: `must be a number of milliseconds below 100000000000 with at most 6 decimals, not "${text}"`,
  });
}

export const command: Command = { summary: "a capture (pcap, pcapng) as a scenario", help: HELP, run };

// ---- the scenario made from a capture, as text ----

function traceText(path: string, output: string, report: TrafficReport): string {
  const seconds = report.windowNanoseconds / 1e9;
  const row = (name: string, { frames, bytes }: DirectionCount) => [
    name,
    whole(frames),
    whole(bytes),
    seconds === 0 ? "-" : fixed((bytes * 8) / seconds / 1e6, 3),
  ];
  const all = report.receive.frames + report.send.frames;
  const protocols = Object.entries(report.protocols)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${whole(count)} (${percent(count, all)})`);
  const left = [
    [report.leftOut.ofOtherHosts, "between other hosts"],
    [report.leftOut.outsideWindow, "outside the window"],
    [report.leftOut.withoutPath, "of a direction that this machine has no path for"],
    [report.leftOut.tooLong, "longer than a frame may be (262,144 bytes)"],
  ].filter(([count]) => count !== 0);
  const how = {
    given: "as given",
    everything: "every packet counts as received",
    station: "the station in most packets: no address is in a quarter of them",
    recorded: "as the capture recorded it",
    "most-packets": "in most packets",
  }[report.host.how];
  const ms = (nanoseconds: number) => fixed(nanoseconds / 1e6, 3);
  return [
    `${path}: ${report.format}, ${whole(report.packetCount)} ${report.packetCount === 1 ? "packet" : "packets"} in ${ms(report.captureNanoseconds)} ms`,
    `our host: ${report.host.addresses.join(", ") || (report.host.how === "everything" ? "all of them" : "unknown")} (${how})`,
    `window: ${ms(report.windowNanoseconds)} ms from ${ms(report.windowStartNanoseconds)} ms on`,
    `protocols: ${protocols.join(", ")}`,
    `connections: ${whole(report.flowCount)}`,
    ...left.map(([count, why]) => `left out: ${whole(Number(count))} ${why}`),
    ...(report.paddedFrames > 0 ? [`padded to 64 bytes: ${whole(report.paddedFrames)}`] : []),
    ...report.notes.map((note) => `note: ${note}`),
    "",
    table([["", "frames", "bytes", "Mb/s"], row("receive", report.receive), row("send", report.send)], ""),
    "",
    `written: ${output}`,
  ].join("\n");
}
