/** A capture that the user opened, and the chosen part. */
import type { TrafficReport } from "../../../lib/captures/captureToTraffic.ts";
import type { CutCapture } from "../../../lib/captures/readCapture.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Typed } from "./choice.ts";

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
  /** How it was taken, if that was chosen. */
  readonly typed: Typed | undefined;
  /** Report on the running part. If it is a reason, in English, nothing of the capture runs yet. */
  readonly taken: TrafficReport | { readonly reason: string };
}
