// The changes that the operators of the draw can make to a file: README.md names the operators.

import { scriptChanges } from "./operatorsInScript.mjs";
import { cChanges, pythonChanges } from "./operatorsInText.mjs";

/** `line` counts from 1. The change puts `text` in the place of the characters from `start` to before `end`.
 * @typedef {{ operator: string, line: number, start: number, end: number, text: string }} Change */

/** @param {string} path @param {string} text @returns {Change[]} in the order of their places */
export function changesOf(path, text) {
  const found = changesByLanguage(path, text);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return found
    .map((change) => ({ ...change, line: lineStarts.findLastIndex((start) => start <= change.start) + 1 }))
    .sort((a, b) => a.start - b.start || a.operator.localeCompare(b.operator));
}

/** @param {string} path @param {string} text */
function changesByLanguage(path, text) {
  if (/\.[ch]$/.test(path)) return cChanges(text);
  if (path.endsWith(".py")) return pythonChanges(text);
  return scriptChanges(path, text);
}

/** Lines that are neither empty nor a comment nor an import.
 * @param {string} path @param {string} text */
export function sourceLines(path, text) {
  const isPython = path.endsWith(".py");
  const comment = isPython ? /^#/ : /^(\/\/|\/\*|\*\/|\* |\*$)/;
  const importing = isPython ? /^(import|from) / : /^(import |#include )/;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !comment.test(line) && !importing.test(line)).length;
}
