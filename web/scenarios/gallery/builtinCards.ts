/** The built-in scenarios as cards, each loaded once a visit. */

import type { Scenario } from "../../../scenarios/format/schema.ts";
import { type GroupFacts, SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { type BuiltinScenario, builtinScenario, LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { t, translated } from "../../text/t.ts";
import type { CardFacts } from "./ScenarioCard.tsx";

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

/** The introduction, in its order. */
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

/** Groups that still have entries. */
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

/** The introduction: built-in scenarios in teaching order, each with its story. */
interface PathStep {
  readonly id: string;
  /** Minutes for its story, including its actions and its question. */
  readonly minutes: number;
  /** The title of its story. */
  readonly question: () => string;
}

export const START_HERE: readonly PathStep[] = [
  { id: "one-packet", minutes: 3, question: () => t("What happens to one packet?") },
  { id: "ring-overflow", minutes: 3, question: () => t("Why are packets lost?") },
  { id: "coalescing", minutes: 3, question: () => t("One interrupt for how many frames?") },
  { id: "napi-budget", minutes: 3, question: () => t("How does polling end the livelock?") },
  { id: "overload-three-contexts", minutes: 3, question: () => t("What do three contexts change?") },
  { id: "eight-cores", minutes: 3, question: () => t("Why are packets lost while cores are idle?") },
];

/** Searches scenarios: every word of the query must start a word of the scenario. */
export interface Searched {
  readonly name: string;
  readonly summary: string;
  /** Titles of the group, facts of the machine. */
  readonly about: string;
}

export function matches({ name, summary, about }: Searched, query: string): boolean {
  const wanted = wordsOf(query);
  const words = wordsOf(`${name} ${summary} ${about}`);
  return wanted.every((want) => words.some((word) => word.startsWith(want)));
}

/** Index of the best match: the whole name, its start, or a part of it. Otherwise the first one. */
export function bestName(names: readonly string[], query: string): number {
  const wanted = plain(query).trim();
  const tests = [
    (name: string) => name === wanted,
    (name: string) => name.startsWith(wanted),
    (name: string) => name.includes(wanted),
  ];
  for (const test of tests) {
    const found = names.findIndex((name) => test(plain(name)));
    if (found >= 0) return found;
  }
  return 0;
}

function wordsOf(text: string): readonly string[] {
  return plain(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
}
