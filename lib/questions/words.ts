/** Words of exported questions beside those of the lab. */

export type QuestionLanguage = "en" | "de";

interface QuestionWords {
  readonly name: (place: string, seed: number) => string;
  readonly machines: string;
  readonly giveIn: (unit: string) => string;
  readonly atLeast: (words: number) => string;
}

const ENGLISH: QuestionWords = {
  name: (place, seed) => `${place}, variant ${seed}`,
  machines: "Open the machine in irqscope:",
  giveIn: (unit) => (unit === "/s" ? "Give the number per second." : `Give the number in ${unit}.`),
  atLeast: (words) => `Write at least ${words} words.`,
};

const GERMAN: QuestionWords = {
  name: (place, seed) => `${place}, Variante ${seed}`,
  machines: "Die Maschine in irqscope öffnen:",
  giveIn: (unit) =>
    unit === "/s"
      ? "Geben Sie die Zahl je Sekunde an."
      : `Geben Sie die Zahl in ${unit === "cycles" ? "Takten" : unit} an.`,
  atLeast: (words) => `Schreiben Sie mindestens ${words} Wörter.`,
};

export function questionWords(language: QuestionLanguage): QuestionWords {
  return language === "de" ? GERMAN : ENGLISH;
}

/** As readers write it: us is µs. */
export const shownUnit = (unit: string): string => (unit === "us" ? "µs" : unit);
