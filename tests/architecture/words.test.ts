/** Words with one meaning, and replaced words, in the texts that users read (docs/words.md). */
import { describe, expect, it } from "vitest";
import { repositoryFiles, textOf } from "./repository.ts";

const TEXTS = [
  /^scenarios\/.*\.(json|md)$/,
  /^scenarios\/(machine|software|format|devices)\/.*\.ts$/,
  /^docs\/(guide|labs|model|micro|expressions|words)\.md$/,
  /^lib\/terms\//,
  /^web\/text\//,
];

/** A frame is on the wire. Saved are registers, and an activity is interrupted. */
const FRAME_OF_REGISTERS =
  /\b(stack|register|saved|live|resumed|preempted|interrupted|running) frames?\b|\bframes? (that is|is|are) (saved|restored|resumed)\b|\beverything of a frame\b|\b(saves?|restores?|resumes?|keeps?) (its|their) frames?\b|\b(Stapel|Register)rahmen\b|\bihren Rahmen\b/gi;

const found = (text: string): readonly string[] =>
  Array.from(text.matchAll(FRAME_OF_REGISTERS), ([match]) => match);

describe('the word "frame" for saved registers', () => {
  it.each([
    ["A system call saves its frame.", 1],
    ["Nobody is resumed before a live frame.", 1],
    ["The frame is saved, and the stack frame behind it.", 2],
    ["Systemaufrufe behalten ihren Rahmen", 1],
    ["A frame is delivered; the ring has room for eight frames.", 0],
  ])("is detected in: %s", (text, count) => {
    expect(found(text)).toHaveLength(count);
  });

  it("does not occur in any text", () => {
    const texts = repositoryFiles().filter((path) => TEXTS.some((one) => one.test(path)));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap((path) => found(textOf(path)).map((match) => `${path}: ${match}`))).toEqual([]);
  });
});

/** Words that readers misunderstood, English and German. */
const REPLACED =
  /\b(leave the stage|take it along|time goes both ways|as the scenario has it|chosen for this scenario|so much is held in|there is no room in|own condition|one cycle on|they travel in the link|DMA takes no time|first address behind it|may hold together|without effect, settings|the two are the same machine|what removed the latency|keys of a single letter, digit or sign work|this is no number|a fair word|in the mean|is dear in this|leaves the interrupts away|how many times as many is it|were such as cost|(shall|soll) issue|1 instructions a cycle|(half|halb) idle|look which|löst (seine|ihre) Leitung aus|unter diesem Versprechen|Takte weniger Takte|gerecht gegen Kontexte|zwischen Ihnen und Ihren Nachbarn)\b/gi;
const USER_TEXTS = [...TEXTS, /^web\/.*\.tsx$/];

const replacedIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(REPLACED), ([match]) => match);

describe("replaced words", () => {
  it.each([
    ["Three cycles in the mean.", 1],
    ["In the meantime a frame comes.", 0],
    ["Die Karte löst ihre Leitung aus, unter diesem Versprechen.", 2],
  ])("are detected in: %s", (text, count) => {
    expect(replacedIn(text)).toHaveLength(count);
  });

  it("do not occur in any text of the page", () => {
    const texts = repositoryFiles().filter((path) => USER_TEXTS.some((one) => one.test(path)));
    expect(texts.flatMap((path) => replacedIn(textOf(path)).map((match) => `${path}: ${match}`))).toEqual([]);
  });
});

/** In comments a thing is not called a person, and a person is a user, a student or a reader. */
const PERSON = /\b(nobody|somebody|everybody|anybody|someone|everyone|anyone|whoever)\b/i;
/** A sentence that begins like this has no subject, so the reader has to guess its subject. */
const RIDDLE = /(^|[.;:]\s)\s*\**\s*(of )?those (that|who|which)\b/i;
const COMMENTED = /^(core-wasm|web|lib|cli|scenarios|tools|tests)\/.*\.(c|h|def|ts|tsx|mjs|css)$/;

const commentsIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(/^\s*(?:\/\/|\/\*|\*)(.*)$|\/\*(.*?)\*\/|\s\/\/ (.*)$/gm), (match) =>
    match.slice(1).join(""),
  );

describe("code comments", () => {
  it.each([
    ["/* Nobody waits for it. */\nint x; /* somebody has it */", 2],
    ["/** Of the whole\n * that nobody sees. */", 1],
    ["  // whoever asks\nconst x = 1; // anyone", 2],
    ['const text = "nobody";\n/* No thread waits. */', 0],
  ])("are searched for persons: %s", (source, count) => {
    expect(commentsIn(source).filter((comment) => PERSON.test(comment))).toHaveLength(count);
  });

  it('name the thread, the access or the user instead of "nobody" or "someone"', () => {
    const paths = repositoryFiles().filter((path) => COMMENTED.test(path));
    expect(paths.length).toBeGreaterThan(1000);
    const persons = paths
      .filter((path) => path !== "tests/architecture/words.test.ts")
      .flatMap((path) => commentsIn(textOf(path)).map((comment) => `${path}:${comment}`))
      .filter((comment) => PERSON.test(comment));
    expect(persons).toEqual([]);
  });

  it.each([
    ["/** Those that have a value. */", 1],
    ["// Kept. Of those that are left, the first.\n/* Sorted; those who wait come first. */", 2],
    ["/** Rows that have a value, and those that a device adds. */", 0],
  ])("are searched for sentences without a subject: %s", (source, count) => {
    expect(commentsIn(source).filter((comment) => RIDDLE.test(comment))).toHaveLength(count);
  });

  it('begin no sentence with "those that"', () => {
    const riddles = repositoryFiles()
      .filter((path) => COMMENTED.test(path) && path !== "tests/architecture/words.test.ts")
      .flatMap((path) => commentsIn(textOf(path)).map((comment) => `${path}:${comment}`))
      .filter((comment) => RIDDLE.test(comment.slice(comment.indexOf(":") + 1)));
    expect(riddles).toEqual([]);
  });
});
