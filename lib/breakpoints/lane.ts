/** The activity of a context, as a LAYER event encodes it. */

export interface LaneLevel {
  /** sim_layer */
  readonly layer: number;
  /** sim_run_state */
  readonly runState: number;
  /** 255 = none */
  readonly thread: number;
}

/** Value of LAYER events: layer | run state << 8 | thread << 16. */
export function unpackLane(packed: number): LaneLevel {
  return { layer: packed & 0xff, runState: (packed >> 8) & 0xff, thread: (packed >> 16) & 0xff };
}
