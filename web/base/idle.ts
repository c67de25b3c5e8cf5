/** Resolves when the page has nothing more urgent to do, or after a while. */
const LONGEST_WAIT_MS = 1000;

export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Not in every browser yet.
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve);
  });
}
