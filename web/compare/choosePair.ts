/** Chooses B for Compare if the reader has chosen none, and gives the reason. A first visit shows the pair of built-in
 * scenarios with the clearest difference, and not the default scenario beside itself. */
import { isSame } from "../../lib/scenarioFields/same.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { openBuiltin, run } from "../scenarios/open/open.ts";
import { siblingOf } from "../scenarios/siblings.ts";
import type { Session } from "../state/session.ts";
import type { AppState } from "../state/store.ts";

/** first: the page has opened both, in place of the default scenario. counterpart: the built-in scenario that is best
 * compared with A. unchanged: the scenario from which A was made. copy: none of these exists. */
export type Because = "first" | "counterpart" | "unchanged" | "copy";

export interface Choice {
  readonly a: Scenario;
  /** The scenario from which A was made. */
  readonly original: Scenario | undefined;
  readonly b: Scenario;
  readonly because: Because;
}

const FIRST_PAIR: readonly [a: string, b: string] = ["overload-one-context", "overload-three-contexts"];

const choices = new WeakMap<Session["store"], Choice>();

/** The reason why the page shows this B beside the open scenario. Undefined if the reader or a link has chosen it. */
export function whyChosen({ store }: Pick<Session, "store">): Because | undefined {
  const { scenario, original, other } = store.getState();
  const choice = choices.get(store);
  if (choice === undefined || choice.b !== other) return undefined;
  if (choice.a === scenario) return choice.because;
  return other === original ? "unchanged" : undefined;
}

/** True if the page may choose B: there is none, or the page has chosen it for another A. While Compare is open (not
 * `arriving`), a change of A keeps its B, because the user wants to compare the change with it. */
export function isToChoose(
  { scenario, original, other }: Pick<AppState, "scenario" | "original" | "other">,
  choice: Choice | undefined,
  arriving: boolean,
): boolean {
  if (scenario === undefined) return false;
  if (other === undefined) return true;
  if (choice === undefined || choice.b !== other || choice.a === scenario) return false;
  return arriving || scenario === original || original !== choice.original;
}

export function mayChoose({ store }: Pick<Session, "store">, arriving: boolean): boolean {
  return isToChoose(store.getState(), choices.get(store), arriving);
}

/** The default scenario, unchanged, at the cycle at which the page opened it or a story left it. */
export function isUntouched(
  {
    scenarioId,
    scenario,
    original,
    wasTold,
  }: Pick<AppState, "scenarioId" | "scenario" | "original" | "wasTold">,
  cycle: number,
): boolean {
  if (scenarioId !== DEFAULT_SCENARIO_ID || scenario !== original) return false;
  return wasTold || cycle === builtinScenario(scenarioId)?.opening.cycle;
}

/** Puts a B beside the open scenario, unless another A or B was opened meanwhile. `isNamed`: the address names the scenario,
 * which is then no first visit. */
export async function chooseOther(session: Session, isNamed = false): Promise<void> {
  const { store } = session;
  const state = store.getState();
  const { scenario, original, other } = state;
  if (scenario === undefined) return;
  if (
    !isNamed &&
    other === undefined &&
    isUntouched(state, session.position().cycle) &&
    (await openFirstPair(session))
  )
    return;
  const [b, because] = await besideOf(scenario, state);
  const now = store.getState();
  if (now.scenario !== scenario || now.other !== other) return;
  choices.set(store, { a: scenario, original, b, because });
  session.actions.setOther(b);
}

/** The best scenario to compare with. */
export async function besideOf(
  scenario: Scenario,
  { original, origin }: Pick<AppState, "original" | "origin">,
): Promise<readonly [b: Scenario, because: Because]> {
  if (origin?.kind === "lab") return [scenario, "copy"];
  if (original !== undefined && !isSame(scenario, original)) return [original, "unchanged"];
  const sibling = origin?.kind === "bundled" ? siblingOf(origin.id) : undefined;
  const opened = sibling === undefined ? undefined : await openBuiltin(sibling);
  return opened?.ok ? [opened.scenario, "counterpart"] : [scenario, "copy"];
}

/** False if the pair could not be loaded, or if something else was opened meanwhile. */
async function openFirstPair(session: Session): Promise<boolean> {
  const { store } = session;
  const { scenario } = store.getState();
  const [a, b] = await Promise.all(FIRST_PAIR.map(openBuiltin));
  const now = store.getState();
  if (a?.ok !== true || b?.ok !== true || now.scenario !== scenario || now.other !== undefined) return false;
  choices.set(store, { a: a.scenario, original: a.scenario, b: b.scenario, because: "first" });
  return run(session, { ...a, other: b.scenario });
}
