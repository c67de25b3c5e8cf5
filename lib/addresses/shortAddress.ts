/** Short addresses of built-in scenarios: `#napi-livelock@1055181`. Changes of single fields follow a question mark:
 * `#ring-overflow@1128381?rxRingFrames=16&clockHertz=150MHz`. The parameters of other links follow (`z=`, `b=`,
 * ...; scenarios/link/position.ts). `p=compare&o=<id>` compares with another built-in scenario. A short address
 * means the scenario in the version that opens it, while other links are self-contained (decision 0014).
 * Untrusted. */
import { withField } from "../../scenarios/base/fieldPath.ts";
import { withoutDefaults } from "../../scenarios/base/walk.ts";
import type { BuiltinScenario, Opening } from "../../scenarios/builtin.ts";
import { type Scenario, scenarioSchema } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { plainFragment } from "../../scenarios/link/fragment.ts";
import {
  type LinkPosition,
  partsOf,
  readCycle,
  readPosition,
  writePair,
  writePosition,
} from "../../scenarios/link/position.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { pathText } from "../expressions/index.ts";
import { readFieldText } from "../scenarioFields/change.ts";
import { type Field, fieldsOf } from "../scenarioFields/describe.ts";
import { differencesOf } from "../scenarioFields/differences.ts";
import { fieldNamed } from "../scenarioFields/fieldNamed.ts";
import { isSame } from "../scenarioFields/same.ts";

/** Short names of fields for addresses: `rxRingFrames`, preceded by the part of its path that makes it unique. */
/** Characters that an address keeps when it is pasted. */
const PLAIN = /^[\w.+-]+$/;

/**
 * The shortest end of the path that identifies this field. Undefined if an address cannot contain such a
 * name.
 */
export function fieldKey(scenario: Scenario, { path, name }: Field): string | undefined {
  for (let length = 1; length <= path.length; length++) {
    const key = pathText(path.slice(-length));
    if (!PLAIN.test(key)) return undefined;
    const found = fieldNamed(scenario, key);
    if (found.ok && found.field.name === name) return key;
  }
  return undefined;
}

/** Names of address parts that are not fields: the keys of LinkPosition and the key of the second machine. */
const PLACE_PARTS = /^[a-z]{1,2}$/;
/** Parameters that mailers, networks and shops append to addresses. */
const TRACKER = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|twclid|yclid|_ga|ref|ref_src|si)$/i;
const CHANGE_LIMIT = 16;

export interface ShortBase {
  readonly builtin: BuiltinScenario;
  /** The built-in scenario without changes. */
  readonly scenario: Scenario;
}

/** The hash, with its `#`. Undefined if no short address can express it, because the machine differs in more than
 * single fields. */
export function shortAddress(
  scenario: Scenario,
  base: ShortBase,
  position: LinkPosition = {},
  other?: BuiltinScenario,
): string | undefined {
  const changes = changesOf(base.scenario, scenario);
  if (changes === undefined) return undefined;
  const { cycle, zoom, ...rest } = position;
  const opening = cycle === undefined ? undefined : opensAt(base.builtin.opening, cycle);
  const isUsual = zoom && opening && zoom.from === opening.fromCycle && zoom.to === opening.toCycle;
  const parts = [
    ...changes,
    ...writePosition({ ...rest, ...(zoom === undefined || isUsual ? {} : { zoom }) }),
    ...(other === undefined ? [] : [`o=${other.id}`, ...writePair(position.pair)]),
  ];
  const at = cycle === undefined ? "" : `@${cycle}`;
  return `#${base.builtin.id}${at}${parts.length === 0 ? "" : `?${parts.join("&")}`}`;
}

/** Changes such as "rxRingFrames=16". Undefined if changes of single fields do not turn `base` into `scenario`. */
function changesOf(base: Scenario, scenario: Scenario): readonly string[] | undefined {
  if (scenario === base) return [];
  const fields = fieldsOf(base);
  const changes = differencesOf(base, scenario).map(({ name, b }) => {
    const field = fields.find((one) => one.name === name);
    const key = field && fieldKey(base, field);
    const value = typeof b === "number" || typeof b === "string" || typeof b === "boolean" ? `${b}` : "";
    return key !== undefined && !PLACE_PARTS.test(key) && /^[\w.+-]+$/.test(value)
      ? `${key}=${value}`
      : undefined;
  });
  if (changes.length > CHANGE_LIMIT) return undefined;
  const written = changes.filter((change) => change !== undefined);
  if (written.length < changes.length) return undefined;
  const made = withChanges(base, written);
  return made.ok && isSame(minimal(made.scenario), minimal(scenario)) ? written : undefined;
}

const minimal = (scenario: Scenario) => withoutDefaults(scenarioSchema, scenario);

export interface ReadAddress {
  readonly id: string;
  readonly position: LinkPosition;
  /** As "rxRingFrames=16". */
  readonly changes: readonly string[];
  /** Id of the second machine. */
  readonly other: string | undefined;
  readonly faults: readonly string[];
}

/** `address` is a hash, or a whole address with one. Undefined if it names no built-in scenario. */
export function readAddress(address: string): ReadAddress | undefined {
  const text = plainFragment(address.slice(address.indexOf("#") + 1));
  const [, name = "", at, rest = ""] = /^([a-z0-9-]+)(?:@([^?]*))?(?:\?(.*))?$/is.exec(text) ?? [];
  const id = name.toLowerCase();
  if (builtinScenario(id) === undefined) return undefined;
  const faults: string[] = [];
  const cycle = at === undefined ? undefined : readCycle(at.replace(/[_,']/g, ""));
  if (at !== undefined && cycle === undefined) faults.push("the text after @ is not a cycle");
  const parts = rest.split(/[&?]/).filter((part) => part !== "" && !TRACKER.test(nameOf(part)));
  const place = parts.filter((part) => PLACE_PARTS.test(nameOf(part)));
  const placed = partsOf(place.join("&"));
  const other = placed.get("o")?.toLowerCase();
  const isKnown = other !== undefined && builtinScenario(other) !== undefined;
  if (other !== undefined && !isKnown) faults.push("the second machine (o) is not a built-in scenario");
  return {
    id,
    position: {
      ...readPosition(placed, (fault) => faults.push(fault)),
      ...(cycle === undefined ? {} : { cycle }),
    },
    changes: parts.filter((part) => !PLACE_PARTS.test(nameOf(part))).slice(0, CHANGE_LIMIT),
    other: isKnown ? other : undefined,
    faults,
  };
}

type ChangedByAddress =
  | { readonly ok: true; readonly scenario: Scenario; readonly faults: readonly string[] }
  /** Each field can be set alone, but the combination is refused. */
  | { readonly ok: false; readonly message: string };

/** Sets all fields at once. Skips each change with an unknown field or a bad value, and reports it. */
export function withChanges(base: Scenario, changes: readonly string[]): ChangedByAddress {
  if (changes.length === 0) return { ok: true, scenario: base, faults: [] };
  const faults: string[] = [];
  let changed: unknown = base;
  for (const change of changes) {
    const key = nameOf(change);
    const named = fieldNamed(base, key);
    if (!named.ok) {
      faults.push(`${key} ${named.message}`);
      continue;
    }
    const { field } = named;
    const value = readFieldText(field, change.slice(key.length + 1));
    if (value.ok) changed = withField(changed, field.path, value.value) ?? changed;
    else faults.push(`${field.name} ${value.message}`);
  }
  const parsed = parseScenario(changed);
  if (parsed.ok) return { ok: true, scenario: parsed.scenario, faults };
  const [error] = parsed.errors;
  return { ok: false, message: error === undefined ? "is not valid" : `${error.field} ${error.message}` };
}

function nameOf(part: string): string {
  return part.replace(/=.*$/s, "");
}

/** The scenario's initial range if it contains the cycle. Otherwise a range of the same length around the cycle. */
export function opensAt({ fromCycle, toCycle }: Opening, cycle: number): Opening {
  if (cycle >= fromCycle && cycle < toCycle) return { cycle, fromCycle, toCycle };
  const visibleCycles = toCycle - fromCycle;
  const from = Math.max(0, cycle - Math.round(visibleCycles / 2));
  return { cycle, fromCycle: from, toCycle: from + visibleCycles };
}
