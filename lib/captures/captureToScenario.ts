/** Makes a scenario from a capture: the traffic of the capture on a machine. The page, for a dropped file, and
 * `irqscope trace` both use it. */
import { NAME_CHARACTER_LIMIT, RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { knobsOf } from "../knobs/knobs.ts";
import { CaptureError } from "./capture.ts";
import {
  captureToTraffic,
  DEFAULT_TRAFFIC_OPTIONS,
  leftOutNotes,
  type TrafficOptions,
  type TrafficReport,
} from "./captureToTraffic.ts";
import type { BytesKept } from "./frameBytes.ts";
import { type CutCapture, readCapture, readCutCapture } from "./readCapture.ts";
import templateJson from "./template.json" with { type: "json" };

export interface ScenarioOptions extends Omit<TrafficOptions, "directions" | "bytes"> {
  /** Name of the scenario. Undefined: "Capture" and the name of the file. */
  readonly name: string | undefined;
  /** Scenario that provides the machine and the software. Undefined: the template in this folder. */
  readonly machine: Scenario | undefined;
  /** If the file is truncated, take the packets before its end. */
  readonly cutOff: boolean;
  /**
   * Bytes to keep of each received frame. Undefined: as many as fit if a program serves the card, otherwise
   * none.
   */
  readonly bytes: number | undefined;
}

/** Facts about a truncated file. */
export interface CutFacts {
  /** Whole packets of all hosts. */
  readonly packets: number;
  readonly leftOutBytes: number;
}

export interface CaptureScenario {
  readonly scenario: Scenario;
  readonly report: TrafficReport;
  /** Undefined if the file is complete, or if the caller did not set `cutOff`. */
  readonly cut: CutFacts | undefined;
}

export const DEFAULT_SCENARIO_OPTIONS: ScenarioOptions = {
  hosts: DEFAULT_TRAFFIC_OPTIONS.hosts,
  window: DEFAULT_TRAFFIC_OPTIONS.window,
  name: undefined,
  machine: undefined,
  cutOff: false,
  bytes: undefined,
};

/** The run continues this long after the last event, so that its work can end. */
const AFTERMATH_NANOSECONDS = 10_000_000;

/** `bytes` is a capture file. Throws only CaptureError, whatever is wrong with the file. */
export function captureToScenario(
  bytes: Uint8Array,
  fileName: string,
  options: ScenarioOptions = DEFAULT_SCENARIO_OPTIONS,
): CaptureScenario {
  const read = options.cutOff ? readCutCapture(bytes) : { capture: readCapture(bytes), leftOutBytes: 0 };
  return scenarioOfCapture(read, fileName, options, bytes);
}

/**
 * Does the same for a file that has been read. `file` contains its bytes; without it, frames have no
 * contents.
 */
export function scenarioOfCapture(
  { capture, leftOutBytes }: CutCapture,
  fileName: string,
  options: ScenarioOptions = DEFAULT_SCENARIO_OPTIONS,
  file?: Uint8Array,
): CaptureScenario {
  const machine = options.machine ?? templateScenario();
  const nic = machine.machine.nics[0];
  if (nic === undefined) throw new CaptureError(`the machine "${machine.name}" has no network card`);
  const send = machine.traffic.find((traffic) => traffic.send !== undefined)?.send;
  const directions = [
    ...(receives(machine, nic.name) ? (["receive"] as const) : []),
    ...(send === undefined ? [] : (["send"] as const)),
  ];
  const kept: BytesKept = options.bytes ?? (nic.driver === "program" ? "fitting" : 0);
  const bytes = file === undefined || kept === 0 ? undefined : { file, kept };
  const { events, report: counted } = captureToTraffic(capture, { ...options, directions, bytes });
  const report = leftOutBytes === 0 ? counted : withNote(counted, cutOffNote(leftOutBytes));
  const { knobs: _, story: __, ...rest } = machine;
  const result = parseScenario({
    ...rest,
    name: options.name ?? `Capture ${fileName}`.slice(0, NAME_CHARACTER_LIMIT),
    description: summaryOf(report, machine.name),
    runCycles: runCycles(report.windowNanoseconds, machine.machine.clockHertz),
    traffic: [
      { kind: "trace", loop: "open", nic: nic.name, ...(send === undefined ? {} : { send }), events },
    ],
  });
  if (!result.ok) {
    const reasons = result.errors.map(({ field, message }) => `${field} ${message}`);
    throw new CaptureError(`gives no valid scenario: ${reasons.join("; ")}`);
  }
  const cut = leftOutBytes === 0 ? undefined : { packets: capture.packetCount, leftOutBytes };
  return { scenario: withKnobsOf(result.scenario, machine), report, cut };
}

/** Keeps the machine's knobs whose fields still exist. Knobs of the replaced traffic are omitted. */
function withKnobsOf(scenario: Scenario, { knobs }: Scenario): Scenario {
  const kept = knobs?.filter((knob) => knobsOf({ ...scenario, knobs: [knob] }).faults.length === 0) ?? [];
  return kept.length === 0 ? scenario : { ...scenario, knobs: kept };
}

function withNote(report: TrafficReport, note: string): TrafficReport {
  return { ...report, notes: [...report.notes, note] };
}

function cutOffNote(bytes: number): string {
  const count = `${bytes.toLocaleString("en-US")} ${bytes === 1 ? "byte" : "bytes"}`;
  return `The file is cut off: ${count} behind the last whole packet were left out`;
}

/** Some thread, or a program, takes frames from this network card. */
function receives(scenario: Scenario, nic: string): boolean {
  if (scenario.machine.nics.some(({ name, driver }) => name === nic && driver === "program")) return true;
  return scenario.software.threads.some((thread) =>
    someStep(thread.steps, (step) => step.do === "take-frame" && step.nic === nic),
  );
}

function templateScenario(): Scenario {
  const result = parseScenario(templateJson);
  if (result.ok) return result.scenario;
  throw new Error(`lib/captures/template.json: ${result.errors.map(({ message }) => message).join("; ")}`);
}

function runCycles(windowNanoseconds: number, clockHertz: number): number {
  const cycles = Math.ceil(((windowNanoseconds + AFTERMATH_NANOSECONDS) / 1e9) * clockHertz);
  if (cycles <= RUN_CYCLE_LIMIT) return cycles;
  const reason = `${(windowNanoseconds / 1e9).toLocaleString("en-US")} s of capture are ${cycles.toLocaleString("en-US")} cycles, the limit is ${RUN_CYCLE_LIMIT.toLocaleString("en-US")}; choose a shorter window`;
  throw new CaptureError(reason, undefined, undefined, "window");
}

function summaryOf(report: TrafficReport, machineName: string): string {
  const { host, receive, send } = report;
  const number = (value: number) => value.toLocaleString("en-US");
  const milliseconds = number(Math.round(report.windowNanoseconds / 1e6));
  const from = number(Math.round(report.windowStartNanoseconds / 1e6));
  const parts = [
    `Real traffic of ${host.addresses.join(", ") || (host.how === "everything" ? "all hosts" : "the recording machine")}: ${number(receive.frames)} frames received, ${number(send.frames)} sent in ${milliseconds} ms, from ${from} ms of the capture on.`,
    "Sizes include the frame check sequence and padding to 64 bytes.",
    machineName === "Capture" ? "" : `The machine is that of "${machineName}".`,
    ...leftOutNotes(report).map((note) => `${note}.`),
    ...report.notes.map((note) => `${note}.`),
  ];
  return parts.filter((part) => part !== "").join(" ");
}
