/** The nodes of an expression. `at` is the offset in the text. */
import type { Dimension } from "./dimension.ts";

export const EXPRESSION_CHARACTER_LIMIT = 1000;
/** Limit for the nesting of brackets, signs and `not`. */
export const EXPRESSION_DEPTH_LIMIT = 50;

export type BinaryOperator = "+" | "-" | "*" | "/" | "<" | "<=" | ">" | ">=" | "==" | "!=" | "and" | "or";

/** Operators that compare a latency with a limit in a share. */
export type LimitOperator = "<" | "<=" | ">" | ">=";

export type FunctionName = "min" | "max" | "abs";

/** `receive.latency.p99` or `thread["player"].cycles`: names, and the contents of brackets. */
export type Path = readonly (string | number)[];

export type Expression =
  | { readonly kind: "number"; readonly at: number; readonly value: number; readonly dimension: Dimension }
  | { readonly kind: "metric"; readonly at: number; readonly path: Path }
  | { readonly kind: "unary"; readonly at: number; readonly operator: "-" | "not"; readonly of: Expression }
  | {
      readonly kind: "binary";
      readonly at: number;
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "call";
      readonly at: number;
      readonly name: FunctionName;
      readonly operands: readonly Expression[];
    }
  /** The share of a distribution's values that lie beyond the limit. */
  | {
      readonly kind: "share";
      readonly at: number;
      readonly path: Path;
      readonly operator: LimitOperator;
      readonly limit: Expression;
    };

export interface ExpressionError {
  readonly at: number;
  readonly message: string;
}

export type Result<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly error: ExpressionError };

/** Path of a share: a metric below its distribution. */
export function sharePath(path: Path, operator: LimitOperator, limit: number): Path {
  return [...path, "share", operator, limit];
}

export function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      if (!/^[A-Za-z_]\w*$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join("");
}
