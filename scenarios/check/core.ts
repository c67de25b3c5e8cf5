/** Checks of a core that the schema cannot express. */
import { SIM_CONTEXT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { BACK_STAGE_LIMIT, FRONT_STAGE_LIMIT } from "../base/limits.ts";
import type { Machine } from "../format/schema.ts";
import { contextTotal } from "../software/contexts.ts";

type Fail = (field: string, message: string) => void;

export function checkCore(machine: Machine, fail: Fail): void {
  const { core } = machine;
  const total = contextTotal(machine);
  if (core.policy === "single" && core.contexts > 1) {
    fail("machine.core.contexts", 'must be 1 with policy "single" (Context selection)');
  }
  if (total > SIM_CONTEXT_LIMIT) {
    fail("machine.core.cores", `have ${total} contexts in total, but the limit is ${SIM_CONTEXT_LIMIT}`);
  }
  if (core.policy !== "smt" && core.issueWidth > 1) {
    fail("machine.core.issueWidth", 'above 1 needs policy "smt" (Context selection)');
  }
  for (const field of ["contextPriorities", "contextWeights", "contextGroups"] as const) {
    if (core[field].length > total) {
      fail(
        `machine.core.${field}`,
        `has ${core[field].length} entries, more than there are contexts (${total})`,
      );
    }
  }
  checkEntry(machine, fail);
  checkStages(core.pipeline, fail);
  checkPipeline(machine, fail);
}

function checkEntry({ core, interrupts, memory }: Machine, fail: Fail): void {
  const { saveRestore, abandons } = interrupts;
  const isShared = core.policy !== "single" && core.policy !== "on-event";
  for (const overlap of ["overlapsEntry", "overlapsFetch"] as const)
    if (isShared && saveRestore.kind === "cycles" && saveRestore[overlap]) {
      const reason = 'needs policy "single" or "on-event": with the others a save issues instructions';
      fail(`machine.interrupts.saveRestore.${overlap}`, reason);
    }
  const field = "machine.interrupts.abandons";
  if (abandons && isShared)
    fail(field, 'needs policy "single" or "on-event": with the others contexts share the stages');
  if (abandons && memory.nonBlocking) fail(field, "needs misses that block (machine.memory.nonBlocking)");
  if (abandons && memory.tlb !== undefined && memory.tlb.refillInstructions > 0)
    fail(field, "needs a TLB that hardware refills (machine.memory.tlb.refillInstructions)");
}

/** What needs other stages than there may be. */
function checkPipeline({ core: { pipeline }, memory }: Machine, fail: Fail): void {
  const software = memory.tlb !== undefined && memory.tlb.refillInstructions > 0;
  if (software && pipeline.stages.indexOf(pipeline.executeStage) === 1)
    fail(
      "machine.memory.tlb.refillInstructions",
      "needs a stage between fetch and execution (machine.core.pipeline.stages)",
    );
  if (pipeline.forwarding === "full") return;
  if (pipeline.storeForwarding) fail("machine.core.pipeline.storeForwarding", 'needs forwarding "full"');
  if (memory.nonBlocking) fail("machine.memory.nonBlocking", 'needs forwarding "full"');
}

function checkStages({ stages, ...of }: Machine["core"]["pipeline"], fail: Fail): void {
  const place = "machine.core.pipeline";
  const indexOf = (field: "executeStage" | "accessStage" | "branchResolveStage" | "branchTargetStage") => {
    const index = stages.indexOf(of[field] ?? "");
    if (index < 0) fail(`${place}.${field}`, `${JSON.stringify(of[field])} is not one of the stages`);
    return index;
  };
  const twice = stages.find((name, index) => stages.indexOf(name) !== index);
  if (twice !== undefined) fail(`${place}.stages`, `name ${JSON.stringify(twice)} twice`);
  const execute = indexOf("executeStage");
  const access = indexOf("accessStage");
  const resolve = indexOf("branchResolveStage");
  const target = of.branchTargetStage === undefined ? 0 : indexOf("branchTargetStage");
  if (execute < 0 || access < 0 || resolve < 0 || target < 0) return;
  if (execute < 1 || execute > FRONT_STAGE_LIMIT) {
    fail(`${place}.executeStage`, `needs 1 to ${FRONT_STAGE_LIMIT} stages before it`);
  } else if (stages.length - execute > BACK_STAGE_LIMIT) {
    fail(`${place}.stages`, `have more than ${BACK_STAGE_LIMIT} stages from the execution on`);
  } else if (access !== execute && (access < execute || access + 1 >= stages.length)) {
    fail(`${place}.accessStage`, "must be the execution, or a stage after it that is not the last");
  } else if (resolve === 0) {
    fail(`${place}.branchResolveStage`, "must not be the stage that fetches");
  } else if (resolve < execute - 1 || resolve > access) {
    fail(`${place}.branchResolveStage`, "must be the stage that issues, or one from there to the access");
  } else if (target >= execute) {
    fail(`${place}.branchTargetStage`, "must be before the execution");
  }
}
