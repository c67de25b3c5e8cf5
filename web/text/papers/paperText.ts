/** What the files of the papers say, in the language of the page. English ones are the files themselves. */
import { currentLanguage, type Language, type Table } from "../language.ts";
import { translationOf } from "../message.ts";

const tables = new Map<Language, Table>();
const known = new Map<string, string>();

/** Resolves when it has the texts of the language. */
export async function loadPaperTexts(language: Language): Promise<void> {
  if (language === "en" || tables.has(language)) return;
  const { PAPER_TEXTS } = await import("./text.de.ts");
  tables.set(language, PAPER_TEXTS);
}

/** Undefined: there is only the English one. */
export function translatedPaperText(text: string): string | undefined {
  const language = currentLanguage();
  const table = tables.get(language);
  if (table === undefined) return undefined;
  const key = `${language} ${text}`;
  const found = known.get(key) ?? translationOf(table, text);
  if (found !== undefined) known.set(key, found);
  return found;
}

/** A number and its percent sign stay on one line. */
export function withUnits(text: string): string {
  return text.replace(/(\d) (?=[%‰])/g, "$1\u00a0");
}

export function paperText(text: string): string {
  return translatedPaperText(text) ?? text;
}
