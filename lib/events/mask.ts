import { type SimEventKind, sim_event_kind } from "../../core-wasm/binding/index.ts";

/** To stop at events of these kinds. */
export const maskOf = (kinds: readonly SimEventKind[]): number =>
  kinds.reduce((mask, kind) => mask | (1 << sim_event_kind[kind]), 0);
