/** A capture that the user opened, and what is taken of it. */
import type { TrafficReport } from "../../../lib/captures/captureToTraffic.ts";
import type { CutCapture } from "../../../lib/captures/readCapture.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Typed } from "./choice.ts";

export interface CaptureFile {
  readonly name: string;
  /** Unpacked: programs that serve their card read the bytes of its frames. */
  readonly bytes: Uint8Array;
  readonly read: CutCapture;
  /** What was open when the file came, if a program serves its card. */
  readonly served: Scenario | undefined;
}

export interface DroppedCapture {
  readonly file: CaptureFile;
  /** How it was taken, if that was chosen. */
  readonly typed: Typed | undefined;
  /** Of what runs; a reason, in English: nothing of it runs yet. */
  readonly taken: TrafficReport | { readonly reason: string };
}
