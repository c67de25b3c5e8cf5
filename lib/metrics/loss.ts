/** Frames lost, as a FRAME_DROPPED event says it. */
import {
  type SimDirection,
  type SimDropCause,
  sim_drop_cause_names,
} from "../../core-wasm/binding/layout.gen.ts";

export interface Loss {
  readonly cause: SimDropCause;
  /** Queue that was full, where that is the cause; else the card. */
  readonly place: number;
  readonly direction: SimDirection;
  /** More than one where they had been merged into a packet. */
  readonly frames: number;
}

export function unpackLoss(packed: number): Loss {
  const cause = sim_drop_cause_names[packed & 0xff] ?? "abandoned";
  const direction = packed & 0x8000 ? "send" : "receive";
  return { cause, place: (packed >>> 8) & 0x7f, direction, frames: packed >>> 16 };
}
