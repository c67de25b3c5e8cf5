/** The machines of source 002, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

const BOTH_34K = from(() => import("./002-both-34k.json"));
const BOTH_24K = from(() => import("./002-both-24k.json"));
const AUDIO_24K = from(() => import("./002-audio-24k.json"));

export const HARDWARE_THREADS: readonly BuiltinScenario[] = [
  {
    id: "002-audio-24k",
    group: "002",
    name: "34K: audio on one context",
    summary: "A three-stage audio cascade under Linux at 33 MHz: 28 % stalls. Printed: 6.43 frames/s.",
    ...AUDIO_24K,
    opening: { cycle: 990_002, fromCycle: 982_000, toCycle: 998_000 },
  },
  {
    id: "002-file-24k",
    group: "002",
    name: "34K: file copy on one context",
    summary:
      "16 KB reads and writes that miss all the time. Printed: 1.59 MB/s at 0.253 instructions a cycle.",
    ...from(() => import("./002-file-24k.json")),
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
  {
    id: "002-both-24k",
    group: "002",
    name: "34K: both under Linux, equal",
    summary:
      "The file copy preempts, and the audio gets only its waiting time. Printed: 1.87 frames/s, 1.34 MB/s.",
    ...BOTH_24K,
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
  {
    id: "002-both-24k-audio-first",
    group: "002",
    name: "34K: both under Linux, audio highest",
    summary: "Time slices of 800 ms starve the file copy. Printed: 5.82 frames/s, 0.20 MB/s.",
    ...from(() => import("./002-both-24k-audio-first.json"), BOTH_24K),
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
  {
    id: "002-audio-34k",
    group: "002",
    name: "34K: audio on three contexts",
    summary: "Each stage in a context, double buffers between. Printed: 8.45 frames/s.",
    ...from(() => import("./002-audio-34k.json"), AUDIO_24K),
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
  {
    id: "002-both-34k",
    group: "002",
    name: "34K: both, round robin",
    summary: "Four contexts in turns share caches and memory port. Printed: 6.70 frames/s, 0.95 MB/s.",
    ...BOTH_34K,
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
  {
    id: "002-both-34k-io-first",
    group: "002",
    name: "34K: both, I/O raised",
    summary: "The file copy issues whenever it can. Printed: 6.11 frames/s, 1.26 MB/s.",
    ...from(() => import("./002-both-34k-io-first.json"), BOTH_34K),
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
  {
    id: "002-both-34k-weighted",
    group: "002",
    name: "34K: both, weighted",
    summary: "The step beyond: the file copy's weight chooses between round robin and priority.",
    ...from(() => import("./002-both-34k-weighted.json"), BOTH_34K),
    opening: { cycle: 3_300_002, fromCycle: 3_292_000, toCycle: 3_308_000 },
  },
];
