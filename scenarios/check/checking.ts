/** Collects the errors of a scenario. It knows all names. */
import { quotedVisibly } from "../../lib/assembler/visible.ts";
import { nearest, type ScenarioError } from "../base/messages.ts";
import { byDeviceName, type DeviceName } from "../devices/kinds.ts";
import type { Scenario } from "../format/schema.ts";
import { RANGE_VALUE_LIMIT } from "../story/knobRange.ts";

export type Kind = DeviceName | "line" | "lock" | "queue" | "routine" | "thread";

export class Check {
  readonly errors: ScenarioError[] = [];
  /** How many there are beside `errors`. */
  unlisted = 0;
  readonly scenario: Scenario;
  readonly #names: Readonly<Record<Kind, readonly string[]>>;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    const { locks, queues, routines, threads } = scenario.software;
    const namesOf = (items: readonly { readonly name: string }[]) => items.map((item) => item.name);
    this.#names = {
      ...byDeviceName(({ list }) => namesOf(scenario.machine[list])),
      line: namesOf(scenario.machine.interrupts.lines),
      queue: namesOf(queues),
      lock: namesOf(locks),
      routine: namesOf(routines),
      thread: namesOf(threads),
    };
  }

  fail(field: string, message: string): void {
    this.errors.push({ field, message });
  }

  refers(field: string, kind: Kind, name: string): boolean {
    const names = this.#names[kind];
    if (names.includes(name)) return true;
    const guess = nearest(name, names);
    const help =
      guess === undefined ? `; there is ${listed(names)}` : `; did you mean ${quotedVisibly(guess)}?`;
    this.fail(field, `names no ${kind}: ${quotedVisibly(name)}${help}`);
    return false;
  }

  unique(field: string, kind: Kind): void {
    const names = this.#names[kind];
    names.forEach((name, index) => {
      const first = names.indexOf(name);
      if (first < index) this.fail(`${field}[${index}].name`, `is also the name of ${field}[${first}]`);
    });
  }
}

export function listed(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => quotedVisibly(name)).join(", ");
}

/** Checks what knobs contain themselves. lib/knobs checks their fields. */
export function checkKnobs({ knobs = [] }: Scenario, fail: (field: string, message: string) => void): void {
  for (const [index, { values, range }] of knobs.entries()) {
    if (range === undefined) continue;
    const place = `knobs[${index}].range`;
    if (values !== undefined) fail(place, "stands beside values: only one of the two may be there");
    if (range.to <= range.from) fail(`${place}.to`, "must be above from");
    else if ((range.to - range.from) / range.step >= RANGE_VALUE_LIMIT)
      fail(`${place}.step`, `makes more than ${RANGE_VALUE_LIMIT} values`);
  }
}
