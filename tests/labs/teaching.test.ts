/** Material for teachers: complete for each lab, the same in both languages, and nowhere near a student. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LabBench } from "../../lib/labs/bench.ts";
import { templatesOf } from "../../lib/labs/templates.ts";
import { readMarking } from "../../lib/marking/marks.ts";
import { firstStep } from "../../lib/teaching/boards.ts";
import { boardsIn } from "../../lib/teaching/packedLab.ts";
import { readTeaching, type Teaching } from "../../lib/teaching/teaching.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { teachingText } from "../../scenarios/labs/teaching.ts";
import { decodeLink } from "../../scenarios/link/link.ts";
import * as GERMAN from "../../web/text/de/index.ts";
import { testCommand } from "../support/command.ts";
import { long } from "../support/long.ts";
import { openLab, runMachine } from "./support.ts";

const LESSONS = ["interrupt-cost", "contexts", "livelock", "coalescing", "jitter", "code-handler"];

async function textOf(lab: string, language: "en" | "de"): Promise<string> {
  return (await teachingText(lab, language)) ?? "";
}

const wordCount = (text: string) => text.split(/\s+/).length;

/** What must be the same in both languages: points, templates, links, and what pictures measure. */
function shapeOf(text: string) {
  const { outcomes, before, misconceptions, rubrics, lesson } = readTeaching(text);
  return {
    counts: [
      outcomes.length,
      before.length,
      misconceptions.length,
      lesson?.plan.map(({ minutes }) => minutes),
    ],
    rubrics: [...rubrics].map(([id, { items, weak }]) => [
      id,
      items.map(({ points }) => points),
      weak.length,
    ]),
    templates: (text.match(/\{\{[^{}]*\}\}/g) ?? []).toSorted(),
    links: text.match(/\]\([^)]*\)/g),
    slides: lesson?.slides.map((slide) =>
      boardsIn(slide.text).map(([info, body]) => [
        info,
        ...(body.match(/ = .*?(?=;|$)|^\S+ \d.*$|\| [\w."'[\]]+ \| .*$/gm) ?? []),
      ]),
    ),
  };
}

describe.each(BUILTIN_LABS.map(({ id }) => id))("the material for %s", (id) => {
  test.each(["en", "de"] as const)("has all parts and a rubric for each text (%s)", async (language) => {
    const lab = await openLab(id);
    const teaching: Teaching = readTeaching(await textOf(id, language));
    for (const list of [teaching.outcomes, teaching.before, teaching.misconceptions]) {
      expect(list.length).toBeGreaterThanOrEqual(2);
      expect(list.length).toBeLessThanOrEqual(4);
    }
    for (const { belief, shows, helps } of teaching.misconceptions)
      expect([belief, shows, helps].map((text) => text.length > 10)).toEqual([true, true, true]);
    const texts = lab.steps.flatMap((step) =>
      step.questions.flatMap((question) =>
        question.kind === "text" ? [{ id: `${step.id}/${question.id}`, question }] : [],
      ),
    );
    expect([...teaching.rubrics.keys()]).toEqual(texts.map((one) => one.id));
    for (const { id: part, question } of texts) {
      const { items = [], weak = [] } = teaching.rubrics.get(part) ?? {};
      const up = items.filter(({ points }) => points > 0);
      expect(up.reduce((sum, { points }) => sum + points, 0)).toBe(question.points);
      expect(items.length).toBeGreaterThan(up.length);
      expect(weak.length).toBeGreaterThanOrEqual(2);
      // Nothing here can be handed in as it stands.
      const longest = Math.max(
        ...[...items.map(({ text }) => text), ...weak.map(({ answer }) => answer)].map(wordCount),
      );
      expect(longest).toBeLessThan(question.atLeastWords + 5);
    }
  });

  test("measures what the lab's machines have, and is the same in German", async () => {
    const english = await textOf(id, "en");
    const bench = await LabBench.open(await openLab(id), 0, runMachine);
    const vocabulary = bench.vocabularyOf(firstStep(bench));
    const faultsIn = (text: string) =>
      templatesOf(text, vocabulary).flatMap(({ quantity }) =>
        typeof quantity === "string" ? [quantity] : [],
      );
    expect(faultsIn(english)).toEqual([]);
    const measured = Array.from(english.matchAll(/ = ([^;\n]*)/g), ([, expression]) => `{{${expression}}}`);
    // Their unit is that of the picture.
    expect(faultsIn(measured.join()).filter((fault) => !fault.includes("does not measure"))).toEqual([]);
    const german = await textOf(id, "de");
    expect(shapeOf(german)).toEqual(shapeOf(english));
    expect(readTeaching(german).title).toBe(
      new Map(Object.entries(GERMAN.DATA)).get((await openLab(id)).title),
    );
  });

  test("has a plan of 45 minutes, board pictures and slides if it has a lesson", async () => {
    const { lesson } = readTeaching(await textOf(id, "en"));
    expect(lesson !== undefined).toBe(LESSONS.includes(id));
    if (lesson === undefined) return;
    expect(lesson.plan.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(45);
    expect(lesson.slides.length).toBeGreaterThanOrEqual(6);
    const boards = lesson.slides.flatMap(({ text }) => boardsIn(text));
    expect(boards.length).toBeGreaterThanOrEqual(2);
  });
});

const command = testCommand();
const { folder } = command;
const pageIn = (path: string) => readFileSync(join(folder, path), "utf8");

describe("irqscope pack", () => {
  test("writes pages, slides, pictures and rubrics that marking reads", () => {
    const base = "https://example.org/irqscope/";
    const done = command.run("pack", "interrupt-cost", "-o", "pack", "--lang", "de", "--base", base);
    expect(done.errors).toBe("");
    const names = readdirSync(join(folder, "pack"));
    expect(names).toContain("interrupt-cost-board-2.svg");
    const [page, slides] = ["interrupt-cost.html", "interrupt-cost-slides.html"].map((name) =>
      pageIn(`pack/${name}`),
    );
    // The right answer, a likely mistake with its sentence, and a number of the prose.
    for (const part of [
      "80,92\u00a0Takte",
      "72\u00a0Takte",
      "Das Wiederherstellen nach dem Handler fehlt.",
      "2 Punkte",
      "−1",
    ])
      expect(page).toContain(part);
    expect(`${page}${slides}`).not.toMatch(/\{\{|<script|undefined|NaN/);
    const [, hash = ""] =
      /href="https:\/\/example.org\/irqscope\/\?lang=de(#s=[^"]+)"/.exec(slides ?? "") ?? [];
    const link = decodeLink(hash.replaceAll("&amp;", "&"));
    expect(link.ok && [link.position.cycle, link.position.zoom]).toEqual([3067, { from: 3040, to: 3160 }]);
    const rubric = readMarking(pageIn("pack/rubric.json"));
    expect(
      rubric.ok && [...rubric.marking.rubric.values()].map(({ part, points }) => `${part} ${points}`),
    ).toContain("interrupt-cost/slow/why -1");
    const again = command.run("pack", "interrupt-cost", "-o", "pack");
    expect([again.exitCode, again.errors]).toEqual([2, expect.stringContaining("--force")]);
    expect(command.run("pack", "interupt-cost", "-o", "pack").errors).toContain(
      "did you mean interrupt-cost?",
    );
    // The language was for these files alone.
    expect(command.run("export", "timeline", "ring-overflow", "--cycles", "20k").output).toContain(
      ">rx ring<",
    );
  });

  test.each(["en", "de"])(
    "draws every picture and fills every number of the course (%s)",
    { ...long("the lessons of five more labs run some two hundred machines"), timeout: 300_000 },
    (language) => {
      const { files } = command.json("pack", "-o", `all-${language}`, "--lang", language) as {
        files: string[];
      };
      expect(files.filter((name) => name.endsWith("-slides.html"))).toHaveLength(LESSONS.length);
      // Pictures of runs cut the name of a thread that finds no room.
      const pages = files.map((name) =>
        pageIn(`all-${language}/${name}`).replace(/<svg[\s\S]*?<\/svg>/g, ""),
      );
      expect(pages.filter((page) => /\{\{|undefined|NaN|…/.test(page))).toEqual([]);
      const pictures = files
        .filter((name) => name.endsWith(".svg"))
        .map((name) => pageIn(`all-${language}/${name}`));
      expect(pictures.filter((picture) => /undefined|NaN|Infinity/.test(picture))).toEqual([]);
    },
  );
});
