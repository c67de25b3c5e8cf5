/** Reads the teacher's material of a lab from `teaching.md`. Its parts have headings of level 2 (docs/howto/lab.md). */
import { sectionsOf } from "../labs/sections.ts";
import { plainText } from "../marking/texts.ts";

interface Misconception {
  /** The belief in a student's words. */
  readonly belief: string;
  /** Where it shows. */
  readonly shows: string;
  readonly helps: string;
}

interface RubricItem {
  readonly points: number;
  readonly text: string;
}

export interface Rubric {
  readonly items: readonly RubricItem[];
  /** Typical weak answers, each with what is missing in it. */
  readonly weak: readonly { readonly answer: string; readonly remark: string }[];
}

interface Slide {
  readonly title: string;
  /** Markdown with pictures as fenced blocks (boards.ts). */
  readonly text: string;
}

interface Stage {
  readonly minutes: number;
  readonly teacher: string;
  readonly students: string;
}

export interface Lesson {
  readonly plan: readonly Stage[];
  readonly slides: readonly Slide[];
}

export interface Teaching {
  /** Undefined in English, which the lab itself contains. */
  readonly title: string | undefined;
  readonly outcomes: readonly string[];
  readonly before: readonly string[];
  readonly misconceptions: readonly Misconception[];
  /** Rubrics by `step/question`, one for each text. */
  readonly rubrics: ReadonlyMap<string, Rubric>;
  /** Undefined if the lab has no lesson written for it. */
  readonly lesson: Lesson | undefined;
}

const RUBRIC = "rubric ";
const ITEM = /^([+-]\d+): (.+)$/;
const WEAK = /^["„](.+?)["“]: (.+)$/;

export function readTeaching(markdown: string): Teaching {
  const sections = sectionsOf(markdown);
  const [plan, slides] = [sections.get("plan"), sections.get("slides")];
  return {
    title: sections.get("title"),
    outcomes: listIn(sections.get("outcomes")),
    before: listIn(sections.get("before")),
    misconceptions: titled(sections.get("misconceptions")).map(({ title, text }) => {
      const [shows = "", helps = ""] = text.split(/\n\n+/);
      return { belief: title, shows, helps };
    }),
    rubrics: new Map(
      [...sections].flatMap(([name, text]) =>
        name.startsWith(RUBRIC) ? [[name.slice(RUBRIC.length), rubricIn(text)]] : [],
      ),
    ),
    lesson:
      plan === undefined || slides === undefined ? undefined : { plan: planIn(plan), slides: titled(slides) },
  };
}

const listIn = (text = ""): readonly string[] =>
  Array.from(text.matchAll(/^- (.+)$/gm), ([, item = ""]) => item);

function titled(text = ""): readonly Slide[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { title: part.slice(0, end).trim(), text: part.slice(end).trim() };
    });
}

function rubricIn(text: string): Rubric {
  const lines = listIn(text);
  return {
    items: lines.flatMap((line) => {
      const [, points, item] = ITEM.exec(line) ?? [];
      return item === undefined ? [] : [{ points: Number(points), text: plainText(item) }];
    }),
    weak: lines.flatMap((line) => {
      const [, answer, remark] = WEAK.exec(line) ?? [];
      return answer === undefined || remark === undefined
        ? []
        : [{ answer: plainText(answer), remark: plainText(remark) }];
    }),
  };
}

/** Rows "| minutes | teacher | students |" below their head. */
function planIn(text: string): readonly Stage[] {
  return Array.from(
    text.matchAll(/^\| *(\d+) *\| *(.+?) *\| *(.+?) *\|$/gm),
    ([, minutes, teacher = "", students = ""]) => ({
      ...{ minutes: Number(minutes), teacher, students },
    }),
  );
}
