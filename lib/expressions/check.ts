/** Checks an expression: its metrics exist, its units fit, and conditions are only where conditions belong. */
import { type Dimension, dimensionText, isSame, NUMBER, product, quotient, SECOND } from "./dimension.ts";
import {
  type Expression,
  type ExpressionError,
  type Path,
  pathText,
  type Result,
  sharePath,
} from "./syntax.ts";

export type Type =
  | { readonly kind: "quantity"; readonly dimension: Dimension }
  | { readonly kind: "condition" };

/** Undefined if there is no such metric. */
export type DimensionOf = (path: Path) => Dimension | undefined;

const CONDITION: Type = { kind: "condition" };

export function checkExpression(
  expression: Expression,
  dimensionOf: DimensionOf,
): Result<{ readonly type: Type }> {
  const errors: ExpressionError[] = [];
  const type = typeOf(expression, dimensionOf, (at, message) => errors.push({ at, message }));
  const [error] = errors;
  return error ? { ok: false, error } : { ok: true, type };
}

type Complain = (at: number, message: string) => void;

function typeOf(expression: Expression, dimensionOf: DimensionOf, complain: Complain): Type {
  const typeIn = (part: Expression) => typeOf(part, dimensionOf, complain);
  const quantity = (part: Expression): Dimension => {
    const type = typeIn(part);
    if (type.kind === "quantity") return type.dimension;
    complain(part.at, "expected a quantity, not a condition");
    return NUMBER;
  };
  const condition = (part: Expression): void => {
    if (typeIn(part).kind !== "condition")
      complain(part.at, "expected a condition, as in receive.dropped == 0");
  };
  const same = (parts: readonly Expression[], at: number): Dimension => {
    const [first = NUMBER, ...others] = parts.map(quantity);
    const other = others.find((one) => !isSame(one, first));
    if (other) complain(at, `units differ: ${dimensionText(first)} and ${dimensionText(other)}`);
    return first;
  };
  switch (expression.kind) {
    case "number":
      return { kind: "quantity", dimension: expression.dimension };
    case "metric": {
      const dimension = dimensionOf(expression.path);
      if (!dimension) complain(expression.at, `no metric ${pathText(expression.path)}`);
      return { kind: "quantity", dimension: dimension ?? NUMBER };
    }
    case "unary":
      if (expression.operator === "-") return { kind: "quantity", dimension: quantity(expression.of) };
      condition(expression.of);
      return CONDITION;
    case "call":
      return { kind: "quantity", dimension: same(expression.operands, expression.at) };
    case "share": {
      const { path, operator, limit, at } = expression;
      const dimension = dimensionOf(sharePath(path, operator, 0));
      if (!dimension) complain(at, `there is no latency ${pathText(path)} to take a share of`);
      else if (!isSame(quantity(limit), SECOND))
        complain(limit.at, "a latency is compared with a time: units differ");
      return { kind: "quantity", dimension: NUMBER };
    }
    case "binary": {
      const { operator, left, right, at } = expression;
      switch (operator) {
        case "and":
        case "or":
          condition(left);
          condition(right);
          return CONDITION;
        case "*":
          return { kind: "quantity", dimension: product(quantity(left), quantity(right)) };
        case "/":
          return { kind: "quantity", dimension: quotient(quantity(left), quantity(right)) };
        case "+":
        case "-":
          return { kind: "quantity", dimension: same([left, right], at) };
        case "<":
        case "<=":
        case ">":
        case ">=":
        case "==":
        case "!=":
          same([left, right], at);
          return CONDITION;
      }
    }
  }
}
