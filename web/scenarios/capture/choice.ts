/** Converts the user's choices for a capture into options of the reader. */
import type { CaptureWindow, TrafficReport } from "../../../lib/captures/captureToTraffic.ts";
import { EVERYTHING } from "../../../lib/captures/host.ts";
import type { CutCapture } from "../../../lib/captures/readCapture.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { builtinScenario } from "../../../scenarios/index.ts";
import { typedNumber } from "../../text/numbers.ts";
import type { Choice } from "./taken.ts";

export interface Typed {
  readonly part: "all" | "busiest" | "span";
  /** Milliseconds. */
  readonly busiest: string;
  readonly from: string;
  /** Empty: to the end. */
  readonly duration: string;
  /** Separated by commas or blanks. Empty: chosen automatically. */
  readonly hosts: string;
  readonly everything: boolean;
  /** The traffic goes to the machine that was open when the file arrived (CaptureFile.served). */
  readonly onServed: boolean;
  /** Otherwise the machine of this built-in scenario. Empty: the default one for captures. */
  readonly machineId: string;
}

/** The busiest second if the whole capture is too large. */
export const FIRST_CHOICE = (needsChoice: boolean, onServed: boolean): Typed => ({
  part: needsChoice ? "busiest" : "all",
  busiest: "1000",
  from: "0",
  duration: "1000",
  hosts: "",
  everything: false,
  onServed,
  machineId: "",
});

/** Returned if a time is not a number. */
export const WRONG = "wrong";

export function choiceOf(typed: Typed): Pick<Choice, "window" | "hosts"> | typeof WRONG {
  const window = windowOf(typed);
  if (window === WRONG) return WRONG;
  const hosts = typed.hosts.split(/[\s,]+/).filter((host) => host !== "");
  return { window, hosts: typed.everything ? EVERYTHING : hosts };
}

function windowOf({ part, busiest, from, duration }: Typed): CaptureWindow | typeof WRONG {
  if (part === "all") return { kind: "all" };
  if (part === "busiest") {
    const length = nanoseconds(busiest);
    return length > 0 ? { kind: "busiest", durationNanoseconds: length } : WRONG;
  }
  const [begin, length] = [nanoseconds(from), nanoseconds(duration)];
  const isOpen = duration.trim() === "";
  if (Number.isNaN(begin) || !(isOpen || length > 0)) return WRONG;
  return { kind: "span", fromNanoseconds: begin, durationNanoseconds: isOpen ? undefined : length };
}

/** NaN if the text is not a time: up to 11 digits of milliseconds with at most 6 decimals. */
function nanoseconds(text: string): number {
  const plain = typedNumber(text.trim()).replaceAll(",", "");
  return /^\d{1,11}(?:\.\d{1,6})?$/.test(plain) ? Math.round(Number(plain) * 1e6) : Number.NaN;
}

/** Undefined: the default one. Rejects if its scenario cannot be loaded. */
export async function machineOf(
  { onServed, machineId }: Typed,
  served: Scenario | undefined,
): Promise<Scenario | undefined> {
  if (onServed) return served;
  const read = await builtinScenario(machineId)?.load();
  if (read?.ok === false) throw new Error(`the scenario ${machineId} is refused`);
  return read?.scenario;
}

/** A capture that the user opened, and the chosen part. */
export interface CaptureFile {
  readonly name: string;
  /** Unpacked bytes, because programs that serve their card read the bytes of its frames. */
  readonly bytes: Uint8Array;
  readonly read: CutCapture;
  /** The scenario that was open when the file arrived, if a program serves its card. */
  readonly served: Scenario | undefined;
}

export interface DroppedCapture {
  readonly file: CaptureFile;
  /** The options of the capture, if the user has chosen any. */
  readonly typed: Typed | undefined;
  /** Report on the running part. A reason, in English, means that nothing of the capture runs yet. */
  readonly taken: TrafficReport | { readonly reason: string };
}
