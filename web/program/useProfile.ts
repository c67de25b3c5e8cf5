import { useMemo } from "react";
import { useStore } from "zustand";
import { sim_cause_names } from "../../core-wasm/binding/layout.gen.ts";
import type { ProfileCounts } from "../../lib/programs/profile.ts";
import { costsByLine, mainStall, totalOf } from "../../lib/programs/profileViews.ts";
import { useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { formatFixed, formatInteger, formatPercent, quantityText } from "../ui/format.ts";
import { causeText } from "../ui/stallText.ts";
import type { LineCost } from "./codeMarks.ts";
import { type ProfileState, profileStore } from "./profileStore.ts";

/** Undefined if nothing of this scenario was counted. */
export function useProfile(): ProfileState | undefined {
  const scenario = useApp((state) => state.scenario);
  const state = useStore(profileStore);
  return state.scenario !== undefined && state.scenario === scenario ? state : undefined;
}

const NO_COSTS: readonly LineCost[] = [];

/** Costs of a routine's lines, shown beside them. `lineOf` maps an instruction to its line and must stay the same
 * function. */
export function useLineCosts(
  routine: number,
  lineOf: (pc: number) => number | undefined,
): readonly LineCost[] {
  const profile = useProfile()?.profile;
  return useMemo(() => {
    if (profile === undefined || profile.length === 0) return NO_COSTS;
    const all = totalOf(profile);
    const own = costsByLine(
      profile.filter((one) => one.routine === routine),
      lineOf,
    );
    return Array.from(own, ([line, counts]) => ({
      line,
      share: all.cycles === 0 ? 0 : counts.cycles / all.cycles,
      text: shareText(counts, all),
      title: costsText(counts),
      cpi: cpiText(counts),
    }));
  }, [profile, routine, lineOf]);
}

export const shareText = ({ cycles }: ProfileCounts, all: ProfileCounts): string =>
  quantityText(formatPercent(cycles / Math.max(1, all.cycles)));

/** Cycles per instruction. */
export const cpiText = ({ cycles, instructions }: ProfileCounts): string =>
  formatFixed(cycles / instructions, 2);

/** The cause of most of its lost cycles. "" if it lost none. */
export function stallText(counts: ProfileCounts): string {
  const stall = mainStall(counts);
  const cause = stall && sim_cause_names[stall.cause];
  return cause === undefined ? "" : `${causeText(cause)} ${formatInteger(stall?.cycles ?? 0)}`;
}

function costsText(counts: ProfileCounts): string {
  return [
    t("{cycles} cycles", { cycles: formatInteger(counts.cycles) }),
    t("{count} instructions", { count: formatInteger(counts.instructions) }),
    `CPI ${cpiText(counts)}`,
    stallText(counts),
  ]
    .filter((text) => text !== "")
    .join(" \u00b7 ");
}
