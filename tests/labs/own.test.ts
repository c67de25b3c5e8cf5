/** Labs and progress from files and links: a valid one is unchanged after writing and reading, and an invalid one gets
 * a clear message. */
import { describe, expect, test } from "vitest";
import { joinLab } from "../../lib/labs/gallery.ts";
import { LAB_CHARACTER_LIMIT } from "../../lib/labs/lab.ts";
import { labFileText, labLinkPayload, ownLabName, readLabLink, readOwnLab } from "../../lib/labs/own.ts";
import { progressFileText, readProgressFile } from "../../lib/labs/progressFile.ts";
import { withoutText } from "../../lib/labs/sections.ts";
import { submissionOf, submissionText } from "../../lib/labs/submission.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { pack } from "../../scenarios/link/codec.ts";
import FIRST_LAB from "../../web/labs/firstLab.json";
import { draftOf, firstLab, readDraft } from "../../web/labs/useLabDraft.ts";
import { long } from "../support/long.ts";
import { createRandom } from "../support/random.ts";
import { memoryDevice } from "../support/storage.ts";
import { core, openBench, openLab, solutionOf, solved } from "./support.ts";

const reasonsOf = async (read: ReturnType<typeof readOwnLab>) => {
  const result = await read;
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
};

/** One lab with a program, and one with questions of every kind. */
const SHORT_LABS: readonly string[] = ["code-handler", "rings"];

describe("an own lab", () => {
  const title = "%s is unchanged after being written to a file and read";
  const expectUnchanged = async (id: string) => {
    const lab = await openLab(id);
    expect(await readOwnLab(labFileText(lab))).toEqual({ ok: true, lab });
    const parts = withoutText(lab);
    expect(joinLab(JSON.parse(JSON.stringify(parts.lab)), parts.text)).toEqual({ ok: true, lab });
  };
  test.each(SHORT_LABS)(title, expectUnchanged);
  test.each(BUILTIN_LABS.map(({ id }) => id).filter((id) => !SHORT_LABS.includes(id)))(
    title,
    long("The other labs have the same parts; to check their machines takes 15 s of CPU."),
    expectUnchanged,
  );

  test("that the editor starts with is valid and fits into a link", async () => {
    const read = await readOwnLab(JSON.stringify(FIRST_LAB));
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const payload = labLinkPayload(read.lab) ?? "";
    expect(payload.length).toBeLessThan(3000);
    expect(await readLabLink(payload)).toEqual(read);
    expect(ownLabName(read.lab)).toMatch(/^own-[0-9a-f]{16}$/);
    expect(ownLabName({ ...read.lab, title: "Another" })).not.toBe(ownLabName(read.lab));
  });

  test("that the editor starts with differs in German only in its texts", async () => {
    const [english, german] = [firstLab("en"), firstLab("de")];
    expect(english).toEqual(FIRST_LAB);
    const read = await readOwnLab(JSON.stringify(german));
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    expect(read.lab.title).toBe("Ein Ring mit acht Plätzen");
    const isWord = (key: string) => ["title", "summary", "intro", "text", "after"].includes(key);
    const textsOf = (lab: unknown) => {
      const texts: string[] = [];
      const rest = JSON.stringify(lab, (key, value) => {
        if (!isWord(key)) return value;
        texts.push(value);
        return "";
      });
      return { texts, rest };
    };
    expect(textsOf(german).rest).toBe(textsOf(english).rest);
    const { texts } = textsOf(english);
    expect(texts.length).toBeGreaterThan(10);
    expect(textsOf(german).texts.filter((text) => texts.includes(text))).toEqual([]);
  });

  test("is kept as a draft only after a change by the author", () => {
    const storage = memoryDevice().tab();
    const untouched = draftOf(firstLab("de"));
    storage.write("irqscope.lab-editor", JSON.stringify(untouched));
    expect(readDraft(storage)).toBeUndefined();
    const touched = { ...untouched, text: `${untouched.text} ` };
    storage.write("irqscope.lab-editor", JSON.stringify(touched));
    expect(readDraft(storage)).toEqual(touched);
  });

  test("with mistakes is refused, with the fields", async () => {
    const wrong = { ...FIRST_LAB, machines: { base: { title: "B", of: "nope" } } };
    expect(await reasonsOf(readOwnLab(JSON.stringify(wrong)))).toContainEqual(
      expect.stringContaining("machines.base.of: no scenario nope"),
    );
  });

  test("with too many variants is refused before a machine is built", async () => {
    const values = Array.from({ length: 64 }, (_, index) => index + 1);
    const vary = Array.from({ length: 8 }, () => ({ machines: ["base"], fields: ["seed"], values }));
    const began = performance.now();
    expect(await reasonsOf(readOwnLab(JSON.stringify({ ...FIRST_LAB, vary })))).toContainEqual(
      "vary: asks for 512 machines; at most 400 can be looked at",
    );
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test.each([
    ["nothing", "", /lab: /],
    ["another file", '{"format":"irqscope-scenario"}', /file: is not a lab/],
    ["a list", "[]", /file: is not a lab/],
    ["a page", "<html>", /lab: is not JSON/],
    ["a huge file", " ".repeat(LAB_CHARACTER_LIMIT + 1), /more than/],
    ["deep nesting", "[".repeat(100_000), /nested/],
    ["a newer lab", JSON.stringify({ ...FIRST_LAB, version: 3 }), /version/],
    ["a prototype", JSON.stringify(FIRST_LAB).replace('"id"', '"__proto__": {}, "id"'), /__proto__/],
    [
      "a run without end",
      JSON.stringify(FIRST_LAB).replace("2000000", "1e12"),
      /more than 50000000|runCycles/,
    ],
  ])("%s is refused", async (_, text, reason) => {
    expect((await reasonsOf(readOwnLab(text))).join("\n")).toMatch(reason);
  });

  test("in a truncated, changed or inflated link is refused", async () => {
    const payload = labLinkPayload(await openLab("rings")) ?? "";
    const random = createRandom(5);
    for (let round = 0; round < 40; round++) {
      const at = random.integer(0, payload.length - 1);
      const changed = payload.slice(0, at) + (payload.charAt(at) === "A" ? "B" : "A") + payload.slice(at + 1);
      expect(await reasonsOf(readLabLink(changed)), `seed 5, ${at}`).not.toEqual([]);
      expect(await reasonsOf(readLabLink(payload.slice(0, at))), `seed 5, ${at}`).not.toEqual([]);
    }
    const bomb = pack(`"${"a".repeat(900_000)}"`) ?? "";
    expect(bomb.length).toBeLessThan(3000);
    expect((await reasonsOf(readLabLink(bomb))).join()).toContain("more than");
  });
});

describe("progress in a file", () => {
  test("is unchanged after being written and read", async () => {
    const bench = await openBench("rings", 3);
    const progress = await solved(bench, solutionOf("rings"));
    expect(readProgressFile(progressFileText(progress), bench.lab, 3)).toEqual({ ok: true, progress });
  });

  test("of something else is refused with the reason", async () => {
    const bench = await openBench("rings");
    const progress = await solved(bench, solutionOf("rings"));
    const text = progressFileText(progress);
    const other = await openLab("napi");
    const refusals: readonly (readonly [string, typeof other, number, RegExp])[] = [
      [text, other, 0, /^belongs to another lab: rings$/],
      [text, bench.lab, 4, /^belongs to variant 0, this is variant 4$/],
      [text.slice(0, 300), bench.lab, 0, /not JSON/],
      [submissionText(submissionOf(bench.lab, progress, core.version)), bench.lab, 0, /a file to hand in/],
      ["{}", bench.lab, 0, /^is not the saved progress of a lab$/],
      [text.replace('"version":1', '"version":2'), bench.lab, 0, /newer/],
      [text.replace(/"seconds":\d+/, '"seconds":-1'), bench.lab, 0, /^is damaged$/],
      [" ".repeat(300_000), bench.lab, 0, /larger than/],
      ["[".repeat(100_000), bench.lab, 0, /nested/],
    ];
    for (const [file, lab, seed, reason] of refusals) {
      const read = readProgressFile(file, lab, seed);
      expect(read.ok ? "" : read.reason).toMatch(reason);
    }
  });
});
