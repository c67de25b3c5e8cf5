/** A breakpoint's condition in words, where it is one that the form offers; else the condition as it was typed. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { presetsOf } from "./presets.ts";

interface ConditionText {
  readonly text: string;
  /** It is the condition itself, in the expression language. */
  readonly isCode: boolean;
}

/** Stands for the number of a condition while it is compared. */
const ANY_NUMBER = "#";
const NUMBER = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/i;

export function conditionText(condition: string, scenario: Scenario): ConditionText {
  const typed = plain(condition);
  for (const preset of presetsOf(scenario)) {
    for (const { value, text } of preset.choices ?? [{ value: "", text: "" }]) {
      const number = preset.number === undefined ? "" : numberIn(typed, preset.condition(value, ANY_NUMBER));
      if (number !== undefined && plain(preset.condition(value, number)) === typed)
        return { text: preset.words(text, number), isCode: false };
    }
  }
  return { text: condition, isCode: true };
}

function numberIn(typed: string, pattern: string): string | undefined {
  const [before = "", after = ""] = plain(pattern).split(ANY_NUMBER);
  if (!typed.startsWith(before) || !typed.endsWith(after)) return undefined;
  const middle = typed.slice(before.length, typed.length - after.length);
  return NUMBER.exec(middle)?.[0] === middle ? middle : undefined;
}

/** Without the blanks that mean nothing: all of them but those in names. */
function plain(condition: string): string {
  return condition
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\s+/g, "")))
    .join("");
}
