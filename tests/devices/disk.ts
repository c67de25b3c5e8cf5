/** A disk in random scenarios, and the thread that answers it. */
import type { TestKind } from "./testKind.ts";

export const disk: TestKind<"disks"> = {
  device: (random, line) => ({
    name: "D",
    rateBitPerSecond: 1e9,
    leastSeekNanoseconds: random.pick([0, 500]),
    mostSeekNanoseconds: 5000,
    queueRequests: random.pick([1, 16]),
    blockBytes: random.pick([64, 512]),
    bufferAddress: 0x2000,
    statusBy: random.pick(["event", "fill"] as const),
    line: line(),
  }),
  thread: {
    name: "disk",
    layer: "driver-isr",
    priority: 1,
    start: { on: "line", disk: "D" },
    steps: [
      { do: "acknowledge-disk", disk: "D" },
      {
        do: "while",
        condition: { on: "disk-done", disk: "D" },
        steps: [
          { do: "take-disk", disk: "D" },
          { do: "exec", routine: "short" },
          { do: "unlock-cache", cache: "l1d" },
        ],
      },
    ],
  },
};
