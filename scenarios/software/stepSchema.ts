/** The steps of a thread. */
import { z } from "zod";
import { SIM_STEP_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { count, reference } from "../base/field.ts";
import { nicFrameConditionSchemas, nicStatusConditionSchemas, nicStepSchemas } from "../devices/nicSchema.ts";
import { DEVICE_CONDITIONS, DEVICE_STEPS, lineChoice } from "../devices/schemas.ts";
import { THREAD_LAYERS } from "./layers.ts";

const queue = reference("queue", "Queue", "Name of a queue.");

const plainConditions = [
  ...nicFrameConditionSchemas,
  z.strictObject({ on: z.literal("queue-not-empty"), queue }).meta({ title: "Packets wait in the queue" }),
  z.strictObject({ on: z.literal("queue-not-full"), queue }).meta({ title: "The queue has room" }),
  ...DEVICE_CONDITIONS,
  ...nicStatusConditionSchemas,
  z.strictObject({ on: z.literal("budget-left") }).meta({
    title: "Budget left",
    description: "This activation has taken fewer packets than the thread's budget.",
  }),
] as const;

const plainConditionSchema = z.discriminatedUnion("on", [...plainConditions]);

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

const routine = reference("routine", "Routine", "Name of a routine.");
const lock = reference("lock", "Lock", "Name of a lock.");
const layer = z.enum(THREAD_LAYERS).optional().meta({
  title: "Layer",
  description:
    "The layer that its cycles are accounted to; left out: the thread's, inside a system call system-call.",
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
const raiseStep = z
  .strictObject({ do: z.literal("raise"), thread: reference("thread", "Thread", "Name of a thread.") })
  .meta({
    title: "Raise a thread",
    description: "A soft interrupt starts; one that always lives wakes from its wait for a raise.",
  });
const maskStep = z.strictObject({ do: z.literal("mask"), ...lineChoice }).meta({ title: "Mask the line" });
const unmaskStep = z
  .strictObject({ do: z.literal("unmask"), ...lineChoice })
  .meta({ title: "Unmask the line" });
const disableInterruptsStep = z.strictObject({ do: z.literal("disable-interrupts") }).meta({
  title: "Disable interrupts",
  description: "Begin of a critical section: nothing preempts the thread until it enables them, or ends.",
});
const enableInterruptsStep = z.strictObject({ do: z.literal("enable-interrupts") }).meta({
  title: "Enable interrupts",
  description: "What waits and is more urgent comes at once.",
});
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
      "The steps run in the kernel, accounted to system-call; `enter` runs before and `exit` behind them.",
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
  ...nicStepSchemas,
  putStep,
  takeStep,
  raiseStep,
  maskStep,
  unmaskStep,
  disableInterruptsStep,
  enableInterruptsStep,
  deliverStep,
  ...DEVICE_STEPS,
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

export type Step = z.output<typeof stepSchema>;
export type Condition = z.output<typeof conditionSchema>;
export type PlainCondition = z.output<typeof plainConditionSchema>;
