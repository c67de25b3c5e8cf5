/** Words of a running text that the list of terms explains: the first time that each term is named. */
import type { TermId } from "../../lib/terms/terms.ts";

export interface TextPiece {
  readonly text: string;
  readonly term?: TermId;
}

/** Languages of the page. */
type Language = "en" | "de";

/** Patterns by language, in German with inflected endings. A term that contains the words of another one precedes
 * it. */
const WORDS: readonly ({ readonly term: TermId } & Readonly<Record<Language, RegExp>>)[] = [
  { term: "soft-interrupt", en: /soft interrupts?/, de: /Soft-Interrupts?/ },
  { term: "softirq", en: /softirqs?/, de: /Softirqs?/ },
  { term: "context-switch", en: /context switch(?:es)?/, de: /Kontextwechseln?s?/ },
  { term: "coalescing", en: /coalescing/, de: /Coalescing/ },
  { term: "livelock", en: /livelock/, de: /Livelocks?/ },
  { term: "starvation", en: /starvation/, de: /Aushungern/ },
  { term: "packet", en: /frames?|slots?/, de: /Frames?|Plätzen?/ },
  { term: "receive-ring", en: /receive ring/, de: /Empfangsrings?/ },
  { term: "backlog", en: /backlog/, de: /Backlogs?/ },
  { term: "pending", en: /pending/, de: /steht an|ansteht|anstehen/ },
  { term: "masked", en: /masked|masks?|unmasks?/, de: /maskiert|maskieren|Maske/ },
  { term: "priority", en: /priority/, de: /Priorität/ },
  { term: "protocol", en: /protocol/, de: /Protokolls?/ },
  { term: "driver-isr", en: /driver|handler/, de: /Treibers?|Handlers?/ },
  { term: "contexts", en: /contexts?/, de: /Kontexten?s?/ },
  { term: "registers", en: /registers?/, de: /Registern?/ },
  { term: "ipc", en: /IPC/, de: /IPC/ },
];

const EXPRESSIONS: Readonly<Record<Language, RegExp>> = { en: expressionOf("en"), de: expressionOf("de") };

function expressionOf(language: Language): RegExp {
  const groups = WORDS.map((words) => `(${words[language].source})`);
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${groups.join("|")})(?![\\p{L}\\p{N}-])`, "gu");
}

export function termPieces(text: string, language: Language): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  const named = new Set<TermId>();
  let from = 0;
  for (const match of text.matchAll(EXPRESSIONS[language])) {
    const term = WORDS[match.slice(1).findIndex((group) => group !== undefined)]?.term;
    if (term === undefined || named.has(term)) continue;
    named.add(term);
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push({ text: match[0], term });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
