import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode, useMemo } from "react";
import { parseExpression } from "../../lib/expressions/parse.ts";
import type { Expression } from "../../lib/expressions/syntax.ts";
import { LAB_LINK, NESTING_LIMIT, textOf, tokensOf, unescaped } from "../../lib/labs/markdownTokens.ts";
import { t } from "../text/t.ts";

/** Renders Markdown as React elements, never as HTML. HTML in the text is shown as text. Images are omitted, because
 * the page loads nothing from elsewhere. Links may lead to https, or to a lab of the course. */
export function Markdown({
  text,
  headingLevel = 3,
}: {
  readonly text: string;
  readonly headingLevel?: 3 | 4;
}) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  return <div className="prose">{blocks(tokens, headingLevel)}</div>;
}

/** Renders Markdown in one line: a question or an option. */
export function MarkdownLine({ text }: { readonly text: string }) {
  const tokens = useMemo(() => {
    const [first] = tokensOf(text);
    return first?.type === "paragraph" ? (first.tokens ?? []) : [{ type: "text", raw: text, text } as Token];
  }, [text]);
  return <>{inlines(tokens)}</>;
}

function blocks(tokens: readonly Token[], level: 3 | 4, depth = 0): ReactNode {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other
    <Fragment key={`${index} ${token.type}`}>
      {depth < NESTING_LIMIT ? block(token, level, depth + 1) : <p>{token.raw}</p>}
    </Fragment>
  ));
}

function block(token: Token, level: 3 | 4, depth: number): ReactNode {
  switch (token.type) {
    case "space":
      return null;
    case "heading": {
      const Heading = level === 3 ? "h3" : "h4";
      return <Heading>{inlines(token.tokens ?? [])}</Heading>;
    }
    case "paragraph":
      return <p>{inlines(token.tokens ?? [])}</p>;
    case "formulas":
      return <Formula text={textOf(token)} block />;
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const List = ordered ? "ol" : "ul";
      return (
        <List>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other
            <li key={index}>{blocks(item.tokens, level, depth)}</li>
          ))}
        </List>
      );
    }
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [], level, depth)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{textOf(token)}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "text":
      return token.tokens === undefined ? textOf(token) : inlines(token.tokens);
    default:
      return <p>{token.raw}</p>;
  }
}

function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="prose__table" tabIndex={0} aria-label={t("Table")}>
      <table className="table">
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other
              <th key={index} scope="col">
                {inlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other
            <tr key={at}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other
                <td key={index}>{inlines(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inlines(tokens: readonly Token[], depth = 0): ReactNode {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other
    <Fragment key={`${index} ${token.type}`}>
      {depth < NESTING_LIMIT ? inline(token, depth + 1) : token.raw}
    </Fragment>
  ));
}

function inline(token: Token, depth: number): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens ?? [], depth)}</strong>;
    case "em":
      return <em>{inlines(token.tokens ?? [], depth)}</em>;
    case "del":
      return <del>{inlines(token.tokens ?? [], depth)}</del>;
    case "codespan":
      return <code>{textOf(token)}</code>;
    case "br":
      return <br />;
    case "formula":
      return <Formula text={textOf(token)} />;
    case "link": {
      const { href, tokens } = token as Tokens.Link;
      if (LAB_LINK.test(href)) return <a href={href}>{inlines(tokens, depth)}</a>;
      if (!/^https:\/\//.test(href)) return inlines(tokens, depth);
      return (
        <a href={href} rel="noreferrer" target="_blank">
          {inlines(tokens, depth)}
        </a>
      );
    }
    case "escape":
    case "text":
      return "tokens" in token && token.tokens !== undefined
        ? inlines(token.tokens, depth)
        : unescaped(textOf(token));
    case "image":
      return textOf(token);
    default:
      return token.raw;
  }
}

/** Renders a formula as MathML. It is written as an expression: `cost = drain + entry + (t_save + t_restore) / n`.
 * Names with an underscore get an index. Text that is not an expression is shown as it is. */
function Formula({ text, block = false }: { readonly text: string; readonly block?: boolean }) {
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
