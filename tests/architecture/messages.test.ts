/** Every message of lib, scenarios and the engine that can reach the page has a German text (docs/decisions/0015).
 * tests/web/text/germanMessages.test.ts checks that real messages are found in the table. */
import { describe, expect, it } from "vitest";
import { DATA, MESSAGES } from "../../web/text/de/index.ts";
import { literalsOf } from "./literals.ts";
import { isTypeScript, repositoryFiles, textOf } from "./repository.ts";

const SPEAKING = [
  /^lib\/(addresses|assembler|breakpoints|captures|expressions|files|labs|marking|metrics|scenarioFields)\//,
  /^scenarios\/(base|check|compile|devices|format|link|machine|read|software|traffic|upgrade)\//,
  /^lib\/csv\.ts$/,
  /^lib\/export\/(konata|walk|pcapng\/trafficFile)\.ts$/,
  /^lib\/study\/(warnings|summaryNotes|windows|plan|warmUp|points|targets|searchMethods)\.ts$/,
  /^scenarios\/study\/parse\.ts$/,
  /^web\/engine\/(serve|port|client|machineTasks|machinePool|run)\.ts$/,
];

/** Message texts that no page shows, with the reason. */
const UNSEEN: readonly (readonly [file: RegExp, text: RegExp])[] = [
  // Meanings of metrics for `irqscope sweep SCENARIO --list`, labels for terminals, and labels of the page, which do
  // not compile without German.
  [/^lib\/metrics\/(dictionary|registry\/\w+)\.ts$/, /./],
  [/^lib\/breakpoints\/(vocabulary|trapWords)\.ts$/, /./],
  // Labels are types of the page, and do not compile without German.
  [/^lib\/metrics\/compare\.ts$/, /./],
  // Texts in files for other programs: a learning platform, a spreadsheet.
  [/^lib\/labs\/(scormPackage|table)\.ts$/, /./],
  // The description of a scenario that is made from a capture is a part of that scenario.
  [
    /^lib\/captures\/captureToScenario\.ts$/,
    /Real traffic|recording machine|all hosts|Sizes include|The machine is|The file is cut off/,
  ],
  // Texts in files for students, a projector and a learning platform, in the language of the class.
  [/^lib\/marking\/(outputs|classReport|texts)\.ts$/, /./],
  [/^lib\/marking\/worksheet\.ts$/, /^(?!column|is larger)/],
  // Only the command reads the table of answers.
  [/^lib\/marking\/answerSheet\.ts$/, /./],
  // Names of link layers are in a list of their own.
  [/^lib\/captures\/linkLayer\.ts$/, /^(?!link type)/],
  // A value of a study. The page's text for it is in web/study/labels.ts.
  [/^lib\/scenarioFields\/withContexts\.ts$/, /^as it is$/],
  // Names of CSRs are in lists of their own.
  [/^lib\/assembler\/registers\.ts$/, /./],
  // Names of steps in the core's tables, and the preset dictionaries of links.
  [/^scenarios\/compile\/flatten\.ts$/, /./],
  [/^scenarios\/link\/dictionaries\.ts$/, /./],
  // A description with a placeholder. The schema test of texts.test.ts checks it filled in.
  [/^scenarios\/machine\/processor\.ts$/, /^All alike/],
  // Internal errors that checked input cannot cause.
  [/^scenarios\/(base\/record|compile\/(config|programs)|traffic\/rates)\.ts$/, /./],
  // Texts in files for other programs, and what the command says about these files.
  [/^lib\/export\/konata\.ts$/, /^(no thread|illustration|nullified)/],
  [/^lib\/export\/pcapng\/trafficFile\.ts$/, /^(The run begins here|, without)/],
  // Faults of a worker.
  [/^web\/engine\//, /^irqscope (machine|export|profile)$/],
];

const plain = (text: string) => text.replace(/\{\w+\}/g, "·");
const known = Object.keys(MESSAGES).map(plain);
const whole = new Set(known);

/** The message as a pattern: a whole literal, or a part of one if it begins or ends with a placeholder. */
function hasGerman(text: string): boolean {
  if (whole.has(text) || text in DATA) return true;
  const middle = text.replace(/^[·\s]+|[·\s]+$/g, "");
  if (known.some((pattern) => pattern.startsWith(`${text}: ·`))) return true;
  const isPart = middle !== text || text.startsWith("; ");
  return isPart && middle.length > 3 && known.some((pattern) => pattern.includes(middle));
}

describe("messages of the file format and of the core", () => {
  const files = repositoryFiles().filter(
    (path) => isTypeScript(path) && SPEAKING.some((one) => one.test(path)),
  );
  const said = files.flatMap((path) => literalsOf(path, () => false, true));

  it("each have a German text", () => {
    expect(said.length).toBeGreaterThan(400);
    const missing = said.filter(
      ({ path, text }) =>
        !hasGerman(text) && !UNSEEN.some(([file, words]) => file.test(path) && words.test(text)),
    );
    expect(missing.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
  });

  it("occur in the code if they have a German text", () => {
    const code = [...files, "core-wasm/binding/module.ts"]
      .map(textOf)
      .join("\n")
      .replaceAll("\\\\", "\\")
      .replaceAll('\\"', '"');
    const unsaid = Object.keys(MESSAGES).filter((pattern) => {
      if (!/[a-z]{2}\W+[a-z]{2}/i.test(pattern)) return false;
      // The texts between the placeholders occur in the code. A message may consist of several literals.
      const pieces = pattern.split(/\{\w+\}/).map((piece) => piece.trim().replace(/:$/, ""));
      return !pieces.every((piece) => code.includes(piece) || piece.length < 12);
    });
    expect(unsaid).toEqual([]);
  });

  it("have the same placeholders in German", () => {
    const gaps = (text: string) =>
      [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name))].sort();
    const wrong = Object.entries(MESSAGES).filter(
      ([english, german]) => `${gaps(english)}` !== `${gaps(german)}`,
    );
    expect(wrong).toEqual([]);
  });
});
