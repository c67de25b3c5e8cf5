/** Back and Forward go through the opened scenarios: each is an entry of the tab's history. The latest address decides
 * what opens. A lab's machine is never shown outside the labs. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { writePosition, writeScenario } from "../../state/preferences.ts";
import { baseOf } from "../../state/replaceMachine.ts";
import type { Session } from "../../state/session.ts";
import type { AppState, Position, ScenarioBase } from "../../state/store.ts";
import { namesLink, namesNothing, pageOf } from "../../state/usePage.ts";
import { type Open, openLink, openNothing, run } from "./open.ts";

/** State of an entry whose link is still being opened. Its address must not be overwritten. */
export const OPENING = "opening";

interface Opening {
  readonly scenario: Scenario;
  readonly base: ScenarioBase;
  /** The user's position when another scenario was opened. */
  readonly position?: Position;
}

interface Openings {
  /** Opens the scenario of the first address. */
  readonly begin: () => Promise<void>;
  /** Called when the address changed: to a link, or to another page with the same scenario. */
  readonly moved: () => Promise<void>;
  /** Back or Forward led to an entry with this state. */
  readonly restore: (state: unknown) => void;
}

interface TabHistory {
  /** Number of this visit. Entries of earlier visits name scenarios that no longer exist. */
  readonly visit: number;
  readonly hash: () => string;
  readonly state: () => unknown;
  readonly push: (state: unknown) => void;
  readonly replace: (state: unknown) => void;
}

export function createOpenings(
  session: Session,
  history: TabHistory,
  openFirst: (open: Open) => Promise<void>,
): Openings {
  const openings: Opening[] = [];
  let current = -1;
  /** Counts changes of the address. A scenario of an earlier address no longer opens. */
  let turn = 0;
  /** Scenarios that are being opened for an address, with the turn of the address. */
  const asked = new Map<Scenario, number>();
  let leftLab: Scenario | undefined;
  const stateOf = (opening: number) => ({ visit: history.visit, opening });

  session.store.subscribe((now, before) => {
    const left = openings[current];
    if (now.status === "loading" && before.status !== "loading" && now.scenario === left?.scenario && left)
      openings[current] = { ...left, position: session.position() };
    if (now.asked !== before.asked && now.asked?.origin.kind === "lab") keepOvertaken(before);
    if (now.status !== before.status || now.scenario !== before.scenario) settle();
  });

  /** Assigns the running scenario to an entry, unless a newer one is loading. */
  function settle(): void {
    const { status, scenario, original = scenario, origin = { kind: "link" } } = session.store.getState();
    const left = openings[current];
    if (status !== "ready" || !scenario || !original || scenario === left?.scenario) return;
    const opening = { scenario, base: { scenario: original, origin } };
    const askedIn = asked.get(scenario);
    if (origin.kind === "lab") queueMicrotask(leaveLab);
    else if (askedIn === turn) enter(opening, history.replace);
    else if (askedIn !== undefined) return;
    // An edit changes the opening in which it was made.
    else if (left?.base.scenario === original) openings[current] = opening;
    else {
      const hash = history.hash();
      // Another page of ours gets an entry when it is left.
      const isInPlace = pageOf(hash) !== "simulate" || (current < 0 && !namesLink(hash));
      enter(opening, isInPlace ? history.replace : history.push);
    }
  }

  /** A lab's machine arrived before this scenario could run. It opens when the user leaves the lab, also after a reload
   * in the lab. */
  function keepOvertaken({ status, asked, original, origin }: AppState): void {
    if (status !== "loading" || asked === undefined || asked.origin.kind === "lab") return;
    const { scenario, position } = asked;
    const left = openings[current];
    if (scenario === left?.scenario) return;
    const base = baseOf(scenario, asked.origin, { original, origin });
    const opening = { scenario, base, ...(position && { position }) };
    writeScenario(
      session.tabStorage,
      asked.origin.kind === "edit" ? { kind: "edit", of: base } : asked.origin,
      scenario,
    );
    if (left?.base.scenario === base.scenario) openings[current] = opening;
    else {
      writePosition(session.tabStorage, position);
      enter(opening, history.replace);
    }
  }

  function enter(opening: Opening, write: (state: unknown) => void): void {
    current = openings.push(opening) - 1;
    turn += 1;
    write(stateOf(current));
  }

  function opener(): Open {
    turn += 1;
    const mine = turn;
    return async (result) => {
      if (mine !== turn) return false;
      if (!result.ok) return run(session, result);
      asked.set(result.scenario, mine);
      return run(session, result).finally(() => asked.delete(result.scenario));
    };
  }

  function show(index: number): void {
    const opening = openings[index];
    if (opening === undefined) return;
    const { scenario, base, position } = opening;
    const origin = scenario === base.scenario ? base.origin : ({ kind: "edit", of: base } as const);
    void session.actions.loadScenario(scenario, origin, position);
    current = index;
  }

  /** A user who leaves the labs gets the previous scenario. Tried once for each machine, because a refusal would
   * otherwise repeat forever. */
  function leaveLab(): void {
    const { status, scenario, origin } = session.store.getState();
    if (origin?.kind !== "lab" || status !== "ready" || scenario === leftLab) return;
    if (pageOf(history.hash()) === "lab") return;
    leftLab = scenario;
    if (current < 0) void openFirst((result) => run(session, result));
    else show(current);
  }

  function openingOf(state: unknown): number | undefined {
    if (typeof state !== "object" || state === null) return undefined;
    const { visit, opening } = state as { readonly visit?: unknown; readonly opening?: unknown };
    return visit === history.visit && typeof opening === "number" ? opening : undefined;
  }

  return {
    begin: () => openFirst(opener()),
    moved: async () => {
      const hash = history.hash();
      if (openingOf(history.state()) !== undefined) return leaveLab();
      if (!namesLink(hash)) {
        if (namesNothing(hash)) void openNothing(hash).then((result) => run(session, result));
        if (current >= 0) history.replace(stateOf(current));
        return leaveLab();
      }
      history.replace(OPENING);
      const open = opener();
      const mine = turn;
      if ((await open(await openLink(hash))) || mine !== turn) return;
      history.replace(null);
      settle();
    },
    restore: (state) => {
      const index = openingOf(state);
      if (index === undefined) return;
      turn += 1;
      const { scenario, origin } = session.store.getState();
      const isShown = origin?.kind === "lab" || scenario === openings[index]?.scenario;
      if (index !== current || asked.size > 0 || !isShown) show(index);
    },
  };
}

export function browserHistory(): TabHistory {
  return {
    visit: performance.timeOrigin,
    hash: () => window.location.hash,
    state: () => window.history.state,
    push: (state) => window.history.pushState(state, "", window.location.pathname + window.location.search),
    replace: (state) => window.history.replaceState(state, ""),
  };
}
