/** Longest work without a break: half of a frame, so that the page can draw the rest. */
const SLICE_MS = 8;

/** A pause for long work on the page: after a slice of work it lets the page draw and answer. */
export function slices(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  };
}
