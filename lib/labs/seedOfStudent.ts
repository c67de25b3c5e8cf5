/** Computes the variant of a student from a number or another identifier in a link or from a platform. */
import { digestOf } from "./digest.ts";
import { SEED_LIMIT } from "./machines.ts";

/** Number of hexadecimal digits that a number holds exactly. */
const DIGITS = 13;

/** A number that can be a seed is the seed. Any other text gives a fixed seed from 1 onwards. An empty text gives 0. */
export function seedOfStudent(identifier: string): number {
  const text = identifier.trim();
  const number = /^\d{1,10}$/.test(text) ? Number(text) : SEED_LIMIT + 1;
  if (text === "" || number <= SEED_LIMIT) return text === "" ? 0 : number;
  return 1 + (Number.parseInt(digestOf(text).slice(0, DIGITS), 16) % SEED_LIMIT);
}
