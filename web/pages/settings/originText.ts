/** Which source a value comes from, in words. Loaded with the first paper that is asked about. */
import { type FieldOrigin, fieldOrigin } from "../../../lib/papers/fieldOrigin.ts";
import { type Paper, parsePaper } from "../../../lib/papers/paper.ts";
import type { FieldNode } from "../../../lib/settings/node.ts";
import { BUILTIN_PAPERS } from "../../../scenarios/papers/index.ts";

/** Undefined: there is no such source, or it cannot be had now. */
export async function loadPaper(document: string): Promise<Paper | undefined> {
  const result = parsePaper(await BUILTIN_PAPERS.find(({ id }) => id === document)?.load());
  return result.ok ? result.paper : undefined;
}

/** Undefined: the paper says nothing about it. */
export function originText(
  paper: Paper,
  scenario: string | undefined,
  root: unknown,
  { path }: Pick<FieldNode, "path">,
): string | undefined {
  const origin = fieldOrigin(paper, scenario, root, path);
  return origin && sentence(paper, origin);
}

function sentence({ id, authors }: Paper, { from, where, more }: FieldOrigin): string {
  const source = `source ${id} (${shortAuthors(authors)})`;
  switch (from) {
    case "calibration":
      return `From ${source}, ${where}, which ${more}.`;
    case "source":
      return `From ${source}, ${where}.`;
    case "literature":
      return `From the literature: ${where}.`;
    case "convention":
      return `Our choice, it moves no result: ${where}.`;
    case "free":
      return `Free parameter of ${source}: ${where}.${more === "" ? "" : ` ${more}`}`;
  }
}

/** "Gibeling, Schultz"; "Salehi and others". */
export function shortAuthors(authors: string): string {
  const surnames = authors.split(/, | and /).map((name) => name.trim().split(" ").at(-1) ?? "");
  return surnames.length > 2 ? `${surnames[0]} and others` : surnames.join(", ");
}
