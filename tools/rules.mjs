// The rules of docs/model.md: their numbers, and the numbers that were used once.

/** Numbers of deleted rules. They are never used again. */
export const GONE = /** @type {readonly number[]} */ ([]);
/** Sections that describe the model and contain no rules. */
const WITHOUT_RULES = ["Versions", "Simplifications", "Sources"];
const ANCHOR = /<a id="m-(\d+)"><\/a>\*\*M-(\d+)\*\* /;

/** What stands in front of a rule: of a list's entry its mark, of a paragraph nothing. @param {string} line */
const markOf = (line) => /^(?: *(?:- |\d+\. ))?/.exec(line)?.[0] ?? "";

/** Lines with a rule: entries of lists, and paragraphs. @param {string} text @returns {readonly number[]} */
export function ruleLines(text) {
  let section = "";
  let isCode = false;
  return text.split("\n").flatMap((line, at) => {
    if (line.startsWith("```")) isCode = !isCode;
    const [, heading] = /^#+ (.*)$/.exec(line) ?? [];
    if (heading !== undefined) section = heading;
    const isText = line.trim() !== "" && heading === undefined && !isCode && !/^(\||```|!\[)/.test(line);
    return isText && section !== "The model" && !WITHOUT_RULES.includes(section) ? [at] : [];
  });
}

/** Of each rule, in their order; undefined where it has none. @param {string} text */
export function ruleNumbers(text) {
  const lines = text.split("\n");
  return ruleLines(text).map((at) => {
    const line = lines[at] ?? "";
    const [, anchor, shown] = ANCHOR.exec(line.slice(markOf(line).length, markOf(line).length + 60)) ?? [];
    return anchor !== undefined && anchor === shown ? Number(anchor) : undefined;
  });
}

/** @param {string} text */
export function numberRules(text) {
  const lines = text.split("\n");
  const numbers = ruleNumbers(text);
  let next = Math.max(0, ...GONE, ...numbers.map((number) => number ?? 0)) + 1;
  /** @type {string[]} */
  const added = [];
  ruleLines(text).forEach((at, index) => {
    if (numbers[index] !== undefined) return;
    const line = lines[at] ?? "";
    const mark = markOf(line);
    lines[at] = `${mark}<a id="m-${next}"></a>**M-${next}** ${line.slice(mark.length)}`;
    added.push(`M-${next++}`);
  });
  return { text: lines.join("\n"), added };
}
