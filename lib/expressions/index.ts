/** Expressions over metrics: claims, goals of labs, breakpoints. docs/expressions.md says what they mean. */
import { checkExpression, type DimensionOf, type Type } from "./check.ts";
import { evaluate, type Read, type Value } from "./evaluate.ts";
import { parseExpression } from "./parse.ts";
import type { Expression, Result } from "./syntax.ts";

export type { DimensionOf, Type } from "./check.ts";
export type { Read, Value } from "./evaluate.ts";
export { type Expression, type ExpressionError, type Path, pathText } from "./syntax.ts";

export interface Compiled {
  readonly text: string;
  readonly expression: Expression;
  readonly type: Type;
  readonly evaluate: (read: Read) => Value;
}

export function compileExpression(
  text: string,
  dimensionOf: DimensionOf,
): Result<{ readonly compiled: Compiled }> {
  const parsed = parseExpression(text);
  if (!parsed.ok) return parsed;
  const { expression } = parsed;
  const checked = checkExpression(expression, dimensionOf);
  if (!checked.ok) return checked;
  const compiled = {
    text,
    expression,
    type: checked.type,
    evaluate: (read: Read) => evaluate(expression, read),
  };
  return { ok: true, compiled };
}
