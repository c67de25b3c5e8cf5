/** Messages about a machine name fields and metrics by their paths. Students see the page's words for them. */
import { pathText } from "../../lib/expressions/index.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { type Field, fieldsOf, namedPath } from "../../lib/scenarioFields/describe.ts";
import { parseFieldPath } from "../../scenarios/base/fieldPath.ts";
import { DEVICE_KINDS } from "../../scenarios/devices/kinds.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { t, translated } from "../text/t.ts";
import { metricWords } from "../ui/metricWords.ts";

/** `machine.nics[0].rxRingFrames`, `timer["wheel"].overruns`. */
const PATH = /\b[a-z]\w*(?:\.[a-z]\w*|\[(?:\d+|"[^"]*")\])+/gi;

/** `message` is in the language of the page. A path for which the page has no words stays. */
export function withPageNames(message: string, scenario: Scenario): string {
  return message.replace(PATH, (path) => pageName(path, scenario) ?? path);
}

function pageName(text: string, scenario: Scenario): string | undefined {
  const typed = parseFieldPath(text);
  if (typed === undefined) return undefined;
  const path = namedPath(scenario, typed);
  const name = pathText(path);
  const field = fieldsOf(scenario).find((one) => one.name === name);
  if (field !== undefined) return withPlace(translated(field.title), placeOf(field));
  const [root, label = ""] = path;
  if (root === "word") return t("the word {name}", { name: label });
  const known = metricWords(name);
  if (known !== undefined) return known;
  const { compare, panel } = dictionaryOf(scenario).get(name)?.entry ?? {};
  const shown = compare?.label ?? panel?.label;
  if (typeof shown !== "string") return undefined;
  const words = translated(shown);
  return words.includes("{name}") ? words.replace("{name}", String(label)) : withPlace(words, String(label));
}

const withPlace = (name: string, place: string): string => (place === "" ? name : `${name} (${place})`);

const NAMED = DEVICE_KINDS.map(({ list }) => list);

/** Distinguishes fields of one kind by the name in brackets, the cache, or the context of the entry. */
export function placeOf({ path }: Pick<Field, "path">): string {
  const [list, last] = path.slice(-2);
  if (list === "l1i" || list === "l1d" || list === "l2") return list.toUpperCase();
  if (typeof last === "number" && /^context[A-Z]/.test(String(list))) return `C${last + 1}`;
  const names = path.filter(
    (part, index) =>
      typeof part === "string" &&
      [...NAMED, "threads", "routines", "queues"].includes(String(path[index - 1])),
  );
  return names.join(", ");
}
