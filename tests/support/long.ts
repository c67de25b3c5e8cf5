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
