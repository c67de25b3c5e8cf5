/** Differences between two scenarios in the form for a reader: settings with two values, threads and other parts that
 * only one machine has, and threads with other steps. Fields of such parts and steps are not listed one by one. */
import type { FieldDifference } from "../../lib/scenarioFields/differences.ts";

export interface ToldDifferences {
  readonly changed: readonly ToldField[];
  /** Names of threads that take other steps. */
  readonly steps: readonly string[];
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
}

interface ToldField extends FieldDifference {
  /** The thread, queue or routine to which the field belongs. */
  readonly owner: string | undefined;
}

/** `software.threads["Driver ISR"].context`, `software.queues.backlog.capacity`. */
const OF_SOFTWARE = /^software\.\w+(?:\.([^.[]+)|\["((?:[^"\\]|\\.)*)"\])(?=[.[])/;
const STEPS = /^\.steps\[/;

export function toldDifferences(differences: readonly FieldDifference[]): ToldDifferences {
  const places = differences.map((one) => ({ one, ...placeOf(one) }));
  // The path of a part contains its name, so two parts with one path have one name. If the name differs, one machine
  // lacks the part.
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
  /** The rest of the path after the part. */
  readonly rest: string;
}

function placeOf({ name }: FieldDifference): Place {
  const found = OF_SOFTWARE.exec(name);
  if (found === null) return { part: undefined, owner: undefined, rest: name };
  const [part, plain, quoted] = found;
  return { part, owner: plain ?? quoted?.replaceAll(/\\(.)/g, "$1"), rest: name.slice(part.length) };
}
