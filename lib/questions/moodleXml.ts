/** Questions as Moodle XML (https://docs.moodle.org/en/Moodle_XML_format). Each question of a lab is a category that has its
 * variants, so that a quiz can draw one. */
import { blockMarkup, inlineMarkup, xmlText } from "./markup.ts";
import {
  type Asked,
  type AskedNumber,
  type ExportedQuestion,
  plainNumber,
  type QuestionLanguage,
  questionWords,
} from "./questions.ts";

interface MoodleOptions {
  readonly language: QuestionLanguage;
  readonly base: string;
}

export function moodleXml(questions: readonly ExportedQuestion[], options: MoodleOptions): string {
  const parts: string[] = [];
  let category = "";
  for (const question of questions) {
    const next = categoryOf(question);
    if (next !== category) parts.push(categoryXml(next, question.title));
    category = next;
    parts.push(questionXml(question, options));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join("\n")}\n</quiz>\n`;
}

/** Ids have no slash, which would divide a category. */
const categoryOf = ({ lab, step, question }: ExportedQuestion): string =>
  `$course$/top/irqscope/${lab}/${step}-${question}`;

const categoryXml = (path: string, title: string): string =>
  `<question type="category">
  <category><text>${xmlText(path)}</text></category>
  <info format="plain_text"><text>${xmlText(title)}</text></info>
</question>`;

const TYPES = { number: "numerical", choice: "multichoice", text: "essay" } as const;

function questionXml(question: ExportedQuestion, options: MoodleOptions): string {
  const { asked, name, points } = question;
  return `<question type="${TYPES[asked.kind]}">
  <name><text>${xmlText(name)}</text></name>
  <questiontext format="html">${text(bodyOf(question, options))}</questiontext>
  <generalfeedback format="html"><text></text></generalfeedback>
  <defaultgrade>${points}</defaultgrade>
  <penalty>0.3333333</penalty>
  <hidden>0</hidden>
${answersXml(asked, options)}
</question>`;
}

function bodyOf({ text: markdown, machines }: ExportedQuestion, options: MoodleOptions): string {
  const links = machines.map(({ title, address }) => newTab(address, xmlText(title)));
  const { machines: label } = questionWords(options.language);
  return `${blockMarkup(markdown, markupOf(options))}<p>${xmlText(label)} ${links.join(", ")}</p>`;
}

/** A link in the same tab would leave the attempt. */
const newTab = (address: string, content: string): string =>
  `<a href="${xmlText(address)}" target="_blank" rel="noreferrer">${content}</a>`;

const markupOf = ({ base }: MoodleOptions) => ({ base, link: newTab });

function answersXml(asked: Asked, options: MoodleOptions): string {
  const inline = (markdown: string) => inlineMarkup(markdown, markupOf(options));
  switch (asked.kind) {
    case "number":
      return numberXml(asked, inline);
    case "choice": {
      const answers = asked.options.map(
        ({ text: option, isRight, wrong = "" }) =>
          `  <answer fraction="${isRight ? 100 : 0}" format="html">${text(inline(option))}${feedback(inline(wrong))}</answer>`,
      );
      return `  <single>true</single>
  <shuffleanswers>true</shuffleanswers>
  <answernumbering>abc</answernumbering>
${answers.join("\n")}`;
    }
    case "text":
      return `  <responseformat>editor</responseformat>
  <responserequired>1</responserequired>
  <responsefieldlines>10</responsefieldlines>
  <minwordlimit>${asked.atLeastWords}</minwordlimit>
  <attachments>0</attachments>
  <attachmentsrequired>0</attachmentsrequired>
  <graderinfo format="html"><text></text></graderinfo>
  <responsetemplate format="html"><text></text></responsetemplate>`;
  }
}

/** The right answer comes first, because Moodle takes the first answer whose interval contains the typed number. */
function numberXml(
  { right, tolerance, units, mistakes }: AskedNumber,
  inline: (markdown: string) => string,
): string {
  const answer = (fraction: number, value: number, width: number, told: string) =>
    `  <answer fraction="${fraction}" format="plain_text"><text>${plainNumber(value)}</text>${feedback(told)}<tolerance>${plainNumber(width)}</tolerance></answer>`;
  const answers = [
    answer(100, right, tolerance, ""),
    ...mistakes.map((mistake) => answer(0, mistake.value, mistake.tolerance, inline(mistake.text))),
  ];
  const named = units.map(
    ({ name, multiplier }) =>
      `<unit><multiplier>${plainNumber(multiplier)}</multiplier><unit_name>${xmlText(name)}</unit_name></unit>`,
  );
  return `${answers.join("\n")}
${named.length === 0 ? "" : `  <units>${named.join("")}</units>\n`}  <unitgradingtype>${UNIT_IS_OPTIONAL}</unitgradingtype>
  <unitpenalty>0</unitpenalty>
  <showunits>${units.length === 0 ? NO_UNIT : UNIT_IS_TYPED}</showunits>
  <unitsleft>0</unitsleft>`;
}

const UNIT_IS_OPTIONAL = 0;
const UNIT_IS_TYPED = 0;
const NO_UNIT = 3;

const feedback = (html: string): string => `<feedback format="html">${text(html)}</feedback>`;

/** HTML has its ">" escaped, so it does not end the CDATA. */
const text = (html: string): string =>
  /[<&]/.test(html) ? `<text><![CDATA[${html}]]></text>` : `<text>${html}</text>`;
