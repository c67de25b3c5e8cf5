// The operators of the draw in TypeScript and JavaScript, by the syntax tree: types, JSX and texts are left alone.
import { parseAst } from "vite";

/** @typedef {Omit<import("./operators.mjs").Change, "line">} Found */

/** @type {Readonly<Record<string, { operator: string, becomes: string }>>} */
const BINARY = {
  "<": { operator: "relational", becomes: "<=" },
  "<=": { operator: "relational", becomes: "<" },
  ">": { operator: "relational", becomes: ">=" },
  ">=": { operator: "relational", becomes: ">" },
  "===": { operator: "relational", becomes: "!==" },
  "!==": { operator: "relational", becomes: "===" },
  "==": { operator: "relational", becomes: "!=" },
  "!=": { operator: "relational", becomes: "==" },
  "&&": { operator: "logical", becomes: "||" },
  "||": { operator: "logical", becomes: "&&" },
  "+": { operator: "arithmetic", becomes: "-" },
  "-": { operator: "arithmetic", becomes: "+" },
};

/** Of the syntax of types, these alone hold expressions that run. */
const RUNS = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];

/** @param {string} path @param {string} text @returns {Found[]} */
export function scriptChanges(path, text) {
  /** @type {Found[]} */
  const found = [];
  const lang = path.endsWith(".tsx") ? "tsx" : path.endsWith(".ts") ? "ts" : "js";
  visit(parseAst(text, { lang }), undefined, (node, parent) => {
    found.push(...changesAt(text, node, parent));
  });
  return found;
}

/** @param {any} node @param {any} parent @param {(node: any, parent: any) => void} take */
function visit(node, parent, take) {
  if (Array.isArray(node)) for (const child of node) visit(child, parent, take);
  else if (typeof node?.type === "string") {
    if (node.type.startsWith("Import")) return;
    if (node.type.startsWith("TS") && !RUNS.includes(node.type)) return;
    take(node, parent);
    for (const child of Object.values(node)) if (typeof child === "object") visit(child, node, take);
  }
}

/** @param {string} text @param {any} node @param {any} parent @returns {Found[]} */
function changesAt(text, node, parent) {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return binary(text, node);
    case "Literal":
      return literal(node);
    case "UnaryExpression":
      if (node.operator !== "!") return [];
      return [{ operator: "negation", start: node.start, end: node.start + 1, text: "" }];
    case "IfStatement":
      return condition(text, node.test);
    case "ExpressionStatement":
      return statement(text, node, parent);
    case "MemberExpression":
      return minimumOrMaximum(node);
    default:
      return [];
  }
}

/** @param {string} text @param {any} node @returns {Found[]} */
function binary(text, { left, right, operator: written }) {
  const change = BINARY[written];
  if (change === undefined) return [];
  const start = left.end + text.slice(left.end, right.start).indexOf(written);
  return [{ operator: change.operator, start, end: start + written.length, text: change.becomes }];
}

/** @param {any} node @returns {Found[]} */
function literal({ value, raw, start, end }) {
  if (typeof value === "boolean") return [{ operator: "boolean", start, end, text: String(!value) }];
  if (typeof value !== "number" && typeof value !== "bigint") return [];
  if (!/^(\d[\d_]*|0x[\da-f_]+)n?$/i.test(raw)) return [];
  return [{ operator: "integer", start, end, text: nextInteger(raw) }];
}

/** @param {string} raw such as `1_000`, `0xff` or `1n` */
export function nextInteger(raw) {
  const [, digits = "", suffix = ""] = /^(0x[\da-f_]+|[\d_]+)([a-z]*)$/i.exec(raw) ?? [];
  const next = BigInt(digits.replaceAll("_", "")) + 1n;
  return `${/^0x/i.test(digits) ? `0x${next.toString(16)}` : next}${suffix}`;
}

/** @param {string} text @param {any} test @returns {Found[]} */
function condition(text, { start, end }) {
  const written = text.slice(start, end);
  return written.includes("\n") ? [] : [{ operator: "negation", start, end, text: `!(${written})` }];
}

/** A call or an assignment that stands alone on its line. @param {string} text @param {any} node @param {any} parent
 * @returns {Found[]} */
function statement(text, { start, end, expression }, parent) {
  const awaited = expression.type === "AwaitExpression" ? expression.argument : expression;
  const done = awaited.type === "ChainExpression" ? awaited.expression : awaited;
  if (done.type !== "CallExpression" && done.type !== "AssignmentExpression") return [];
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", start);
  const written = text.slice(start, end);
  if (text.slice(lineStart, lineEnd).trim() !== written || !written.endsWith(";")) return [];
  const isInBlock = ["Program", "BlockStatement", "SwitchCase", "StaticBlock"].includes(parent.type);
  return [{ operator: "statement", start, end, text: isInBlock ? "" : "{}" }];
}

/** @param {any} node @returns {Found[]} */
function minimumOrMaximum({ object, property }) {
  if (object.name !== "Math" || !["min", "max"].includes(property.name)) return [];
  const { start, end } = property;
  return [{ operator: "extreme", start, end, text: property.name === "min" ? "max" : "min" }];
}
