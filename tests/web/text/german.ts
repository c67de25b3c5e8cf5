/** Checks that a message has a German text and that the text is German. */
import { expect } from "vitest";
import { MESSAGES } from "../../../web/text/de/index.ts";
import { translationOf } from "../../../web/text/message.ts";

/** Words that German does not have. Quoted words do not count. */
const ENGLISH = /\b(must|the|which|have|has|there|than|from|with|not|missing|expected|did|you|and|is)\b/;
const unquoted = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"?|`[^`]*`|\S*[.[]\S*/g, "");

export function faultOf(message: string): string | undefined {
  const german = translationOf(MESSAGES, message);
  if (german === undefined) return `no German: ${message}`;
  return ENGLISH.test(unquoted(german)) ? `half German: ${message} -> ${german}` : undefined;
}

export function expectGerman(messages: Iterable<string>, least: number): void {
  const all = [...new Set(messages)];
  expect(all.length).toBeGreaterThanOrEqual(least);
  expect(all.flatMap((message) => faultOf(message) ?? [])).toEqual([]);
}
