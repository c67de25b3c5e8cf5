/** Back and Forward go through the scenarios that were opened: each is an entry of the tab's history. */
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { Session } from "../state/session.ts";
import type { Position, ScenarioOrigin } from "../state/store.ts";
import { pageOf } from "./usePage.ts";

/** State of an entry whose link is still being opened: its address is not to be written over. */
export const OPENING = "opening";

interface Opening {
  readonly scenario: Scenario;
  readonly origin: ScenarioOrigin;
  /** Where it was looked at when another came. */
  readonly position?: Position;
}

export interface Openings {
  /** The address itself names what is opened next: its entry is there already. */
  readonly addressed: () => void;
  /** What the address named does not open. */
  readonly refused: () => void;
  /** The address has changed without a scenario: the entry is about the one that is open. */
  readonly moved: () => void;
  /** Back or Forward led to an entry with this state. */
  readonly restore: (state: unknown) => void;
}

export interface TabHistory {
  /** Of this visit: entries of earlier ones name scenarios that are gone. */
  readonly visit: number;
  readonly state: () => unknown;
  readonly push: (state: unknown) => void;
  readonly replace: (state: unknown) => void;
  /** The address shows another page of ours, which gets an entry when it is left. */
  readonly elsewhere: () => boolean;
}

export function createOpenings(session: Session, history: TabHistory): Openings {
  const openings: Opening[] = [];
  let current = -1;
  let inPlace = true;
  let restoring = false;
  const stateOf = (opening: number) => ({ visit: history.visit, opening });

  session.store.subscribe((now, before) => {
    const left = openings[current];
    const isOfLab = now.origin?.kind === "lab";
    if (now.status === "loading" && before.status !== "loading" && left !== undefined && !isOfLab)
      openings[current] = { ...left, position: session.position() };
    if (now.scenario === undefined || now.scenario === before.scenario || restoring) return;
    const { scenario, original = scenario, origin = { kind: "link" } } = now;
    // A lab shows its machines itself; who leaves it finds the one that was open before.
    if (isOfLab || scenario === left?.scenario) return;
    const opening: Opening =
      scenario === original
        ? { scenario, origin }
        : { scenario, origin: { kind: "edit", of: { scenario: original, origin } } };
    // An edit changes the opening that it was made in.
    if (now.original === before.original && left !== undefined) {
      openings[current] = opening;
      return;
    }
    current += 1;
    openings.splice(current, openings.length, opening);
    if (inPlace) history.replace(stateOf(current));
    else if (!history.elsewhere()) history.push(stateOf(current));
    inPlace = false;
  });

  function openingOf(state: unknown): number | undefined {
    if (typeof state !== "object" || state === null) return undefined;
    const { visit, opening } = state as { readonly visit?: unknown; readonly opening?: unknown };
    return visit === history.visit && typeof opening === "number" ? opening : undefined;
  }

  return {
    addressed: () => {
      inPlace = true;
      history.replace(OPENING);
    },
    refused: () => {
      if (history.state() === OPENING) history.replace(null);
    },
    moved: () => {
      if (openingOf(history.state()) === undefined) history.replace(stateOf(current));
    },
    restore: async (state) => {
      const index = openingOf(state);
      const opening = index === undefined || index === current ? undefined : openings[index];
      if (index === undefined || opening === undefined) return;
      restoring = true;
      const { scenario, origin, position } = opening;
      if (await session.actions.loadScenario(scenario, origin, position)) current = index;
      restoring = false;
    },
  };
}

export function browserHistory(): TabHistory {
  return {
    visit: performance.timeOrigin,
    state: () => window.history.state,
    push: (state) => window.history.pushState(state, "", window.location.pathname + window.location.search),
    replace: (state) => window.history.replaceState(state, ""),
    elsewhere: () => pageOf(window.location.hash) !== "simulate",
  };
}
