/** What is wrong with the German of a message. */
import { MESSAGES } from "../../web/text/de/index.ts";
import { translationOf } from "../../web/text/message.ts";

/** Words that German does not have; what is quoted is not ours. */
const ENGLISH = /\b(must|the|which|have|has|there|than|from|with|not|missing|expected|did|you|and|is)\b/;
const unquoted = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"?|`[^`]*`|\S*[.[]\S*/g, "");

export function faultOf(message: string): string | undefined {
  const german = translationOf(MESSAGES, message);
  if (german === undefined) return `no German: ${message}`;
  return ENGLISH.test(unquoted(german)) ? `half German: ${message} -> ${german}` : undefined;
}
