// Reads the mutants and puts one into a text.
import { readFileSync } from "node:fs";

/** `before` stands once in `file`, and `after` takes its place. `line` is the line at the commit of the draw.
 * @typedef {{ id: string, title: string, floor: string, room: string, file: string, line: number, before: string,
 *   after: string }} Mutant */

/** @param {string} text @param {Pick<Mutant, "before" | "after">} mutant
 * @returns {string | undefined} undefined: the text does not hold `before` once */
export function applied(text, { before, after }) {
  const parts = text.split(before);
  return parts.length === 2 ? parts.join(after) : undefined;
}

/** @returns {Mutant[]} */
export const allMutants = () =>
  ["notCaught.json", "drawn.json"].flatMap((name) =>
    JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")),
  );
