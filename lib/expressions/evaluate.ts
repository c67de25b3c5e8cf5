/** Computes the value of an expression that was checked. It never throws. */
import { type BinaryOperator, type Expression, type FunctionName, type Path, sharePath } from "./syntax.ts";

/** Values are in SI units and cycles. Undefined or NaN if there is no value, as for a mean of nothing. */
export type Read = (path: Path) => number | undefined;

/** Undefined if there is no value, as for a division by zero or a mean of nothing. */
export type Value = number | boolean | undefined;

export function evaluate(expression: Expression, read: Read): Value {
  const value = valueIn(expression, read);
  return typeof value === "number" && !Number.isFinite(value) ? undefined : value;
}

function valueIn(expression: Expression, read: Read): Value {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "metric":
      return known(read(expression.path));
    case "unary": {
      const value = valueIn(expression.of, read);
      if (expression.operator === "not") return typeof value === "boolean" ? !value : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "call":
      return called(
        expression.name,
        expression.operands.map((operand) => valueIn(operand, read)),
      );
    case "share": {
      const limit = valueIn(expression.limit, read);
      const { path, operator } = expression;
      return typeof limit === "number" ? known(read(sharePath(path, operator, limit))) : undefined;
    }
    case "binary":
      return combined(expression.operator, valueIn(expression.left, read), valueIn(expression.right, read));
  }
}

function known(value: number | undefined): number | undefined {
  return value === undefined || Number.isFinite(value) ? value : undefined;
}

function called(name: FunctionName, operands: readonly Value[]): number | undefined {
  const numbers = operands.filter((operand) => typeof operand === "number");
  if (numbers.length < operands.length) return undefined;
  if (name === "abs") return Math.abs(numbers[0] ?? Number.NaN);
  return name === "min" ? Math.min(...numbers) : Math.max(...numbers);
}

function combined(operator: BinaryOperator, left: Value, right: Value): Value {
  if (operator === "and" || operator === "or") return joined(operator, left, right);
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  switch (operator) {
    case "+":
      return known(left + right);
    case "-":
      return known(left - right);
    case "*":
      return known(left * right);
    case "/":
      return right === 0 ? undefined : known(left / right);
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "==":
      return left === right;
    case "!=":
      return left !== right;
  }
}

/** One side may determine the result even if the other has no value. */
function joined(operator: "and" | "or", left: Value, right: Value): boolean | undefined {
  const decides = operator === "or";
  if (left === decides || right === decides) return decides;
  return left === undefined || right === undefined ? undefined : !decides;
}
