/** A small machine whose counts are worked out by hand, and helpers to write one. A thread does its work once and then
 * rests in a timed layer. */

export interface HandMachine {
  readonly name: string;
  /** The scenario without its header fields. */
  readonly parts: object;
  readonly cycles: number;
  /** Expected values by path. The sum after a number shows its computation. */
  readonly expected: Readonly<Record<string, number>>;
}

export const CLOCK_HERTZ = 100_000_000;
export const REST = { name: "rest", kind: "cycles", cycles: 1_000_000 };
export const sequence = (name: string, ...code: readonly string[]) => ({
  name,
  kind: "sequence",
  sequence: code,
});
export const timed = (name: string, cycles: number) => ({ name, kind: "cycles", cycles });
export const exec = (routine: string) => ({ do: "exec", routine });
export const once = (name: string, steps: readonly object[], more: object = {}) => ({
  name,
  layer: "application",
  priority: 5,
  start: { on: "always" },
  steps: [...steps, exec("rest")],
  ...more,
});
export const DMA = { bytesPerBeat: 4, cyclesPerBeat: 1, beatsPerBurst: 8, burstGapCycles: 0 };
export const machine = (more: object = {}) => ({ clockHertz: CLOCK_HERTZ, ...more });
/** Takes and delivers all waiting frames. */
export const takeAll = (nic: string) => ({
  do: "while",
  condition: { on: "rx-not-empty", nic },
  steps: [{ do: "take-frame", nic }, { do: "deliver" }],
});
/** Frames of 64 bytes at a regular interval. */
export const frames = (nic: string, frameCount: number, intervalCycles: number) => ({
  kind: "constant",
  direction: "receive",
  nic,
  sizeBytes: 64,
  frameCount,
  rate: { intervalCycles },
});
