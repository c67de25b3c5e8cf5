/** Reads Moodle XML and marks answers by the rules of Moodle: question/format/xml/format.php (what an import takes from
 * each element, and what it refuses), question/format.php (categories, names, grades) and question/type/numerical (numbers
 * with units, the first answer whose interval has the value). https://github.com/moodle/moodle, read at version 4.x. */
import { childrenOf, under, type XmlElement, xmlRoot } from "../support/xml.ts";

export interface MoodleQuestion {
  readonly type: string;
  readonly category: string;
  readonly name: string;
  readonly html: string;
  readonly grade: number;
  readonly answers: readonly MoodleAnswer[];
  /** Name to multiplier. */
  readonly units: ReadonlyMap<string, number>;
  readonly hasUnits: boolean;
  readonly graderInfo: string;
}

interface MoodleAnswer {
  readonly text: string;
  readonly fraction: number;
  readonly feedback: string;
  readonly tolerance: number;
}

const FORMATS = ["moodle_auto_format", "html", "plain_text", "wiki_like", "markdown"];

export function readMoodle(xml: string): readonly MoodleQuestion[] {
  const root = xmlRoot(xml);
  if (root.name !== "quiz") throw new Error("the root is not quiz");
  let category = "";
  return root.children.flatMap((element) => {
    if (element.name !== "question") throw new Error(`${element.name} in quiz`);
    for (const { name, attributes } of allUnder(element)) {
      const format = attributes.get("format");
      if (format !== undefined && !FORMATS.includes(format)) throw new Error(`${name}: format ${format}`);
    }
    if (element.attributes.get("type") === "category") {
      category = textIn(element, "category");
      return [];
    }
    return [questionIn(element, category)];
  });
}

function questionIn(element: XmlElement, category: string): MoodleQuestion {
  const type = element.attributes.get("type") ?? "";
  const name = textIn(element, "name");
  if (name === "" || name.length > 255) throw new Error(`a name that Moodle changes: ${name}`);
  const answers = childrenOf(element, "answer").map((answer) => answerIn(answer, type));
  const right = answers.filter(({ fraction }) => fraction === 100);
  if (type !== "essay" && right.length !== 1) throw new Error(`${name}: ${right.length} right answers`);
  if (type === "multichoice" && (answers.length < 2 || numberIn(element, "single", "true") !== "true"))
    throw new Error(`${name}: no single choice`);
  const units = childrenOf(under(element, "units") ?? element, "unit");
  return {
    ...{ type, category, name, answers, graderInfo: textIn(element, "graderinfo") },
    html: textIn(element, "questiontext"),
    grade: Number(numberIn(element, "defaultgrade", "1")),
    units: new Map(
      units.map((unit) => [
        under(unit, "unit_name")?.text ?? "",
        Number(under(unit, "multiplier")?.text ?? "1"),
      ]),
    ),
    hasUnits: numberIn(element, "showunits", units.length > 0 ? "0" : "3") !== "3",
  };
}

function answerIn(element: XmlElement, type: string): MoodleAnswer {
  const text = (under(element, "text")?.text ?? "").trim();
  const fraction = Number(element.attributes.get("fraction") ?? 0);
  const tolerance = under(element, "tolerance")?.text ?? "0";
  if (![0, 100].includes(fraction)) throw new Error(`no grade of Moodle: ${fraction}`);
  if (type === "numerical" && ![text, tolerance].every((number) => /^-?\d+(\.\d+)?$/.test(number)))
    throw new Error(`no plain number: ${text}, ${tolerance}`);
  return { text, fraction, tolerance: Number(tolerance), feedback: textIn(element, "feedback") };
}

const textIn = (element: XmlElement, name: string): string =>
  (under(element, name, "text")?.text ?? "").trim();
const numberIn = (element: XmlElement, name: string, otherwise: string): string =>
  under(element, name)?.text.trim() ?? otherwise;

const allUnder = (element: XmlElement): readonly XmlElement[] => [
  element,
  ...element.children.flatMap(allUnder),
];

/** What Moodle says to a typed number, with its unit. */
export function moodleMark(
  { answers, units, hasUnits }: MoodleQuestion,
  typed: string,
): { readonly isRight: boolean; readonly feedback: string } {
  const found = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/.exec(typed.replaceAll(" ", ""));
  const unit = typed.replaceAll(" ", "").slice(found?.[0].length ?? 0);
  const multiplier = unit === "" ? 1 : hasUnits ? units.get(unit) : undefined;
  const value = multiplier === undefined ? Number.NaN : Number(found?.[0]) / multiplier;
  const answer = answers.find(({ text, tolerance }) => {
    const epsilon = 1e-8;
    const width = tolerance + epsilon * Math.max(tolerance, Math.abs(Number(text)), epsilon);
    return Math.abs(value - Number(text)) <= width;
  });
  return { isRight: answer?.fraction === 100, feedback: answer?.feedback ?? "" };
}
