/** The result of the race in words, from the same numbers as the scoreboard. */
import { differencesOf } from "../../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { countWord } from "../../ui/plural.ts";
import { areContextsAll } from "../becauseText.ts";
import type { Score, Scored, ScoreKind } from "./score.ts";

export interface Result {
  readonly headline: string;
  readonly sentence: string;
}

interface Machines {
  readonly a: Scenario;
  readonly b: Scenario;
}

/** `offered` is the number of packets that reached each machine. */
export function resultOf(
  machines: Machines,
  of: Scored,
  scores: readonly Score[],
  offered: number | undefined,
): Result {
  const lead = leadText(machines);
  const clauses = [
    doneText(lead, of, scoreOf(scores, "delivered"), offered),
    lostText(of, scoreOf(scores, "lost")),
    waitText(scoreOf(scores, "wait")),
  ];
  return {
    headline: headlineText(scores),
    sentence: `${clauses.filter((clause) => clause !== undefined).join("; ")}.`,
  };
}

function scoreOf(scores: readonly Score[], kind: ScoreKind): Score {
  return scores.find((score) => score.kind === kind) ?? { kind, a: 0, b: 0, ahead: undefined };
}

function headlineText(scores: readonly Score[]): string {
  const ahead = new Set(scores.flatMap((score) => score.ahead ?? []));
  if (ahead.size === 0) return t("End of the run: both come to the same");
  const [first] = ahead;
  return ahead.size === 1 && first !== undefined
    ? t("End of the run: {letter} is ahead", { letter: first })
    : t("End of the run: each is ahead in something");
}

/** Describes B if one word is enough. */
function leadText({ a, b }: Machines): string {
  const { contexts } = b.machine.core;
  if (a.machine.core.contexts === contexts || !areContextsAll(differencesOf(a, b))) return t("In B");
  return contexts === 1 ? t("With one context") : t("With {count} contexts", { count: countWord(contexts) });
}

function doneText(lead: string, of: Scored, { a, b }: Score, offered: number | undefined): string {
  const done = { received: t("delivered"), sent: t("sent"), interrupts: t("handled") }[of];
  const what = of === "interrupts" ? t("interrupts") : t("packets");
  if (a === b) return t("{lead} the same number of {what} were {done}", { lead, what, done });
  const count = formatInteger(Math.abs(b - a));
  const gaps = { lead, what, done, count };
  if (offered === undefined)
    return b > a
      ? t("{lead} {count} more {what} were {done}", gaps)
      : t("{lead} {count} fewer {what} were {done}", gaps);
  const whole = { ...gaps, offered: formatInteger(offered) };
  return b > a
    ? t("{lead} {count} more of {offered} {what} were {done}", whole)
    : t("{lead} {count} fewer of {offered} {what} were {done}", whole);
}

function lostText(of: Scored, { a, b }: Score): string {
  const isOfEvents = of === "interrupts";
  if (a === b) return t(isOfEvents ? "the same number of events were missed" : "the same number were lost");
  const gaps = { count: formatInteger(Math.abs(b - a)) };
  if (isOfEvents)
    return b < a ? t("{count} fewer events were missed", gaps) : t("{count} more events were missed", gaps);
  return b < a ? t("{count} fewer were lost", gaps) : t("{count} more were lost", gaps);
}

function waitText({ a, b }: Score): string | undefined {
  if (Number.isNaN(a) || Number.isNaN(b) || a === 0) return undefined;
  if (a === b) return t("the mean latency is the same");
  const percent = quantityText(formatPercent(Math.abs(b / a - 1), 0));
  return b < a
    ? t("the mean latency is {percent} shorter", { percent })
    : t("the mean latency is {percent} longer", { percent });
}
