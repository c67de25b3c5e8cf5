/** Frames lost, as a FRAME_DROPPED event says it. */
import { type SimDropCause, sim_drop_cause_names } from "../../core-wasm/binding/layout.gen.ts";

export interface Loss {
  readonly cause: SimDropCause;
  /** Queue that was full, where that is the cause; else the card. */
  readonly place: number;
  /** More than one where they had been merged into a packet. */
  readonly frames: number;
}

export function unpackLoss(packed: number): Loss {
  const cause = sim_drop_cause_names[packed & 0xff] ?? "abandoned";
  return { cause, place: (packed >>> 8) & 0xff, frames: packed >>> 16 };
}
