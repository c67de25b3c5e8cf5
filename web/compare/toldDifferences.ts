/** Differences of two scenarios as a reader takes them in: settings with two values, threads and other parts that one
 * machine has alone, and threads that take other steps. Fields of such parts and steps are not told one by one. */
import type { FieldDifference } from "../../lib/scenarioFields/differences.ts";

export interface ToldDifferences {
  readonly changed: readonly ToldField[];
  /** Names of threads that take other steps. */
  readonly steps: readonly string[];
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
}

interface ToldField extends FieldDifference {
  /** The thread, queue or routine whose field it is. */
  readonly owner: string | undefined;
}

/** `software.threads["Driver ISR"].context`, `software.queues.backlog.capacity`. */
const OF_SOFTWARE = /^software\.\w+(?:\.([^.[]+)|\["((?:[^"\\]|\\.)*)"\])(?=[.[])/;
const STEPS = /^\.steps\[/;

export function toldDifferences(differences: readonly FieldDifference[]): ToldDifferences {
  const places = differences.map((one) => ({ one, ...placeOf(one) }));
  // The name of a part is in its path, so two parts with one path have one name: where it differs, one machine has no such
  // part.
  const alone = places.filter(({ rest }) => rest === ".name");
  const aloneAt = new Set(alone.map(({ part }) => part));
  const left = places.filter(({ part }) => part === undefined || !aloneAt.has(part));
  const isStep = ({ rest }: { readonly rest: string }) => STEPS.test(rest);
  return {
    changed: left.filter((place) => !isStep(place)).map(({ one, owner }) => ({ ...one, owner })),
    steps: [...new Set(left.filter(isStep).flatMap(({ owner }) => owner ?? []))],
    onlyInA: alone.filter(({ one }) => one.b === undefined).flatMap(({ owner }) => owner ?? []),
    onlyInB: alone.filter(({ one }) => one.a === undefined).flatMap(({ owner }) => owner ?? []),
  };
}

interface Place {
  /** Path of the thread, queue or routine that has the field. */
  readonly part: string | undefined;
  readonly owner: string | undefined;
  /** What follows the part. */
  readonly rest: string;
}

function placeOf({ name }: FieldDifference): Place {
  const found = OF_SOFTWARE.exec(name);
  if (found === null) return { part: undefined, owner: undefined, rest: name };
  const [part, plain, quoted] = found;
  return { part, owner: plain ?? quoted?.replaceAll(/\\(.)/g, "$1"), rest: name.slice(part.length) };
}
