/** The `core` part of a machine: contexts, the policy that chooses among them, and the pipeline. */
import { z } from "zod";
import {
  SIM_CONTEXT_LIMIT,
  SIM_CORE_CONTEXT_LIMIT,
  SIM_CORE_LIMIT,
  SIM_ISSUE_LIMIT,
  SIM_STAGE_LIMIT,
  sim_branch_operands_names,
  sim_forwarding_names,
  sim_policy_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { count } from "../base/field.ts";
import { predictorSchema } from "./memory.ts";

const cycles16 = (minimum: number) => count(minimum, 65_535);

const stageName = z.string().regex(/^[A-Z][A-Z0-9]{0,4}$/, {
  error: "is not the name of a stage: 1 to 5 capital letters or digits",
});

const STANDARD_STAGES = ["IF", "ID", "EX", "MEM", "WB"] as const;

const pipelineSchema = z
  .strictObject({
    stages: z
      .array(stageName)
      .min(5)
      .max(SIM_STAGE_LIMIT)
      .default([...STANDARD_STAGES])
      .meta({ title: "Stages", description: "From fetch to write-back; the one before EX issues." }),
    executeStage: stageName.default("EX").meta({
      title: "Execution",
      description: "The stage in which an instruction needs its operands.",
    }),
    accessStage: stageName.default("MEM").meta({
      title: "Memory access",
      description: "The stage in which loads and stores access memory.",
    }),
    branchResolveStage: stageName.default("EX").meta({
      title: "Branch resolved in",
      description:
        "When a branch leaves this stage its target is fetched: of IF ID EX MEM WB a taken one costs one cycle in ID, two in EX, three in MEM.",
    }),
    branchTargetStage: stageName.optional().meta({
      examples: ["ID"],
      title: "Target known in",
      description:
        "When a branch predicted taken leaves this stage its target is fetched, unless the table of targets has it; left out: the second stage.",
    }),
    branchOperands: z.enum(sim_branch_operands_names).default("registers").meta({
      title: "Branch compares",
      description:
        "Resolved in the stage that issues (ID), a branch that compares registers waits a cycle longer for them than an instruction in EX; condition-codes (SPARC): it does not.",
    }),
    forwarding: z.enum(sim_forwarding_names).default("full").meta({
      title: "Forwarding",
      description:
        "full: a result goes to where it is needed. none: it is read from the registers, in the cycle of its write-back at the earliest.",
    }),
    storeForwarding: z.boolean().default(false).meta({
      title: "Forwarding of stored values",
      description: "A store needs the value that it stores in the memory access only, not in EX.",
    }),
    loadUseCycles: count(0, 255).default(1).meta({
      title: "Load-use delay",
      unit: "cycles",
      description: "Bubbles when the next instruction needs the result of a load.",
    }),
    multiplyCycles: count(1, 255).default(1).meta({
      title: "Multiply",
      unit: "cycles",
      description: "Cycles a multiplication stays in EX.",
    }),
    divideCycles: count(1, 255).optional().meta({
      title: "Divide",
      unit: "cycles",
      description: "Cycles a division of a program stays in EX; left out: as a multiplication.",
    }),
    storeExecuteCycles: count(1, 255).default(1).meta({
      title: "Store in EX",
      unit: "cycles",
      description: "Cycles a store stays in EX before its access (LEON2: 2).",
    }),
    jumpExecuteCycles: count(1, 255).default(1).meta({
      title: "Jump in EX",
      unit: "cycles",
      description: "Cycles a jump stays in EX (LEON2: 2).",
    }),
    compareBranchCycles: count(0, 1).default(0).meta({
      title: "Compare, then branch",
      unit: "cycles",
      description:
        "A branch right behind the instruction whose result it reads waits so long (LEON2 icchold: 1).",
    }),
    memoryCycles: cycles16(1).default(1).meta({
      title: "Memory access",
      unit: "cycles",
      description: "Cycles a load or store stays in MEM; it needs the bus in those cycles.",
    }),
  })
  .prefault({})
  .meta({ title: "Pipeline", description: "In order, one instruction a cycle (smt: several)." });

export const coreSchema = z
  .strictObject({
    policy: z.enum(sim_policy_names).default("single").meta({
      title: "Context selection",
      description:
        "single: one context, interrupts save and restore it in software. on-event: an interrupt, soft interrupt or return switches the context pointer. The others choose in each cycle who issues, among contexts that are not stalled: in turns, by priority, by weight within groups; smt: several in one cycle.",
    }),
    cores: count(1, SIM_CORE_LIMIT)
      .default(1)
      .meta({
        title: "Cores",
        description: `All alike; together they have at most ${SIM_CONTEXT_LIMIT} contexts.`,
      }),
    contexts: count(1, SIM_CORE_CONTEXT_LIMIT).default(1).meta({
      title: "Hardware contexts",
      description: "Register contexts of each core: PC, status and registers in hardware.",
    }),
    switchBlockedCycles: count(0, 255).default(0).meta({
      title: "Switch from a blocked context",
      unit: "cycles",
      description:
        "In which nothing issues when contexts take turns and the one that issued last waits for an operand while another could issue.",
    }),
    issueWidth: count(1, SIM_ISSUE_LIMIT).default(1).meta({
      title: "Issue width",
      unit: "instructions",
      description: "smt: instructions issued in a cycle, at most one of each context.",
    }),
    contextPriorities: z.array(count(0, 255)).max(SIM_CONTEXT_LIMIT).default([]).meta({
      title: "Context priorities",
      description:
        "By context, core after core; small = high. fixed-priority chooses by them, else they are only shown. Left out: the highest priority of its threads.",
    }),
    contextWeights: z.array(count(1, 255)).max(SIM_CONTEXT_LIMIT).default([]).meta({
      title: "Context weights",
      description: "weighted-round-robin: issues of a context in a round of its group; left out: 1.",
    }),
    contextGroups: z.array(count(0, 255)).max(SIM_CONTEXT_LIMIT).default([]).meta({
      title: "Context groups",
      description:
        "weighted-round-robin: a group issues only in cycles in which no lower one can; left out: 0.",
    }),
    pipeline: pipelineSchema,
    predictor: predictorSchema,
  })
  .prefault({})
  .meta({ title: "Core" });
