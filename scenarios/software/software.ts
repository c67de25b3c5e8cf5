/** The `software` part of a scenario: scheduler, locks, queues, routines, threads and their steps. */
import { z } from "zod";
import {
  SIM_BODY_LIMIT,
  SIM_CORE_CONTEXT_LIMIT,
  SIM_CORE_LIMIT,
  SIM_INSTRUCTION_LIMIT,
  SIM_LOCK_LIMIT,
  SIM_QUEUE_LIMIT,
  SIM_RING_LIMIT,
  SIM_ROUTINE_LIMIT,
  SIM_STEP_LIMIT,
  SIM_THREAD_LIMIT,
  sim_scheduler_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { count, deadlineField, name, reference, thousandths } from "../base/field.ts";
import { lineChoice } from "../devices/schemas.ts";
import type { Machine } from "../machine/machine.ts";
import { dataSchema } from "../machine/memory.ts";
import { drawnCyclesSchema } from "./drawnCyclesSchema.ts";
import { INSTRUCTION_PATTERN } from "./instruction.ts";
import { THREAD_LAYERS } from "./layers.ts";
import { programRoutineSchema, programsSchema } from "./program.ts";
import { stepSchema } from "./stepSchema.ts";

const schedulerSchema = z
  .strictObject({
    policy: z.enum(sim_scheduler_names).default("none").meta({
      title: "Policy",
      description:
        "none: at most one permanent thread per context. priority: the most urgent thread runs until it waits. round-robin: threads of the same priority take turns.",
    }),
    timeSliceCycles: count(1, 0xffff_ffff).default(10_000).meta({
      title: "Time slice",
      unit: "cycles",
      description: "round-robin: how long a thread may run while others of its priority are ready.",
    }),
    switchCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Switch",
      unit: "cycles",
      description:
        "Work of the kernel when it gives a context to another thread, in addition to save and restore.",
    }),
    tickCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Tick",
      unit: "cycles",
      description: "Time slices and sleeps end only at multiples of the tick; 0: at any cycle.",
    }),
    tickWorkCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Work of a tick",
      unit: "cycles",
      description:
        "Work of the kernel at each tick, on each context that runs a thread; must be less than a tick.",
    }),
  })
  .prefault({})
  .meta({ title: "Scheduler", description: "Schedules permanent threads. Handlers have precedence." });

/** Locks between threads. What an access costs is a routine's: its loads and stores of the lock's word. */
const acquire = reference("routine", "Routine", "Name of a routine.").optional();
const release = reference("routine", "Routine", "Name of a routine.").optional();

const lockSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        name,
        kind: z.literal("spin"),
        order: z.enum(["any", "fifo", "priority"]).default("any").meta({
          title: "Order",
          description:
            "any: the first thread that sees it free gets it. fifo: a ticket lock. priority: the most urgent thread gets it.",
        }),
        acquire,
        poll: reference("routine", "Routine", "Name of a routine.").optional(),
        release,
      })
      .meta({
        title: "Spin lock",
        description:
          "A waiting thread runs `poll` until it sees the lock free, then tries again; without `poll` it runs `acquire` again.",
      }),
    z
      .strictObject({
        name,
        kind: z.literal("sleep"),
        order: z.enum(["fifo", "priority"]).default("fifo").meta({
          title: "Order",
          description:
            "Which waiting thread wakes and gets the lock: the one that has waited longest, or the most urgent one.",
        }),
        protocol: z.enum(["none", "inherit"]).default("none").meta({
          title: "Protocol",
          description:
            "inherit: the holder gets the priority of the most urgent waiting thread (PTHREAD_PRIO_INHERIT). none: the holder keeps its own priority.",
        }),
        acquire,
        release,
      })
      .meta({ title: "Sleeping lock", description: "A waiting thread gives up its context." }),
  ])
  .meta({
    title: "Lock",
    description: "`acquire` runs before each attempt, `release` before the lock is free.",
  });

export type Lock = z.output<typeof lockSchema>;

const queueSchema = z
  .strictObject({
    name,
    capacity: count(1, SIM_RING_LIMIT).default(64).meta({ title: "Capacity", unit: "packets" }),
  })
  .meta({ title: "Queue", description: "A bounded list of packets between threads." });

const weight = (standard: number, title: string) =>
  count(0, 65_535).default(standard).meta({ title, description: "Weight relative to the other kinds." });

/** Default: typical of embedded network code; a free parameter, not taken from a source. */
const profileSchema = z
  .strictObject({
    mix: z
      .strictObject({
        alu: weight(50, "Arithmetic"),
        load: weight(22, "Loads"),
        store: weight(12, "Stores"),
        branch: weight(15, "Branches"),
        multiply: weight(1, "Multiplications"),
        prefetch: weight(0, "Prefetches"),
      })
      .prefault({})
      .meta({ title: "Instruction mix", description: "Weights; only their ratio counts." }),
    takenPermille: count(0, 1000)
      .default(400)
      .meta({ title: "Taken branches", unit: "‰", description: "Share of all branches." }),
    dependentPermille: count(0, 1000).default(300).meta({
      title: "Dependent operands",
      unit: "‰",
      description: "Share of instructions that read the result of the previous one.",
    }),
    bodyInstructions: count(1, SIM_BODY_LIMIT).default(64).meta({
      title: "Loop body",
      unit: "instructions",
      description: "Length of the generated code, which repeats until the budget is used up.",
    }),
    prefetchAhead: count(0, 65_535).default(8).meta({
      title: "Prefetch ahead",
      unit: "accesses",
      description:
        "How many accesses ahead a prefetch looks: it fetches the line of that access. 0 = the next access.",
    }),
  })
  .prefault({})
  .meta({ title: "Profile", description: "Statistics of a routine's instructions." });

const codeAddress = z
  .union([z.literal("auto"), count(0, 0xffff_fffc).multipleOf(4)])
  .default("auto")
  .meta({ title: "Code address", description: "auto: routines lie one after another." });

const budget = (unit: string, minimum: number) =>
  count(minimum, 0xffff_ffff).meta({
    title: "Fixed budget",
    unit,
    description: "Each run of the routine spends it.",
    examples: [200],
  });
const perByte = (unit: string) =>
  thousandths(0, 1_000_000)
    .default(0)
    .meta({
      title: "Budget per byte",
      unit: `${unit}/byte`,
      description: "Multiplied by the size of the current packet; up to three decimals.",
    });

const checksumPerByte = (unit: string) =>
  thousandths(0, 1_000_000)
    .default(0)
    .meta({
      title: "Checksum per byte",
      unit: `${unit}/byte`,
      description: "Not spent if the packet's NIC has checksum offload.",
    });
const perBuffer = (unit: string) =>
  count(0, 1 << 24)
    .default(0)
    .meta({
      title: "Budget per buffer",
      unit: `${unit}/buffer`,
      description: "For each receive buffer that the current packet takes.",
    });

const routineSchema = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        name,
        kind: z.literal("cycles"),
        cycles: budget("cycles", 1),
        cyclesPerByte: perByte("cycles"),
        checksumCyclesPerByte: checksumPerByte("cycles"),
        cyclesPerBuffer: perBuffer("cycles"),
        drawnCycles: drawnCyclesSchema,
        profile: profileSchema,
        data: dataSchema,
        codeAddress,
      })
      .meta({
        title: "Cycles",
        description:
          "A layer given in cycles: it holds the pipeline for its budget. The profile only illustrates it.",
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
              'One instruction a line: "alu r3, r1, r2" and "multiply r3, r1, r2" (r3 from r1 and r2), "load r2, r1" (r2 from the address in r1), "store r2, r1" (r2 to the address in r1), "branch r1, r2", "branch r1 taken", "prefetch r1 [0x40]" (brings the line of that address). r0 = none.',
            examples: [["load r2, r1", "alu r3, r1, r2"]],
          }),
        repeat: count(1, 1_000_000).default(1).meta({ title: "Repeated", description: "Number of times." }),
        data: dataSchema,
        codeAddress,
      })
      .meta({ title: "Sequence", description: "Exactly these instructions, in this order." }),
    programRoutineSchema,
  ])
  .meta({ title: "Routine" });

const startSchema = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("always") }).meta({
    title: "Always",
    description: "The thread lives from cycle 0 on and starts again when it ends.",
  }),
  z.strictObject({ on: z.literal("line"), ...lineChoice }).meta({
    title: "Interrupt line",
    description: "An interrupt line starts it: give its name, or the NIC that drives it.",
  }),
  z
    .strictObject({
      on: z.literal("soft"),
      systemCall: z.boolean().default(false).meta({
        title: "System call",
        description: "Its soft interrupt is a system call: see systemCallSavesFrame.",
      }),
    })
    .meta({ title: "Soft interrupt", description: "Each raise starts it once." }),
]);

/** Amounts of the saves that the entry of a handler makes. */
const saveAmount = (unit: "cycles" | "words") =>
  count(0, 65_534)
    .optional()
    .meta({
      title: "Save at its entry",
      unit,
      description:
        "Interrupt lines: what the entry of this thread saves, for a core that keeps registers for it. Without it: the amount of the machine.",
      examples: [8],
    });
const restoreAmount = (unit: "cycles" | "words") =>
  count(0, 65_534)
    .optional()
    .meta({
      title: "Restore of that",
      unit,
      description:
        "Interrupt lines: what restores the registers that the entry of this thread has saved. Without it: the amount of the machine.",
      examples: [8],
    });

const threadSchema = z
  .strictObject({
    name,
    layer: z
      .enum(THREAD_LAYERS)
      .meta({ title: "Layer", description: "The layer to which its cycles are accounted." }),
    priority: count(0, 255).meta({
      title: "Priority",
      description: "A lower number is more urgent.",
      examples: [5],
    }),
    core: count(0, SIM_CORE_LIMIT - 1)
      .default(0)
      .meta({ title: "Core", description: "The core it runs on, from 0." }),
    context: z
      .union([z.literal("any"), count(0, SIM_CORE_CONTEXT_LIMIT - 1)])
      .default(0)
      .meta({
        title: "Context",
        description:
          "The hardware context on which it runs, counted from 0 on its core. any: the machine chooses the freest context at each start of the thread, or once at the beginning for a permanent thread.",
      }),
    interruptsEnabled: z.boolean().default(true).meta({
      title: "Interrupts enabled",
      description: "Whether interrupts are on while it runs. Off: nothing preempts it.",
    }),
    machineMode: z.boolean().default(false).meta({
      title: "Machine mode",
      description:
        "The thread is a hart: its program takes traps itself (mtvec, mepc, mcause), reads and writes control and status registers, and never ends. The thread is permanent, has a context of its own, and its one step executes a program.",
    }),
    budget: count(0, 65_535).default(0).meta({
      title: "Budget",
      unit: "packets",
      description:
        "Number of packets that one activation may take before budget-left is false; 0 = no limit.",
    }),
    budgetCycles: count(0, 0xffff_ffff).default(0).meta({
      title: "Time budget",
      unit: "cycles",
      description:
        "budget-left is also false once this many cycles have passed since the activation of the thread; 0 = no limit.",
    }),
    timeSliceCycles: count(1, 0xffff_ffff).optional().meta({
      title: "Time slice",
      unit: "cycles",
      description:
        "round-robin: how long this thread may run while others of its priority are ready. Without it: the scheduler's time slice.",
    }),
    saveCycles: saveAmount("cycles"),
    restoreCycles: restoreAmount("cycles"),
    saveWords: saveAmount("words"),
    restoreWords: restoreAmount("words"),
    deadlineNanoseconds: deadlineField.meta({
      title: "Deadline",
      unit: "ns",
      description:
        "A goal; the page counts and lists misses. Time from when it could start (its line, its raise, or the end of its wait) to its end or its next wait. 0 = no deadline.",
    }),
    start: startSchema.meta({ title: "Started by", description: "What makes the thread run." }),
    steps: z.array(stepSchema).min(1).max(SIM_STEP_LIMIT).meta({ title: "Steps" }),
  })
  .meta({ title: "Thread" });

export const softwareSchema = z
  .strictObject({
    queues: z.array(queueSchema).max(SIM_QUEUE_LIMIT).default([]).meta({ title: "Queues" }),
    routines: z.array(routineSchema).max(SIM_ROUTINE_LIMIT).default([]).meta({ title: "Routines" }),
    locks: z.array(lockSchema).max(SIM_LOCK_LIMIT).default([]).meta({ title: "Locks" }),
    programs: programsSchema,
    scheduler: schedulerSchema,
    threads: z.array(threadSchema).max(SIM_THREAD_LIMIT).default([]).meta({ title: "Threads" }),
  })
  .prefault({})
  .meta({ title: "Software" });

export type Software = z.output<typeof softwareSchema>;
export type Routine = z.output<typeof routineSchema>;
export type Thread = z.output<typeof threadSchema>;

/** The parts that decide where a thread runs and what it shares with others: a scenario without its traffic. */
export interface System {
  readonly machine: Machine;
  readonly software: Software;
}
