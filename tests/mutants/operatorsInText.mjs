// The operators of the draw in C and in Python, by patterns over the text without its comments and strings.
import { nextInteger } from "./operatorsInScript.mjs";

/** @typedef {Omit<import("./operators.mjs").Change, "line">} Found */
/** The first group of the pattern is what is replaced.
 * @typedef {{ operator: string, pattern: RegExp, becomes: (written: string) => string }} Rule */

/** @param {Readonly<Record<string, string>>} table */
const swapped = (table) => (/** @type {string} */ written) => table[written] ?? written;

const RELATIONAL = swapped({
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==" },
  ...{ "is not": "is", is: "is not" },
});

/** @type {readonly Rule[]} */
const C_RULES = [
  { operator: "relational", pattern: /(?<= )(<=?|>=?|==|!=)(?= )/g, becomes: RELATIONAL },
  { operator: "logical", pattern: /(&&|\|\|)/g, becomes: swapped({ "&&": "||", "||": "&&" }) },
  { operator: "arithmetic", pattern: /(?<= )([+-])(?= )/g, becomes: swapped({ "+": "-", "-": "+" }) },
  { operator: "integer", pattern: /(?<![\w.])(0x[\da-f]+u?l*|\d+u?l*)(?![\w.])/gi, becomes: nextInteger },
  { operator: "boolean", pattern: /\b(true|false)\b/g, becomes: swapped({ true: "false", false: "true" }) },
  { operator: "negation", pattern: /(!)(?=[\w(])/g, becomes: () => "" },
  {
    operator: "extreme",
    pattern: /\b(min|max)(?=\()/g,
    becomes: swapped({ min: "max", max: "min" }),
  },
];

/** @type {readonly Rule[]} */
const PYTHON_RULES = [
  {
    operator: "relational",
    pattern: /(?<= )(<=?|>=?|==|!=|is not|is)(?= )/g,
    becomes: RELATIONAL,
  },
  { operator: "logical", pattern: /\b(and|or)\b/g, becomes: swapped({ and: "or", or: "and" }) },
  { operator: "arithmetic", pattern: /(?<= )([+-])(?= )/g, becomes: swapped({ "+": "-", "-": "+" }) },
  { operator: "integer", pattern: /(?<![\w.])(\d[\d_]*)(?![\w.])/g, becomes: nextInteger },
  {
    operator: "boolean",
    pattern: /\b(True|False)\b/g,
    becomes: swapped({ True: "False", False: "True" }),
  },
  { operator: "negation", pattern: /(?<!is )\b(not )(?!in\b)/g, becomes: () => "" },
  {
    operator: "extreme",
    pattern: /\b(min|max)(?=\()/g,
    becomes: swapped({ min: "max", max: "min" }),
  },
];

const C_TEXTS = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#include.*/gm;
const PYTHON_TEXTS =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*|^(?:from|import) .*/gm;

/** @param {string} text @returns {Found[]} */
export function cChanges(text) {
  const code = withoutTexts(text, C_TEXTS);
  const assignment = /^\*?[a-z_][\w.]*(?:(?:->|\.)\w+|\[[^=;]*\])* (?:[-+*/|&^%]|<<|>>)?= .*;$/i;
  const call = /^(?!return\b|sizeof\b|_?static_assert\b)[a-z_]\w*\(.*\);$/i;
  return [
    ...byRules(code, C_RULES),
    ...conditions(text, code, /\bif \(/g),
    ...statements(code, (line) => assignment.test(line) || call.test(line), "(void)0;"),
  ];
}

/** @param {string} text @returns {Found[]} */
export function pythonChanges(text) {
  const code = withoutTexts(text, PYTHON_TEXTS);
  const assignment = /^[a-z_][\w.]*(?:\[.*\])? (?:[-+*/|&]|\/\/)?= .*[\w)\]}'" ]$/i;
  const call = /^(?:await )?[a-z_][\w.]*\(.*\)$/i;
  return [
    ...byRules(code, PYTHON_RULES),
    ...pythonConditions(text, code),
    ...statements(code, (line) => assignment.test(line) || call.test(line), "pass"),
  ];
}

/** Comments and imports become blanks, and the characters of strings become underscores: every place stays.
 * @param {string} text @param {RegExp} texts */
function withoutTexts(text, texts) {
  return text.replace(texts, (found) => {
    const isString = /^["']/.test(found) && !found.includes("\n");
    return isString ? `"${"_".repeat(found.length - 2)}"` : found.replace(/[^\n]/g, " ");
  });
}

/** @param {string} code @param {readonly Rule[]} rules @returns {Found[]} */
function byRules(code, rules) {
  return rules.flatMap(({ operator, pattern, becomes }) =>
    [...code.matchAll(pattern)].map(({ index, 1: written = "" }) => ({
      operator,
      start: index,
      end: index + written.length,
      text: becomes(written),
    })),
  );
}

/** Conditions of one line: `(x)` becomes `(!(x))`. @param {string} text @param {string} code @param {RegExp} pattern
 * @returns {Found[]} */
function conditions(text, code, pattern) {
  return [...code.matchAll(pattern)].flatMap(({ index, 0: opening }) => {
    const start = index + opening.length;
    let open = 1;
    let end = start;
    for (; end < code.length && open > 0 && code[end] !== "\n"; end++) {
      if (code[end] === "(") open++;
      else if (code[end] === ")") open--;
    }
    if (open > 0) return [];
    return [{ operator: "negation", start, end: end - 1, text: `!(${text.slice(start, end - 1)})` }];
  });
}

/** @param {string} text @param {string} code @returns {Found[]} */
function pythonConditions(text, code) {
  return [...code.matchAll(/^( *(?:el)?if )(.*): *$/gm)].map(
    ({ index, 1: opening = "", 2: written = "" }) => {
      const start = index + opening.length;
      const end = start + written.length;
      return { operator: "negation", start, end, text: `not (${text.slice(start, end)})` };
    },
  );
}

/** Statements that stand alone on their line, outside of brackets. @param {string} code
 * @param {(line: string) => boolean} isStatement @param {string} nothing @returns {Found[]} */
function statements(code, isStatement, nothing) {
  /** @type {Found[]} */
  const found = [];
  let at = 0;
  let open = 0;
  for (const line of code.split("\n")) {
    const trimmed = line.trim();
    const opens = line.match(/[([]/g)?.length ?? 0;
    const closes = line.match(/[)\]]/g)?.length ?? 0;
    if (open === 0 && opens === closes && isStatement(trimmed)) {
      const start = at + line.indexOf(trimmed);
      found.push({ operator: "statement", start, end: start + trimmed.length, text: nothing });
    }
    open += opens - closes;
    at += line.length + 1;
  }
  return found;
}
