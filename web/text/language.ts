/** The language that the page speaks. English stands in the code; the tables of another are loaded when it is spoken. */
export const LANGUAGES = ["en", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** What a language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

/** English text to its translation. */
export type Table = Readonly<Record<string, string>>;

interface Translation {
  /** What the page itself says. */
  readonly page: Table;
  /** Names and explanations that come with the data: terms, metrics, fields, scenarios. */
  readonly data: Table;
  /** Patterns of messages that lib and scenarios make. */
  readonly messages: Table;
}

export interface Speech {
  readonly language: Language;
  readonly translation: Translation | undefined;
}

const ENGLISH: Speech = { language: "en", translation: undefined };

let speech = ENGLISH;
const listeners = new Set<() => void>();

/** Another object after every change. */
export function currentSpeech(): Speech {
  return speech;
}

export function currentLanguage(): Language {
  return speech.language;
}

/** Returns the function that stops listening. */
export function onSpeech(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

type TranslationLoader = () => Promise<Translation>;

const LOADERS: Readonly<Record<Exclude<Language, "en">, TranslationLoader>> = {
  de: async () => {
    const { PAGE, DATA, MESSAGES } = await import("./de/index.ts");
    return { page: PAGE, data: DATA, messages: MESSAGES };
  },
};

let wanted: Language = "en";

/** Resolves when the page speaks it; false where its tables cannot be had, and nothing changes then. */
export async function speak(language: Language, loaders = LOADERS): Promise<boolean> {
  wanted = language;
  if (language === "en") {
    change(ENGLISH);
    return true;
  }
  try {
    const translation = await loaders[language]();
    // The user may have chosen again meanwhile.
    if (wanted === language) change({ language, translation });
    return true;
  } catch {
    if (wanted === language) wanted = speech.language;
    return false;
  }
}

function change(next: Speech): void {
  if (next === speech) return;
  speech = next;
  for (const listener of [...listeners]) listener();
}

/** Names in data that were loaded by themselves, for as long as this language is spoken. */
export function learn(language: Language, names: Table): void {
  const { translation } = speech;
  if (speech.language !== language || translation === undefined) return;
  change({ language, translation: { ...translation, data: { ...names, ...translation.data } } });
}

/** `?lang=de`: a link in its sender's language. Learning platforms may add it behind the `#`, and name a region. */
function languageInAddress(address: string): Language | undefined {
  return known(/[?&]lang=([a-z]+)/i.exec(address)?.[1]?.toLowerCase());
}

/** The address's, else the one chosen on this device, else the first that the browser asks for and the page speaks. */
export function firstLanguage(
  address: string,
  stored: string | undefined,
  preferred: readonly string[],
): Language {
  const asked = languageInAddress(address) ?? known(stored);
  if (asked !== undefined) return asked;
  for (const tag of preferred) {
    const language = known(tag.split("-")[0]?.toLowerCase());
    if (language !== undefined) return language;
  }
  return "en";
}

function known(value: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}

/** The address with another language in it, or with none. */
export function withLanguage(href: string, language: Language | undefined): string {
  const url = new URL(href);
  if (language === undefined) url.searchParams.delete("lang");
  else url.searchParams.set("lang", language);
  return url.href;
}
