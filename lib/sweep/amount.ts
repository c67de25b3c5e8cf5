/** The quantity in a column, as far as its interval needs it: the limits of its values, and the whole of a share. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { isSame, NUMBER } from "../expressions/dimension.ts";
import { parseExpression } from "../expressions/parse.ts";
import { type Expression, type Path, pathText } from "../expressions/syntax.ts";
import { type Dictionary, dictionaryOf } from "../metrics/dictionary.ts";

export type Amount =
  /** 1 and 0. */
  | { readonly kind: "condition" }
  /** A number from 0 to 1, times `inUnit`. `of` is the column that counts the whole. */
  | { readonly kind: "share"; readonly of: string | undefined }
  /** A number of events, from 0. */
  | { readonly kind: "count" }
  /** A number from 0. `maximumOf` is set if it is the greatest value of the run, reached in one cycle. */
  | { readonly kind: "positive"; readonly maximumOf?: MaximumOf | undefined }
  | { readonly kind: "any" };

/** A latency, or the fill of a ring, queue or stack. */
export type MaximumOf = "latency" | "held";

const POSITIVE: Amount = { kind: "positive" };
const ANY: Amount = { kind: "any" };
const CONDITION: Amount = { kind: "condition" };

/** `text`: the text of a column without its unit. */
export function amountIn(scenario: Scenario, text: string): Amount {
  const parsed = parseExpression(text);
  return parsed.ok ? amountOf(parsed.expression, dictionaryOf(scenario)) : ANY;
}

function amountOf(expression: Expression, dictionary: Dictionary): Amount {
  switch (expression.kind) {
    case "number":
      return expression.value >= 0 ? POSITIVE : ANY;
    case "metric":
      return metricAmount(expression.path, dictionary);
    case "share":
      return { kind: "share", of: undefined };
    case "unary":
      return expression.operator === "not" ? CONDITION : ANY;
    case "call":
      return expression.name === "abs" ? POSITIVE : together(expression.operands, dictionary);
    case "binary":
      return binaryAmount(expression, dictionary);
  }
}

function binaryAmount(
  { operator, left, right }: Expression & { readonly kind: "binary" },
  dictionary: Dictionary,
): Amount {
  const amounts = [left, right].map((one) => amountOf(one, dictionary));
  switch (operator) {
    case "+":
      return amounts.every(({ kind }) => kind === "count")
        ? { kind: "count" }
        : together([left, right], dictionary);
    case "/":
      return partOf(left, right, dictionary) ?? together([left, right], dictionary);
    case "*":
      return together([left, right], dictionary);
    case "-": {
      const [, share] = amounts;
      return left.kind === "number" && left.value === 1 && share?.kind === "share" ? share : ANY;
    }
    default:
      return CONDITION;
  }
}

/** `receive.dropped / receive.offered` and the like. Delivered frames do not qualify, because some were offered
 * before a warm-up ended. */
function partOf(part: Expression, whole: Expression, dictionary: Dictionary): Amount | undefined {
  if (part.kind !== "metric" || whole.kind !== "metric" || whole.path.at(-1) !== "offered") return undefined;
  const before = whole.path.slice(0, -1);
  const [kind, ...rest] = part.path.slice(before.length);
  const isSibling = pathText(part.path.slice(0, before.length)) === pathText(before);
  const isPart = kind === "drop" || (rest.length === 0 && kind === "dropped");
  const areCounts = [part, whole].every((one) => amountOf(one, dictionary).kind === "count");
  return isSibling && isPart && areCounts ? { kind: "share", of: pathText(whole.path) } : undefined;
}

function together(operands: readonly Expression[], dictionary: Dictionary): Amount {
  return operands.some((one) => amountOf(one, dictionary).kind === "any") ? ANY : POSITIVE;
}

/** A field of the scenario, or an arbitrary percentile, is not in the dictionary. */
function metricAmount(path: Path, dictionary: Dictionary): Amount {
  const metric = dictionary.get(pathText(path));
  if (metric === undefined) return POSITIVE;
  const { amount } = metric.entry;
  if (amount?.kind === "share") {
    const of = amount.of === undefined ? undefined : pathText([...path.slice(0, -1), amount.of]);
    return { kind: "share", of };
  }
  const ofMaximum = metric.distribution === undefined ? "held" : "latency";
  const maximumOf = path.at(-1) === "maximum" ? ofMaximum : undefined;
  if (amount !== undefined || !isSame(metric.dimension, NUMBER)) return { kind: "positive", maximumOf };
  return { kind: "count" };
}

/** Only for a condition that says that a share of frames, or a count of some of them, is 0: the metric that counts the
 * frames. */
export function zeroOf(scenario: Scenario, text: string): string | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok || parsed.expression.kind !== "binary") return undefined;
  const { operator, left, right } = parsed.expression;
  const isZero = (one: Expression) => one.kind === "number" && one.value === 0;
  const saysZero =
    (operator === "==" && (isZero(left) || isZero(right))) || (operator === "<=" && isZero(right));
  const metric = isZero(left) ? right : left;
  if (!saysZero || metric.kind !== "metric") return undefined;
  const dictionary = dictionaryOf(scenario);
  const amount = metricAmount(metric.path, dictionary);
  if (amount.kind === "share") return amount.of;
  // receive.dropped and receive.drop["rx-ring-full"] have the sibling `offered`.
  const at = metric.path.findIndex((part) => part === "drop" || part === "dropped");
  const offered = at < 1 ? undefined : pathText([...metric.path.slice(0, at), "offered"]);
  return offered !== undefined && dictionary.has(offered) ? offered : undefined;
}
