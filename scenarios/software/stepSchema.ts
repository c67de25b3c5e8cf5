/** The steps of a thread. */
import { z } from "zod";
import { SIM_NIC_RING_LIMIT, SIM_STEP_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { THREAD_LAYERS } from "../base/coreNames.ts";
import { count, reference } from "../base/field.ts";
import { statusBitsSchema } from "../machine/machine.ts";

const nic = reference("nic");
const queue = reference("queue");
/** Exactly one of them. */
const RING_TEXT = { title: "Ring number", description: "Of the NIC's receive rings; 0 is its first." };
const ring = count(0, SIM_NIC_RING_LIMIT - 1)
  .default(0)
  .meta(RING_TEXT);
export const lineChoice = {
  line: reference("line").optional(),
  nic: nic.optional(),
  ring: ring.unwrap().optional().meta(RING_TEXT),
  timer: reference("timer").optional(),
  disk: reference("disk").optional(),
};

const askedBits = statusBitsSchema.min(1).default(["rx"]);

const plainConditions = [
  z
    .strictObject({ on: z.literal("rx-not-empty"), nic, ring })
    .meta({ title: "Frames wait in the receive ring" }),
  z.strictObject({ on: z.literal("tx-done"), nic }).meta({ title: "Sent frames wait to be reaped" }),
  z.strictObject({ on: z.literal("queue-not-empty"), queue }).meta({ title: "Packets wait in the queue" }),
  z.strictObject({ on: z.literal("queue-not-full"), queue }).meta({ title: "The queue has room" }),
  z
    .strictObject({ on: z.literal("disk-done"), disk: reference("disk") })
    .meta({ title: "Completed disk requests wait" }),
  z.strictObject({ on: z.literal("status-set"), nic, ring, bits: askedBits }).meta({
    title: "A status bit is set",
    description: "Any of the bits, in the NIC's status register. To look clears nothing.",
  }),
  z.strictObject({ on: z.literal("status-clear"), nic, ring, bits: askedBits }).meta({
    title: "The status bits are clear",
    description: "All of the bits, in the NIC's status register.",
  }),
  z.strictObject({ on: z.literal("budget-left") }).meta({
    title: "Budget left",
    description: "This activation has taken fewer packets than the thread's budget.",
  }),
] as const;

export const plainConditionSchema = z.discriminatedUnion("on", [...plainConditions]);

export const conditionSchema = z.discriminatedUnion("on", [
  ...plainConditions,
  z
    .strictObject({
      on: z.literal("all"),
      of: z.array(plainConditionSchema).min(2).max(4).meta({ title: "Conditions" }),
    })
    .meta({ title: "All of these" }),
]);

const condition = conditionSchema.meta({ title: "Condition", description: "Tested each time." });

const routine = reference("routine");
const lock = reference("lock");
const layer = z.enum(THREAD_LAYERS).optional().meta({
  title: "Layer",
  description: "Whom its cycles are billed to; left out: the thread's, inside a system call system-call.",
});

const execStep = z
  .strictObject({ do: z.literal("exec"), routine, layer })
  .meta({ title: "Run a routine", description: "The step that takes time." });
const lockStep = z.strictObject({ do: z.literal("lock"), lock, layer }).meta({
  title: "Take a lock",
  description: "Waits, spinning or asleep, until the thread has it.",
});
const unlockStep = z
  .strictObject({ do: z.literal("unlock"), lock, layer })
  .meta({ title: "Give a lock back", description: "Does nothing when the thread has not got it." });
const acknowledgeStep = z
  .strictObject({
    do: z.literal("acknowledge"),
    nic,
    ring,
    bits: statusBitsSchema.min(1).default(["rx", "tx"]),
  })
  .meta({ title: "Acknowledge", description: "Clear status bits of the NIC." });
const takeFrameStep = z
  .strictObject({ do: z.literal("take-frame"), nic, ring })
  .meta({ title: "Take a frame", description: "From the NIC; returns when there is none." });
const giveFrameStep = z
  .strictObject({ do: z.literal("give-frame"), nic })
  .meta({ title: "Give the frame", description: "To the NIC's transmit queue; full: dropped." });
const reapStep = z
  .strictObject({ do: z.literal("reap"), nic })
  .meta({ title: "Reap sent frames", description: "Their slots are free and they count as delivered." });
const putStep = z
  .strictObject({
    do: z.literal("put"),
    queue,
    whenFull: z.enum(["drop", "wait"]).default("drop").meta({
      title: "When full",
      description: "drop: the packet is lost. wait: for room; only in threads that always live.",
    }),
  })
  .meta({ title: "Put in queue" });
const takeStep = z
  .strictObject({ do: z.literal("take"), queue })
  .meta({ title: "Take from queue", description: "Returns when there is none." });
const raiseStep = z.strictObject({ do: z.literal("raise"), thread: reference("thread") }).meta({
  title: "Raise a thread",
  description: "A soft interrupt starts; one that always lives wakes from its wait for a raise.",
});
const maskStep = z.strictObject({ do: z.literal("mask"), ...lineChoice }).meta({ title: "Mask the line" });
const unmaskStep = z
  .strictObject({ do: z.literal("unmask"), ...lineChoice })
  .meta({ title: "Unmask the line" });
const deliverStep = z
  .strictObject({ do: z.literal("deliver") })
  .meta({ title: "Deliver", description: "The packet in hand has arrived at its end." });
const copyStep = z
  .strictObject({ do: z.literal("copy"), queue })
  .meta({ title: "Copy to queue", description: "A copy is a frame of its own; full: it is dropped." });
const dropStep = z
  .strictObject({ do: z.literal("drop") })
  .meta({ title: "Drop", description: "The packet in hand is filtered." });
const waitStep = z
  .strictObject({ do: z.literal("wait"), queue })
  .meta({ title: "Wait for the queue", description: "Only in threads that always live." });
const waitRaiseStep = z.strictObject({ do: z.literal("wait-raise") }).meta({
  title: "Wait for a raise",
  description: "Of this thread; one for each. Only in threads that always live.",
});
const disk = reference("disk");
const blocks = count(1, 65_535).default(1).meta({ title: "Length", unit: "blocks" });
const acknowledgeTimerStep = z
  .strictObject({ do: z.literal("acknowledge-timer"), timer: reference("timer") })
  .meta({ title: "Acknowledge the timer" });
const acknowledgeDiskStep = z
  .strictObject({ do: z.literal("acknowledge-disk"), disk })
  .meta({ title: "Acknowledge the disk" });
const readDiskStep = z
  .strictObject({ do: z.literal("read-disk"), disk, blocks })
  .meta({ title: "Read from disk", description: "A request; full queue: refused." });
const writeDiskStep = z
  .strictObject({ do: z.literal("write-disk"), disk, blocks })
  .meta({ title: "Write to disk", description: "A request; full queue: refused." });
const takeDiskStep = z
  .strictObject({ do: z.literal("take-disk"), disk })
  .meta({ title: "Take a completed request", description: "Returns when there is none." });
const waitDiskStep = z.strictObject({ do: z.literal("wait-disk"), disk }).meta({
  title: "Wait for the disk",
  description: "For a completed request; only in threads that always live.",
});
const sleepStep = z
  .strictObject({
    do: z.literal("sleep"),
    cycles: count(1, 0xffff_ffff).meta({ title: "For", unit: "cycles", examples: [1000] }),
  })
  .meta({ title: "Sleep", description: "Only in threads that always live." });
const yieldStep = z
  .strictObject({ do: z.literal("yield") })
  .meta({ title: "Yield", description: "Go behind the others of the same priority." });
const unlockCacheStep = z
  .strictObject({
    do: z.literal("unlock-cache"),
    cache: z
      .enum(["l1i", "l1d", "l2"])
      .meta({ title: "Which cache", description: "Of the core that it runs on." }),
  })
  .meta({ title: "Unlock the cache", description: "Ends the locks of all its pinned lines." });
const returnStep = z.strictObject({ do: z.literal("return") }).meta({ title: "Return" });

function innerSteps(): z.ZodArray<typeof stepSchema> {
  return z.array(stepSchema).min(1).max(SIM_STEP_LIMIT).meta({ title: "Steps" });
}

const whileStep = z
  .strictObject({
    do: z.literal("while"),
    condition,
    get steps(): z.ZodArray<typeof stepSchema> {
      return innerSteps();
    },
  })
  .meta({ title: "While", description: "Repeat the steps as long as the condition holds." });

const repeatStep = z
  .strictObject({
    do: z.literal("repeat"),
    get steps(): z.ZodArray<typeof stepSchema> {
      return innerSteps();
    },
    condition,
  })
  .meta({
    title: "Repeat",
    description: "Run the steps, then again as long as the condition holds when they are done.",
  });

const systemCallStep = z
  .strictObject({
    do: z.literal("system-call"),
    enter: routine.optional(),
    exit: routine.optional(),
    get steps(): z.ZodArray<typeof stepSchema> {
      return innerSteps();
    },
  })
  .meta({
    title: "System call",
    description:
      "The steps run in the kernel, billed to system-call; `enter` runs before and `exit` behind them.",
  });

const ifStep = z
  .strictObject({
    do: z.literal("if"),
    condition,
    get steps(): z.ZodArray<typeof stepSchema> {
      return innerSteps();
    },
    get else(): z.ZodDefault<z.ZodArray<typeof stepSchema>> {
      return z
        .array(stepSchema)
        .max(SIM_STEP_LIMIT)
        .default([])
        .meta({ title: "Else", description: "Run when the condition does not hold." });
    },
  })
  .meta({ title: "If", description: "The steps when the condition holds, else the others." });

export const stepSchema = z.discriminatedUnion("do", [
  execStep,
  lockStep,
  unlockStep,
  systemCallStep,
  acknowledgeStep,
  takeFrameStep,
  giveFrameStep,
  reapStep,
  putStep,
  takeStep,
  raiseStep,
  maskStep,
  unmaskStep,
  deliverStep,
  acknowledgeTimerStep,
  acknowledgeDiskStep,
  readDiskStep,
  writeDiskStep,
  takeDiskStep,
  waitDiskStep,
  copyStep,
  dropStep,
  waitStep,
  waitRaiseStep,
  sleepStep,
  yieldStep,
  unlockCacheStep,
  returnStep,
  whileStep,
  repeatStep,
  ifStep,
]);
