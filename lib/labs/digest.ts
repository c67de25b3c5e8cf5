/** Short digests that distinguish copies from edits. They protect no secret. */

import { sha256 } from "@noble/hashes/sha2.js";
import type { Lab, Question } from "./lab.ts";

const digests = new WeakMap<Lab, string>();

/** Identifies an edition: its number, from 2 onwards, and a digest of the graded parts. Texts may be corrected while a
 * class works; other questions or machines make another edition. */
export function labDigest(lab: Lab): string {
  const known = digests.get(lab) ?? computedDigest(lab);
  digests.set(lab, known);
  return known;
}

function computedDigest({ id, edition, machines, vary, steps }: Lab): string {
  const asked = steps.map((step) => ({
    id: step.id,
    machine: step.machine,
    task: step.task,
    hints: step.hints.map(({ cost }) => cost),
    questions: step.questions.map(gradedPartOf),
  }));
  const digest = digestOf(canonicalText({ id, machines, vary, asked }));
  return edition === 1 ? digest : `${edition}-${digest}`;
}

/** The number of an edition that labDigest has named. */
export const editionNumber = (named: string): number => Number(/^(\d+)-/.exec(named)?.[1] ?? 1);

function gradedPartOf({ text: _text, ...question }: Question) {
  if (question.kind === "number") {
    const { mistakes: _mistakes, ...graded } = question;
    return graded;
  }
  if (question.kind !== "choice") return question;
  return { ...question, options: question.options.map(({ wrong: _wrong, ...option }) => option) };
}

const SHOWN_BYTES = 8;

export function digestOf(text: string): string {
  return hexOf(sha256(new TextEncoder().encode(text)).slice(0, SHOWN_BYTES));
}

/** The complete digest, as sha256sum prints it. */
export function sha256Of(bytes: Uint8Array): string {
  return hexOf(sha256(bytes));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Equal values give equal texts, whatever the order of their fields. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** The digest includes the place of the question, so that equal option numbers have different digests. */
export function digestOfChoice(lab: string, step: string, question: string, option: number): string {
  return digestOf(`${lab}/${step}/${question}/${option}`);
}
