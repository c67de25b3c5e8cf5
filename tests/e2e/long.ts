import type { TestDetails } from "@playwright/test";

/** Details of a test, or of a group of tests, that only `npm test -- all` runs. The reason says what the test adds to
 * the short list and why it costs too much there. */
export const long = (reason: string): TestDetails => ({
  tag: "@long",
  annotation: { type: "long", description: reason },
});
