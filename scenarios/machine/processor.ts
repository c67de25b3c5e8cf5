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
  error: "must be the name of a stage: a capital letter, then at most 4 capital letters or digits",
});

const STANDARD_STAGES = ["IF", "ID", "EX", "MEM", "WB"] as const;

const pipelineSchema = z
  .strictObject({
    stages: z
      .array(stageName)
      .min(2)
      .max(SIM_STAGE_LIMIT)
      .default([...STANDARD_STAGES])
      .meta({
        title: "Stages",
        description:
          "From fetch to the last one; the stage before EX issues. Short pipelines: IF EX, IF ID EX (Cortex-M3), IF ID EX WB. Their memory access is in EX.",
      }),
    executeStage: stageName.default("EX").meta({
      title: "Execution",
      description: "The stage that needs an instruction's operands.",
    }),
    accessStage: stageName.default("MEM").meta({
      title: "Memory access",
      description:
        "The stage in which loads and stores access memory: EX, or a stage after it that is not the last.",
    }),
    branchResolveStage: stageName.default("EX").meta({
      title: "Branch resolved in",
      description:
        "The core fetches a branch's target when the branch leaves this stage. With IF ID EX MEM WB, a taken branch costs one cycle in ID, two in EX, three in MEM.",
    }),
    branchTargetStage: stageName.optional().meta({
      examples: ["ID"],
      title: "Target known in",
      description:
        "The core fetches the target of a branch predicted taken when the branch leaves this stage, unless the target table already has it. Default: the second stage, with two stages the first.",
    }),
    branchOperands: z.enum(sim_branch_operands_names).default("registers").meta({
      title: "Branch compares",
      description:
        "registers: a branch resolved in the issuing stage (ID) waits one cycle longer for its registers than an instruction in EX. condition-codes (SPARC): it does not.",
    }),
    forwarding: z.enum(sim_forwarding_names).default("full").meta({
      title: "Forwarding",
      description:
        "full: a result goes straight to where it is needed. none: instructions read it from the registers, in the cycle of its write-back at the earliest.",
    }),
    storeForwarding: z.boolean().default(false).meta({
      title: "Forwarding of stored values",
      description: "A store needs its value only at the memory access, not in EX.",
    }),
    loadUseCycles: count(0, 255).default(1).meta({
      title: "Load-use delay",
      unit: "cycles",
      description: "Number of bubbles when the next instruction needs the result of a load.",
    }),
    multiplyCycles: count(1, 255).default(1).meta({
      title: "Multiply",
      unit: "cycles",
      description: "Cycles a multiplication stays in EX.",
    }),
    divideCycles: count(1, 255).optional().meta({
      title: "Divide",
      unit: "cycles",
      description: "Cycles a division of a program stays in EX. Default: the same as a multiplication.",
    }),
    storeExecuteCycles: count(1, 255).default(1).meta({
      title: "Store in EX",
      unit: "cycles",
      description: "Cycles a store stays in EX (LEON2: 2).",
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
        "Cycles that a branch waits if it comes right after the instruction whose result it reads (LEON2 icchold: 1).",
    }),
    memoryCycles: cycles16(1).default(1).meta({
      title: "Memory access",
      unit: "cycles",
      description: "Cycles that the access of a load or store takes; it needs the bus in those cycles.",
    }),
  })
  .prefault({})
  .meta({ title: "Pipeline", description: "In order, one instruction per cycle (smt: several)." });

export const coreSchema = z
  .strictObject({
    policy: z
      .enum(sim_policy_names)
      .default("single")
      .meta({
        title: "Context selection",
        words: {
          single: "one context, saved by software",
          "on-event": "switches at interrupts",
          "round-robin": "in turns",
          "fixed-priority": "by priority",
          "weighted-round-robin": "by weight",
          smt: "several at once",
        },
        description:
          "single: one context, which interrupts save and restore in software. on-event: an interrupt, a soft interrupt or a return switches the context pointer. The other policies choose in each cycle which of the contexts that are not stalled issues: round-robin takes turns, fixed-priority goes by priority, weighted-round-robin by weight within groups, and smt lets several issue in one cycle.",
      }),
    cores: count(1, SIM_CORE_LIMIT)
      .default(1)
      .meta({
        title: "Cores",
        description: `All alike; together they have at most ${SIM_CONTEXT_LIMIT} contexts.`,
      }),
    contexts: count(1, SIM_CORE_CONTEXT_LIMIT).default(1).meta({
      title: "Hardware contexts",
      description:
        "Number of register contexts per core. A context is a PC, a status register and general registers in hardware.",
    }),
    switchBlockedCycles: count(0, 255).default(0).meta({
      title: "Switch from a blocked context",
      unit: "cycles",
      description: "Cycles lost when the core switches away from a blocked context.",
    }),
    switchBlockedBy: z.enum(["wait", "miss"]).default("wait").meta({
      title: "What blocks a context",
      description:
        "wait: a context that waits for any operand is blocked, and a switch away from it costs the cycles if it issued last. miss: only a cache miss blocks it, and each miss costs the cycles once.",
    }),
    issueWidth: count(1, SIM_ISSUE_LIMIT).default(1).meta({
      title: "Issue width",
      unit: "instructions",
      description: "smt: number of instructions issued per cycle, at most one per context.",
    }),
    contextPriorities: z.array(count(0, 255)).max(SIM_CONTEXT_LIMIT).default([]).meta({
      title: "Context priorities",
      description:
        "One priority per context, core after core; a lower number is more urgent. Only fixed-priority chooses by them. Default: the highest priority of its threads.",
    }),
    contextWeights: z.array(count(1, 255)).max(SIM_CONTEXT_LIMIT).default([]).meta({
      title: "Context weights",
      description: "weighted-round-robin: how often a context issues in one round of its group. Default: 1.",
    }),
    contextGroups: z.array(count(0, 255)).max(SIM_CONTEXT_LIMIT).default([]).meta({
      title: "Context groups",
      description:
        "weighted-round-robin: a group issues only in cycles in which no group with a lower number can. Default: 0.",
    }),
    pipeline: pipelineSchema,
    predictor: predictorSchema,
  })
  .prefault({})
  .meta({ title: "Core" });
