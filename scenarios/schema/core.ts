/** What the schema takes from the core: its bounds and the names of its enumerations. */
export const SIM = {
  contextLimit: 16,
  nicLimit: 1,
  queueLimit: 16,
  threadLimit: 32,
  stepLimit: 512,
  routineLimit: 64,
  instructionLimit: 1024,
  bodyLimit: 512,
  trafficLimit: 8,
  traceLimit: 1 << 20,
  ringLimit: 1024,
  policies: ["single", "on-event"],
  receiveModes: ["ring", "remote"],
  triggers: ["level", "edge"],
  statusBits: ["rx", "tx", "overflow"],
  /** A thread may be any layer but idle (nothing runs) and save-restore (the machine bills it). */
  threadLayers: ["application", "system-call", "driver-isr", "protocol", "kernel-copy"],
} as const;
