/** The field of a deadline. The code that computes with it (deadline.ts) is part of the first page, which has no
 * validator. */
import { count } from "./field.ts";

/** One second. */
const NANOSECONDS_LIMIT = 1_000_000_000;

export const deadlineField = count(0, NANOSECONDS_LIMIT).default(0);
