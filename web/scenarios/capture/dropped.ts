/** A capture that the user opened, and what is taken of it. */
import type { TrafficReport } from "../../../lib/captures/captureToTraffic.ts";
import type { CutCapture } from "../../../lib/captures/readCapture.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";

/** Of the page when the file came: a program serves its card, so it may get the frames with their bytes. */
export interface ServedMachine {
  readonly scenario: Scenario;
  /** Of the capture, unpacked. */
  readonly file: Uint8Array;
  readonly isTaken: boolean;
}

export interface DroppedCapture {
  readonly name: string;
  readonly read: CutCapture;
  readonly served: ServedMachine | undefined;
  /** Of what runs; a reason: nothing of it runs yet. */
  readonly taken: TrafficReport | { readonly reason: string };
}
