/** A chain of causes for people at a terminal. */
import { type Said, type Sentence, sentenceText } from "../lib/why/sentences.ts";
import { whole } from "./table.ts";

export function whyText({ headline, clauses }: Said): {
  readonly page: string;
  readonly sentences: readonly string[];
} {
  const text = (sentences: readonly Sentence[]) => sentences.map((one) => sentenceText(one, whole)).join(" ");
  const told = clauses.map(({ clause, sentences }) => ({
    cycles: `${whole(clause.fromCycle)} - ${whole(clause.toCycle)}`,
    text: text(sentences),
  }));
  const width = Math.max(0, ...told.map(({ cycles }) => cycles.length));
  const lines = told.map(({ cycles, text: of }) => `  ${cycles.padStart(width)}  ${of}`);
  return {
    page: [text(headline), "", ...lines].join("\n").trimEnd(),
    sentences: [text(headline), ...told.map(({ text: of }) => of)],
  };
}
