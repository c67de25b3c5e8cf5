/** Every message of lib, scenarios and the engine that can reach the page has its German (docs/decisions/0015); that what
 * comes out is found again is tested in tests/web/text/germanMessages.test.ts. */
import { describe, expect, it } from "vitest";
import { DATA, MESSAGES } from "../../web/text/de/index.ts";
import { literalsOf } from "./literals.ts";
import { isTypeScript, repositoryFiles, textOf } from "./repository.ts";

const SPEAKING = [
  /^lib\/(addresses|assembler|breakpoints|captures|expressions|files|labs|metrics|scenarioFields)\//,
  /^scenarios\/(base|check|compile|devices|format|link|machine|read|software|traffic|upgrade)\//,
  /^lib\/export\/(konata|walk|pcapng\/trafficFile)\.ts$/,
  /^lib\/study\/(warnings|summaryNotes|windows|plan|planWork|warmUp|points|targets|searchFault)\.ts$/,
  /^scenarios\/study\/parse\.ts$/,
  /^web\/engine\/(serve|port|client|machineTasks|machinePool|run)\.ts$/,
];

/** Words that no page shows, with why. */
const UNSEEN: readonly (readonly [file: RegExp, text: RegExp])[] = [
  // Meanings of metrics, which `irqscope sweep SCENARIO --list` has, labels for terminals, and labels of the page, which
  // do not compile without German.
  [/^lib\/metrics\/(dictionary|registry\/\w+)\.ts$/, /./],
  [/^lib\/breakpoints\/(vocabulary|trapWords)\.ts$/, /./],
  // Labels are types of the page: they do not compile without German.
  [/^lib\/metrics\/compare\.ts$/, /./],
  // Files for other programs: an LMS, a spreadsheet.
  [/^lib\/labs\/(scormPackage|table)\.ts$/, /./],
  // The description of a scenario that is made from a capture is part of that scenario.
  [
    /^lib\/captures\/captureToScenario\.ts$/,
    /Real traffic|recording machine|all hosts|Sizes include|The machine is|The file is cut off/,
  ],
  // Names of link layers stand in a list of them.
  [/^lib\/captures\/(linkLayer|linkTypeNames)\.ts$/, /^(?!link type)/],
  // A value of a study; what the page says of it is web/study/labels.ts.
  [/^lib\/scenarioFields\/withContexts\.ts$/, /^as it is$/],
  // Names of CSRs stand in lists of them.
  [/^lib\/assembler\/registers\.ts$/, /./],
  // Names of steps for the core's own tables, and the preset dictionaries of links.
  [/^scenarios\/compile\/flatten\.ts$/, /./],
  [/^scenarios\/link\/dictionary[12]\.ts$/, /./],
  // Titles and descriptions with a gap: the schema test of texts.test.ts has them filled.
  [/^scenarios\/(base\/field|machine\/processor)\.ts$/, /^(Name of a|All alike)/],
  // Bugs: what was checked cannot come to these.
  [/^scenarios\/(base\/(record|coreValues)|compile\/(config|programs)|traffic\/rates)\.ts$/, /./],
  // In files for other programs, and what the command says of them.
  [/^lib\/export\/konata\.ts$/, /^(no thread|illustration|nullified)/],
  [/^lib\/export\/pcapng\/trafficFile\.ts$/, /^(The run begins here|, without)/],
  // Of a worker.
  [/^web\/engine\//, /^irqscope (machine|export|profile)$/],
];

const plain = (text: string) => text.replace(/\{\w+\}/g, "·");
const known = Object.keys(MESSAGES).map(plain);
const whole = new Set(known);

/** As a pattern of its own, or as a part of one where it begins or ends with a gap. */
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
      // What is between the gaps stands in the code; a message may be put together of several texts.
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
