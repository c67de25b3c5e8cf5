/** The built-in scenarios as cards, each loaded once a visit. */

import type { Scenario } from "../../../scenarios/format/schema.ts";
import { type GroupFacts, SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { type BuiltinScenario, builtinScenario, LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { t, translated } from "../../text/t.ts";
import type { CardFacts } from "./ScenarioCard.tsx";
import { matches } from "./search.ts";
import { START_HERE } from "./startHere.ts";

export interface CardGroup extends GroupFacts {
  readonly cards: readonly CardFacts[];
}

const loads = new Map<string, Promise<Scenario | undefined>>();

function loadOnce({ id, load }: BuiltinScenario): Promise<Scenario | undefined> {
  const known = loads.get(id);
  if (known !== undefined) return known;
  const loading = load().then(
    (result) => (result.ok ? result.scenario : undefined),
    () => {
      // The server may be back when the user looks again.
      loads.delete(id);
      return undefined;
    },
  );
  loads.set(id, loading);
  return loading;
}

const cardOf = (one: BuiltinScenario): CardFacts => ({
  id: one.id,
  name: translated(one.name),
  summary: translated(one.summary),
  also: `${one.name} ${one.summary}`,
  load: () => loadOnce(one),
  cycles: () => ({ from: one.opening.fromCycle, to: one.opening.toCycle }),
});

interface PathCard {
  readonly number: number;
  readonly minutes: number;
  readonly question: string;
  readonly facts: CardFacts;
}

/** The way in, in its order. */
export function pathCards(): readonly PathCard[] {
  return START_HERE.flatMap(({ id, minutes, question }, index) => {
    const one = builtinScenario(id);
    return one === undefined
      ? []
      : [{ number: index + 1, minutes, question: question(), facts: cardOf(one) }];
  });
}

const groups = (): readonly CardGroup[] =>
  SCENARIO_GROUPS.map((group) => ({
    ...group,
    title: translated(group.title),
    about: translated(group.about),
    cards: LISTED_SCENARIOS.filter((one) => one.group === group.id).map(cardOf),
  }));

/** Groups in which something is left. */
export function builtinCards(query: string): readonly CardGroup[] {
  return groups()
    .map((group) => {
      const about = `${group.part} ${t(group.part)} ${group.title} ${group.about}`;
      return {
        ...group,
        cards: group.cards.filter((card) =>
          matches({ ...card, about: `${about} ${card.also ?? ""}` }, query),
        ),
      };
    })
    .filter(({ cards }) => cards.length > 0);
}
