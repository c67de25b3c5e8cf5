/** `irqscope run --console`: what programs have sent to consoles. */

import type { ConsoleOutput } from "../lib/programs/consolesEnd.ts";
import { whole } from "./table.ts";

/** What a terminal would obey is written out: a program may send anything. */
const OBEYED = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const writtenOut = (sign: string): string => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;

export function consoleText({ console: name, sent, text, lastCycle }: ConsoleOutput, kept: number): string {
  if (lastCycle === undefined) return `${name}: nothing sent`;
  const part = sent > kept ? `, of which the last ${whole(kept)} are kept` : "";
  const lines = text
    .replaceAll("\r\n", "\n")
    .replace(/\n$/, "")
    .replace(OBEYED, writtenOut)
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
  return [
    `${name}: ${whole(sent)} characters sent, the last at cycle ${whole(lastCycle)}${part}`,
    ...lines,
  ].join("\n");
}
