/** The source of a value, in words. Loaded with the first paper that is needed. */
import { type FieldOrigin, fieldOrigin } from "../../../lib/papers/origins.ts";
import { type Paper, parsePaper } from "../../../lib/papers/paper.ts";
import type { FieldNode } from "../../../lib/settings/node.ts";
import { BUILTIN_PAPERS } from "../../../scenarios/papers/index.ts";
import { plainText } from "../../text/numbers.ts";
import { piecesOf, type Text, t } from "../../text/t.ts";

/** A part of a sentence. Quotes from the paper's file are English. */
export interface OriginPiece {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Undefined if there is no such source, or if it cannot be loaded now. */
export async function loadPaper(document: string): Promise<Paper | undefined> {
  const result = parsePaper(await BUILTIN_PAPERS.find(({ id }) => id === document)?.load());
  return result.ok ? result.paper : undefined;
}

/** Undefined if the paper does not mention it. */
export function originText(
  paper: Paper,
  scenario: string | undefined,
  root: unknown,
  { path }: Pick<FieldNode, "path">,
): readonly OriginPiece[] | undefined {
  const origin = fieldOrigin(paper, scenario, root, path);
  if (origin === undefined) return undefined;
  const { where, more, printed } = origin;
  const value = printed === undefined ? "" : `${plainText(printed.value)} ${printed.unit}`.trim();
  const source = t("source {id} ({authors})", { id: paper.id, authors: shortAuthors(paper.authors) });
  const gaps: Readonly<Record<string, string>> = { where, more, value, source };
  return piecesOf(sentence(origin)).map((piece, index) =>
    index % 2 === 0
      ? { text: piece, isQuoted: false }
      : { text: gaps[piece] ?? "", isQuoted: piece === "where" || piece === "more" },
  );
}

function sentence({ from, more }: FieldOrigin): Text {
  switch (from) {
    case "calibration":
      return "From {source}, {where}, which gives {value}: {more}.";
    case "source":
      return "From {source}, {where}.";
    case "literature":
      return "From the literature: {where}.";
    case "convention":
      return "Our choice, which affects no result: {where}.";
    case "free":
      return more === ""
        ? "Free parameter of {source}: {where}."
        : "Free parameter of {source}: {where}. {more}";
  }
}

/** "Gibeling, Schultz"; "Salehi and others". */
export function shortAuthors(authors: string): string {
  const surnames = authors.split(/, | and /).map((name) => name.trim().split(" ").at(-1) ?? "");
  return surnames.length > 2 ? t("{author} and others", { author: surnames[0] ?? "" }) : surnames.join(", ");
}
