import type { TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why the short list leaves this test out. */
    readonly long?: string;
  }
}

/** Options of a test, or of a group of tests, that only `npm test -- all` runs. The reason says what the test adds to the
 * short list and why it costs too much there. */
export const long = (reason: string): TestOptions => ({ tags: ["long"], meta: { long: reason } });

/** Splits many alike cases: every nth, from the first onwards, for the short list, and the others for the long one. */
export function someOf<T>(cases: readonly T[], oneIn: number): { readonly some: T[]; readonly others: T[] } {
  return {
    some: cases.filter((_, at) => at % oneIn === 0),
    others: cases.filter((_, at) => at % oneIn !== 0),
  };
}
