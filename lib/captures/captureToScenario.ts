/** A capture as a scenario: its traffic on a machine. The page on drop and `irqscope trace` both use this. */
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
  /** Of the scenario; undefined: "Capture" and the file's name. */
  readonly name: string | undefined;
  /** Machine and software are taken from it; undefined: the template beside this file. */
  readonly machine: Scenario | undefined;
  /** Of a file that ends too early, take what was written before. */
  readonly cutOff: boolean;
  /** Of received frames; undefined: as many as fit where a program serves the card, else none. */
  readonly bytes: number | undefined;
}

/** Of a file that ends too early. */
export interface CutFacts {
  /** Whole, of all hosts. */
  readonly packets: number;
  readonly leftOutBytes: number;
}

export interface CaptureScenario {
  readonly scenario: Scenario;
  readonly report: TrafficReport;
  /** undefined: nothing is missing, or it was not asked for what is there. */
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

/** The run goes on this long after the last event, so that its work can end. */
const AFTERMATH_NANOSECONDS = 10_000_000;

/** `bytes`: a capture file. Throws CaptureError, and nothing else, for anything that is wrong with it. */
export function captureToScenario(
  bytes: Uint8Array,
  fileName: string,
  options: ScenarioOptions = DEFAULT_SCENARIO_OPTIONS,
): CaptureScenario {
  const read = options.cutOff ? readCutCapture(bytes) : { capture: readCapture(bytes), leftOutBytes: 0 };
  return scenarioOfCapture(read, fileName, options, bytes);
}

/** The same of a file that has been read. `file`: its bytes; without them frames have none of their own. */
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

/** Of the machine, those whose field is still there: what its own traffic had is gone, and so is what its story told. */
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
