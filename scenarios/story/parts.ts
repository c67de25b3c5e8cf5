/** Names of the parts of the page, for stories, chains of causes and the page itself: `ring:eth0`, `context:1`,
 * `queue:backlog`, `controller`. Behind the colon stands the scenario's own name of the part, or its number from 1. */
import { DEVICE_KINDS } from "../devices/kinds.ts";
import { linesOf } from "../devices/lines.ts";
import type { Machine } from "../machine/machine.ts";
import { contextTotal } from "../software/contexts.ts";
import type { Software } from "../software/software.ts";

/** The scenario data that parts need. */
export interface Parted {
  readonly machine: Machine;
  readonly software: Software;
}

const named = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const contexts = ({ machine }: Parted) => numbers(contextTotal(machine));
const nics = ({ machine }: Parted) => named(machine.nics);
const cores = ({ machine }: Parted) => numbers(machine.core.cores);

/** For each kind: its existing names. Undefined if the kind has no name behind it. */
const KINDS = {
  /** A network card with its contents, its wire, its ring and its transmit queue. */
  card: nics,
  wire: nics,
  ring: nics,
  txqueue: nics,
  /** Frames that the card lost. */
  drops: nics,
  /** Status bits of the card. */
  status: nics,
  /** Disk, timer or button. */
  device: ({ machine }: Parted) => DEVICE_KINDS.flatMap(({ list }) => named(machine[list])),
  line: ({ machine }: Parted) => named(linesOf(machine)),
  controller: undefined,
  entry: undefined,
  core: cores,
  pipeline: cores,
  /** Numbered through all cores. */
  context: contexts,
  /** Registers that a core saved in memory, last ones last. */
  saved: undefined,
  /** The context of the thread, on the stage and in the timeline. */
  thread: ({ software }: Parted) => named(software.threads),
  queue: ({ software }: Parted) => named(software.queues),
  lock: ({ software }: Parted) => named(software.locks),
  cache: () => ["l1i", "l1d", "l2"],
  bus: undefined,
  /** Packets that threads have taken from cards. */
  memory: undefined,
  /** A track of the timeline by its name in links: `rx0`, `lane1`, `ipc0`. */
  track: undefined,
  timeline: undefined,
  /** A number of the panel by its path in expressions. */
  metric: undefined,
  metrics: undefined,
  /** The knobs beside the metrics. */
  tries: undefined,
  settings: undefined,
  /** The panel of programs with this routine: a step that lights it opens the panel. */
  program: ({ software }: Parted) => named(software.routines.filter(({ kind }) => kind === "program")),
  transport: undefined,
  speed: undefined,
  compare: undefined,
  /** The way to other scenarios, and to the link. */
  scenarios: undefined,
  share: undefined,
} as const satisfies Readonly<Record<string, ((scenario: Parted) => readonly string[]) | undefined>>;

export type PartKind = keyof typeof KINDS;

/** Kinds whose names the scenario does not contain. */
const FREE_NAMES: ReadonlySet<string> = new Set<PartKind>(["track", "metric"]);

export interface Part {
  readonly kind: PartKind;
  /** "" if the kind has no names. */
  readonly name: string;
}

export function partText(kind: PartKind, name = ""): string {
  return name === "" ? kind : `${kind}:${name}`;
}

/** Undefined if the text is not the name of a part. */
export function readPart(text: string): Part | undefined {
  const colon = text.indexOf(":");
  const kind = colon < 0 ? text : text.slice(0, colon);
  const name = colon < 0 ? "" : text.slice(colon + 1);
  if (!Object.hasOwn(KINDS, kind)) return undefined;
  const hasName = FREE_NAMES.has(kind) || KINDS[kind as PartKind] !== undefined;
  return hasName === name.length > 0 ? { kind: kind as PartKind, name } : undefined;
}

/** The panel that contains the part, if a step opens that panel automatically. Undefined if the part is elsewhere. */
export function panelOf(text: string): "metrics" | "program" | undefined {
  if (text.startsWith("program:")) return "program";
  return text === "metrics" || text === "tries" ? "metrics" : undefined;
}

/** All parts of this scenario's page but tracks and metrics. */
export function partsOf(scenario: Parted): readonly string[] {
  return Object.entries(KINDS).flatMap(([kind, names]) => {
    if (FREE_NAMES.has(kind)) return [];
    return names === undefined ? [kind] : names(scenario).map((name) => `${kind}:${name}`);
  });
}

/** The reason why the scenario has no such part. Undefined if it has one. */
export function partFault(scenario: Parted, text: string): string | undefined {
  const part = readPart(text);
  if (part === undefined) return `names no part of the page: "${text}"`;
  if (FREE_NAMES.has(part.kind)) return undefined;
  const names = KINDS[part.kind]?.(scenario);
  if (names === undefined || names.includes(part.name)) return undefined;
  const known = names.length === 0 ? "there is none" : `must be one of ${names.join(", ")}`;
  return `names no ${part.kind} of this scenario ("${part.name}"): ${known}`;
}
