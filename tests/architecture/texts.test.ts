/** Every text of the page has its translation (docs/decisions/0015). */
import { describe, expect, it } from "vitest";
import * as GERMAN from "../../web/text/de/index.ts";
import { dataTexts } from "../support/dataTexts.ts";
import { literalsOf } from "./literals.ts";
import { isTypeScript, repositoryFiles, textOf } from "./repository.ts";

const PAGE: Readonly<Record<string, string>> = GERMAN.PAGE;
const DATA: Readonly<Record<string, string>> = GERMAN.DATA;
const ALL: Readonly<Record<string, string>> = { ...PAGE, ...DATA };

/** Literals that are no text (file types, drawing instructions, markup), and texts in both languages for the case that
 * no table loads. */
const NO_TEXT = [
  /^web\/ui\/charts\/figure(Svg|File)\.ts$/,
  /^web\/ui\/svg\.ts$/,
  /^web\/simulate\/figure\/(paint|svgNode)\.ts$/,
  /^web\/ui\/frame\.ts$/,
  /^web\/engine\//,
  /^web\/app\/startFault\.ts$/,
];
const SEARCHED = /^web\/app\/commands\/words\.ts$/;

const files = repositoryFiles().filter((path) => path.startsWith("web/") && isTypeScript(path));
const speaking = files.filter((path) => !path.startsWith("web/text/"));

const tableFiles = repositoryFiles()
  .filter((path) => path.startsWith("web/text/de/"))
  .map(textOf);

const texts = await dataTexts();

describe("texts of the built-in data", () => {
  it.each(Object.entries(texts))("have a German text: %s", (_, texts) => {
    expect(texts.filter((text) => text !== "" && !(text in GERMAN.DATA))).toEqual([]);
  });

  it("are still used if they have a German text", () => {
    const known = new Set(Object.values(texts).flat());
    expect(Object.keys(GERMAN.DATA).filter((text) => !known.has(text))).toEqual([]);
  });
});

describe("texts of the page", () => {
  it("come from the text tables, not from literals", () => {
    const converted = speaking.filter(
      (path) => !NO_TEXT.some((one) => one.test(path)) && !SEARCHED.test(path),
    );
    expect(converted.length).toBeGreaterThan(50);
    const literals = converted.flatMap((path) => literalsOf(path, (text) => text in PAGE));
    expect(literals.map(({ path, line, text }) => `${path}:${line} ${JSON.stringify(text)}`)).toEqual([]);
  });

  it("are used if they have a German text", () => {
    // Parts of the gallery, metrics and sentences of a chain are labels too.
    const labelled = repositoryFiles().filter((path) =>
      /^lib\/(metrics\/(compare|registry\/\w+)|why\/(patterns|remedies|worse))\.ts$/.test(path),
    );
    const code = [...speaking, "scenarios/groups.ts", ...labelled].map(textOf).join("\n");
    const unused = Object.keys(PAGE).filter(
      (text) =>
        // The plural of a noun is made from the noun.
        ![text, text.replace(/s$/, "")].some(
          (one) => code.includes(JSON.stringify(one)) || code.includes(`'${one}'`),
        ),
    );
    expect(unused).toEqual([]);
  });

  it("write numbers in the language of the page, in labs too", () => {
    const english = /import \{[^}]*\bnumberText\b[^}]*\} from "[./]*lib\/labs\/templates\.ts"/;
    expect(speaking.filter((path) => english.test(textOf(path)))).toEqual(["web/labs/labText.ts"]);
  });

  it.each(["PAGE", "DATA"])("are each in one table only: %s", (name) => {
    const tablesIn = (path: string, whole: string) => {
      const parts = new RegExp(`${whole} = \\{([^}]*)\\}`).exec(textOf(path))?.[1] ?? "";
      return Array.from(parts.matchAll(/\.\.\.([A-Z_]+)/g), ([, part = ""]) => part);
    };
    const names = tablesIn("web/text/de/index.ts", name).flatMap((part) =>
      part === `DEVICES_${name}` ? tablesIn("web/text/de/devices.gen.ts", part) : [part],
    );
    expect(names.filter((part) => part === `BUTTON_${name}`)).toHaveLength(1);
    const tables = names.map((part) => {
      const table = new RegExp(`export const ${part} = \\{\\n(.*?)\\n\\} as const`, "s");
      return tableFiles.flatMap((text) => table.exec(text)?.[1] ?? []);
    });
    expect(tables.filter(({ length }) => length !== 1)).toEqual([]);
    const keys = tables
      .flat()
      .flatMap((text) => Array.from(text.matchAll(/^ {2}("(?:[^"\\]|\\.)*"|[\w$]+):/gm), ([, key]) => key));
    expect(keys.length).toBeGreaterThan(300);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("have the same placeholders in German", () => {
    const gaps = (text: string) =>
      [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name))].sort();
    const wrong = Object.entries(ALL).filter(([english, german]) => `${gaps(english)}` !== `${gaps(german)}`);
    expect(wrong).toEqual([]);
  });

  it("differ from the English, or are marked as the same word", () => {
    const same = [...Object.entries(PAGE), ...Object.entries(DATA)].flatMap(([english, german]) =>
      (english === german && /[a-z]{3}/i.test(english.replace(/\{\w+\}/g, ""))) || german.trim() === ""
        ? [english]
        : [],
    );
    const marked = tableFiles.flatMap((text) =>
      Array.from(text.matchAll(/^ {2}(?:"(.+?)"|([\w$]+)): .*", \/\/ the same$/gm), ([, quoted, word]) =>
        String(quoted ?? word),
      ),
    );
    expect(marked.length).toBeGreaterThan(30);
    expect(
      same.filter((text) => !marked.includes(text)),
      'a word that is the same in German has "// the same" behind it',
    ).toEqual([]);
    expect(marked.filter((text) => !same.includes(text))).toEqual([]);
  });
});
