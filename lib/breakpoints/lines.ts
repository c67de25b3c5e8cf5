/** A line of a program may be entered at several places, for example the head of a loop, or code that was inlined. */
import { NUMBER } from "../expressions/dimension.ts";
import type { Expression, Path } from "../expressions/index.ts";

/** The expression with `pc == line["R"][12]` true at each entry of the line, and `pc != line["R"][12]` at none. */
export function atEachEntry(
  expression: Expression,
  entriesOf: (path: Path) => readonly number[],
): Expression {
  const within = (part: Expression) => atEachEntry(part, entriesOf);
  switch (expression.kind) {
    case "number":
    case "metric":
      return expression;
    case "unary":
      return { ...expression, of: within(expression.of) };
    case "call":
      return { ...expression, operands: expression.operands.map(within) };
    case "share":
      return { ...expression, limit: within(expression.limit) };
    case "binary": {
      const { operator, left, right } = expression;
      const isEqual = operator === "==";
      if (isEqual || operator === "!=")
        for (const side of ["left", "right"] as const) {
          const { kind } = expression[side];
          const entries = kind === "metric" ? entriesOf(expression[side].path) : [];
          if (entries.length < 2) continue;
          return entries
            .map((value) => within({ ...expression, [side]: entry(expression[side].at, value) }))
            .reduce((all, one) => ({
              ...{ kind: "binary", at: expression.at },
              ...{ operator: isEqual ? "or" : "and", left: all, right: one },
            }));
        }
      return { ...expression, left: within(left), right: within(right) };
    }
  }
}

const entry = (at: number, value: number): Expression => ({ kind: "number", at, value, dimension: NUMBER });
