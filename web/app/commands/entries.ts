/** Entries of the palette: the commands that are available on the page, scenarios, and fields of the settings. */
import { createForm } from "../../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../../lib/settings/jsonSchema.ts";
import { rootNode, walk } from "../../../lib/settings/node.ts";
import { TERMS, type TermId } from "../../../lib/terms/terms.ts";
import { fieldName } from "../../../scenarios/base/fieldName.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { fullCondition, threadCondition } from "../../simulate/transport/runTargets.ts";
import { COMMAND_IDS, type CommandId } from "../../state/keymap.ts";
import type { Page } from "../../state/usePage.ts";
import { type Label, t, translated } from "../../text/t.ts";
import { hasPlaceOn } from "../useKeyboard.ts";
import { COMMAND_WORDS, OTHER_WORDS } from "./words.ts";

export type Entry = Matched & {
  readonly id: string;
  /** Small text after the title: the group, or the path of a field. */
  readonly where: string;
  readonly does:
    | { readonly kind: "command"; readonly command: CommandId }
    | { readonly kind: "scenario"; readonly scenario: string }
    | { readonly kind: "field"; readonly field: string }
    | { readonly kind: "run-to"; readonly condition: string; readonly what: string }
    | { readonly kind: "metrics"; readonly section: string }
    | { readonly kind: "term"; readonly term: TermId };
};

export interface EntryGroup {
  readonly label: string;
  readonly items: readonly Entry[];
}

/** Commands that make no sense while the palette has the focus. */
const NOT_HERE: readonly CommandId[] = ["palette", "pan-left", "pan-right"];
const SCENARIO_LIMIT = 6;
const FIELD_LIMIT = 8;
const RUN_TO_LIMIT = 5;
const TERM_LIMIT = 4;

export function commandEntries(page: Page, held = false): readonly Entry[] {
  return COMMAND_IDS.filter((id) => !NOT_HERE.includes(id) && hasPlaceOn(page, id, held)).map((command) => {
    const { title, group, also = "" } = COMMAND_WORDS[command];
    return {
      id: `command ${command}`,
      title: t(title),
      also: `${also} ${title}`,
      where: t(group),
      does: { kind: "command", command },
    };
  });
}

export function scenarioEntries(): readonly Entry[] {
  return LISTED_SCENARIOS.map(({ id, name, group }) => ({
    id: `scenario ${id}`,
    title: translated(name),
    also: `${t("open scenario")} ${name}`,
    where: translated(SCENARIO_GROUPS.find((one) => one.id === group)?.title ?? ""),
    does: { kind: "scenario", scenario: id },
  }));
}

/** The fields of the open scenario that a user can set, without the objects that contain them. */
export function fieldEntries(scenario: Scenario): readonly Entry[] {
  const entries: Entry[] = [];
  walk(rootNode(createForm(SCENARIO_JSON_SCHEMA), scenario), (node, above) => {
    // Single steps are many and similar, so only the settings find them.
    if (node.path.includes("steps")) return false;
    if (above.length === 0 || ["group", "alternatives", "list"].includes(node.form.control.kind)) return true;
    const field = fieldName(node.path);
    const where = above
      .slice(1)
      .map(({ title }) => translated(title))
      .join(" › ");
    entries.push({
      id: `field ${field}`,
      title: translated(node.title),
      also: `${t("set|find")} ${node.title} ${where} ${spelt(String(node.path.at(-1) ?? ""))}`,
      where,
      does: { kind: "field", field },
    });
    return true;
  });
  return entries;
}

/** "rxRingFrames": "rxRingFrames rx Ring Frames". */
const spelt = (key: string) => `${key} ${key.replace(/(?=[A-Z])/g, " ")}`;

/** Targets of "run to" for this machine, beside the commands that every machine has. */
export function runToEntries(scenario: Scenario): readonly Entry[] {
  const entry = (title: string, also: string, condition: string): Entry => ({
    id: `run-to ${condition}`,
    title,
    also: `${OTHER_WORDS.runTo} ${also}`,
    where: t("Run to"),
    does: { kind: "run-to", condition, what: title },
  });
  const full = fullCondition(scenario);
  return [
    ...(full === undefined ? [] : [entry(t("full ring or queue"), OTHER_WORDS.full, full)]),
    ...scenario.software.threads.map(({ name }) =>
      entry(t("start of {name}", { name: translated(name) }), name, threadCondition(name)),
    ),
  ];
}

const METRIC_SECTIONS = [
  "Throughput and losses",
  "Interrupt latency",
  "Where the latency went",
  "CPU time by layer",
  "Own measures",
  "Counters",
] as const satisfies readonly Label[];

export function metricEntries(): readonly Entry[] {
  return METRIC_SECTIONS.map((title) => ({
    id: `metrics ${title}`,
    title: t(title),
    also: `${t("Results")} ${title} ${OTHER_WORDS[title]}`,
    where: t("Results"),
    does: { kind: "metrics", section: t(title) },
  }));
}

/** The terms of the page, each with its sentence. */
export function termEntries(): readonly Entry[] {
  return (Object.keys(TERMS) as TermId[]).map((term) => {
    const { name, sentence } = TERMS[term];
    return {
      id: `term ${term}`,
      title: translated(name),
      also: `${OTHER_WORDS.term} ${name}`,
      where: translated(sentence),
      does: { kind: "term", term },
    };
  });
}

/** Without a query, the commands. With a query, the best matches of each kind, but few scenarios and fields. */
interface Offered {
  readonly commands: readonly Entry[];
  readonly scenarios: readonly Entry[];
  readonly fields: readonly Entry[];
  readonly runTo?: readonly Entry[];
  readonly metrics?: readonly Entry[];
  readonly terms?: readonly Entry[];
}

export function found(
  { commands, scenarios, fields, runTo = [], metrics = [], terms = [] }: Offered,
  query: string,
): readonly EntryGroup[] {
  const groups =
    query.trim() === ""
      ? [{ label: t("Commands"), items: commands }]
      : [
          { label: t("Commands"), items: bestOf(commands, query) },
          { label: t("Run to"), items: bestOf(runTo, query).slice(0, RUN_TO_LIMIT) },
          { label: t("Results"), items: bestOf(metrics, query) },
          { label: t("Scenarios"), items: bestOf(scenarios, query).slice(0, SCENARIO_LIMIT) },
          { label: t("Settings"), items: bestOf(fields, query).slice(0, FIELD_LIMIT) },
          { label: t("Words"), items: bestOf(terms, query).slice(0, TERM_LIMIT) },
        ];
  return groups.filter(({ items }) => items.length > 0);
}

interface Matched {
  readonly title: string;
  readonly also: string;
}

/** Ranks entries for a query, best first. An entry matches if every word of the query starts a word of its title or of
 * its other words, or means the same as such a word. It also matches if the query consists of the initials of the title
 * ("nd": Next drop). */
export function bestOf<T extends Matched>(entries: readonly T[], query: string): readonly T[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return entries;
  return entries
    .flatMap((entry, index) => {
      const rank = rankOf(entry, wanted, query.trim().toLowerCase());
      return rank === undefined ? [] : [{ entry, rank, index }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry);
}

/** 0: the title starts with the query. 1: its words start with the words of the query, in this order. 2: in any order.
 * 3: with other words. 4: initials. 5: synonyms. */
function rankOf({ title, also }: Matched, wanted: readonly string[], query: string): number | undefined {
  if (title.toLowerCase().startsWith(query)) return 0;
  const own = wordsOf(title);
  const begins = (words: readonly string[]) => (want: string) => words.some((word) => word.startsWith(want));
  if (wanted.every(begins(own))) return inOrder(own, wanted) ? 1 : 2;
  const all = [...own, ...wordsOf(also)];
  if (wanted.every(begins(all))) return 3;
  const initials = own.map((word) => word.charAt(0)).join("");
  if (wanted.length === 1 && query.length > 1 && initials.startsWith(query)) return 4;
  const isMeant = (want: string) => [want, ...(SYNONYMS[want] ?? [])].some(begins(all));
  return wanted.every(isMeant) ? 5 : undefined;
}

function inOrder(words: readonly string[], wanted: readonly string[]): boolean {
  let from = 0;
  return wanted.every((want) => {
    const at = words.findIndex((word, index) => index >= from && word.startsWith(want));
    from = at + 1;
    return at >= 0;
  });
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * Words that users look for, and the words of the page with the same meaning. English, like the other words
 * of entries.
 */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  size: ["frames", "capacity", "bytes", "words"],
  length: ["frames", "capacity", "cycles"],
  depth: ["frames", "capacity"],
  buffer: ["ring", "queue", "fifo"],
  full: ["overflow", "drop"],
  loss: ["drop", "lost"],
  lost: ["drop"],
  lose: ["drop", "lost"],
  explain: ["why", "tour"],
  explanation: ["why"],
  reason: ["why"],
  irq: ["interrupt"],
  isr: ["handler"],
  delay: ["latency"],
  frequency: ["clock"],
  mhz: ["clock"],
  cpu: ["processor", "core"],
  processor: ["core", "cpu"],
  load: ["rate", "throughput"],
  bandwidth: ["rate", "throughput"],
  batch: ["coalescing", "budget"],
  moderation: ["coalescing"],
  polling: ["livelock", "budget"],
  dark: ["theme"],
  undo: ["back"],
  zoom: ["fit"],
};
