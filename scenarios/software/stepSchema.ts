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
    description: "True if this activation has taken fewer packets than the thread's budget.",
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

const condition = conditionSchema.meta({
  title: "Condition",
  description: "Tested each time the thread reaches it.",
});

const routine = reference("routine", "Routine", "Name of a routine.");
const lock = reference("lock", "Lock", "Name of a lock.");
const layer = z.enum(THREAD_LAYERS).optional().meta({
  title: "Layer",
  description:
    "The layer to which its cycles are accounted. Default: the thread's layer, or system-call inside a system call.",
});

const execStep = z
  .strictObject({ do: z.literal("exec"), routine, layer })
  .meta({ title: "Run a routine", description: "Runs a routine: the step that takes time." });
const lockStep = z.strictObject({ do: z.literal("lock"), lock, layer }).meta({
  title: "Take a lock",
  description: "Waits, spinning or asleep, until the thread has it.",
});
const unlockStep = z
  .strictObject({ do: z.literal("unlock"), lock, layer })
  .meta({ title: "Release a lock", description: "Does nothing if the thread does not hold it." });
const putStep = z
  .strictObject({
    do: z.literal("put"),
    queue,
    whenFull: z.enum(["drop", "wait"]).default("drop").meta({
      title: "When full",
      description:
        "drop: the packet is lost. wait: the thread waits for room; only permanent threads may do this.",
    }),
  })
  .meta({ title: "Put in queue" });
const takeStep = z
  .strictObject({ do: z.literal("take"), queue })
  .meta({ title: "Take from queue", description: "Returns if there is no packet." });
const raiseStep = z
  .strictObject({ do: z.literal("raise"), thread: reference("thread", "Thread", "Name of a thread.") })
  .meta({
    title: "Raise a thread",
    description: "Starts a soft interrupt, or wakes a permanent thread from its wait for a raise.",
  });
const maskStep = z.strictObject({ do: z.literal("mask"), ...lineChoice }).meta({ title: "Mask the line" });
const unmaskStep = z
  .strictObject({ do: z.literal("unmask"), ...lineChoice })
  .meta({ title: "Unmask the line" });
const disableInterruptsStep = z.strictObject({ do: z.literal("disable-interrupts") }).meta({
  title: "Disable interrupts",
  description: "Starts a critical section: nothing preempts the thread until it enables interrupts or ends.",
});
const enableInterruptsStep = z.strictObject({ do: z.literal("enable-interrupts") }).meta({
  title: "Enable interrupts",
  description: "A more urgent activity that waits runs at once.",
});
const deliverStep = z
  .strictObject({ do: z.literal("deliver") })
  .meta({ title: "Deliver", description: "The current packet has reached its destination." });
const copyStep = z.strictObject({ do: z.literal("copy"), queue }).meta({
  title: "Copy to queue",
  description: "A copy is a frame of its own; if the queue is full, the copy is lost.",
});
const dropStep = z
  .strictObject({ do: z.literal("drop") })
  .meta({ title: "Discard", description: "Software discards the current packet." });
const waitStep = z
  .strictObject({ do: z.literal("wait"), queue })
  .meta({ title: "Wait for the queue", description: "Only permanent threads may use it." });
const waitRaiseStep = z.strictObject({ do: z.literal("wait-raise") }).meta({
  title: "Wait for a raise",
  description: "Waits for a raise of this thread; each raise counts once. Only permanent threads may use it.",
});
const sleepStep = z
  .strictObject({
    do: z.literal("sleep"),
    cycles: count(1, 0xffff_ffff).meta({ title: "For", unit: "cycles", examples: [1000] }),
  })
  .meta({ title: "Sleep", description: "Only permanent threads may use it." });
const yieldStep = z
  .strictObject({ do: z.literal("yield") })
  .meta({ title: "Yield", description: "Moves behind the other threads of the same priority." });
const unlockCacheStep = z
  .strictObject({
    do: z.literal("unlock-cache"),
    cache: z
      .enum(["l1i", "l1d", "l2"])
      .meta({ title: "Which cache", description: "The cache of the core on which it runs." }),
  })
  .meta({ title: "Unlock the cache", description: "Unlocks all its pinned lines." });
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
    description: "Run the steps once, then repeat them as long as the condition holds.",
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
      "The steps run in the kernel, accounted to system-call; `enter` runs before and `exit` after them.",
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
        .meta({ title: "Else", description: "Run if the condition does not hold." });
    },
  })
  .meta({ title: "If", description: "Runs the steps if the condition holds, otherwise the others." });

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
