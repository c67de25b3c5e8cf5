/** What is taken of a capture, as the page opens it. Loaded with the first capture. */
import { CaptureError } from "../../../lib/captures/captureError.ts";
import {
  type CutFacts,
  DEFAULT_SCENARIO_OPTIONS,
  type ScenarioOptions,
  scenarioOfCapture,
} from "../../../lib/captures/captureToScenario.ts";
import type { CutCapture } from "../../../lib/captures/readCapture.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { translatedMessage } from "../../text/message.ts";
import { tCount } from "../../text/t.ts";
import type { Opened } from "../open/open.ts";
import type { ServedMachine } from "./dropped.ts";

export { CaptureError } from "../../../lib/captures/captureError.ts";
export { checkCaptureSize, readCutCapture } from "../../../lib/captures/readCapture.ts";
export { unpackedCapture } from "../../../lib/captures/unpack.ts";

/** Where a program serves the first card, which a capture goes to. */
export function servedMachine(open: Scenario | undefined, file: Uint8Array): ServedMachine | undefined {
  return open?.machine.nics[0]?.driver === "program" ? { scenario: open, file, isTaken: true } : undefined;
}

export type Choice = Pick<ScenarioOptions, "hosts" | "window" | "machine">;

/** Throws CaptureError where no other choice would help. */
export function takenOf(
  name: string,
  read: CutCapture,
  choice: Choice = DEFAULT_SCENARIO_OPTIONS,
  served?: ServedMachine,
): Opened {
  try {
    const { scenario, cut, report } = scenarioOfCapture(
      read,
      name,
      {
        ...DEFAULT_SCENARIO_OPTIONS,
        ...choice,
        ...(served?.isTaken === true ? { machine: served.scenario } : {}),
      },
      served?.file,
    );
    const capture = { name, read, served, taken: report };
    const found = { ok: true, scenario, origin: { kind: "file", name }, capture } as const;
    return cut === undefined ? found : { ...found, warning: cutText(name, cut) };
  } catch (error) {
    if (!(error instanceof CaptureError) || error.choice === undefined) throw error;
    const reason = translatedMessage(error.reason);
    return { ok: false, message: `${name}: ${reason}.`, capture: { name, read, served, taken: { reason } } };
  }
}

function cutText(name: string, { packets, leftOutBytes: bytes }: CutFacts): string {
  return tCount(
    packets,
    "{name} ends in the middle of a packet, as a capture does that was killed: the {count} packet before it is taken, the last {bytes} B are left out.",
    "{name} ends in the middle of a packet, as a capture does that was killed: the {count} packets before it are taken, the last {bytes} B are left out.",
    { name, bytes },
  );
}
