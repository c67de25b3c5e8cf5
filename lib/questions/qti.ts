/** Questions as a QTI 2.1 content package (http://www.imsglobal.org/question/): an item for each variant, and a test that
 * draws one variant of each question. */
import { VERSION } from "../origin.ts";
import { blockMarkup, inlineMarkup, xmlText } from "./markup.ts";
import {
  type Asked,
  type AskedNumber,
  type ExportedQuestion,
  plainNumber,
  type QuestionLanguage,
  questionWords,
} from "./questions.ts";

interface QtiOptions {
  readonly language: QuestionLanguage;
  readonly base: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const SCHEMA = `xmlns="${QTI}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="${QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"`;
const TEST = "test.xml";

/** Contents by path. */
export function qtiPackage(
  questions: readonly ExportedQuestion[],
  options: QtiOptions,
): Readonly<Record<string, string>> {
  const items = questions.map((question) => [pathOf(question), itemXml(question, options)] as const);
  return {
    "imsmanifest.xml": manifestXml(questions),
    [TEST]: testXml(questions),
    ...Object.fromEntries(items),
  };
}

/** Ids of labs, steps and questions have no underscore. */
const placeOf = ({ lab, step, question }: ExportedQuestion): string => `${lab}_${step}_${question}`;
const idOf = (question: ExportedQuestion): string => `${placeOf(question)}_${question.seed}`;
const pathOf = (question: ExportedQuestion): string => `items/${idOf(question)}.xml`;

function manifestXml(questions: readonly ExportedQuestion[]): string {
  const items = questions.map(
    (
      question,
    ) => `    <resource identifier="${idOf(question)}" type="imsqti_item_xmlv2p1" href="${pathOf(question)}">
      <file href="${pathOf(question)}"/>
    </resource>`,
  );
  const needed = questions.map((question) => `      <dependency identifierref="${idOf(question)}"/>`);
  const namespace = "http://www.imsglobal.org/xsd/imscp_v1p1";
  return `${HEAD}<manifest identifier="irqscope-questions" xmlns="${namespace}">
  <metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="irqscope-test" type="imsqti_test_xmlv2p1" href="${TEST}">
      <file href="${TEST}"/>
${needed.join("\n")}
    </resource>
${items.join("\n")}
  </resources>
</manifest>
`;
}

function testXml(questions: readonly ExportedQuestion[]): string {
  const places = new Map<string, ExportedQuestion[]>();
  for (const question of questions) {
    const place = placeOf(question);
    places.set(place, [...(places.get(place) ?? []), question]);
  }
  const sections = Array.from(places, ([place, variants]) => {
    const items = variants.map(
      (one) => `        <assessmentItemRef identifier="${idOf(one)}" href="${pathOf(one)}"/>`,
    );
    return `      <assessmentSection identifier="section_${place}" title="${xmlText(variants[0]?.title ?? "")}" visible="false">
        <selection select="1"/>
${items.join("\n")}
      </assessmentSection>`;
  });
  return `${HEAD}<assessmentTest ${SCHEMA}
  identifier="irqscope-test" title="irqscope" toolName="irqscope" toolVersion="${VERSION}">
  <testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
    <assessmentSection identifier="questions" title="irqscope" visible="true">
${sections.join("\n")}
    </assessmentSection>
  </testPart>
</assessmentTest>
`;
}

function itemXml(question: ExportedQuestion, options: QtiOptions): string {
  const { asked, name, points } = question;
  const inline = (markdown: string) => inlineMarkup(markdown, { base: options.base, link });
  const { type, correct, interaction, processing, feedback } = partsOf(asked, points, inline);
  const correctResponse =
    correct === "" ? "" : `<correctResponse><value>${correct}</value></correctResponse>`;
  return `${HEAD}<assessmentItem ${SCHEMA}
  identifier="${idOf(question)}" title="${xmlText(name)}" xml:lang="${options.language}" adaptive="false" timeDependent="false"
  toolName="irqscope" toolVersion="${VERSION}">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="${type}">${correctResponse}</responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="${points}" normalMinimum="0">
    <defaultValue><value>0</value></defaultValue>
  </outcomeDeclaration>
  <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
  <itemBody>
    <div>${bodyOf(question, options)}</div>
    ${interaction}
  </itemBody>
${processing}${feedback.map(({ id, html }) => `  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="${id}" showHide="show">${html}</modalFeedback>\n`).join("")}</assessmentItem>
`;
}

function bodyOf({ text, machines }: ExportedQuestion, { base, language }: QtiOptions): string {
  const links = machines.map(({ title, address }) => link(address, xmlText(title)));
  const { machines: label } = questionWords(language);
  return `${blockMarkup(text, { base, link })}<p>${xmlText(label)} ${links.join(", ")}</p>`;
}

const link = (address: string, content: string): string => `<a href="${xmlText(address)}">${content}</a>`;

interface ItemParts {
  readonly type: "float" | "identifier" | "string";
  /** Empty for a text. */
  readonly correct: string;
  readonly interaction: string;
  readonly processing: string;
  readonly feedback: readonly { readonly id: string; readonly html: string }[];
}

function partsOf(asked: Asked, points: number, inline: (markdown: string) => string): ItemParts {
  switch (asked.kind) {
    case "number":
      return numberParts(asked, points, inline);
    case "choice": {
      const options = asked.options.map((option, index) => ({ ...option, id: `option${index + 1}` }));
      const right = options.find(({ isRight }) => isRight)?.id ?? "";
      const told = options.flatMap(({ id, wrong }) =>
        wrong === undefined ? [] : [{ id: `wrong_${id}`, html: inline(wrong), when: isOption(id) }],
      );
      const choices = options.map(
        ({ id, text }) => `<simpleChoice identifier="${id}">${inline(text)}</simpleChoice>`,
      );
      return {
        type: "identifier",
        correct: right,
        interaction: `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">${choices.join("")}</choiceInteraction>`,
        processing: processingOf(isOption(right), points, told),
        feedback: told,
      };
    }
    case "text":
      return {
        ...{ type: "string", correct: "", processing: "", feedback: [] },
        interaction:
          '<extendedTextInteraction responseIdentifier="RESPONSE" minStrings="1" maxStrings="1" expectedLines="10"/>',
      };
  }
}

const isOption = (id: string): string =>
  `<match><variable identifier="RESPONSE"/><baseValue baseType="identifier">${id}</baseValue></match>`;

function numberParts(
  { right, tolerance, units, mistakes }: AskedNumber,
  points: number,
  inline: (markdown: string) => string,
): ItemParts {
  const isNear = (value: number, width: number) => {
    const number = `<baseValue baseType="float">${plainNumber(value)}</baseValue>`;
    const bound = plainNumber(width);
    return `<equal toleranceMode="absolute" tolerance="${bound} ${bound}"><variable identifier="RESPONSE"/>${number}</equal>`;
  };
  const told = mistakes.map((mistake, index) => ({
    id: `mistake${index + 1}`,
    html: inline(mistake.text),
    when: isNear(mistake.value, mistake.tolerance),
  }));
  const unit = units[0] === undefined ? "" : ` ${xmlText(units[0].name)}`;
  return {
    type: "float",
    correct: plainNumber(right),
    interaction: `<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="15"/>${unit}</p>`,
    processing: processingOf(isNear(right, tolerance), points, told),
    feedback: told,
  };
}

/** The right answer scores, and the first mistake that fits shows its sentence. */
function processingOf(
  right: string,
  points: number,
  told: readonly { readonly id: string; readonly when: string }[],
): string {
  const set = (outcome: string, type: string, value: string) =>
    `<setOutcomeValue identifier="${outcome}"><baseValue baseType="${type}">${value}</baseValue></setOutcomeValue>`;
  const others = told.map(
    ({ id, when }) => `      <responseElseIf>${when}${set("FEEDBACK", "identifier", id)}</responseElseIf>\n`,
  );
  return `  <responseProcessing>
    <responseCondition>
      <responseIf>${right}${set("SCORE", "float", String(points))}</responseIf>
${others.join("")}    </responseCondition>
  </responseProcessing>
`;
}
