/** Phases of a hart's trap (docs/model.md, M-206, M-208), and the state of its interrupt controllers. */
import { causeOf, type TrapCause } from "../../../../lib/events/traps.ts";
import { sourcesOf } from "../../../../lib/programs/plicSources.ts";
import { contextsOf } from "../../../../scenarios/software/contexts.ts";
import type { HartRegisters, MachineView, TrapView } from "../../../engine/protocol.ts";
import { t, tCount } from "../../../text/t.ts";
import { formatInteger } from "../../../ui/format.ts";
import type { EntryRow, EntryRowState } from "../entry.ts";
import type { MachineInfo } from "../machineInfo.ts";

interface HartInfo {
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

const hartAt = (view: MachineView, { thread }: HartInfo): HartRegisters | undefined =>
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

/** True until its handler is fetched. A handler that was preempted before does not count. */
function isUnderWay(view: MachineView, hart: HartInfo, trap: TrapView): boolean {
  if (trap.handlerCycle !== undefined) return false;
  const frame = view.frames.find(({ thread }) => thread === hart.thread);
  return frame?.runState === "entering" || frame?.runState === "running";
}

/** The hart whose traps are shown: one that is taking a trap. If there is none, the one shown last, otherwise one that
 * has taken a trap. */
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
  const isNext = phase === "pending"; // The values of the last trap no longer count.
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

/** Time from the cycle of the trap to the fetch of its handler. */
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

// ---- state of the PLIC and of the CLINT for a hart ----

interface SourceRow {
  readonly line: number;
  readonly name: string;
  readonly source: number;
  readonly state: "pending" | "claimed" | "off" | "clear";
  readonly text: string;
  /** Priority set by the program. 0 never interrupts. */
  readonly priority: number;
  /** False if only mline binds it. */
  readonly isOfPlic: boolean;
  /** Names of harts to which mline binds the line. */
  readonly bound: readonly string[];
}

/** Lines that start no thread: the sources of the PLIC. */
function plicLines({ lines }: MachineInfo): readonly number[] {
  return lines.flatMap(({ contexts }, line) => (contexts.length === 0 ? [line] : []));
}

export function sourceRows(
  view: MachineView,
  facts: MachineInfo,
  harts: readonly HartInfo[],
): readonly SourceRow[] {
  const registers = harts.flatMap((hart) => {
    const of = hartAt(view, hart);
    return of === undefined ? [] : [{ name: hart.name, of }];
  });
  const plic = registers[0]?.of.plic;
  return plicLines(facts).map((line): SourceRow => {
    const source = line + 1;
    const has = (bits: bigint | undefined) => ((bits ?? 0n) >> BigInt(source)) % 2n === 1n;
    const bound = registers.filter(({ of }) => ((of.mline >>> line) & 1) === 1).map(({ name }) => name);
    const isEnabled = registers.some(({ of }) => has(of.plic.enabled));
    const isUp = view.lines[line]?.pending === true;
    const isOfPlic = isEnabled || bound.length === 0;
    const isPending = (isOfPlic && has(plic?.pending)) || (bound.length > 0 && isUp);
    const state = has(plic?.claimed)
      ? "claimed"
      : isPending
        ? "pending"
        : isEnabled || bound.length > 0
          ? "clear"
          : "off";
    return {
      line,
      name: facts.lines[line]?.name ?? "",
      source,
      state,
      text:
        state === "claimed"
          ? has(plic?.pending)
            ? t("claimed, pending")
            : t("claimed")
          : state === "pending"
            ? t(isEnabled || bound.length > 0 ? "pending" : "pending, not enabled")
            : t(state === "off" ? "not enabled" : "clear"),
      priority: plic?.priorities[source] ?? 0,
      isOfPlic,
      bound,
    };
  });
}

interface TargetRow {
  readonly name: string;
  readonly enables: string;
  readonly threshold: number;
}

export function targetRows(view: MachineView, harts: readonly HartInfo[]): readonly TargetRow[] {
  return harts.flatMap((hart) => {
    const plic = hartAt(view, hart)?.plic;
    if (plic === undefined) return [];
    const enables = sourcesOf(plic.enabled).join(" ");
    return [{ name: hart.name, enables: enables === "" ? "\u2013" : enables, threshold: plic.threshold }];
  });
}

interface TimerRow {
  readonly thread: number;
  readonly name: string;
  readonly mtimecmp: string;
  readonly text: string;
  readonly isDue: boolean;
  readonly msip: boolean;
}

/** Initial value of the compare register: all ones. */
const NEVER = (1n << 64n) - 1n;

export function timerRows(view: MachineView, harts: readonly HartInfo[]): readonly TimerRow[] {
  return harts.flatMap((hart): readonly TimerRow[] => {
    const of = hartAt(view, hart);
    if (of === undefined) return [];
    const { thread, name } = hart;
    const msip = ((of.mip >>> 3) & 1) === 1;
    if (of.mtimecmp === NEVER)
      return [{ thread, name, mtimecmp: "\u2013", text: t("timer not set"), isDue: false, msip }];
    const left = of.mtimecmp - of.mtime;
    return [
      {
        thread,
        name,
        mtimecmp: formatInteger(Number(of.mtimecmp)),
        text:
          left > 0n
            ? t("due in {cycles}", { cycles: Number(left) })
            : t("due since {cycles}", { cycles: Number(-left) }),
        isDue: left <= 0n,
        msip,
      },
    ];
  });
}

export const timeOf = (view: MachineView, harts: readonly HartInfo[]): bigint | undefined =>
  harts.map((hart) => hartAt(view, hart)?.mtime).find((one) => one !== undefined);
