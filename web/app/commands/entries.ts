/** What the palette offers: the commands that have their place on the page, scenarios, and fields of the settings. */
import { createForm } from "../../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../../lib/settings/jsonSchema.ts";
import { rootNode, walk } from "../../../lib/settings/node.ts";
import { fieldName } from "../../../scenarios/base/messages.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { COMMAND_IDS, type CommandId } from "../../state/keymap.ts";
import type { Page } from "../../state/usePage.ts";
import { t, translated } from "../../text/t.ts";
import { hasPlaceOn } from "../keyboard.ts";
import { bestOf, type Matched } from "./match.ts";
import { COMMAND_WORDS } from "./words.ts";

export type Entry = Matched & {
  readonly id: string;
  /** Quieter, behind the title: the group, the path to a field. */
  readonly where: string;
  readonly does:
    | { readonly kind: "command"; readonly command: CommandId }
    | { readonly kind: "scenario"; readonly scenario: string }
    | { readonly kind: "field"; readonly field: string };
};

export interface EntryGroup {
  readonly label: string;
  readonly items: readonly Entry[];
}

/** What cannot be asked for with the focus in the palette. */
const NOT_HERE: readonly CommandId[] = ["palette", "pan-left", "pan-right"];
const SCENARIO_LIMIT = 6;
const FIELD_LIMIT = 8;

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

/** Of the scenario that is open: the fields that can be set, not what holds them. */
export function fieldEntries(scenario: Scenario): readonly Entry[] {
  const entries: Entry[] = [];
  walk(rootNode(createForm(SCENARIO_JSON_SCHEMA), scenario), (node, above) => {
    // Single steps are many and alike: the settings find them.
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
      also: `${t("set|find")} ${node.title} ${where} ${String(node.path.at(-1) ?? "")}`,
      where,
      does: { kind: "field", field },
    });
    return true;
  });
  return entries;
}

/** Without words: the commands. With: the best of each kind; scenarios and fields only as many as are read. */
export function found(
  commands: readonly Entry[],
  scenarios: readonly Entry[],
  fields: readonly Entry[],
  query: string,
): readonly EntryGroup[] {
  const groups =
    query.trim() === ""
      ? [{ label: t("Commands"), items: commands }]
      : [
          { label: t("Commands"), items: bestOf(commands, query) },
          { label: t("Scenarios"), items: bestOf(scenarios, query).slice(0, SCENARIO_LIMIT) },
          { label: t("Settings"), items: bestOf(fields, query).slice(0, FIELD_LIMIT) },
        ];
  return groups.filter(({ items }) => items.length > 0);
}
