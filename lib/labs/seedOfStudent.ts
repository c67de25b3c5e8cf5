/** Which variant a student gets whose number, or other identifier, stands in a link or comes from a platform. */
import { digestOf } from "./digest.ts";
import { SEED_LIMIT } from "./machines.ts";

/** As many hexadecimal digits as a number holds exactly. */
const DIGITS = 13;

/** A number that can be a seed is its own; any other text always gives the same one, from 1 on; nothing gives 0. */
export function seedOfStudent(identifier: string): number {
  const text = identifier.trim();
  const number = /^\d{1,10}$/.test(text) ? Number(text) : SEED_LIMIT + 1;
  if (text === "" || number <= SEED_LIMIT) return text === "" ? 0 : number;
  return 1 + (Number.parseInt(digestOf(text).slice(0, DIGITS), 16) % SEED_LIMIT);
}
