/** What a hart does for a trap: the steps that there are, which one is lit, how long each took (docs/model.md, M-206, M-208). */
import { causeOf, type TrapCause } from "../../../../lib/events/traps.ts";
import { contextsOf } from "../../../../scenarios/software/contexts.ts";
import type { HartRegisters, MachineView, TrapView } from "../../../engine/protocol.ts";
import { t, tCount } from "../../../text/t.ts";
import { formatInteger } from "../../../ui/format.ts";
import type { EntryRow, EntryRowState } from "../entry.ts";
import type { MachineInfo } from "../machineInfo.ts";

export interface HartInfo {
  readonly thread: number;
  readonly name: string;
  readonly context: number;
}

export function hartsOf({ described }: MachineInfo): readonly HartInfo[] {
  return described.software.threads.flatMap((of, thread) => {
    const context = of.machineMode ? contextsOf(described, of)[0] : undefined;
    return context === undefined ? [] : [{ thread, name: of.name, context }];
  });
}

export const hartAt = (view: MachineView, { thread }: HartInfo): HartRegisters | undefined =>
  view.programs?.threads[thread]?.hart;

type Phase = "pending" | "recognised" | "drain" | "fetch";

/** Undefined: the hart neither has an interrupt to take nor takes one in this cycle. */
export function phaseOf(view: MachineView, hart: HartInfo): Phase | undefined {
  const trap = view.traps?.[hart.thread];
  const registers = hartAt(view, hart);
  if (trap !== undefined && trap.cycle + 1 === view.cycle) return "recognised";
  if (trap !== undefined && isUnderWay(view, hart, trap)) return "drain";
  if (trap?.handlerCycle !== undefined && trap.handlerCycle + 1 === view.cycle) return "fetch";
  const isPending =
    registers !== undefined && registers.stopped === 0 && (registers.mip & registers.mie) !== 0;
  return isPending ? "pending" : undefined;
}

/** Its handler is not fetched yet; one that was preempted before is not waited for. */
function isUnderWay(view: MachineView, hart: HartInfo, trap: TrapView): boolean {
  if (trap.handlerCycle !== undefined) return false;
  const frame = view.frames.find(({ thread }) => thread === hart.thread);
  return frame?.runState === "entering" || frame?.runState === "running";
}

/** The hart whose traps are shown: the one that takes one, else the one shown before, else one that has taken one. */
export function shownHart(view: MachineView, harts: readonly HartInfo[], before: number): number {
  const takes = (index: number) => {
    const hart = harts[index];
    const phase = hart && phaseOf(view, hart);
    return phase !== undefined && phase !== "pending";
  };
  if (takes(before)) return before;
  const now = harts.findIndex((_, index) => takes(index));
  if (now >= 0) return now;
  const has = (index: number) => view.traps?.[harts[index]?.thread ?? -1] !== undefined;
  if (has(before)) return before;
  return Math.max(
    0,
    harts.findIndex((_, index) => has(index)),
  );
}

interface TrapSteps {
  readonly rows: readonly EntryRow[];
  readonly underWay: boolean;
  readonly trap: TrapView | undefined;
}

const NONE = "\u2013";

export function trapSteps(view: MachineView, hart: HartInfo): TrapSteps {
  const trap = view.traps?.[hart.thread];
  const registers = hartAt(view, hart);
  const phase = phaseOf(view, hart);
  const isNext = phase === "pending"; // what stands in the last trap is over
  const shown = isNext ? undefined : trap;
  const isException = shown !== undefined && causeOf(shown.mcause).kind === "exception";
  const handler = shown?.handler ?? ((registers?.mtvec ?? 0) & ~3) >>> 0;
  const drained = shown?.handlerCycle === undefined ? undefined : shown.handlerCycle - shown.cycle - 1;
  const order: readonly Phase[] = ["pending", "recognised", "drain", "fetch"];
  const lit = phase === undefined ? -1 : order.indexOf(phase);
  const state = (step: Phase): EntryRowState => {
    if (step === "pending" && isException) return "left-out";
    if (lit >= 0) return order[lit] === step ? "current" : order.indexOf(step) < lit ? "done" : "todo";
    return trap === undefined ? "todo" : "done";
  };
  const soFar = shown === undefined ? undefined : view.cycle - 1 - shown.cycle;
  const rows: readonly EntryRow[] = [
    {
      key: "pending",
      label: t("pending|trap"),
      state: state("pending"),
      cyclesText: shown?.pendingCycles === undefined ? NONE : formatInteger(shown.pendingCycles),
    },
    {
      key: "recognised",
      label: isException ? t("exception taken") : t("recognised"),
      state: state("recognised"),
      cyclesText: shown === undefined ? NONE : t("at {cycle}", { cycle: shown.cycle }),
    },
    {
      key: "drain",
      label: isException ? t("resolve, flush") : t("drain"),
      state: state("drain"),
      cyclesText:
        drained !== undefined ? formatInteger(drained) : phase === "drain" ? formatInteger(soFar ?? 0) : NONE,
    },
    {
      key: "fetch",
      label: t("fetch at mtvec"),
      note: t("handler at {address}", { address: `0x${handler.toString(16)}` }),
      state: state("fetch"),
      cyclesText: shown?.handlerCycle === undefined ? NONE : t("at {cycle}", { cycle: shown.handlerCycle }),
    },
  ];
  return { rows, underWay: phase !== undefined, trap };
}

/** How long from the cycle in which it was taken to that in which its handler is fetched. */
export function toHandlerText({ cycle, handlerCycle }: TrapView): string {
  if (handlerCycle === undefined) return t("handler not fetched yet");
  const cycles = handlerCycle - cycle;
  return tCount(cycles, "handler after {count} cycle", "handler after {count} cycles");
}

export function causeText(cause: TrapCause, facts: MachineInfo): string {
  switch (cause.kind) {
    case "timer":
      return t("timer interrupt");
    case "software":
      return t("software interrupt");
    case "external":
      return t("external interrupt");
    case "line":
      return facts.lines[cause.line]?.name ?? t("line {line}|interrupt", { line: cause.line });
    case "exception":
      return t("exception, mcause {code}", { code: cause.code });
  }
}
