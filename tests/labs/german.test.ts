/** Each lab has its German: every text, with the templates and formulas of the English text, and nothing else. */

import { describe, expect, test } from "vitest";
import { checkLab } from "../../lib/labs/check.ts";
import { joinLab, loadLab } from "../../lib/labs/gallery.ts";
import { sectionsOf } from "../../lib/labs/sections.ts";
import { labTexts } from "../../lib/labs/translation.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { courseLab, loadLabTexts } from "../../web/labs/labText.ts";
import { speak } from "../../web/text/language.ts";
import { translated } from "../../web/text/t.ts";
import { long } from "../support/long.ts";

const templatesOf = (text: string) => [...(text.match(/\{\{[^{}]*\}\}/g) ?? [])].sort();
const formulasOf = (text: string) => text.match(/\$\$[\s\S]*?\$\$/g) ?? [];
const inlineOf = (text: string) =>
  [...(text.replace(/\$\$[\s\S]*?\$\$/g, "").match(/\$[^$\n]+\$/g) ?? [])].sort();

/** Numbers of two or more digits, since others may be words. Templates, code and formulas do not count. */
const numbersOf = (text: string) =>
  (
    text
      .replace(/\{\{[^{}]*\}\}|`[^`]*`|\$[^$]+\$/g, "")
      .replace(/(?<=\d)[\u202f\u00a0 ,.](?=\d)/g, "")
      .match(/\d{2,}/g) ?? []
  ).sort();

/** Places where `words` does not have the lab's shape, or contains more than texts and the ids that they belong to. */
function strange(words: unknown, lab: unknown, path = ""): readonly string[] {
  if (Array.isArray(words))
    return Array.isArray(lab) && words.length === lab.length
      ? words.flatMap((one, index) => strange(one, lab[index], `${path}[${index}]`))
      : [`${path}: other length`];
  if (!isObject(words) || !isObject(lab)) return [`${path}: no object`];
  return Object.entries(words).flatMap(([key, value]) => {
    const at = `${path}.${key}`;
    if (typeof value !== "string") return strange(value, lab[key], at);
    if (key === "id") return value === lab.id ? [] : [`${at}: another id`];
    return ["title", "text", "wrong"].includes(key) && typeof lab[key] === "string" ? [] : [at];
  });
}

describe.each(BUILTIN_LABS.map((lab) => [lab.id, lab] as const))("the lab %s", (_, builtin) => {
  test("has all its texts in German", async () => {
    const { lab, text } = await builtin.load();
    const german = await builtin.loadGerman();
    const english = joinLab(lab, text);
    if (!english.ok) throw new Error("the English lab does not open");
    expect(strange(german.words, lab)).toEqual([]);
    expect([...sectionsOf(german.text).keys()]).toEqual([...sectionsOf(text).keys()]);
    const result = labTexts({ lab, text }, german);
    if (!result.ok) throw new Error(JSON.stringify(result.errors));

    await speak("de");
    const own = await courseLab(builtin.id);
    expect(own?.title).toBe(translated(english.lab.title));
    expect(own?.steps.map((step) => step.text)).toEqual(
      english.lab.steps.map((step) => result.texts.get(step.text) ?? ""),
    );
    await speak("en");
    expect(await courseLab(builtin.id)).toEqual(english.lab);

    const { title, summary, steps } = english.lab;
    for (const step of steps)
      for (const { text } of [step, ...step.questions, ...step.hints])
        expect([...result.texts.keys()]).toContain(text);
    for (const [one, other] of result.texts) expect(numbersOf(other), other).toEqual(numbersOf(one));
    const same = [...result.texts].filter(
      ([one, other]) => one === other && one !== title && one !== summary,
    );
    expect(same.map(([one]) => one).filter((one) => /[a-z]{3}/.test(one) && one !== "Bursts")).toEqual([]);
    for (const [one, other] of result.texts) {
      if (one === title || one === summary) continue;
      expect(templatesOf(other), one).toEqual(templatesOf(one));
      expect(formulasOf(other), one).toEqual(formulasOf(one));
      expect(inlineOf(other), one).toEqual(inlineOf(one));
      // Names of threads and routines stay in English.
      const prose = other.replace(/\{\{[^{}]*\}\}|_[^_]*_|`[^`]*`/g, "");
      expect(prose, "an English word").not.toMatch(/\b(the|and|which|with)\b/);
    }
  });
});

test.each(BUILTIN_LABS.map(({ id }) => id))(
  "the lab %s names only existing things in German",
  long("It adds to the check of each English lab that its German one opens alike, for 5 s of CPU."),
  async (id) => {
    await speak("de");
    const own = await courseLab(id);
    expect(own && (await checkLab(own))).toEqual([]);
    await speak("en");
  },
);

test.each(BUILTIN_LABS.map((lab) => [lab.id, lab] as const))(
  "the lab %s states beside each key how a phone does the same",
  async (_, builtin) => {
    const [{ text }, german] = await Promise.all([builtin.load(), builtin.loadGerman()]);
    expect([text, german.text].flatMap(keysWithoutPhone)).toEqual([]);
  },
);

const UNIT_TWICE =
  /\{\{[^{}]* in (?:cycles\}\} (?:cycles?|Takte?n?)|us\}\} (?:µs|[Mm]i[ck]ro)|%\}\} (?:%|per cent|Prozent)|B\}\} (?:B|[Bb]ytes?))\b/g;
/** A number that is written by hand, with another gap between its groups than the page writes. A German comma stands
 * before decimals. */
const OTHER_GAP = {
  english: /(?<!\d)\d{1,3}(?:[ \u00a0,]\d{3})+(?!\d)/g,
  german: /(?<!\d)\d{1,3}(?:[ \u00a0]\d{3})+(?!\d)/g,
};

test.each(BUILTIN_LABS.map((lab) => [lab.id, lab] as const))(
  "the lab %s writes a unit once, and large numbers as the page does",
  async (_, builtin) => {
    const [english, german] = await Promise.all([builtin.load(), builtin.loadGerman()]);
    const proseOf = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`/g, "");
    const texts = {
      english: [proseOf(english.text), ...wordsIn(english.lab)],
      german: [proseOf(german.text), ...wordsIn(german.words)],
    };
    for (const language of ["english", "german"] as const)
      for (const text of texts[language]) {
        expect(text.match(UNIT_TWICE) ?? []).toEqual([]);
        expect(text.replace(/\{\{[^{}]*\}\}/g, "").match(OTHER_GAP[language]) ?? []).toEqual([]);
      }
  },
);

/** Texts that a reader sees, without programs and expected outputs. */
function wordsIn(of: unknown): readonly string[] {
  if (Array.isArray(of)) return of.flatMap(wordsIn);
  if (!isObject(of)) return [];
  return Object.entries(of).flatMap(([key, value]) =>
    typeof value === "string"
      ? ["text", "wrong", "title", "summary"].includes(key)
        ? [value]
        : []
      : wordsIn(value),
  );
}

test("the phone's alternative of one key does not count for another key of the paragraph", () => {
  expect(keysWithoutPhone("Press **G** (on a phone, the counter) and type 5.")).toEqual([]);
  expect(keysWithoutPhone("The next (**D**; on a phone, the counter), then **Space**.")).toEqual([
    "**Space**.",
  ]);
  expect(keysWithoutPhone("Press **G** or **D** (on a phone, the counter). **Z** goes back.")).toEqual([
    "**G** or ",
    "**Z** goes back.",
  ]);
});

/** Each key with the text after it that does not mention a phone before its bracket or sentence ends. */
function keysWithoutPhone(text: string): readonly string[] {
  const found = text.matchAll(
    /\*\*(?:[A-Z]|Space|Leertaste|Enter|Esc|(?:Shift|Umschalt)\W?.*?)\*\*[^*.)\n]*[.)]?/g,
  );
  return Array.from(found, ([one]) => one).filter((one) => !/\b(phone|Telefon)\b/.test(one));
}

test("names of a lab's machines are German wherever a scenario name is shown, also after a change to English", async () => {
  const result = await loadLab("coalescing");
  if (!result?.ok) throw new Error("the lab does not open");
  const [machine] = Object.values(result.lab.machines);
  if (machine === undefined) throw new Error("the lab has no machine");
  for (const _ of ["first", "again"]) {
    await speak("de");
    expect(translated(machine.title)).toBe(machine.title);
    await loadLabTexts(result.lab);
    expect(translated(machine.title)).toBe("Ein Interrupt für jeden Frame");
    await speak("en");
    expect(translated(machine.title)).toBe(machine.title);
  }
});
