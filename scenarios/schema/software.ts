/** The `software` part of a scenario: queues, routines, threads and their steps. */
import { z } from "zod";
import {
  SIM_BODY_LIMIT,
  SIM_CORE_CONTEXT_LIMIT,
  SIM_CORE_LIMIT,
  SIM_INSTRUCTION_LIMIT,
  SIM_NIC_RING_LIMIT,
  SIM_QUEUE_LIMIT,
  SIM_RING_LIMIT,
  SIM_ROUTINE_LIMIT,
  SIM_STEP_LIMIT,
  SIM_THREAD_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";
import { THREAD_LAYERS } from "./core.ts";
import { count, name, reference, thousandths } from "./field.ts";
import { INSTRUCTION_PATTERN } from "./instruction.ts";
import { statusBitsSchema } from "./machine.ts";
import { dataSchema } from "./memory.ts";
import { schedulerSchema } from "./scheduler.ts";

export const queueSchema = z
  .strictObject({
    name,
    capacity: count(1, SIM_RING_LIMIT).default(64).meta({ title: "Capacity", unit: "packets" }),
  })
  .meta({ title: "Queue" });

const weight = (standard: number) => count(0, 65_535).default(standard);

/** Default: about what embedded network code shows; a free parameter, not taken from a source. */
export const profileSchema = z
  .strictObject({
    mix: z
      .strictObject({
        alu: weight(50),
        load: weight(22),
        store: weight(12),
        branch: weight(15),
        multiply: weight(1),
      })
      .prefault({})
      .meta({ title: "Instruction mix", description: "Weights; only their ratio counts." }),
    takenPermille: count(0, 1000)
      .default(400)
      .meta({ title: "Taken branches", unit: "‰", description: "Of all branches." }),
    dependentPermille: count(0, 1000).default(300).meta({
      title: "Dependent operands",
      unit: "‰",
      description: "Instructions that read the result of the one just before.",
    }),
    bodyInstructions: count(1, SIM_BODY_LIMIT).default(64).meta({
      title: "Loop body",
      unit: "instructions",
      description: "Length of the generated code; it is repeated until the budget is used.",
    }),
  })
  .prefault({})
  .meta({ title: "Profile", description: "What the instructions of a routine look like." });

const codeAddress = z
  .union([z.literal("auto"), count(0, 0xffff_fffc).multipleOf(4)])
  .default("auto")
  .meta({ title: "Code address", description: "auto: routines lie one after another." });

const budget = (unit: string, minimum: number) =>
  count(minimum, 0xffff_ffff).meta({ title: "Fixed budget", unit, description: "Spent by every run." });
const perByte = (unit: string) =>
  thousandths(0, 1_000_000)
    .default(0)
    .meta({
      title: "Budget per byte",
      unit: `${unit}/byte`,
      description: "Times the size of the packet in hand; thousandths are kept.",
    });

const checksumPerByte = (unit: string) =>
  thousandths(0, 1_000_000)
    .default(0)
    .meta({
      title: "Checksum per byte",
      unit: `${unit}/byte`,
      description: "Left out where the packet's NIC has checksum offload.",
    });
const perBuffer = (unit: string) =>
  count(0, 1 << 24)
    .default(0)
    .meta({
      title: "Budget per buffer",
      unit: `${unit}/buffer`,
      description: "For each receive buffer that the packet in hand takes.",
    });

export const routineSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        name,
        kind: z.literal("cycles"),
        cycles: budget("cycles", 1),
        cyclesPerByte: perByte("cycles"),
        checksumCyclesPerByte: checksumPerByte("cycles"),
        cyclesPerBuffer: perBuffer("cycles"),
        profile: profileSchema,
        data: dataSchema,
        codeAddress,
      })
      .meta({
        title: "Cycles",
        description: "A timed layer: holds the pipeline for its budget. The profile only illustrates it.",
      }),
    z
      .strictObject({
        name,
        kind: z.literal("instructions"),
        instructions: budget("instructions", 1),
        instructionsPerByte: perByte("instructions"),
        checksumInstructionsPerByte: checksumPerByte("instructions"),
        instructionsPerBuffer: perBuffer("instructions"),
        profile: profileSchema,
        data: dataSchema,
        codeAddress,
      })
      .meta({ title: "Instructions", description: "Generated instructions that go through the pipeline." }),
    z
      .strictObject({
        name,
        kind: z.literal("sequence"),
        sequence: z
          .array(
            z
              .string()
              .max(64)
              .regex(INSTRUCTION_PATTERN, { error: 'is not an instruction such as "load r2, r1"' }),
          )
          .min(1)
          .max(SIM_INSTRUCTION_LIMIT)
          .meta({
            title: "Sequence",
            description:
              'One instruction a line: "alu r3, r1, r2" and "multiply r3, r1, r2" (r3 from r1 and r2), "load r2, r1" (r2 from the address in r1), "store r2, r1" (r2 to the address in r1), "branch r1, r2", "branch r1 taken". r0 = none.',
          }),
        repeat: count(1, 1_000_000).default(1).meta({ title: "Repeated", description: "Times." }),
        data: dataSchema,
        codeAddress,
      })
      .meta({ title: "Sequence", description: "Exactly these instructions, in this order." }),
  ])
  .meta({ title: "Routine" });

const nic = reference("nic");
const queue = reference("queue");
/** Exactly one of them. */
const ring = count(0, SIM_NIC_RING_LIMIT - 1)
  .default(0)
  .meta({ title: "Receive ring", description: "Of the NIC; 0 is its first." });
const lineChoice = {
  line: reference("line").optional(),
  nic: nic.optional(),
  ring: ring.unwrap().optional(),
  timer: reference("timer").optional(),
  disk: reference("disk").optional(),
};

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
  z.strictObject({ on: z.literal("budget-left") }).meta({
    title: "Budget left",
    description: "This activation has taken fewer packets than the thread's budget.",
  }),
] as const;

export const plainConditionSchema = z.discriminatedUnion("on", [...plainConditions]);

export const conditionSchema = z.discriminatedUnion("on", [
  ...plainConditions,
  z
    .strictObject({ on: z.literal("all"), of: z.array(plainConditionSchema).min(2).max(4) })
    .meta({ title: "All of these" }),
]);

const execStep = z
  .strictObject({ do: z.literal("exec"), routine: reference("routine") })
  .meta({ title: "Run a routine", description: "The only step that takes time." });
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
const raiseStep = z
  .strictObject({ do: z.literal("raise"), thread: reference("thread") })
  .meta({ title: "Raise a soft interrupt" });
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
const disk = reference("disk");
const blocks = count(1, 65_535).default(1).meta({ title: "Blocks" });
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
    cycles: count(1, 0xffff_ffff).meta({ title: "For", unit: "cycles" }),
  })
  .meta({ title: "Sleep", description: "Only in threads that always live." });
const yieldStep = z
  .strictObject({ do: z.literal("yield") })
  .meta({ title: "Yield", description: "Go behind the others of the same priority." });
const returnStep = z.strictObject({ do: z.literal("return") }).meta({ title: "Return" });

const whileStep = z
  .strictObject({
    do: z.literal("while"),
    condition: conditionSchema,
    get steps(): z.ZodArray<typeof stepSchema> {
      return z.array(stepSchema).min(1).max(SIM_STEP_LIMIT);
    },
  })
  .meta({ title: "While", description: "Repeat the steps as long as the condition holds." });

const ifStep = z
  .strictObject({
    do: z.literal("if"),
    condition: conditionSchema,
    get steps(): z.ZodArray<typeof stepSchema> {
      return z.array(stepSchema).min(1).max(SIM_STEP_LIMIT);
    },
    get else(): z.ZodDefault<z.ZodArray<typeof stepSchema>> {
      return z.array(stepSchema).max(SIM_STEP_LIMIT).default([]);
    },
  })
  .meta({ title: "If", description: "The steps when the condition holds, else the others." });

export const stepSchema = z.discriminatedUnion("do", [
  execStep,
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
  sleepStep,
  yieldStep,
  returnStep,
  whileStep,
  ifStep,
]);

export const startSchema = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("always") }).meta({
    title: "Always",
    description: "Lives from cycle 0 and starts again when it ends.",
  }),
  z.strictObject({ on: z.literal("line"), ...lineChoice }).meta({
    title: "Interrupt line",
    description: "Started by an interrupt line: by its name, or by the NIC that drives it.",
  }),
  z
    .strictObject({
      on: z.literal("soft"),
      systemCall: z.boolean().default(false).meta({
        title: "System call",
        description: "Its soft interrupt is a system call: see systemCallSavesFrame.",
      }),
    })
    .meta({ title: "Soft interrupt", description: "Started by a raise, once for each." }),
]);

export const threadSchema = z
  .strictObject({
    name,
    layer: z.enum(THREAD_LAYERS).meta({ title: "Layer", description: "Whom its cycles are billed to." }),
    priority: count(0, 255).meta({ title: "Priority", description: "Small = high." }),
    core: count(0, SIM_CORE_LIMIT - 1)
      .default(0)
      .meta({ title: "Core", description: "The core it runs on, from 0." }),
    context: count(0, SIM_CORE_CONTEXT_LIMIT - 1)
      .default(0)
      .meta({ title: "Context", description: "The hardware context of that core it runs on, from 0." }),
    interruptsEnabled: z.boolean().default(true).meta({
      title: "Interrupts enabled",
      description: "While it runs. Off: nothing preempts it.",
    }),
    budget: count(0, 65_535).default(0).meta({
      title: "Budget",
      unit: "packets",
      description: "That one activation may take before budget-left fails; 0 = no bound.",
    }),
    start: startSchema,
    steps: z.array(stepSchema).min(1).max(SIM_STEP_LIMIT).meta({ title: "Steps" }),
  })
  .meta({ title: "Thread" });

export const softwareSchema = z
  .strictObject({
    queues: z.array(queueSchema).max(SIM_QUEUE_LIMIT).default([]).meta({ title: "Queues" }),
    routines: z.array(routineSchema).max(SIM_ROUTINE_LIMIT).default([]).meta({ title: "Routines" }),
    scheduler: schedulerSchema,
    threads: z.array(threadSchema).max(SIM_THREAD_LIMIT).default([]).meta({ title: "Threads" }),
  })
  .prefault({})
  .meta({ title: "Software" });
