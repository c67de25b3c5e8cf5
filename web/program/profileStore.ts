/** The profile that was counted last, or is being counted. Outlives the panel. */
import { createStore } from "zustand/vanilla";
import type { InstructionProfile, ProfileSpan } from "../../lib/programs/profile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Session } from "../state/session.ts";

export interface ProfileState {
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

/** Keeps the counts so far. */
export function stopProfile(): void {
  underWay?.abort();
  underWay = undefined;
  profileStore.setState({ share: undefined });
}

/** Counts in a worker of its own. Another count, or another scenario, cancels it. */
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
