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

const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin", "click"] as const;

/** Resolves at the first pointer or key: what only a user opens is loaded from then on. */
export function firstInput(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const { signal } = stop;
    const onSign = () => {
      stop.abort();
      resolve();
    };
    for (const sign of SIGNS) window.addEventListener(sign, onSign, { signal, capture: true, passive: true });
  });
}

/** Resolves when what stands on the page by now has been painted, and there is nothing more urgent to do. */
export async function rested(): Promise<void> {
  // The first frame may be under way.
  for (let frame = 0; frame < 2; frame++)
    await new Promise((resolve) => {
      // A hidden page has no frames.
      const timer = setTimeout(resolve, LONGEST_WAIT_MS);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  await idle();
}
