/** The table of the interrupt controller: lines of devices, then the soft interrupts that threads raise. */

import type { SimTrigger } from "../../../core-wasm/binding/layout.gen.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { contextNameInCore, coreName, coreOf } from "../../ui/contextName.ts";
import { LAYER_TEXT } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";

/** A longer table is folded. */
const LINE_ROW_LIMIT = 6;

export interface LineRow {
  readonly key: string;
  readonly name: string;
  /** Raised by a thread, not by a device. */
  readonly soft: boolean;
  readonly state: "pending" | "masked" | "clear";
  /** `text` gives the rate of the line, and the state is an earlier one. */
  readonly isRate?: boolean;
  /** True even if the line is masked. */
  readonly pending: boolean;
  readonly text: string;
  readonly priority: number;
  /** Undefined if the line belongs to no device. */
  readonly trigger: SimTrigger | undefined;
  /** Place of the thread that answers: "core 2", "C2", or "any" on a machine with one core. Undefined if there is only
   * one place. */
  readonly target: string | undefined;
  /** With several cores, also the context on that core if not every context is allowed. */
  readonly targetContext: string | undefined;
}

export function lineRows(view: MachineView, facts: MachineInfo): readonly LineRow[] {
  const lines = facts.lines.map((line, index): LineRow => {
    const pending = view.lines[index]?.pending ?? false;
    const masked = view.lines[index]?.masked ?? false;
    return {
      key: `line${index}`,
      name: line.name,
      soft: false,
      state: masked ? "masked" : pending ? "pending" : "clear",
      pending,
      text: t(masked && pending ? "pending, masked" : masked ? "masked" : pending ? "pending" : "clear"),
      priority: line.priority,
      trigger: line.trigger,
      ...targetOf(line.contexts, facts),
    };
  });
  const soft = facts.threads.flatMap((thread, index): readonly LineRow[] => {
    if (thread.start !== "soft") return [];
    const pending = view.softPending[index] ?? 0;
    return [
      {
        key: `soft${index}`,
        name: thread.name === "" ? LAYER_TEXT[thread.layer] : thread.name,
        soft: true,
        state: pending > 0 ? "pending" : "clear",
        pending: pending > 0,
        text: pending > 1 ? t("{pending} pending", { pending }) : t(pending === 1 ? "pending" : "clear"),
        priority: thread.priority,
        trigger: undefined,
        ...targetOf(thread.contexts, facts),
      },
    ];
  });
  return [...lines, ...soft];
}

function targetOf(
  [context, ...more]: readonly number[],
  { cores }: MachineInfo,
): Pick<LineRow, "target" | "targetContext"> {
  const nowhere = { target: undefined, targetContext: undefined };
  if (context === undefined || cores.cores * cores.contexts === 1) return nowhere;
  const isAny = more.length > 0;
  const local = isAny ? t("any") : contextNameInCore(context, cores);
  if (cores.cores === 1) return { ...nowhere, target: local };
  const isPlain = isAny || cores.contexts === 1;
  return { target: coreName(coreOf(context, cores)), targetContext: isPlain ? undefined : local };
}

interface FoldedLines {
  readonly shown: readonly LineRow[];
  readonly folded: readonly LineRow[];
}

/** Never folds a single line. */
export function foldLines(rows: readonly LineRow[]): FoldedLines {
  if (rows.length <= LINE_ROW_LIMIT) return { shown: rows, folded: [] };
  return { shown: rows.slice(0, LINE_ROW_LIMIT - 1), folded: rows.slice(LINE_ROW_LIMIT - 1) };
}

export function pendingCount(rows: readonly LineRow[]): number {
  return rows.filter(({ pending }) => pending).length;
}
