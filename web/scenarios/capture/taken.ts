/** Makes a scenario from a capture. Loaded with the first capture. */
import { CaptureError } from "../../../lib/captures/capture.ts";
import {
  type CutFacts,
  DEFAULT_SCENARIO_OPTIONS,
  type ScenarioOptions,
  scenarioOfCapture,
} from "../../../lib/captures/captureToScenario.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { translatedMessage } from "../../text/message.ts";
import { tCount } from "../../text/t.ts";
import type { Opened } from "../open/open.ts";
import type { CaptureFile, Typed } from "./choice.ts";

export { CaptureError } from "../../../lib/captures/capture.ts";
export { checkCaptureSize, readCutCapture, unpackedCapture } from "../../../lib/captures/readCapture.ts";

/** The open scenario, if a program serves its first card. A capture then becomes its traffic. */
export function servedBy(open: Scenario | undefined): Scenario | undefined {
  return open?.machine.nics[0]?.driver === "program" ? open : undefined;
}

export type Choice = Pick<ScenarioOptions, "hosts" | "window" | "machine">;

/** Used before the user has chosen anything. */
export const FIRST_TAKEN = (file: CaptureFile): Choice => ({
  ...DEFAULT_SCENARIO_OPTIONS,
  ...(file.served === undefined ? {} : { machine: file.served }),
});

/** Throws CaptureError if no other choice would help. */
export function takenOf(file: CaptureFile, choice: Choice, typed?: Typed): Opened {
  const { name, read, bytes } = file;
  try {
    const options = { ...DEFAULT_SCENARIO_OPTIONS, ...choice };
    const { scenario, cut, report } = scenarioOfCapture(read, name, options, bytes);
    const capture = { file, typed, taken: report };
    const found = { ok: true, scenario, origin: { kind: "file", name }, capture } as const;
    return cut === undefined ? found : { ...found, warning: cutText(name, cut) };
  } catch (error) {
    if (!(error instanceof CaptureError) || error.choice === undefined) throw error;
    const { reason } = error;
    const message = `${name}: ${translatedMessage(reason)}.`;
    return { ok: false, message, capture: { file, typed, taken: { reason } } };
  }
}

function cutText(name: string, { packets, leftOutBytes: bytes }: CutFacts): string {
  return tCount(
    packets,
    "{name} ends in the middle of a packet, as happens when a recording is interrupted. The {count} complete packet is used, and the last {bytes} B are ignored.",
    "{name} ends in the middle of a packet, as happens when a recording is interrupted. The {count} complete packets are used, and the last {bytes} B are ignored.",
    { name, bytes },
  );
}
