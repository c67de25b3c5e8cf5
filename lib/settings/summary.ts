/** What stands in a part of the form that is closed, in a few words. */
import { isObject } from "../../scenarios/schema/walk.ts";
import type { Path } from "../expressions/index.ts";
import { isSame } from "../scenario_fields/same.ts";
import { childrenOf, type FieldNode, optionsOf } from "./node.ts";

const SHOWN_VALUES = 2;

export function summaryOf(node: FieldNode): string {
  const { control } = node.form;
  if (node.value === undefined) return "none";
  if (control.kind === "list") {
    const entries = childrenOf(node);
    if (entries.length === 0) return "none";
    return entries.map(({ title }) => title).join(", ");
  }
  const option = optionsOf(node.form)[node.chosen]?.title ?? "";
  const kind = node.isEntry && node.title.endsWith(option) ? [] : [option];
  const values = unusual(node, SHOWN_VALUES, node.isEntry);
  return [...kind, ...values].filter(Boolean).join(" · ") || "default";
}

/** What is not as it would be without a word; references say enough without their titles. */
function unusual(node: FieldNode, limit: number, isBrief: boolean): readonly string[] {
  const found: string[] = [];
  for (const child of childrenOf(node)) {
    const { form, value, title } = child;
    if (found.length >= limit) break;
    if (isSame(value, form.fallback) || value === undefined || title === "Name") continue;
    if (!isPlain(value)) found.push(...unusual(child, limit - found.length, isBrief));
    else if (isBrief && typeof value === "string") found.push(value);
    else found.push(`${title.toLowerCase()} ${valueText(value, form.unit)}`);
  }
  return found;
}

/** A value in one line. */
export function valueText(value: unknown, unit = ""): string {
  if (value === undefined) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return `${numberText(value)}${unit === "" ? "" : ` ${unit}`}`;
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (!Array.isArray(value)) return isObject(value) && typeof value.name === "string" ? value.name : "set";
  if (value.every((entry) => typeof entry !== "object")) return value.length === 0 ? "none" : value.join(" ");
  return value.length === 1 ? "1 entry" : `${value.length} entries`;
}

/** With thin gaps between groups of three; the decimals that it has. */
export function numberText(value: number): string {
  const [whole = "", fraction] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function isPlain(value: unknown): boolean {
  return ["number", "boolean"].includes(typeof value) || (typeof value === "string" && value.length <= 24);
}

/** The nodes from the outermost in to the place, as far as the form knows it. */
export function nodesAlong(root: FieldNode, path: Path): readonly FieldNode[] {
  const nodes: FieldNode[] = [];
  let here = root;
  for (const part of path) {
    const next = childrenOf(here).find((child) => child.path.at(-1) === part);
    if (next === undefined) break;
    nodes.push(next);
    here = next;
  }
  return nodes;
}
