/** A capture that the user opened, and what is taken of it. */
import type { TrafficReport } from "../../../lib/captures/captureToTraffic.ts";
import type { CutCapture } from "../../../lib/captures/readCapture.ts";

export interface DroppedCapture {
  readonly name: string;
  readonly read: CutCapture;
  /** Of what runs; a reason: nothing of it runs yet. */
  readonly taken: TrafficReport | { readonly reason: string };
}
