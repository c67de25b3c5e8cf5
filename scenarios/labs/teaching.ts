/** Material for teachers: `teaching.md` beside the lab, in English and German. Only the command loads it, because it would
 * weigh on the pages of students and help them. tests/labs/teaching.test.ts holds both. */

const FILES = import.meta.glob<string>("./*/teaching{,.de}.md", { query: "?raw", import: "default" });

/** Undefined if the lab has no material in this language. */
export async function teachingText(lab: string, language: "en" | "de"): Promise<string | undefined> {
  return FILES[`./${lab}/teaching${language === "de" ? ".de" : ""}.md`]?.();
}
