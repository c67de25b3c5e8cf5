import type { ReactNode } from "react";
import { parseExpression } from "../../lib/expressions/parse.ts";
import type { Expression } from "../../lib/expressions/syntax.ts";
import { t } from "../text/t.ts";

/** A formula as MathML, written as an expression: `cost = drain + entry + (t_save + t_restore) / n`. Names with
 * an underscore get an index. What is no expression is shown as it is written. */
export function Formula({ text, block = false }: { readonly text: string; readonly block?: boolean }) {
  const sides = text.split(/(?<![<>=!])=(?!=)/).map((side) => parseExpression(side.trim()));
  const parts: ReactNode[] = [];
  for (const [index, side] of sides.entries()) {
    if (!side.ok) return <code>{text}</code>;
    if (index > 0) parts.push(<mo key={`= ${index}`}>=</mo>);
    parts.push(<mrow key={`side ${index}`}>{mathOf(side.expression)}</mrow>);
  }
  return <math display={block ? "block" : "inline"}>{parts}</math>;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "*": "×",
  "-": "−",
  "<=": "≤",
  ">=": "≥",
  "!=": "≠",
  "==": "=",
};
const STRENGTH: Readonly<Record<string, number>> = { or: 1, and: 2, "+": 4, "-": 4, "*": 5, "/": 6 };

function strengthOf(expression: Expression): number {
  if (expression.kind === "binary") return STRENGTH[expression.operator] ?? 3;
  return expression.kind === "unary" ? 5 : 9;
}

function bracketed(expression: Expression, atLeast: number): ReactNode {
  const math = mathOf(expression);
  if (strengthOf(expression) >= atLeast) return math;
  return (
    <mrow>
      <mo>(</mo>
      {math}
      <mo>)</mo>
    </mrow>
  );
}

function mathOf(expression: Expression): ReactNode {
  switch (expression.kind) {
    case "number":
      return <mn>{String(expression.value)}</mn>;
    case "metric":
      return nameOf(expression.path.join(" "));
    case "unary":
      return (
        <mrow>
          <mo>{expression.operator === "-" ? "−" : t("not")}</mo>
          {bracketed(expression.of, 5)}
        </mrow>
      );
    case "call":
      return (
        <mrow>
          <mi>{expression.name}</mi>
          <mo>(</mo>
          {expression.operands.map((operand, index) => (
            <mrow key={operand.at}>
              {index > 0 ? <mo>,</mo> : null}
              {mathOf(operand)}
            </mrow>
          ))}
          <mo>)</mo>
        </mrow>
      );
    case "share":
      return (
        <mrow>
          <mi>{expression.kind}</mi>
          <mo>(</mo>
          {nameOf(expression.path.join(" "))}
          <mo>{OPERATORS[expression.operator] ?? expression.operator}</mo>
          {mathOf(expression.limit)}
          <mo>)</mo>
        </mrow>
      );
    case "binary": {
      const { operator, left, right } = expression;
      if (operator === "/")
        return (
          <mfrac>
            <mrow>{mathOf(left)}</mrow>
            <mrow>{mathOf(right)}</mrow>
          </mfrac>
        );
      const strength = STRENGTH[operator] ?? 3;
      return (
        <mrow>
          {bracketed(left, strength)}
          <mo>{OPERATORS[operator] ?? operator}</mo>
          {bracketed(right, operator === "-" ? strength + 1 : strength)}
        </mrow>
      );
    }
  }
}

function nameOf(name: string): ReactNode {
  const [base = "", ...index] = name.split("_");
  const word = (text: string) => (text.length === 1 ? <mi>{text}</mi> : <mtext>{text}</mtext>);
  if (index.length === 0) return word(base);
  return (
    <msub>
      {word(base)}
      <mtext>{index.join(" ")}</mtext>
    </msub>
  );
}
