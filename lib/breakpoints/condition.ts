/** The condition of a breakpoint: an expression (docs/expressions.md) over one cycle of the machine. */

import { SIM_STOP_EXECUTED, sim_event_kind } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { NUMBER } from "../expressions/dimension.ts";
import { evaluate } from "../expressions/evaluate.ts";
import {
  compileExpression,
  type Expression,
  type ExpressionError,
  type Path,
  pathText,
} from "../expressions/index.ts";
import type { LatencyKind } from "./latencyEnds.ts";
import type { Moment } from "./moment.ts";
import { type ProgramNames, programWord } from "./programWords.ts";
import { type Vocabulary, vocabularyOf, type Word } from "./vocabulary.ts";

export interface Condition {
  readonly text: string;
  /** Bits of sim_event_kind, SIM_STOP_EXECUTED. The condition can change only in cycles with one of these. */
  readonly kinds: number;
  /** A watch for this condition must start at the beginning of the run. */
  readonly remembers: boolean;
  /** The condition is about a thread that runs a program. It becomes true separately for each such thread. */
  readonly isOfPrograms: boolean;
  /**
   * Latencies that the condition needs, because an interrupt of a hart may also end in a cycle without an
   * event.
   */
  readonly ends: readonly LatencyKind[];
  readonly holds: (moment: Moment) => boolean;
}

export type ConditionResult =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly error: ExpressionError };

/** `programs` gives the symbols of programs. Without it, no word about programs is known. */
export function compileCondition(text: string, scenario: Scenario, programs?: ProgramNames): ConditionResult {
  return compileWith(
    text,
    vocabularyOf(scenario),
    programs && ((path) => programWord(path, scenario, programs)),
  );
}

/** `others` resolves words without a fixed list, such as memory addresses. */
export function compileWith(
  text: string,
  vocabulary: Vocabulary,
  others: (path: Path) => Word | undefined = () => undefined,
): ConditionResult {
  /** Paths of the parsed expression. They are resolved once, not for every event. */
  const words = new Map<Path, Word>();
  const result = compileExpression(text, (path) => {
    const word = vocabulary.get(pathText(path)) ?? others(path);
    if (word !== undefined) words.set(path, word);
    return word?.dimension;
  });
  if (!result.ok) return result;
  const { type } = result.compiled;
  if (type.kind !== "condition")
    return { ok: false, error: { at: 0, message: "expected a condition, as in ring.fill >= 8" } };
  const expression = atEachEntry(result.compiled.expression, (path) => words.get(path)?.entries ?? []);
  const kinds = [...words.values()].flatMap((word) => word.kinds);
  const isOfPrograms = [...words.values()].some((word) => word.isOfPrograms === true);
  if (kinds.length === 0 && !isOfPrograms)
    return {
      ok: false,
      error: { at: 0, message: "names nothing that changes, so it would never become true" },
    };
  const condition: Condition = {
    text,
    kinds: kinds.reduce(
      (mask, kind) => mask | (1 << sim_event_kind[kind]),
      isOfPrograms ? SIM_STOP_EXECUTED | 0 : 0,
    ),
    isOfPrograms,
    ends: [...words.values()].flatMap((word) => word.ends ?? []),
    remembers: [...words.values()].some((word) => word.remembers === true),
    holds: (moment) => evaluate(expression, (path) => words.get(path)?.read(moment)) === true,
  };
  return { ok: true, condition };
}

/** A line of a program may have several entries, for example the head of a loop, or inlined code. Rewrites the
 * expression so that `pc == line["R"][12]` is true at each entry of the line, and `pc != line["R"][12]` at none of
 * them. */
function atEachEntry(expression: Expression, entriesOf: (path: Path) => readonly number[]): Expression {
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
