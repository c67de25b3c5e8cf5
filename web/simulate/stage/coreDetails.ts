/** What a core is made of and how its work is scheduled. */

import type { Machine, Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { contextName } from "../../ui/contextName.ts";
import { formatInteger } from "../../ui/format.ts";
import { memoryDetails } from "./cacheDetails.ts";
import { cyclesText, type Detail, type DetailGroup, detailsOf, groupsOf, listed } from "./detailRows.ts";

/** `cycle`: for when the scheduler looks at its clock next. */
export function coreDetails({ machine, software }: Scenario, cycle: number): readonly DetailGroup[] {
  const { core, interrupts } = machine;
  return groupsOf([
    ["pipeline", pipelineDetails(core)],
    ["branches", branchDetails(core)],
    ["contexts", contextDetails(core)],
    ["caches and TLB", memoryDetails(machine)],
    ["interrupts", interruptDetails(interrupts, software)],
    ["scheduler", schedulerDetails(software.scheduler, cycle)],
  ]);
}

function pipelineDetails({ policy, issueWidth, pipeline }: Machine["core"]): readonly Detail[] {
  const { multiplyCycles, divideCycles = multiplyCycles, storeExecuteCycles, jumpExecuteCycles } = pipeline;
  return detailsOf([
    ["issues", policy === "smt" ? t("{issueWidth} a cycle, one of a context", { issueWidth }) : undefined],
    ["operands in", pipeline.executeStage],
    ["accesses in", `${pipeline.accessStage}, ${cyclesText(pipeline.memoryCycles)}`],
    ["load-use", pipeline.forwarding === "none" ? undefined : cyclesText(pipeline.loadUseCycles)],
    ["forwarding", pipeline.forwarding === "none" ? t("none|forwarding") : undefined],
    [
      "stored values",
      pipeline.storeForwarding ? t("forwarded to {stage}", { stage: pipeline.accessStage }) : undefined,
    ],
    [
      "multiply",
      listed([
        cyclesText(multiplyCycles),
        divideCycles !== multiplyCycles && t("divide {divide}", { divide: cyclesText(divideCycles) }),
      ]),
    ],
    [
      "stores, jumps",
      storeExecuteCycles === 1 && jumpExecuteCycles === 1
        ? undefined
        : t("{stores} and {jumps} in {executeStage}", {
            stores: formatInteger(storeExecuteCycles),
            jumps: cyclesText(jumpExecuteCycles),
            executeStage: pipeline.executeStage,
          }),
    ],
  ]);
}

function branchDetails({ pipeline, predictor }: Machine["core"]): readonly Detail[] {
  const { branchResolveStage, compareBranchCycles } = pipeline;
  const [targets, returns] = predictor.kind === "not-taken" ? [0, 0] : [predictor.targets, predictor.returns];
  return detailsOf([
    ["resolved in", branchResolveStage],
    ["compares", pipeline.branchOperands === "registers" ? undefined : t("condition codes")],
    ["predicted", predictorText(predictor)],
    ["table of targets", targets === 0 ? undefined : t("{targets} entries", { targets })],
    ["return stack", returns === 0 ? undefined : t("{returns} addresses", { returns })],
    [
      "behind a compare",
      compareBranchCycles === 0
        ? undefined
        : t("waits {cycles}", { cycles: cyclesText(compareBranchCycles) }),
    ],
  ]);
}

function predictorText(predictor: Machine["core"]["predictor"]): string {
  if (predictor.kind === "not-taken") return t("not taken");
  if (predictor.kind === "backward-taken") return t("backward taken");
  return t("{counters} 2-bit counters", { counters: formatInteger(predictor.counters) });
}

/** Whose turns go by weights: a row a group, those of equal weight together; of cores that are alike the contexts of
 * one. */
function contextDetails({
  policy,
  cores,
  contexts,
  contextWeights,
  contextGroups,
}: Machine["core"]): readonly Detail[] {
  if (policy !== "weighted-round-robin") return [];
  const each = Array.from({ length: cores * contexts }, (_, context) => ({
    context,
    weight: contextWeights[context] ?? 1,
    group: contextGroups[context] ?? 0,
  }));
  const areAlike = each.every(({ context, weight, group }) => {
    const first = each[context % contexts];
    return weight === first?.weight && group === first.group;
  });
  const shape = areAlike ? { cores: 1, contexts } : { cores, contexts };
  const all = areAlike ? each.slice(0, contexts) : each;
  return distinct(all.map(({ group }) => group)).map((group) => {
    const members = all.filter((one) => one.group === group);
    const shares = distinct(members.map(({ weight }) => weight)).map((weight) =>
      t("{contexts}: weight {weight}", {
        contexts: members
          .flatMap((one) => (one.weight === weight ? [contextName(one.context, shape)] : []))
          .join(", "),
        weight,
      }),
    );
    return { label: t("group {group}", { group }), value: shares.join("; ") };
  });
}

function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function interruptDetails(
  { entry, saveRestore, tailChain }: Machine["interrupts"],
  { threads }: Scenario["software"],
): readonly Detail[] {
  if (threads.some(({ machineMode }) => machineMode) && threads.every(({ start }) => start.on === "always"))
    return detailsOf([["traps", t("the handler is fetched after the drain; nothing is saved")]]);
  const steps = Object.values(entry).reduce((sum, step) => sum + step, 0);
  return detailsOf([
    [
      "entry",
      t("{entry} after the drain{tailChain}", {
        entry: cyclesText(steps),
        tailChain: tailChain ? `, ${t("tail chaining")}` : "",
      }),
    ],
    [
      "save, restore",
      saveRestore.kind === "cycles"
        ? `${formatInteger(saveRestore.saveCycles)}, ${cyclesText(saveRestore.restoreCycles)}`
        : t("{saveWords}, {restoreWords} words", {
            saveWords: saveRestore.saveWords,
            restoreWords: saveRestore.restoreWords,
          }),
    ],
  ]);
}

function schedulerDetails(
  { policy, timeSliceCycles, switchCycles, tickCycles }: Scenario["software"]["scheduler"],
  cycle: number,
): readonly Detail[] {
  if (policy === "none") return [];
  return detailsOf([
    ["chooses", policy === "priority" ? t("by priority") : t("round robin")],
    ["time slice", policy === "priority" ? undefined : cyclesText(timeSliceCycles)],
    ["a switch", switchCycles === 0 ? undefined : cyclesText(switchCycles)],
    ["tick each", tickCycles === 0 ? undefined : cyclesText(tickCycles)],
    [
      "next tick",
      tickCycles === 0 ? undefined : t("in {cycles} cycles", { cycles: tickCycles - (cycle % tickCycles) }),
    ],
  ]);
}
