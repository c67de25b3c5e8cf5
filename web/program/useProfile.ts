import { useMemo } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { sim_cause_names } from "../../core-wasm/binding/layout.gen.ts";
import type { InstructionProfile, ProfileCounts, ProfileSpan } from "../../lib/programs/profile.ts";
import { costsByLine, mainStall, totalOf } from "../../lib/programs/profileViews.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useApp } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { formatFixed, formatInteger, formatPercent, quantityText } from "../ui/format.ts";
import { causeText } from "../ui/stallText.ts";
import type { LineCost } from "./codeMarks.ts";

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

/** The profile of the last or current count. Outlives the panel. */
interface ProfileState {
  /** The scenario that was counted. The result is not valid for another one. */
  readonly scenario: Scenario | undefined;
  /** The counted range. `to` grows while the count runs. */
  readonly span: ProfileSpan;
  readonly profile: readonly InstructionProfile[];
  /** Progress of the request. Undefined if no count is running. */
  readonly share: number | undefined;
  readonly fault: string | undefined;
}

const NONE: ProfileState = {
  scenario: undefined,
  span: { from: 0, to: 0 },
  profile: [],
  share: undefined,
  fault: undefined,
};

export const profileStore = createStore<ProfileState>()(() => NONE);

let underWay: AbortController | undefined;

/** Stops and keeps the counts so far. */
export function stopProfile(): void {
  underWay?.abort();
  underWay = undefined;
  profileStore.setState({ share: undefined });
}

/** Counts in a separate worker. Another count, or another scenario, cancels it. */
export async function startProfile(
  { countProfile, store }: Pick<Session, "countProfile" | "store">,
  scenario: Scenario,
  span: ProfileSpan,
): Promise<void> {
  stopProfile();
  if (countProfile === undefined) return;
  const controller = new AbortController();
  underWay = controller;
  const forget = store.subscribe((now) => {
    if (now.scenario !== scenario) controller.abort();
  });
  profileStore.setState({ ...NONE, scenario, span: { from: span.from, to: span.from }, share: 0 });
  const isOurs = () => underWay === controller;
  try {
    await countProfile(
      { scenario, span },
      ({ cycle, profile }) => {
        const to = Math.max(span.from, cycle);
        if (isOurs())
          profileStore.setState({ profile, span: { from: span.from, to }, share: cycle / span.to });
      },
      controller.signal,
    );
  } catch (error) {
    if (isOurs()) profileStore.setState({ fault: error instanceof Error ? error.message : String(error) });
  } finally {
    forget();
    if (isOurs()) stopProfile();
  }
}
