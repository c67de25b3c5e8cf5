/** Default durations of memory, in cycles. */
export const STANDARD_CYCLES = {
  latencyCycles: 20,
  l2Cycles: 8,
  uncachedCycles: 10,
  deviceBusCycles: 0,
  writeCycles: 2,
  transferCycles: 4,
  claimCycles: 2,
} as const;
