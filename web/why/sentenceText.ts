/** A sentence of a chain in the language of the page. */
import { LENGTH_GAP, type Sentence } from "../../lib/why/sentences.ts";
import { piecesOf, tCount, translated } from "../text/t.ts";
import { formatInteger, formatSignificant } from "../ui/format.ts";

/** Digits of a number that is not whole. */
const DIGITS = 2;

/** Gaps that hold names of threads, several of them with commas between. */
const THREAD_GAPS: ReadonlySet<string> = new Set(["thread", "threads", "waiting", "waitingThread"]);

const threadNames = (value: string) => value.split(", ").map(translated).join(", ");

type Gaps = Readonly<Record<string, string | number>>;

export function sentenceText({ pattern, gaps }: Sentence): string {
  return filledPattern(pattern, gaps);
}

export function filledPattern(pattern: string, gaps: Gaps): string {
  return piecesOf(pattern)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const value = gaps[piece];
      if (typeof value !== "number") return THREAD_GAPS.has(piece) ? threadNames(value ?? "") : (value ?? "");
      if (!Number.isInteger(value)) return formatSignificant(value, DIGITS);
      return piece === LENGTH_GAP ? tCount(value, "{count} cycle", "{count} cycles") : formatInteger(value);
    })
    .join("");
}
